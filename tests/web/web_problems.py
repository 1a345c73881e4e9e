"""Easy problems that the pages are tried with."""

SAM = "Sam had 12 apples. He gave 5 apples to Ann. How many apples does Sam have now?"
TILES = (
    "Lena packs 3 boxes of green tiles and 5 boxes of blue tiles. Each box holds 9 tiles. How many tiles does she pack?"
)
FARM = "A farm has 7 hens and 4 goats. Each hen lays 5 eggs a week. How many eggs do the hens lay in a week?"
SHEET = f"1. {SAM}\n\n2. {TILES}\n\n3. Mia has 4 dogs. How many dogs does Mia have?\n"
