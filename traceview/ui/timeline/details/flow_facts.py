"""Which events an event's flows come from and go to. No widgets in here."""

from __future__ import annotations

from traceview.model.flow_links import incoming, outgoing, source, target
from traceview.model.format import count, duration
from traceview.model.statistics import track_label
from traceview.model.trace import EventId, Ints, Trace
from traceview.ui.text import tr
from traceview.ui.timeline.details.event_facts import Fact, Group, name_of

FLOWS_SHOWN = 12


def flow_groups_of(trace: Trace, event: EventId) -> tuple[Group, ...]:
    """Flows in and out, the events at their other ends as links; groups without any left out."""
    ways = (
        (tr("Flows in"), incoming(trace.flows, event), False),
        (tr("Flows out"), outgoing(trace.flows, event), True),
    )
    return tuple(
        Group(title, _facts(trace, hops, outward)) for title, hops, outward in ways if len(hops)
    )


def _facts(trace: Trace, hops: Ints, outward: bool) -> tuple[Fact, ...]:
    facts = [_fact(trace, hop, outward) for hop in hops[:FLOWS_SHOWN].tolist()]
    if len(hops) > FLOWS_SHOWN:
        facts.append(Fact("", tr("and {} more").format(count(len(hops) - FLOWS_SHOWN))))
    return tuple(facts)


def _fact(trace: Trace, hop: int, outward: bool) -> Fact:
    """One flow: its category, the event there, how long it is under way, and where that is."""
    flows = trace.flows
    other = target(flows, hop) if outward else source(flows, hop)
    category = int(flows.category[hop])
    name = trace.strings[category] if category >= 0 else tr("flow")
    length = duration(int(flows.end_ps[hop]) - int(flows.start_ps[hop]))
    where = f"{name_of(trace, other)} · {length} · {track_label(trace, other.track)}"
    return Fact(name, name_of(trace, other), other, where)
