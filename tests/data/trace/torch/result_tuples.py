"""The fields of torch's result tuples, by name: of operators, of methods, with `out`, and of a tuple from outside."""

import torch

SQUARE = torch.tensor([[4.0, 1.0], [1.0, 3.0]])


def reductions(x):
    total = x.cummax(1).values + x.cummin(1).indices
    lowest = x.min(1)
    middle = torch.median(x, 0)
    ordered = torch.sort(x, dim=1, descending=True)
    kth = x.kthvalue(2)
    common = torch.mode(x)
    ends = torch.aminmax(x)
    parts = torch.frexp(x)
    told = len(ends), ends[0] is ends.min, isinstance(ends, tuple), type(lowest).__name__, lowest.n_fields
    return (
        total, lowest.values, lowest.indices, middle.values, middle.indices, ordered.values, ordered.indices, kth.values,
        kth.indices, common.values, ends.min, ends.max, parts.mantissa, parts.exponent, told,
    )  # fmt: skip


def factorisations(a):
    qr, svd, eigh = torch.linalg.qr(a), torch.linalg.svd(a), torch.linalg.eigh(a)
    logdet, cholesky, lu = torch.linalg.slogdet(a), torch.linalg.cholesky_ex(a), torch.linalg.lu(a)
    return (
        qr.Q @ qr.R, svd.U @ torch.diag(svd.S) @ svd.Vh, eigh.eigenvalues, logdet.sign * logdet.logabsdet, cholesky.L,
        cholesky.info, lu.P @ lu.L @ lu.U,
    )  # fmt: skip


def only_data_knows(a):
    fit = torch.linalg.lstsq(a, a)
    return fit.solution, fit.residuals.shape


def written(x, values, indices):
    result = torch.max(x, 1, out=(values, indices))
    return result.values + 1, result.indices, result.values is values


def handed_in(pair):
    return pair.values * 2, pair.indices, pair[0] + pair.values


def unknown_field(pair):
    try:
        return pair.solution
    except AttributeError as error:
        return str(error), pair.values + 1


def case(t):
    x = torch.tensor([[1.0, 5.0, 2.0], [7.0, 3.0, 3.0]])
    for function, argument in (
        (reductions, x), (factorisations, SQUARE), (handed_in, x.max(1)), (unknown_field, x.sort(1))
    ):  # fmt: skip
        t.equal(t.compile(function, fullgraph=True)(argument), function(argument), close=function is factorisations)
    # What LAPACK computes differs in the last bit with where its buffers lie.
    t.equal(t.compile(only_data_knows)(SQUARE), only_data_knows(SQUARE), close=True)
    given = torch.empty(2), torch.empty(2, dtype=torch.int64)
    t.equal(t.compile(written)(x, *given), written(x, torch.empty(2), torch.empty(2, dtype=torch.int64)))
    t.equal(given, tuple(x.max(1)))
