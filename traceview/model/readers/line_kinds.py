"""What profilers call the lines of a device, whatever the format."""

from __future__ import annotations

from traceview.model.trace import Section, SectionKind, TrackKind

# XProf's names, TensorFlow's of before 2021, and those of the Cloud TPU profiler, in lower case.
_KINDS = {
    "step": TrackKind.STEPS,
    "steps": TrackKind.STEPS,
    "sparse core steps": TrackKind.STEPS,
    "xla modules": TrackKind.MODULES,
    "sparse core modules": TrackKind.MODULES,
    "xla ops": TrackKind.OPS,
    "sparse core ops": TrackKind.OPS,
    "async xla ops": TrackKind.ASYNC_OPS,
    "framework ops": TrackKind.FRAMEWORK_OPS,
    "tensorflow ops": TrackKind.FRAMEWORK_OPS,
    "framework name scope": TrackKind.NAME_SCOPE,
    "tensorflow name scope": TrackKind.NAME_SCOPE,
    "source code": TrackKind.SOURCE,
}


def line_kind(section: Section, name: str) -> TrackKind | None:
    """What a line shows, by its name; None where the name says nothing.

    Lines of a host are threads, however they are called.
    """
    if section.kind is SectionKind.HOST:
        return TrackKind.THREAD
    if name.startswith(("Stream #", "stream ")):
        return TrackKind.STREAM
    return _KINDS.get(name.lower())
