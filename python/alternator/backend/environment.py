"""torch's ShapeEnv with the engine's names of symbols."""

from __future__ import annotations

from typing import Any

from torch._dynamo.source import CallMethodItemSource
from torch._guards import Source
from torch.fx.experimental.symbolic_shapes import DimDynamic, ShapeEnv
from torch.utils._sympy.numbers import int_oo


class Environment(ShapeEnv):
    """A ShapeEnv that takes the engine's symbols and never guesses data-dependent values."""

    def __init__(self) -> None:
        self._wanted_number: int | None = None
        super().__init__(allow_scalar_outputs=True, allow_dynamic_output_shape_ops=True)

    def declare(
        self, name: str, hint: int | None, lower: int | None, upper: int | None, source: Source, positive: bool
    ) -> Any:
        """A sympy symbol for one of the engine's, of the same name where torch's scheme allows."""
        if hint is None:
            return self._unseen(source, lower, upper)
        number = name[1:]
        self._wanted_number = int(number) if name[:1] == "s" and number.isdecimal() else None
        try:
            symbol = self.create_symbol(
                hint, source, DimDynamic.DYNAMIC, positive=positive or None, do_not_specialize_zero_one=True
            )
        finally:
            self._wanted_number = None
        self._bound(symbol, lower, upper)
        return symbol

    def _unseen(self, source: Source, lower: int | None, upper: int | None) -> Any:
        """An unbacked size of an input, which no operator will bind."""
        with self.ignore_fresh_unbacked_symbols():
            symbol = self.create_symbol(0, source, DimDynamic.UNBACKED)
        self._bound(symbol, lower, upper)
        return symbol

    def _bound(self, symbol: Any, lower: int | None, upper: int | None) -> None:
        if lower is not None or upper is not None:
            self.constrain_symbol_range(
                symbol,
                compiler_min=-int_oo if lower is None else lower,
                compiler_max=int_oo if upper is None else upper,
            )

    def create_unspecified_symbol(self, val: Any, source: Source, *args: Any, **kwargs: Any) -> Any:
        """No backed symbol for the result of `item()`, which is data-dependent.

        torch would take the number that is in the tensor now, and guard on it.
        """
        if isinstance(source, CallMethodItemSource):
            return None
        return super().create_unspecified_symbol(val, source, *args, **kwargs)

    def create_symintnode(self, sym: Any, **kwargs: Any) -> Any:
        return None if sym is None else super().create_symintnode(sym, **kwargs)

    def create_symfloatnode(self, sym: Any, **kwargs: Any) -> Any:
        return None if sym is None else super().create_symfloatnode(sym, **kwargs)

    def _generate_unique_id(self, source_name: str) -> int:
        if self._wanted_number is not None and self._wanted_number not in self.unique_ids:
            self.unique_ids.add(self._wanted_number)
            return self._wanted_number
        return super()._generate_unique_id(source_name)
