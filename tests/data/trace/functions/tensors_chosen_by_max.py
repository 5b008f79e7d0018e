"""Which of two tensors max and min give, the graph computes, unless it would be seen that the result is neither of them."""

import torch


def used(x, y):
    return max(x.sum(), y.sum()) * 2 + min(x.sum(), y.sum())


def of_many(x, y):
    return max([row.sum() for row in (x, y, x * y)]) + 1


def of_items(x, y):
    return max(x) + min(y) * 2


def of_arguments(x, y):
    return max(x[0], y[1], y.view(3, 1)[2, 0]) * x[:2]


def returned(x, y):
    return max(x.sum(), y.sum())


def without_gradients(x, y):
    with torch.no_grad():
        return min((x * 1).sum(), y.sum()) + 1


def written(x, y):
    a, b = x.sum(), y.sum()
    chosen = max(a, b)
    chosen.add_(1)
    return a * 2, b * 2


def written_before(x, y):
    a, b = x.sum(), y.sum()
    chosen = max(a, b)
    a.add_(5)
    return chosen * 2


def both_returned(x, y):
    a, b = x.sum(), y.sum()
    return max(a, b), a, b


def chosen_twice(x, y):
    a, b = x.sum(), y.sum()
    return max(max(a, b), (x * y).sum()), b


def compared(x, y):
    a, b = x.sum(), y.sum()
    chosen = max(a, b)
    return x + 1 if chosen is a else x - 1


def found_in_set(x, y):
    a, b = x.sum(), y.sum()
    chosen = max(a, b)
    return x + (1 if chosen in {a} else 2)


def counted_by_identity(x, y):
    a, b = x.sum(), y.sum()
    return x + len({id(a), id(b), id(max(a, b))})


def with_attributes(x, y):
    a, b = x.sum(), y.sum()
    a.tag, b.tag = 1, 2
    return x + max(a, b).tag


def with_versions(x, y):
    a, b = x.sum(), y.sum()
    a.add_(1)
    return x + max(a, b)._version


def with_offsets(x, y):
    z = x + y
    return x + max(z[1], z[2]).storage_offset()


def view_of_argument(x, y):
    return max(x[0], x[1])


def offset_of_item(x, y):
    return x + max(x[1:]).storage_offset()


def offset_of_view_of_item(x, y):
    return x + max(x[1:]).view(1).storage_offset()


def version_of_item(x, y):
    x.add_(1)
    return x + max(x[1:])._version


def view_of_chosen(x, y):
    return max(x).view(1, 1)


def around_chosen(x, y):
    return max(x + y).as_strided((3,), (1,), 0)


def part_of_result(x, y):
    return max(x * 2)._base, max(x * 2)


def beside_written(x, y):
    chosen = max(x[0], x[1])
    x[0] = 7.0
    return chosen + 1


def written_item(x, y):
    chosen = max(x)
    chosen.mul_(3)
    return x * 2


def other_argument_written(x, y):
    chosen = max(x)
    y.add_(1)
    return chosen * 2


def of_two_types(x, y):
    return max(x.sum(), y.double().sum())


def with_gradients(x, y):
    return max((x * x.new_ones(3).requires_grad_()).sum(), y.sum()).detach()


def case(t):
    x, y, nan = torch.arange(3.0), torch.tensor([2.0, -1.0, 0.5]), torch.full((3,), float("nan"))
    whole = used, of_many, of_items, of_arguments, returned, without_gradients
    written_to = written, written_before, beside_written, written_item, other_argument_written
    asked = offset_of_item, offset_of_view_of_item, version_of_item, compared, found_in_set, counted_by_identity, with_attributes, with_versions, with_offsets
    broken = *written_to, *asked, part_of_result, both_returned, chosen_twice, view_of_argument, view_of_chosen, around_chosen, of_two_types, with_gradients
    for fn in (*whole, *broken):
        t.graphs.clear()
        for first, second in (x, y), (y, x), (x, x + 0), (nan, x), (x, nan):
            wanted = fn(first.clone(), second.clone())
            t.equal(t.compile(fn)(first.clone(), second.clone()), wanted)
        chooses = any(node.target is torch.where for graph in t.graphs for node in graph.graph.nodes)
        assert chooses == (fn in whole), fn
        assert fn not in whole or len(t.graphs) == 1, (fn, len(t.graphs))
    a = torch.tensor([1.0, 2.0])
    chosen, one, other = t.compile(both_returned)(a[:1], a[1:])
    assert chosen is other and chosen is not one
    t.equal(t.compile(other_argument_written)(a, a[:]), max(torch.tensor([1.0, 2.0])) * 2 + 2)
    a = torch.tensor([1.0, 2.0])
    assert t.compile(view_of_argument)(a, a).data_ptr() == a[1].data_ptr()
