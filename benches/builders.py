"""Models with random weights for the benchmarks: each gives a module, positional and keyword arguments."""

import torch


def resnet18():
    import torchvision

    return torchvision.models.resnet18(weights=None), (torch.randn(1, 3, 64, 64),), {}


def bert(layers=12):
    import transformers

    config = transformers.BertConfig(
        hidden_size=64, num_hidden_layers=layers, num_attention_heads=4, intermediate_size=128, vocab_size=1000
    )
    return transformers.BertModel(config), (), {"input_ids": torch.randint(0, 1000, (2, 16))}


def llama(layers=12):
    import transformers

    config = transformers.LlamaConfig(
        hidden_size=64, num_hidden_layers=layers, num_attention_heads=4, num_key_value_heads=4, intermediate_size=128,
        vocab_size=1000,
    )
    return transformers.LlamaForCausalLM(config), (), {"input_ids": torch.randint(0, 1000, (2, 16)), "use_cache": False}
