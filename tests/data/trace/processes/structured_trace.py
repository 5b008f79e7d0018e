"""TORCH_TRACE: the structured trace has the records that torch's front end writes, and tlparse reads it."""

import collections
import glob
import json
import os
import shutil
import subprocess
import sys
import tempfile

import programs

PROGRAM = """
import torch
import torchvision

class Broken(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.model = torchvision.models.resnet18()

    def forward(self, x):
        x = self.model(x)
        torch._dynamo.graph_break()
        return x * x.shape[0]

compiled = torch.compile(Broken().eval(), backend="eager")
with torch.no_grad():
    compiled(torch.ones(2, 3, 32, 32))
    compiled(torch.ones(3, 3, 32, 32))
"""
ONE_EACH = "dynamo_start", "dynamo_output_graph", "dynamo_cpp_guards_str", "compilation_metrics"


def trace(folder, *options):
    """The records of a run, with their payloads, by kind."""
    records = collections.defaultdict(list)
    written = f"{folder}/trace{len(options)}"
    programs.run(PROGRAM, *options, folder=folder, TORCH_TRACE=written)
    [log] = glob.glob(f"{written}/*")
    with open(log) as file:
        for line in file:
            if line.startswith("\t"):
                last["payload"] = last.get("payload", "") + line[1:]
            else:
                last = json.loads(line.partition("] ")[2])
                kind = next(iter(last))
                records[last[kind]["name"] if kind == "artifact" else kind].append(last)
    return log, records


def case(t):
    with tempfile.TemporaryDirectory() as folder:
        _, theirs = trace(folder)
        log, ours = trace(folder, *programs.REPLACED)
        # Resume functions are compiled under the names of their own functions.
        wanted = {kind for kind in theirs if not kind.startswith("torch_dynamo_resume_in")}
        assert wanted <= set(ours), wanted - set(ours)
        for kind in (*ONE_EACH, "dynamo_graph_break_reason", "recompile_reasons"):
            assert len(ours[kind]) == len(theirs[kind]), (kind, len(ours[kind]), len(theirs[kind]))
        for kind in ONE_EACH:
            numbers = [[(r["frame_id"], r["frame_compile_id"]) for r in side[kind]] for side in (ours, theirs)]
            assert numbers[0] == numbers[1], (kind, numbers)
        files = {text: number for record in ours["str"] for text, number in [record["str"]]}
        place = ours["dynamo_start"][0]["dynamo_start"]["stack"][-1]
        assert place["name"] == "forward" and place["filename"] == files[f"{folder}/script.py"], place
        graph = ours["dynamo_output_graph"][0]
        assert "class GraphModule" in graph["payload"] and "conv2d" in graph["payload"], graph["payload"][:300]
        sizes = graph["dynamo_output_graph"]["sizes"]
        assert sizes["l_x_"] == [2, 3, 32, 32] and len(sizes) > 60, sizes
        assert "TENSOR_MATCH" in ours["dynamo_cpp_guards_str"][0]["payload"]
        assert "graph_break" in ours["dynamo_graph_break_reason"][0]["payload"]
        assert "x" in ours["recompile_reasons"][0]["payload"]
        for mine, other in zip(ours["compilation_metrics"], theirs["compilation_metrics"]):
            mine, other = mine["compilation_metrics"], other["compilation_metrics"]
            for name in ("compile_id", "graph_op_count", "has_guarded_code", "is_forward", "co_filename", "fail_type"):
                assert mine[name] == other[name], (name, mine[name], other[name])
            assert mine["guard_count"] and mine["dynamo_cumulative_compile_time_us"] and mine["end_time_us"]
        events = {record.get("payload") and json.loads(record["payload"])["name"] for record in ours["chromium_event"]}
        assert {"dynamo", "entire_frame_compile", "backend_compile"} <= events, events

        tlparse = shutil.which("tlparse", path=os.pathsep.join([os.path.dirname(sys.executable), os.environ["PATH"]]))
        if tlparse is not None:
            report = f"{folder}/report"
            done = subprocess.run(
                [tlparse, log, "-o", report, "--no-browser", "--strict-compile-id"], capture_output=True, text=True
            )
            assert done.returncode == 0, done.stderr
            with open(f"{report}/index.html") as index:
                text = index.read()
            for part in ("[0/0]", "[1/0]", *ONE_EACH[1:], "dynamo_graph_break_reason", "recompile_reasons"):
                assert part in text, part
            with open(f"{report}/compile_directory.json") as directory:
                assert len(json.load(directory)) >= 4


# expect captured
# nothing
