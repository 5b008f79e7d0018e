"""What programs leave out for now, by word, with the reason. Templates name such a word: `?word?template`."""

AVOIDED: dict[str, str] = {
    "cached effects": "functions behind `functools.lru_cache` are traced at every call, as torch.compile has it: what they do beside"
    " giving a result that follows from their arguments is done again",
}
