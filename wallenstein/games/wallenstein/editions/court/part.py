"""Emperor's Court: where it changes the game."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, ClassVar

from wallenstein.core.json.place import Json
from wallenstein.games.wallenstein.editions.court import (
    audience,
    conversion,
    favors,
    position,
    records,
    shields,
)
from wallenstein.games.wallenstein.editions.court.offer import CourtPlanning, offer
from wallenstein.games.wallenstein.editions.court.state import NAME, CourtState, new_court
from wallenstein.games.wallenstein.editions.court.tables import (
    CONVERSIONS_TABLE,
    FAVORS_TABLE,
    PLAN_COLUMNS,
    SEASON_COLUMNS,
    CourtRows,
)
from wallenstein.games.wallenstein.editions.part import Draw, Part, Section
from wallenstein.games.wallenstein.model.book import Book
from wallenstein.games.wallenstein.model.state import Functions, State
from wallenstein.games.wallenstein.model.steps import ClearTray, Display, EndSeason, FixOrder, behind
from wallenstein.games.wallenstein.names import COURT


class Court(Part):
    """Rules C1 to C6."""

    name = NAME
    title = "Emperor's Court"
    kinds = (
        CourtPlanning(),
        audience.ChoosingFavor(),
        favors.CancellingEvent(),
        favors.Calming(),
        favors.Garrisoning(),
        favors.BuildingFree(),
    )
    steps: ClassVar = records.STEPS
    entries: ClassVar = records.ENTRIES
    phases: ClassVar = {COURT: "court"}
    draws: ClassVar = {"favors": Draw("C2", 21)}

    def functions(self, base: Functions) -> Functions:
        """Adds the favors after the display and the court after the turn order, and wraps existing functions."""
        return replace(
            base,
            season=behind(behind(base.season, Display, records.DisplayFavors()), FixOrder, records.BeginCourt()),
            steps={
                **base.steps,
                ClearTray: conversion.announced(base.steps[ClearTray]),
                records.DisplayFavors: audience.display_favors,
                records.BeginCourt: conversion.begin_court,
                records.Convert: conversion.convert,
                records.BeginAudience: audience.begin_audience,
                records.Dismiss: audience.dismiss,
                EndSeason: shields.unguarded(base.steps[EndSeason]),
            },
            offer=offer,
            reach=shields.shielded(base.reach),
            place_marker=shields.parrying(base.place_marker),
        )

    def lay_out(self, book: Book) -> CourtState:
        """C1: courtiers of every player and the shuffled favor cards."""
        return new_court(book.players)

    sections: ClassVar = {"favors": ("events", Section(position.read_favors, position.write_favors))}
    seat_keys = tuple(position.SEAT_READERS)
    shapes: ClassVar = {COURT: r"rest dismissal( favor)*( favor-event| favor-calm| favor-garrison| favor-build)?"}
    begins: ClassVar = {COURT: records.BeginCourt}
    once = (records.AskFavor,)
    checks: ClassVar = dict.fromkeys(favors.ASKING.values(), position.check_effect)

    def read_seat(self, state: State, seat: int, fields: Mapping[str, Json]) -> None:
        """Courtiers, the kept favor, protection."""
        for key, read in position.SEAT_READERS.items():
            if key in fields:
                read(state, seat, fields[key])

    def write_seat(self, state: State, seat: int) -> dict[str, Any]:
        """Courtiers, the kept favor, protection."""
        return position.write_seat(state, seat)

    def check_between(self, state: State, place: Json) -> None:
        """C5, C6: outside the seasons no favors are on display, and nobody is protected."""
        position.check_between(state, place)

    tables = (CONVERSIONS_TABLE, FAVORS_TABLE)
    columns: ClassVar = {"plans": PLAN_COLUMNS, "seasons": SEASON_COLUMNS}
    rows = CourtRows
    modules = ("story", "advice", "encoding")
