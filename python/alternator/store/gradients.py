"""A graph through which gradients flow, from the two functions that inductor made of it: one runs the graph, the other gives
the gradients of its inputs.

Autograd's compiler puts a function of autograd's around the two. `describe` writes down what that one knows, and `function`
makes another that does the same.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from typing import Any

import torch

from alternator.store.keys import NotKept

Compiled = Callable[[list[Any]], Any]


def describe(function: Any) -> dict[str, Any]:
    """What a function of autograd's compiler does around inductor's two, as JSON. Raises `NotKept`.

    - returns: how many results the first gives to the caller; behind them stand those that it saves for the second, of
      which `checked` and `unchecked` are the tensors, with and without a check of their versions, and `sizes` the ints;
    - own: of the saved tensors, those that are inputs of the graph;
    - views: results that may be views of each other in the graph, and are no views for the caller;
    - without: results without gradients;
    - tangents: results whose gradients the second takes, each with the layout in which it does;
    - donated: saved tensors that the second overwrites;
    - detached: inputs that are results of the program's own and get no gradient;
    - deterministic: whether only deterministic kernels were asked for.
    """
    known = function.metadata
    info = getattr(function, "_lazy_backward_info", None)
    if function.maybe_subclass_metadata is not None or not hasattr(info, "bw_module"):
        raise NotKept("a tensor is of another class, or autograd's compiler found the graph in its own cache")
    if known.num_backward_tokens or known.num_graphsafe_rng_states or known.num_opaque_objects_saved_for_bw:
        raise NotKept("more is saved for gradients than tensors and sizes")
    if known.indices_of_inputs_that_requires_grad_with_mutations_in_bw:
        raise NotKept("an input is written while gradients are computed")
    if any(output.output_type.name == "custom_function_view" for output in known.output_info):
        raise NotKept("a result is a view that a function of autograd's makes")
    (gradients,) = next(reversed(info.bw_module.graph.find_nodes(op="output"))).args
    own = getattr(known, "saved_tensor_is_graph_input", [])
    takes_gradients = [
        issubclass(output.raw_type, torch.Tensor) and getattr(output, "requires_grad_for_backward", output.requires_grad)
        for output in known.output_info
    ]
    tangents = [place for place, takes in enumerate(takes_gradients) if takes]
    if len(tangents) != len(known.subclass_tangent_meta) or len(gradients) != len(known.input_info):
        raise NotKept("autograd's compiler counts gradients in a way of its own")
    saved_sizes = known.num_symints_saved_for_bw
    return {
        "returns": known.num_forward_returns,
        "checked": _ends(known.tensors_saved_for_backwards_with_vc_check_slice),
        "unchecked": _ends(known.tensors_saved_for_backwards_no_vc_check_slice),
        "sizes": _ends(known.symints_saved_for_backwards_slice),
        "own": [place for place, is_input in enumerate(own) if is_input],
        "views": list(known.unsafe_view_out_indices),
        "without": [place for place, output in enumerate(known.output_info) if not output.requires_grad],
        "tangents": [[place, *_layout(meta)] for place, meta in zip(tangents, known.subclass_tangent_meta)],
        "donated": [place - saved_sizes for place in known.bw_donated_idxs or ()],
        "detached": [
            place
            for place, (input, gradient) in enumerate(zip(known.input_info, gradients))
            if gradient is None and input.requires_grad and not input.is_leaf
        ],
        "deterministic": known.deterministic,
    }


def _ends(part: slice) -> list[int | None]:
    return [part.start, part.stop]


def _layout(meta: Any) -> tuple[list[int] | None, list[int] | None, str | None]:
    """Size and strides, or else the memory format."""
    known = getattr(meta, "memory_format", None)
    if known is None:
        raise NotKept("the layout of a gradient is not known")
    if known.memory_format is not None:
        return None, None, str(known.memory_format).removeprefix("torch.")
    return [int(size) for size in known.size], [int(stride) for stride in known.stride], None


def function(run: Compiled, differentiate: Compiled, known: dict[str, Any], autocast: bool) -> Compiled:
    """The function that calls the two, of what `describe` wrote; `autocast` says whether their kernels do what it does."""
    checked, unchecked, sizes = (slice(*known[part]) for part in ("checked", "unchecked", "sizes"))
    own, donated, tangents, deterministic = set(known["own"]), known["donated"], known["tangents"], known["deterministic"]

    class CompiledFunction(torch.autograd.Function):
        @staticmethod
        def forward(ctx: Any, *inputs: Any) -> Any:
            results = run(list(inputs))
            returned = list(results[: known["returns"]])
            saved = [*results[checked], *results[unchecked]]
            # A view would keep its base, and be a view of what the caller gets.
            saved = [x.detach() if i not in own and x._is_view() else x for i, x in enumerate(saved)]
            count = len(results[checked])
            ctx.save_for_backward(*saved[:count])
            ctx.unchecked = saved[count:]
            ctx.sizes = results[sizes]
            for place in known["views"]:
                returned[place] = torch.ops.aten._unsafe_view(returned[place], returned[place].shape)
            ctx.mark_non_differentiable(*[returned[i] for i in known["without"] if isinstance(returned[i], torch.Tensor)])
            ctx._materialize_non_diff_grads = False
            return tuple(returned)

        @staticmethod
        def backward(ctx: Any, *gradients: Any) -> Any:
            if torch._C._functorch.peek_interpreter_stack() is not None:
                raise RuntimeError("gradients of a compiled graph cannot be computed inside of a transform of torch.func")
            if deterministic is False and torch.are_deterministic_algorithms_enabled():
                raise RuntimeError(
                    "torch.use_deterministic_algorithms(True) was called after the forward pass of a compiled graph, "
                    "whose gradients are computed by other algorithms"
                )
            saved = [*ctx.saved_tensors, *ctx.unchecked]
            if torch._C._autograd._get_current_graph_task_keep_graph():
                for place in donated:
                    saved[place] = _copied(saved[place])
            arguments = [*ctx.sizes, *saved, *[_in_layout(gradients[place], *layout) for place, *layout in tangents]]
            del saved
            ctx.maybe_clear_saved_tensors()

            def computed() -> Any:
                with torch._C._DisableAutocast() if autocast else contextlib.nullcontext():
                    return tuple(differentiate(arguments))

            return _differentiable_no_further(computed, arguments) if torch.is_grad_enabled() else computed()

    def called(inputs: list[Any]) -> Any:
        for place in known["detached"]:
            inputs[place] = inputs[place].detach()
        with torch.enable_grad():
            return CompiledFunction.apply(*inputs)

    return called


def _copied(tensor: torch.Tensor) -> torch.Tensor:
    """A copy that lies in memory as the tensor does, whatever its strides."""
    storage = tensor.untyped_storage().clone()
    return tensor.new_empty(0).set_(storage, tensor.storage_offset(), tensor.size(), tensor.stride())


def _in_layout(gradient: Any, size: Sequence[int] | None, stride: Sequence[int] | None, format: str | None) -> Any:
    """The gradient of a result as the compiled function takes it."""
    if not isinstance(gradient, torch.Tensor):
        return gradient
    if type(gradient) not in (torch.Tensor, torch.nn.Parameter):
        raise RuntimeError(f"the gradient of a compiled graph's result is a {type(gradient).__name__}, and was to be a plain tensor")
    if size is None or stride is None:
        return gradient.contiguous(memory_format=getattr(torch, format or "contiguous_format"))
    if list(gradient.shape) == size and list(gradient.stride()) == stride:
        return gradient
    given = torch.empty_strided(size, stride, dtype=gradient.dtype, device=gradient.device)
    return given.copy_(gradient)


def _differentiable_no_further(computed: Callable[[], Any], arguments: list[Any]) -> Any:
    """Gradients that say so when somebody asks for theirs."""

    class CompiledFunctionBackward(torch.autograd.Function):
        @staticmethod
        def forward(ctx: Any, *arguments: Any) -> Any:
            return computed()

        @staticmethod
        def backward(ctx: Any, *gradients: Any) -> Any:
            raise RuntimeError("the gradients of a compiled graph cannot be differentiated: double backward is not supported")

    # What is saved carries no history: without this the result would have none.
    return CompiledFunctionBackward.apply(torch.empty(0, requires_grad=True), *arguments)
