"""Adapters put into models, before and after these are compiled: trained, switched, switched off, merged and saved."""

import peft
import torch
import transformers

NEEDS = ["peft", "transformers"]


def _model():
    config = transformers.LlamaConfig(
        vocab_size=64, hidden_size=32, intermediate_size=48, num_hidden_layers=2, num_attention_heads=4, num_key_value_heads=2,
        max_position_embeddings=64,
    )  # fmt: skip
    return transformers.LlamaForCausalLM(config)


def _train(model, steps=2):
    """Losses of compiled training steps, and what has been trained."""
    compiled = torch.compile(model, backend="eager")
    optimizer = torch.optim.AdamW([parameter for parameter in model.parameters() if parameter.requires_grad], 0.01)
    losses = []
    for _ in range(steps):
        ids = torch.randint(3, 64, (2, 8))
        loss = compiled(input_ids=ids, labels=ids).loss
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
        losses.append(loss)
    return losses, {name: parameter for name, parameter in model.named_parameters() if parameter.requires_grad}


def lora(folder):
    model = peft.get_peft_model(_model(), peft.LoraConfig(r=4, target_modules=["q_proj", "v_proj"], lora_dropout=0.0))
    result = _train(model)
    model.save_pretrained(folder)
    return result


def lora_of_all_linear_layers_with_magnitudes(folder):
    return _train(peft.get_peft_model(_model(), peft.LoraConfig(r=2, target_modules="all-linear", use_dora=True, use_rslora=True)))


def scaled_activations(folder):
    config = peft.IA3Config(target_modules=["k_proj", "v_proj", "down_proj"], feedforward_modules=["down_proj"])
    return _train(peft.get_peft_model(_model(), config))


def products_of_kronecker(folder):
    return _train(peft.get_peft_model(_model(), peft.LoKrConfig(r=2, target_modules=["q_proj", "o_proj"])))


def rotations(folder):
    return _train(peft.get_peft_model(_model(), peft.OFTConfig(r=0, oft_block_size=8, target_modules=["q_proj", "v_proj"])))


def prompts(folder):
    config = peft.PromptTuningConfig(task_type="CAUSAL_LM", num_virtual_tokens=4)
    return _train(peft.get_peft_model(_model(), config))


def prefixes(folder):
    config = peft.PrefixTuningConfig(task_type="CAUSAL_LM", num_virtual_tokens=3, prefix_projection=True)
    return _train(peft.get_peft_model(_model(), config))


def heads_that_are_saved(folder):
    config = transformers.BertConfig(vocab_size=64, hidden_size=32, intermediate_size=48, num_hidden_layers=2, num_attention_heads=4)
    model = transformers.BertForSequenceClassification(config).train()
    model = peft.get_peft_model(model, peft.LoraConfig(task_type="SEQ_CLS", r=2, lora_dropout=0.0))
    compiled = torch.compile(model.eval(), backend="eager")
    out = compiled(input_ids=torch.randint(3, 64, (2, 7)), labels=torch.tensor([0, 1]))
    out.loss.backward()
    return out.logits, {name: parameter.grad for name, parameter in model.named_parameters() if parameter.requires_grad}


def adapters_that_are_switched(folder):
    model = peft.get_peft_model(_model().eval(), peft.LoraConfig(r=2, init_lora_weights=False), adapter_name="first")
    model.add_adapter("second", peft.LoraConfig(r=4, init_lora_weights=False))
    compiled = torch.compile(model, backend="eager")
    ids = torch.randint(3, 64, (1, 6))
    seen = []
    with torch.no_grad():
        for name in ("first", "second", "first"):
            model.set_adapter(name)
            seen.append(compiled(input_ids=ids).logits)
        with model.disable_adapter():
            seen.append(compiled(input_ids=ids).logits)
        seen.append(compiled(input_ids=ids).logits)
    return seen


def adapters_by_row(folder):
    model = peft.get_peft_model(_model().eval(), peft.LoraConfig(r=2, init_lora_weights=False), adapter_name="first")
    model.add_adapter("second", peft.LoraConfig(r=2, init_lora_weights=False))
    compiled = torch.compile(model.eval(), backend="eager")
    with torch.no_grad():
        return compiled(input_ids=torch.randint(3, 64, (3, 6)), adapter_names=["first", "second", "__base__"]).logits


def merged(folder):
    model = peft.get_peft_model(_model().eval(), peft.LoraConfig(r=2, init_lora_weights=False))
    compiled = torch.compile(model, backend="eager")
    ids = torch.randint(3, 64, (1, 6))
    with torch.no_grad():
        before = compiled(input_ids=ids).logits
        model.merge_adapter()
        merged = compiled(input_ids=ids).logits
        model.unmerge_adapter()
        after = compiled(input_ids=ids).logits
        alone = torch.compile(model.merge_and_unload(), backend="eager")(input_ids=ids).logits
    return before, merged, after, alone


def put_into_what_was_compiled(folder):
    base = _model().eval()
    base.compile(backend="eager")
    ids = torch.randint(3, 64, (1, 6))
    with torch.no_grad():
        before = base(input_ids=ids).logits
        model = peft.get_peft_model(base, peft.LoraConfig(r=2, init_lora_weights=False))
        return before, model(input_ids=ids).logits, base(input_ids=ids).logits
