"""One game told: play it again from its seed, write it down, verify it, say it in words."""

from simulator.records.playing import play_game, record_of
from simulator.records.reading import RecordError, read_records, write_records
from simulator.records.telling import tell
from simulator.records.verifying import verify

__all__ = ["RecordError", "play_game", "read_records", "record_of", "tell", "verify", "write_records"]
