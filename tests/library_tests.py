"""Runs CPython's own tests compiled: says which of their methods pass as written and not under Alternator.

    tools/library_tests [--version X.Y] [--limit SECONDS] [--verbose] [module[:module.Class.method] …]

Each method of a test case is compiled on its own (`alternator.compile(method, backend="eager")`), and so is
every frame below it. A module has a process of its own; one that dies or does not answer is begun again behind
the method that it was at. What does not pass is run once more, alone in its process, and then as written:
what differs both times is told. So is a method that takes 20 times as long as it does as written, and 5 seconds at least.
"""

from __future__ import annotations

import argparse
import os
import queue
import subprocess
import sys
import tempfile
import threading
import time

# One a line where a module has another name in some versions.
MODULES = """
    test_dict test_list test_set test_tuple test_generators test_coroutines test_exceptions test_contextlib
    test_functools test_itertools test_collections test_ordered_dict test_weakref test_scope test_super test_descr
    test_class test_dataclasses test_enum test_typing test_statistics test_heapq test_bisect test_operator test_int
    test_float test_complex test_long test_unicode test_str test_bytes test_range test_slice test_iter test_enumerate
    test_math test_fractions test_decimal test_datetime test_copy test_re test_json test_string test_format
    test_fstring test_yield_from test_raise test_with test_grammar test_named_expressions test_patma test_unpack
    test_unpack_ex test_augassign test_compare test_richcmp test_index test_hash test_sort test_call test_extcall
    test_keywordonlyarg test_positional_only_arg test_decorators test_property test_metaclass test_types test_abc
    test_isinstance test_userdict test_userlist test_array test_struct test_random test_textwrap test_pprint
    test_threading_local test_finalization test_generator_stop test_exception_variations test_exception_hierarchy
    test_baseexception test_with test_del test_deque test_defaultdict test_cmath test_numeric_tower test_bool
    test_opcodes test_dictviews test_dictcomps test_listcomps test_setcomps test_genexps test_contains
    test_string_literals test_funcattrs test_global test_binop test_pow test_numbers test_colorsys test_strtod
    test_unary test_userstring test_typechecks test_subclassinit test_except_star test_type_params test_type_aliases
    test_lru_cache test_contextlib_async test_asyncgen test_reprlib test_keyword test_graphlib test_gettext
    test_builtin test_inspect test_ast test_copyreg test_traceback test_warnings test_configparser test_csv test_difflib
    test_shlex test_sched test_queue test_memoryview test_context test_weakset test_exception_group
    test_dynamicclassattribute test_dynamic test_module test_code test_frame test_argparse test_optparse test_getopt
    test_fnmatch test_calendar test_html test_htmlparser test_urlparse test_http_cookies test_quopri test_secrets
    test_symtable test_pyclbr test_compile test_syntax test_peepholer test_dis test_base64 test_binascii test_ipaddress
    test_uuid test_plistlib test_posixpath test_ntpath test_genericpath test_tomllib test_unicodedata test_timeit
    test_time test_linecache test_pickle test_pickletools test_picklebuffer test_io test_tokenize test_codecs test_logging
    test_pathlib test_tempfile test_shelve test_thread test_threading test_gc test_sys test_xml_etree test_minidom
    test_sax test_zipfile test_zlib test_gzip test_bz2 test_mailbox test_buffer test_unittest test_strptime test_locale
    test_stat test_filecmp test_pkgutil test_asyncio.test_tasks test_asyncio.test_futures test_asyncio.test_queues
    test_asyncio.test_locks test_asyncio.test_taskgroups test_asyncio.test_timeouts test_concurrent_futures
    test_email.test_email test_email.test_message test_cmd test_imp test_hmac test_hashlib test_trace test_bufio test_eof
    test_flufl test_fileinput test_int_literal test_netrc test_mimetypes test_print test_support test_tabnanny test_urllib
    test_xmlrpc test_zipapp test_zoneinfo test_capi test_ctypes test_sqlite3 test_subprocess
""".split()


SLOW_SECONDS, SLOW_FACTOR = 5, 20


class Died(Exception):
    """The process ended, or did not answer in time."""


class Process:
    """A process that runs methods of one module in turn."""

    def __init__(self, module, compiled):
        arguments = [sys.executable, os.path.abspath(__file__), "--worker", module, "compiled" if compiled else "plain"]
        # What is made of addresses and hashes is the same each time.
        environment = {**os.environ, "PYTHONHASHSEED": "0", "PYTHONWARNINGS": ""}
        self.child = subprocess.Popen(arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment)
        self.lines = queue.Queue()
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.child.stdout:
            self.lines.put(line.rstrip("\n"))
        self.lines.put(None)

    def answer(self, limit):
        try:
            line = self.lines.get(timeout=limit)
        except queue.Empty:
            self.end()
            raise Died(f"no end after {limit:.0f} s") from None
        if line is None:
            raise Died(f"the process ended: {self.child.wait()}")
        return line

    def ask(self, name, limit):
        """What came of a method (`ok`, `skipped`, or how it failed), and the seconds that it took."""
        try:
            print(name, file=self.child.stdin, flush=True)
        except BrokenPipeError:
            raise Died(f"the process ended: {self.child.wait()}") from None
        seconds, _, outcome = self.answer(limit).partition(" ")
        return outcome, float(seconds)

    def end(self):
        self.child.kill()
        self.child.wait()


