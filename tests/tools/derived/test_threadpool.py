from __future__ import annotations

import pytest

from tests.tools.derived.made import Made, made_track, names_of
from traceview.model.strings import StringTable
from traceview.tools.derived.threadpool import REGION, REGION_START, REGION_STOP, with_regions


def start(time: int) -> Made:
    return (REGION_START, time, 0, {"_c": time})


def stop(time: int) -> Made:
    return (REGION_STOP, time, 0, {})


@pytest.mark.parametrize(
    ("events", "regions"),
    [
        ([start(1), stop(5), start(7), stop(9)], [(1, 4), (7, 2)]),
        ([start(1), start(2), stop(3), stop(8)], [(1, 7), (2, 1)]),
        ([stop(1), start(2), stop(4)], [(2, 2)]),
        ([start(2), stop(4), start(9)], [(2, 2)]),
        ([start(3)], []),
    ],
)
def test_regions_reach_from_starts_to_their_stops(
    events: list[Made], regions: list[tuple[int, int]]
) -> None:
    strings = StringTable()
    built = with_regions(made_track(events, strings), strings).events
    mine = built.name == strings.intern(REGION)
    found = zip(built.start_ps[mine].tolist(), built.dur_ps[mine].tolist(), strict=True)
    assert sorted(found) == regions
    assert len(built) == len(events) + len(regions)


def test_a_region_stands_around_what_it_begins_with_and_knows_its_stats() -> None:
    strings = StringTable()
    track = with_regions(made_track([start(1), ("work", 1, 3, {}), stop(5)], strings), strings)
    assert names_of(track, strings)[0] == REGION
    assert track.events.row_of(track.events.name.tolist().index(strings.intern(REGION))) == 0
    assert track.args is not None
    region = track.events.name.tolist().index(strings.intern(REGION))
    assert dict(track.args.args(int(track.events.arg_at[region]))) == {"_c": 1}


def test_a_track_without_regions_is_left_as_it_is() -> None:
    strings = StringTable()
    track = made_track([("work", 1, 3, {})], strings)
    assert with_regions(track, strings) is track
