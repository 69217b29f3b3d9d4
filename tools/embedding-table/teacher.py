"""Sentence vectors of all-MiniLM-L6-v2: mean pooling over the last layer, as its authors define them."""

from pathlib import Path

import torch
from safetensors.torch import load_file
from tokenizers import Tokenizer
from transformers import BertConfig, BertModel

MAX_TOKENS = 128
BATCH = 512


class Teacher:
    def __init__(self, folder: Path):
        self.device = "cuda" if torch.cuda.is_available() else "cpu"
        model = BertModel(BertConfig.from_pretrained(folder), add_pooling_layer=False)
        loaded = model.load_state_dict(load_file(folder / "model.safetensors"), strict=False)
        assert not loaded.missing_keys, f"the model lacks {loaded.missing_keys}"
        self.model = (model.half() if self.device == "cuda" else model).to(self.device).eval()
        self.tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self.tokenizer.no_padding()
        self.tokenizer.enable_truncation(MAX_TOKENS)

    def encode(self, texts, progress=lambda done: None):
        """One vector per text, in the order given; not normalised."""
        return self.encode_ids([encoding.ids for encoding in self.tokenizer.encode_batch(list(texts))], progress)

    @torch.no_grad()
    def encode_ids(self, ids, progress=lambda done: None):
        """The same for texts given as token numbers."""
        vectors = torch.zeros((len(ids), self.model.config.hidden_size))
        order = sorted(range(len(ids)), key=lambda i: len(ids[i]))
        for at in range(0, len(order), BATCH):
            batch = order[at : at + BATCH]
            tokens = torch.nn.utils.rnn.pad_sequence([torch.tensor(ids[i]) for i in batch], batch_first=True, padding_value=-1)
            mask = (tokens >= 0).to(self.device)
            layer = self.model(input_ids=tokens.clamp(min=0).to(self.device), attention_mask=mask.long()).last_hidden_state
            sums = (layer.float() * mask[:, :, None]).sum(1)
            vectors[batch] = (sums / mask.sum(1)[:, None]).cpu()
            progress(at + len(batch))
        return vectors
