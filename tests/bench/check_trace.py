"""check_trace.py FILE: FILE is a trace of trace.sh's program in Chrome's format, as its description
(Trace Event Format) has it, strictly: Perfetto takes more."""
import collections
import json
import sys

events = json.load(open(sys.argv[1], encoding="utf-8"))
assert isinstance(events, list)
names, spans, flows = {}, collections.defaultdict(list), collections.defaultdict(list)
needed = {"M": {"name", "args"}, "X": {"name", "cat", "ts", "dur", "args"},
          "s": {"name", "cat", "ts", "id"}, "f": {"name", "cat", "ts", "id", "bp"}, "C": {"name", "ts", "args"}}
for e in events:
    assert set(e) == needed[e["ph"]] | {"ph", "pid", "tid"}, e
    assert all(isinstance(e[key], (int, float)) and e[key] >= 0 for key in ("pid", "tid", "ts", "dur") if key in e), e
    if e["ph"] == "M":
        names[e["tid"]] = e["args"]["name"]
    elif e["ph"] == "X":
        spans[e["tid"]].append(e)
    elif e["ph"] in "sf":
        flows[e["id"]].append(e)

# Spans of a track nest. Times of GPUs have been rounded.
for track in spans.values():
    open_spans = []
    for e in sorted(track, key=lambda e: (e["ts"], -e["dur"])):
        while open_spans and open_spans[-1] <= e["ts"] + 0.002:
            open_spans.pop()
        assert not open_spans or e["ts"] + e["dur"] <= open_spans[-1] + 0.002, e
        open_spans.append(e["ts"] + e["dur"])

# Each arrow leads from a thread's span to a queue's.
for start, end in flows.values():
    assert start["ph"] == "s" and end["ph"] == "f"
    for e in start, end:
        assert any(x["ts"] <= e["ts"] <= x["ts"] + x["dur"] for x in spans[e["tid"]]), e

queues = [n for n in names.values() if "accelerator_view" in n]
assert {n.split(",")[0] for n in queues} == {"cuda:0", "cuda:1"}, names
everything = [e for track in spans.values() for e in track]
threads = {tid for tid in spans if tid not in names or "accelerator_view" not in names[tid]}
assert len(threads) == 2, threads


def find(category, **arguments):
    return [e for e in everything if e["cat"] == category and e["args"].items() >= arguments.items()]


to, back = find("copy", **{"from": "host", "to": "cuda:0"}), find("copy", **{"from": "cuda:0", "to": "host"})
assert len(to) == 2 and len(back) == 2, (to, back)  # the thread's part and the queue's
for e, line, why in [(to[0], 7, "kernel reads twice_kernel_1"), (back[0], 15, "host reads")]:
    assert e["args"]["bytes"] == 4000 and e["args"]["why"].startswith(why), e
    assert e["args"]["at"].endswith(f"/a program.cpp:{line}"), e
    assert e["args"]["view made at"].endswith("/a program.cpp:12"), e
assert len(find("kernel", to="cuda:0")) == 2 and len(find("kernel", to="cuda:1")) == 1
assert all(e["tid"] not in threads and e["dur"] > 0 for e in find("kernel"))
assert len(find("launch")) == 3 and find("wait") and find("load") and len(find("allocate")) == 3
assert max(e["args"]["bytes"] for e in events if e["ph"] == "C") == 10000
