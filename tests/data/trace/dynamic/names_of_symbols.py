"""Symbols are called as torch calls them, and stand among a graph's inputs where torch puts them."""

import torch


class Held:
    def __init__(self):
        self.number = 7


held = Held()
outside = torch.ones(6, 7)


def sizes(x, y):
    return y.sum() + x.sum() + outside.size(1)


def numbers(x, n, f):
    return x * n + f, n * x.size(0)


def fixed(x):
    return x.t() @ x + x.size(1) if x.size(1) == 4 else x


def colliding(a, b, c, d, e, f, g, h, i, j, k, l):
    return a + 1, b + 1, c + 1, d + 1, e + 1, f + 1, g + 1, h + 1, i + 1, j + 1, k + 1, l + 1


def unseen(x):
    return x + 1


def parts(pairs, window):
    return pairs["first"][0].sum() + pairs["second"][1].sum(), pairs["first"][0][window]


def case(t):
    x, y = torch.ones(3, 4), torch.ones(5, 4)
    pairs = {"first": [x, y], "second": (x, y)}
    marked = torch.ones(5, 6)
    torch._dynamo.decorators.mark_unbacked(marked, 0)
    many = [torch.ones(size, size + 20) for size in range(3, 15)]
    for function, arguments in (
        (sizes, (x, y)), (numbers, (x, 9, 2.5)), (fixed, (x,)), (colliding, many), (parts, (pairs, slice(1, 3))),
        (unseen, (marked,))
    ):  # fmt: skip
        seen = []
        compiled = t.compile(function, backend=lambda module, _: seen.append(module) or module.forward, fullgraph=True, dynamic=True)
        t.equal(compiled(*arguments), function(*arguments))
        inputs = [node for module in seen for node in module.graph.nodes if node.op == "placeholder"]
        t.equal(" ".join(f"{node.target}: {described(node.meta['example_value'])}" for node in inputs), EXPECTED[function])


def described(example):
    return str(list(example.shape)).replace(" ", "") if isinstance(example, torch.Tensor) else str(example)


EXPECTED = {
    sizes: "s17: s17 s94: s94 L_y_: [s17,s94] s77: s77 L_x_: [s77,s94] s11: s11",
    numbers: "s77: s77 s27: s27 L_x_: [s77,s27] L_n_: s86 L_f_: []",
    fixed: "s77: s77 L_x_: [s77,4]",
    colliding: "s97: s97 s98: s98 L_a_: [s97,s98] s52: s52 s20: s20 L_b_: [s52,s20] s21: s21 s79: s79 L_c_: [s21,s79] "
    "s11: s11 s74: s74 L_d_: [s11,s74] s4: s4 s5: s5 L_e_: [s4,s5] s31: s31 s46: s46 L_f_: [s31,s46] "
    "s72: s72 s75: s75 L_g_: [s72,s75] s76: s76 s12: s12 L_h_: [s76,s12] s58: s58 s48: s48 L_i_: [s58,s48] "
    "s7: s7 s22: s22 L_j_: [s7,s22] s37: s37 s25: s25 L_k_: [s37,s25] s17: s17 s90: s90 L_l_: [s17,s90]",
    unseen: "u0: u0 s27: s27 L_x_: [u0,s27]",
    parts: "s59: s59 s97: s97 L_pairs_first_0_: [s59,s97] s43: s43 L_pairs_second_1_: [s43,s97] "
    "L_window_start: s62 L_window_stop: s48",
}
