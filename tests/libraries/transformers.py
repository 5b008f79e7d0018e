"""Models of several kinds, generation with a cache of fixed size, and the Trainer, which compiles by a setting."""

import os

import torch
import transformers

NEEDS = ["transformers", "accelerate"]

SMALL = dict(
    vocab_size=64, hidden_size=32, intermediate_size=48, num_hidden_layers=2, num_attention_heads=4, num_key_value_heads=2,
    max_position_embeddings=64, pad_token_id=0, bos_token_id=1, eos_token_id=2,
)  # fmt: skip


def _decoder(kind="Llama", **settings):
    config = getattr(transformers, f"{kind}Config")(**{**SMALL, **settings})
    return getattr(transformers, f"{kind}ForCausalLM")(config)


def _step(model, **inputs):
    """Loss, logits and gradients of a training step, compiled."""
    compiled = torch.compile(model, backend="eager")
    out = compiled(**inputs)
    out.loss.backward()
    return dict(out=dict(out), gradients={name: parameter.grad for name, parameter in model.named_parameters()})


def _ids(*shape):
    return torch.randint(3, 64, shape)


def llama_step(folder):
    ids = _ids(2, 12)
    return _step(_decoder().train(), input_ids=ids, labels=ids)


def qwen_step_with_padding(folder):
    ids = _ids(2, 12)
    mask = torch.ones_like(ids)
    mask[0, :5] = 0
    return _step(_decoder("Qwen2").train(), input_ids=ids, attention_mask=mask, labels=ids)


def gemma_with_sliding_windows(folder):
    ids = _ids(2, 12)
    return _step(_decoder("Gemma2", head_dim=8, sliding_window=4).train(), input_ids=ids, labels=ids)


def mixture_of_experts(folder):
    ids = _ids(2, 12)
    return _step(_decoder("Mixtral", num_local_experts=4, output_router_logits=True).train(), input_ids=ids, labels=ids)


def bert_of_many_lengths(folder):
    config = transformers.BertConfig(vocab_size=64, hidden_size=32, intermediate_size=48, num_hidden_layers=2, num_attention_heads=4)
    model = torch.compile(transformers.BertForSequenceClassification(config).eval(), backend="eager", dynamic=True)
    with torch.no_grad():
        return [model(input_ids=_ids(2, length)).logits for length in (5, 8, 13, 5)]


def t5_step(folder):
    config = transformers.T5Config(vocab_size=64, d_model=32, d_kv=8, d_ff=48, num_layers=2, num_heads=4, decoder_start_token_id=0)
    return _step(transformers.T5ForConditionalGeneration(config).train(), input_ids=_ids(2, 9), labels=_ids(2, 7))


def vit_step(folder):
    config = transformers.ViTConfig(
        hidden_size=32, intermediate_size=48, num_hidden_layers=2, num_attention_heads=4, image_size=32, patch_size=8, num_labels=5
    )
    return _step(transformers.ViTForImageClassification(config).train(), pixel_values=torch.randn(2, 3, 32, 32), labels=torch.tensor([1, 4]))


def whisper_forward(folder):
    config = transformers.WhisperConfig(
        vocab_size=64, num_mel_bins=16, d_model=32, encoder_layers=2, decoder_layers=2, encoder_attention_heads=4, decoder_attention_heads=4,
        encoder_ffn_dim=48, decoder_ffn_dim=48, max_source_positions=20, max_target_positions=20, pad_token_id=0, bos_token_id=1,
        eos_token_id=2, decoder_start_token_id=1,
    )  # fmt: skip
    return _step(transformers.WhisperForConditionalGeneration(config).train(), input_features=torch.randn(2, 16, 40), labels=_ids(2, 6))


def generation_with_a_static_cache(folder):
    model = _decoder().eval()
    model.generation_config.cache_implementation = "static"
    model.forward = torch.compile(model.forward, backend="eager", fullgraph=True)
    return [model.generate(_ids(2, 6), max_new_tokens=8, do_sample=False) for _ in range(2)]


def generation_that_samples(folder):
    model = _decoder().eval()
    model.forward = torch.compile(model.forward, backend="eager", dynamic=True)
    ids = _ids(2, 6)
    return model.generate(ids, max_new_tokens=8, do_sample=True, top_k=10, temperature=0.7)


def generation_by_compile_config(folder):
    """generate compiles by itself where the cache is static; on the CPU it has to be asked to."""
    model = _decoder().eval()
    config = transformers.CompileConfig(backend="eager", fullgraph=False, mode=None)
    config._compile_all_devices = True
    return model.generate(_ids(1, 6), max_new_tokens=6, do_sample=False, cache_implementation="static", compile_config=config)


def beams(folder):
    config = transformers.GPT2Config(vocab_size=64, n_embd=32, n_layer=2, n_head=4, n_positions=64, bos_token_id=1, eos_token_id=2)
    model = transformers.GPT2LMHeadModel(config).eval()
    compiled = torch.compile(model, backend="eager")
    return compiled.generate(_ids(2, 5), max_new_tokens=5, num_beams=3, do_sample=False)


def trainer(folder):
    data = [dict(input_ids=row, labels=row) for row in _ids(8, 10)]
    arguments = transformers.TrainingArguments(
        output_dir=folder, torch_compile=True, torch_compile_backend="eager", per_device_train_batch_size=2, max_steps=3, report_to=[],
        use_cpu=True, save_strategy="steps", save_steps=3, logging_steps=1, disable_tqdm=True, seed=3,
    )  # fmt: skip
    trainer = transformers.Trainer(model=_decoder(), args=arguments, train_dataset=data, eval_dataset=data[:3])
    trainer.train()
    losses = [entry["loss"] for entry in trainer.state.log_history if "loss" in entry]
    evaluated = trainer.evaluate()["eval_loss"]
    trainer.save_model(os.path.join(folder, "last"))
    for name in ("scheduler.pt", "rng_state.pth", "training_args.bin"):
        for place, _, names in os.walk(folder):
            if name in names:
                os.remove(os.path.join(place, name))
    return losses, evaluated, type(trainer.model).__name__


def saved_and_loaded(folder):
    model = torch.compile(_decoder().eval(), backend="eager")
    model.save_pretrained(folder)
    again = torch.compile(transformers.LlamaForCausalLM.from_pretrained(folder).eval(), backend="eager")
    ids = _ids(1, 7)
    with torch.no_grad():
        return model(ids).logits, again(ids).logits
