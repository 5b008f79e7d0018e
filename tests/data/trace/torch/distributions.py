"""Distributions are made, drawn from and asked in one graph, which checks their parameters when it runs."""

import contextlib

import torch
from torch import distributions


def actor(logits, mean, scale):
    choice, motion = distributions.Categorical(logits=logits), distributions.Normal(mean, scale)
    action, step = choice.sample(), motion.rsample()
    return choice.log_prob(action) + motion.log_prob(step).sum(-1), choice.entropy(), step


def divergence(mean, scale):
    prior = distributions.Normal(torch.zeros_like(mean), torch.ones_like(scale))
    return distributions.kl_divergence(distributions.Independent(distributions.Normal(mean, scale), 1).base_dist, prior)


def transformed(mean, scale):
    return distributions.TransformedDistribution(
        distributions.Normal(mean, scale), [distributions.transforms.TanhTransform(cache_size=1)]
    ).rsample()


def case(t):
    # torch.compile turns the checks off for the whole process.
    checks = distributions.Distribution._validate_args
    distributions.Distribution.set_default_validate_args(True)
    try:
        compare(t)
    finally:
        distributions.Distribution.set_default_validate_args(checks)


def compare(t):
    logits, mean, scale = torch.randn(4, 3), torch.randn(4, 2), torch.rand(4, 2) + 0.1
    compiled = t.compile(actor, fullgraph=True)
    others = [(t.compile(fn, fullgraph=True), (mean, scale)) for fn in (divergence, transformed)]
    for fn, arguments in (compiled, (logits, mean, scale)), *others:
        torch.manual_seed(0)
        found = fn(*arguments)
        torch.manual_seed(0)
        t.equal(found, fn.__wrapped__(*arguments))
    assert t.ops(0).count("_assert_async") == 5, t.ops(0)
    with contextlib.suppress(ValueError):
        compiled(logits, mean, -scale)
        raise AssertionError("a negative scale is refused")
