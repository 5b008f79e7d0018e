"""torch's ShapeEnv, with symbols that are called what the engine calls them."""

from __future__ import annotations

from typing import Any

from torch._guards import Source
from torch.fx.experimental.symbolic_shapes import DimDynamic, ShapeEnv
from torch.utils._sympy.numbers import int_oo


class Environment(ShapeEnv):
    """A ShapeEnv that keeps what depends on data symbolic, and takes the engine's symbols."""

    def __init__(self) -> None:
        self._wanted_number: int | None = None
        super().__init__(allow_scalar_outputs=True, allow_dynamic_output_shape_ops=True)

    def declare(
        self, name: str, hint: int, lower: int | None, upper: int | None, source: Source, positive: bool
    ) -> Any:
        """A sympy symbol for one of the engine's, of the same name where torch's scheme allows."""
        number = name[1:]
        self._wanted_number = int(number) if name[:1] == "s" and number.isdecimal() else None
        try:
            symbol = self.create_symbol(
                hint, source, DimDynamic.DYNAMIC, positive=positive or None, do_not_specialize_zero_one=True
            )
        finally:
            self._wanted_number = None
        if lower is not None or upper is not None:
            self.constrain_symbol_range(
                symbol,
                compiler_min=-int_oo if lower is None else lower,
                compiler_max=int_oo if upper is None else upper,
            )
        return symbol

    def _generate_unique_id(self, source_name: str) -> int:
        if self._wanted_number is not None and self._wanted_number not in self.unique_ids:
            self.unique_ids.add(self._wanted_number)
            return self._wanted_number
        return super()._generate_unique_id(source_name)
