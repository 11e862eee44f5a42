"""One run, loaded."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from traceview.model.errors import Notice
from traceview.model.trace import Arg, Trace

if TYPE_CHECKING:
    from traceview.model.proto import XPlane


class PlaneMessage(Protocol):
    """A plane without lines that is decoded when it is asked for."""

    def parse(self) -> XPlane:
        """The plane's message, decoded anew. Raises TraceError where the file has changed."""
        ...


@dataclass(frozen=True, slots=True)
class Plane:
    """What the capture itself holds of one plane, before any derived line.

    ``events`` counts all events of all lines; ``span_ps`` is last end minus first start.
    """

    host: str
    name: str
    lines: int
    events: int
    span_ps: int


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file beside the trace that holds one tool's results ready-made.

    ``tool`` is the tool's id ("op_profile"), ``host`` the host or "".
    """

    tool: str
    host: str
    path: str
    size_bytes: int


@dataclass(frozen=True, slots=True, eq=False)
class Capture:
    """A run as its files hold it: the trace of all hosts on one clock, and what was noticed.

    ``path`` is what was opened, ``run`` the run's name, ``planes`` includes empty planes;
    ``metadata`` holds the planes that carry no lines (``/host:metadata``, ``Task Environment``)
    by host and plane name; ``hostnames`` are what the files themselves say, where they do.
    ``records`` counts a trace-event file's records by phase ("" for none), ``about`` is what such
    a file says of itself, ``attachments`` are results that lie beside the trace.
    """

    path: str
    run: str
    hosts: tuple[str, ...]
    trace: Trace
    planes: tuple[Plane, ...] = ()
    notices: tuple[Notice, ...] = ()
    size_bytes: int = 0
    metadata: Mapping[tuple[str, str], PlaneMessage] = field(default_factory=dict)
    hostnames: tuple[str, ...] = ()
    records: Mapping[str, int] = field(default_factory=dict)
    about: tuple[Arg, ...] = ()
    attachments: tuple[Attachment, ...] = ()
    has_stats: bool = False

    @property
    def event_count(self) -> int:
        """Number of captured events, derived lines left out."""
        return sum(plane.events for plane in self.planes)

    @property
    def partial(self) -> bool:
        """Whether some of the input could not be used."""
        return any(notice.partial for notice in self.notices)
