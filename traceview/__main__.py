"""The one command: a window by default, otherwise a sub-command."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from traceview import __version__

HELP = """\
traceview - look at ML profiler captures (XPlane files, logdirs of JAX, TensorFlow, Cloud TPU)

usage: traceview [PATH ...]                     open the window
       traceview COMMAND ... [--help]

examples:
  traceview logs/                               newest run under logs/
  traceview vm.xplane.pb                        one file; .gz is fine, names do not matter
  traceview info logs/ --json                   what a capture holds, for a script
  traceview convert logs/ -o out.json.gz        trace-event JSON; out.csv for a spreadsheet
  traceview screenshot logs/ -o timeline.png    a picture, with no display
  traceview screenshot logs/ -o step.png --range 1.2s..1300ms --theme light

commands:
  info        planes, lines and events of a capture
  convert     write a capture as trace-event JSON or CSV
  screenshot  write a PNG of a page
  doctor      why does this path not open?
  demo        open a sample capture

PATH is a capture file, a run folder, a logdir or any folder above one. Several files of one
run are its hosts; otherwise the first opens and the others stand in File > Open recent.
Times carry a unit and count from the capture's start: 1.2s, 1300ms, 5us, 3ns, 7ps.
options: -h, --help   --version   --debug (log to standard error)
exit status: 0 ok, 1 nothing found or nothing to show, 2 usage, 3 unreadable input,
             4 partial result, 5 network
"""


def main(words: Sequence[str] | None = None) -> int:
    """Run the command line ``words`` (by default the process's own); the exit status."""
    arguments = list(sys.argv[1:] if words is None else words)
    if "--debug" in arguments:
        arguments.remove("--debug")
        _log_to_stderr()
    match arguments:
        case ["-h" | "--help" | "help", *_]:
            print(HELP, end="")
            return 0
        case ["--version", *_]:
            print(f"traceview {__version__}")
            return 0
        case ["info", *rest]:
            from traceview.cli import info

            return info.run(rest)
        case ["convert", *rest]:
            from traceview.cli import convert

            return convert.run(rest)
        case ["doctor", *rest]:
            from traceview.cli import doctor

            return doctor.run(rest)
        case ["screenshot", *rest]:
            return _screenshot(rest)
        case ["demo", *rest]:
            return _demo(rest)
        case _:
            return _window(arguments)


def _screenshot(words: list[str]) -> int:
    from traceview.cli.screenshot import parse

    request = parse(words)
    from traceview.cli.exit_codes import ExitCode, report
    from traceview.model.errors import TraceError
    from traceview.ui.app import screenshot

    try:
        capture = screenshot(
            request.path,
            request.output,
            page=request.page,
            range_ps=request.range_ps,
            theme=request.theme,
            size=request.size,
        )
    except TraceError as error:
        return report(error)
    return ExitCode.PARTIAL if capture.partial else ExitCode.OK


def _demo(words: list[str]) -> int:
    from traceview.cli.window import parse_demo

    parse_demo(words)
    from traceview.ui.app import run
    from traceview.ui.resources import samples

    return run([str(samples()[0].path)])


def _window(words: list[str]) -> int:
    from traceview.cli.window import parse_window

    paths = parse_window(words)
    from traceview.ui.app import run

    return run(paths)


def _log_to_stderr() -> None:
    import logging

    logging.basicConfig(level=logging.DEBUG, format="%(name)s: %(message)s")


if __name__ == "__main__":
    sys.exit(main())
