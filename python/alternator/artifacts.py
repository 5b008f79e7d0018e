"""What `torch.compiler.save_cache_artifacts` takes along of the store: the entries that the process has found or kept.

They are artifacts of a kind of their own, beside inductor's, which has none of what was found in the store. A process that
loads them must have imported Alternator: torch refuses artifacts of a kind that it does not know, and all that come with them.
"""

from __future__ import annotations

from torch.compiler._cache import CacheArtifact, CacheArtifactFactory, CacheArtifactManager

KIND = "alternator"


@CacheArtifactFactory.register
class StoredResult(CacheArtifact):
    """An entry of the store, under its key, with its libraries."""

    def populate_cache(self) -> None:
        from alternator.store import folder

        folder.unpack(self.key, self.content)

    @staticmethod
    def type() -> str:
        return KIND


def record(key: str) -> None:
    """Notes that an entry of the store was found or kept."""
    from alternator.store import folder

    # Packed at once, since the folder may lose it; not compressed, since the first call waits for it.
    CacheArtifactManager.record_artifact(KIND, key, folder.pack(key, compressed=False))
