"""The encoder scorer: a small pretrained transformer that reads the text itself, run by onnxruntime."""
