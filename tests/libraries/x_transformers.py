"""x-transformers: attention in many forms, chosen by arguments."""

import torch
import x_transformers as xt

NEEDS = ["x-transformers"]


def _step(model, *inputs):
    compiled = torch.compile(model, backend="eager")
    out = compiled(*inputs)
    out.float().square().mean().backward()
    return out, [parameter.grad for parameter in model.parameters()]


def _decoder(**settings):
    layers = xt.Decoder(dim=32, depth=2, heads=4, attn_dim_head=8, **settings)
    return xt.TransformerWrapper(num_tokens=64, max_seq_len=32, attn_layers=layers)


def _ids(*shape):
    return torch.randint(0, 64, shape)


def decoder(folder):
    return _step(_decoder(), _ids(2, 10))


def rotations(folder):
    return _step(_decoder(rotary_pos_emb=True, rotary_xpos=True), _ids(2, 10))


def flash_with_linear_biases(folder):
    return _step(_decoder(alibi_pos_bias=True, attn_flash=True), _ids(2, 10))


def relative_positions(folder):
    return _step(_decoder(rel_pos_bias=True), _ids(2, 10))


def grouped_and_normed_heads(folder):
    return _step(_decoder(attn_kv_heads=2, attn_qk_norm=True, ff_glu=True, ff_swish=True, use_rmsnorm=True), _ids(2, 10))


def memories_and_gates(folder):
    return _step(_decoder(attn_num_mem_kv=4, attn_gate_values=True, attn_pre_talking_heads=True, gate_residual=True), _ids(2, 10))


def shifted_and_sandwiched(folder):
    return _step(_decoder(shift_tokens=1, sandwich_norm=True, macaron=True), _ids(2, 10))


def encoder_with_mask(folder):
    model = xt.TransformerWrapper(num_tokens=64, max_seq_len=32, attn_layers=xt.Encoder(dim=32, depth=2, heads=4, attn_dim_head=8))
    compiled = torch.compile(model, backend="eager")
    mask = torch.ones(2, 10, dtype=torch.bool)
    mask[0, 6:] = False
    return compiled(_ids(2, 10), mask=mask), compiled(_ids(2, 10), mask=mask, return_embeddings=True)


def encoder_and_decoder(folder):
    model = xt.XTransformer(
        dim=32, enc_num_tokens=64, enc_depth=1, enc_heads=4, enc_max_seq_len=16, dec_num_tokens=64, dec_depth=1, dec_heads=4, dec_max_seq_len=16
    )
    return _step(model, _ids(2, 9), _ids(2, 7))


def images(folder):
    model = xt.ViTransformerWrapper(image_size=16, patch_size=4, num_classes=5, attn_layers=xt.Encoder(dim=32, depth=2, heads=4, attn_dim_head=8))
    return _step(model, torch.randn(2, 3, 16, 16))


def continuous_values(folder):
    model = xt.ContinuousTransformerWrapper(dim_in=6, dim_out=5, max_seq_len=16, attn_layers=xt.Encoder(dim=32, depth=1, heads=4))
    return _step(model, torch.randn(2, 9, 6))


def loss_and_generation(folder):
    model = xt.AutoregressiveWrapper(_decoder(rotary_pos_emb=True))
    loss = torch.compile(model, backend="eager")(_ids(2, 12))
    loss.backward()
    model.net.compile(backend="eager")
    return loss, model.eval().generate(_ids(1, 4), 6, temperature=0.0, cache_kv=True)
