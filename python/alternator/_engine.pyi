"""The engine, written in Rust: what Python sees of it, and what it sees of Python.

The engine calls back into Python at these places alone:

- `alternator.context.find(context_id)`, for the settings of a compilation;
- `alternator.configuration.values`, a plain dict of the configuration, read when a trace begins;
- `alternator.backend.output.compile_graph`, with a finished graph;
- `alternator.tracing.inference.Inference`, for operators without a meta rule;
- `alternator.errors.Unsupported`, to raise what `fullgraph=True` promises.
"""

from collections.abc import Callable, Sequence
from types import CodeType, FrameType, MemberDescriptorType
from typing import Any

def choose_torch(version: str) -> None:
    """Takes the rules for this release of torch; an ImportError names those that there are."""

def regions() -> list[tuple[str, str]]:
    """The functions that a graph calls to set something that outlives a call, by path, and what they set."""

class CompiledFunction:
    """Calls `function` with its frames compiled under a context.

    Binds like a function when it is found on a class; has a `__dict__`, so that
    `functools.update_wrapper` works on it; `__wrapped__` is the function.
    """

    def __init__(
        self, function: Callable[..., Any], context_id: int, context: object = None, of: type | None = None
    ) -> None:
        """`context` is only kept alive, since ids do not keep their context. What is compiled `of` a class, or is a
        method bound to an instance of one, has a recompile limit for that class."""
    def __call__(self, *args: Any, **kwargs: Any) -> Any: ...

class Disabled:
    """Calls `function` with every frame below it left alone.

    Its repr, and its name in logs and bytecode, is `name` when given.
    """

    def __init__(self, function: Callable[..., Any], name: str | None = None) -> None: ...
    def __call__(self, *args: Any, **kwargs: Any) -> Any: ...

class Continuation:
    """What compiled code returns where it goes on in another function; the hook calls that in its place."""

    def __call__(self) -> Any: ...

def ended_frame(code: CodeType, globals: dict[str, Any]) -> FrameType:
    """A frame object for tracebacks, of code without free variables. It has no variables."""

def go_on(function: Callable[..., Any], *args: Any) -> Continuation: ...
def resume_call(rest: list[Any]) -> Any:
    """Calls the first item with the others, and empties the list. ValueError if it is empty."""

def enter(context_id: int) -> int:
    """Compiles the frames called from here on by this thread, until `leave`."""

def leave(token: int) -> None: ...
def reset() -> None:
    """Forgets every compiled frame, and what was learnt about sizes."""

def drop_context(context_id: int) -> None:
    """Drops what was compiled under a context that nobody will use again."""

def let_rest(context_id: int) -> None:
    """Says that a context may be asked for again when its last callable has gone: until it is dropped, what was
    compiled under it stays as long as the code that it was made from."""

def owner_of(context_id: int) -> object:
    """What owns the entries of a context: they stay as long as somebody holds it."""

def enter_in_place(others: dict[int, int]) -> None:
    """By its number, which context is entered in the place of another. What was said before no longer holds."""

def set_limit(limit: int, context_id: int | None = None) -> None:
    """How many compiled entries a code object may have: for one context, or all without a limit of their own."""

def set_accumulated_limit(limit: int) -> None:
    """How often a code object may be compiled under one context in all, entries that have died included."""

def set_stance(stance: str, skip_guard_eval_unsafe: bool = False) -> tuple[str, bool]:
    """Sets the stance; answers the one before. Refused (`RuntimeError`) inside a compiled region."""

def capture_every_frame(on: bool) -> None:
    """For tests: captures frames below the user's call also where they could compute nothing for a graph."""

def referent(reference: object) -> object | None:
    """What a weak reference or proxy refers to."""

def set_item_of_hash(target: dict[Any, Any], key: object, value: object, hash: int) -> None:
    """Sets an item of a dict without asking the key for its hash."""

def skip_code(code: CodeType) -> None:
    """Leaves the frames of one code object alone, but not those it calls."""

def counters() -> dict[str, Any]:
    """Numbers since the last reset: graphs, ops, graph_breaks, recompiles; `reruns` (calls that ran as written because
    their graph raised); `repeated_calls` (calls of modules that were not traced, because an earlier one did the same);
    `meta_rules` and `fake_tensors` (operators whose shape a rule told, and those asked of torch's fakes);
    `guards_that_asked`, how often guards had to ask Python, by their rule; `break_reasons`, a list of
    tuples of reason, file, line and name of the function; and `break_stacks`, the traced calls of each, outermost first.
    """

def members() -> dict[str, MemberDescriptorType]:
    """Descriptors of fields that C types do not show, by the names of `rules/values/members.yaml`."""

def versions(tensors: Sequence[Any]) -> list[int] | None:
    """How often each tensor was written to; None if one of them does not tell."""

def guards(code: CodeType) -> list[list[str]]:
    """The guards of every entry of a code object, in the notation of `ALTERNATOR_LOGS=guards`."""

class EntryGuardsView:
    """The guards of an entry, to be asked about values that are no frame's."""

    def refusal(self, variables: list[tuple[Any] | None], function: Any, globals: dict[str, Any] | None) -> str | None: ...

def entries(code: CodeType) -> list[tuple[tuple[int, int], int, CodeType, list[str], EntryGuardsView]]:
    """Every entry of a code object, most recently used first: its number, context, code, its guards as text, and the guards."""


def write_code(graph: Any, words: Any) -> tuple[str, dict[str, Any], dict[int, int], Any] | None:
    """The text of a graph's code, its globals, the node of each line, and the function.

    None for a graph whose code torch must write. `words` are an `alternator.backend.graph_module.Words`.
    """

def log_enabled(topic: str) -> bool:
    """Whether `ALTERNATOR_LOGS`, or a logger of torch's, asks for a topic."""

def log(topic: str, text: str) -> None: ...
def set_torch_topics(topics: list[str]) -> None:
    """From now on texts on these topics go to `alternator.logs.write` too."""


def rules_reached() -> list[str]:
    """The names of all rules that did something in this process."""