def run(module, names, compiled, options, alone=False):
    """What comes of each of these methods, or of all that the module has."""
    process, found = Process(module, compiled), {}
    listed = process.answer(300).split()
    for name in listed if names is None else names:
        if process is None:
            process = Process(module, compiled)
            process.answer(300)
        try:
            found[name] = process.ask(name, options.limit)
        except Died as error:
            found[name] = str(error), options.limit
            process = None
        if options.verbose and (found[name][0] not in ("ok", "skipped") or found[name][1] > SLOW_SECONDS):
            print(f"    {name}{'' if compiled else ' as written'}: {found[name][1]:.1f} s, {found[name][0]}", flush=True)
        if alone and process is not None:
            process.end()
            process = None
    if process is not None:
        process.end()
    return found


def differences(module, names, options):
    """How many methods the module has, and what came of those that pass as written alone."""
    first = run(module, names, True, options)
    left = [name for name, (outcome, seconds) in first.items() if outcome != "ok" or seconds > SLOW_SECONDS]
    plain = run(module, left, False, options) if left else {}
    left = [name for name in left if plain[name][0] in ("ok", "skipped") and differs(first[name], plain[name])]
    again = run(module, left, True, options, alone=True) if left else {}
    # A method that fails only behind others is told as well, as such.
    fails = {name: differs(again[name], plain[name]) or f"behind others: {differs(first[name], plain[name])}" for name in left}
    return first, fails


def differs(compiled, plain):
    """How a method does otherwise than as written, or None."""
    if compiled[0] != plain[0]:
        return compiled[0]
    if compiled[1] > SLOW_SECONDS and compiled[1] > SLOW_FACTOR * plain[1]:
        return f"takes {compiled[1]:.0f} s, as written {plain[1]:.2f} s"
    return None


def main():
    parser = argparse.ArgumentParser(prog="tools/library_tests", description=__doc__.split("\n")[0])
    parser.add_argument("--limit", type=float, default=60, help="seconds for a method")
    parser.add_argument("--verbose", action="store_true", help="say how each module did")
    parser.add_argument("modules", nargs="*", help="such as test_dict or test_dict:test_dict.DictTest.test_copy")
    options = parser.parse_args()
    wanted = {}
    for request in options.modules or MODULES:
        module, _, name = request.partition(":")
        wanted.setdefault(module, []).extend([name] if name else [])
    methods = modules = 0
    differ = []
    for module, names in wanted.items():
        started = time.monotonic()
        try:
            found, fails = differences(module, names or None, options)
        except Died as error:
            if options.modules or options.verbose:
                print(f"{module}: {error}", flush=True)
            continue
        modules += 1
        methods += len(found)
        differ += [(module, name) for name in fails]
        if options.verbose or fails:
            print(f"{module}: {len(fails)} of {len(found)} differ ({time.monotonic() - started:.0f} s)", flush=True)
        for name, outcome in fails.items():
            print(f"  {module}:{name}\n    {outcome}", flush=True)
    print(f"{len(differ)} of {methods} methods of {modules} modules differ")
    sys.exit(bool(differ))


# ---------------------------------------------------------------- the process of a module


def work(module, mode):
    answers = os.fdopen(os.dup(1), "w", buffering=1)
    os.dup2(2, 1)
    # Its other users leave these packages to be found from here.
    sys.path = [path for path in sys.path if os.path.abspath(path) != os.path.dirname(os.path.abspath(__file__))]
    import unittest

    from test import support

    os.chdir(tempfile.mkdtemp())
    support.use_resources = []
    # It replaces functions of the standard library, also for what runs as written.
    import torch  # noqa: F401

    if mode == "compiled":
        import logging

        import alternator

        alternator.api._engine.capture_every_frame(True)
        # Tests compare what is printed.
        logging.getLogger("torch._dynamo").setLevel(logging.ERROR)
    suite = unittest.defaultTestLoader.loadTestsFromName(f"test.{module}")
    cases = {name_of(case): case for case in flat(suite) if is_method(case)}
    print(*cases, file=answers)
    for line in sys.stdin:
        # Of a busy machine the processor's time says more than the clock.
        started = time.process_time()
        found = outcome(cases[line.strip()], mode)
        print(f"{time.process_time() - started:.3f} {found}", file=answers)


def flat(suite):
    for part in suite:
        try:
            yield from flat(part)
        except TypeError:
            yield part


def is_method(case):
    """Doctests are text, whose frames no file has."""
    return hasattr(type(case), getattr(case, "_testMethodName", "")) and type(case).__module__ not in ("doctest", "unittest.loader")


def name_of(case):
    module, name = type(case).__module__.rpartition(".")[2], f"{type(case).__qualname__}.{case._testMethodName}"
    return f"{module}.{name}".replace(" ", "")


def outcome(case, mode):
    import unittest

    name = case._testMethodName
    if mode == "compiled":
        import alternator

        alternator.reset()
        setattr(case, name, alternator.compile(getattr(case, name), backend="eager"))
    result = unittest.TestResult()
    try:
        unittest.TestSuite([case]).run(result)
    except BaseException as error:
        return f"raised {type(error).__name__}: {error}".replace("\n", " ")
    finally:
        if mode == "compiled":
            delattr(case, name)
    for _, text in result.failures + result.errors:
        lines = text.strip().splitlines()
        at = [line.strip() for line in lines if line.startswith("  File ")]
        place = at[-1].removeprefix("File ") if at else ""
        return f"{lines[-1]} [{place}]"[:400]
    if result.unexpectedSuccesses:
        return "succeeds unexpectedly"
    return "skipped" if result.skipped else "ok"


if __name__ == "__main__":
    if sys.argv[1:2] == ["--worker"]:
        work(*sys.argv[2:4])
    else:
        main()
