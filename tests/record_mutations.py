"""Game records with one fact changed: every such change of a record, one by one, or any of them for Hypothesis."""

from collections.abc import Iterator
from typing import Any

from hypothesis import strategies as st

Record = dict[str, Any]
Event = dict[str, Any]
Change = tuple[str, Any]
"""What is done to an event (a key, or drop, repeat, swap) and the new value, if there is one."""

_SAME_KEYS = ("pass", "empty", "rainbow")
"""Events that say nothing but who: one can stand for another."""


def changes(record: Record, number: int, kinds: tuple[str, ...]) -> Iterator[Change]:
    """List what can be changed about one event, each time to another value that looks well."""
    events = record["events"]
    event = events[number]
    yield "drop", None
    yield "repeat", None
    if number + 1 < len(events) and events[number] != events[number + 1]:
        yield "swap", None
    families = sum(event["event"] == "start" for event in events)
    for key, value in event.items():
        if key in ("tile", "animal"):
            yield from ((key, kind) for kind in kinds if kind != value)
        elif key == "tiles":
            for place in range(len(value)):
                others = (kind for kind in kinds if kind != value[place])
                yield from ((key, [*value[:place], kind, *value[place + 1 :]]) for kind in others)
            yield key, value[:-1]
            yield key, [*value, kinds[0]]
        elif key == "player":
            yield from ((key, seat) for seat in range(record["players"]) if seat != value)
        elif key in ("family", "give", "take"):
            yield from ((key, family) for family in range(families + 1) if family != value)
        elif key in ("animals", "jokers"):
            yield from ((key, tiles) for tiles in range(4) if tiles != value)
        elif key == "from":
            yield key, "face_up" if value == "face_down" else "face_down"
        elif key == "event" and value in _SAME_KEYS:
            yield from ((key, name) for name in _SAME_KEYS if name != value)


def changed(record: Record, number: int, change: Change) -> Record:
    """The record with this change to one event; the original stays as it is."""
    what, value = change
    events = list(record["events"])
    if what == "drop":
        del events[number]
    elif what == "repeat":
        events.insert(number, events[number])
    elif what == "swap":
        events[number : number + 2] = reversed(events[number : number + 2])
    else:
        events[number] = {**events[number], what: value}
    return {**record, "events": events}


def with_other_final(record: Record) -> Iterator[tuple[str, Record]]:
    """Every small change of the final line, each with the key that it touches."""
    final = record["final"]
    others: dict[str, list[Any]] = {
        "turns": [final["turns"] - 1, final["turns"] + 1, None, str(final["turns"])],
        "end": [end for end in ("double_seven", "last_tile", "stalled", "cut_off", "") if end != final["end"]],
        "double_seven": [seat for seat in (None, -1, *range(record["players"])) if seat != final["double_seven"]],
        "winners": [[], [*final["winners"], 9], None],
    }
    for key in ("scores", "seven_tokens"):
        points = final[key]
        others[key] = [
            [*points[:seat], points[seat] + more, *points[seat + 1 :]]
            for seat in range(len(points))
            for more in (-1, 1)
        ]
        others[key] += [points[:-1], [*points, 0], points[0]]
    for seat in range(record["players"]):
        others["winners"].append(sorted({seat} ^ set(final["winners"])))
    for key, values in others.items():
        yield from ((key, {**record, "final": {**final, key: value}}) for value in values)
    for key in final:
        yield key, {**record, "final": {name: value for name, value in final.items() if name != key}}


def first_difference(record: Record, mutant: Record) -> int | None:
    """The number of the first event that is not the same in both."""
    ours, theirs = record["events"], mutant["events"]
    for number in range(max(len(ours), len(theirs))):
        if ours[number : number + 1] != theirs[number : number + 1]:
            return number
    return None


@st.composite
def mutants(draw: st.DrawFn, record: Record, kinds: tuple[str, ...]) -> tuple[Change, int, Record]:
    """Draw a change of any event of the record: the change, the event's number, the changed record."""
    number = draw(st.integers(0, len(record["events"]) - 1))
    possible = list(changes(record, number, kinds))
    sorts = sorted({what for what, _ in possible})
    sort = draw(st.sampled_from(sorts))
    change = draw(st.sampled_from([change for change in possible if change[0] == sort]))
    return change, number, changed(record, number, change)
