"""Every interpreter that the tests start loads the engine that cargo built with them.

`ALTERNATOR_ENGINE` names the extension; one that lies in the package is for `tools/python`.
"""

import importlib.machinery
import importlib.util
import os
import sys


class BuiltEngine:
    @staticmethod
    def find_spec(name, path=None, target=None):
        if name != "alternator._engine":
            return None
        loader = importlib.machinery.ExtensionFileLoader(name, os.environ["ALTERNATOR_ENGINE"])
        return importlib.util.spec_from_file_location(name, loader.path, loader=loader)


if "ALTERNATOR_ENGINE" in os.environ:
    sys.meta_path.insert(0, BuiltEngine)
