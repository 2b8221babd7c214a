"""Seeds: nothing that a bot gets leads to those of others, and a guess at a run's seed is expensive."""

from time import process_time

from wallenstein.core.seeds import SLOW, RunKey, commitment, derive, quick_key, stream


def test_seeds_are_the_same_everywhere() -> None:
    assert derive(7, "block", 3) == 9293360326916814356
    assert derive(RunKey(7), "block", 3) == 4597144668522958117


def test_a_guess_at_the_seed_of_a_run_costs_64_mb_and_the_time_of_many_quick_ones() -> None:
    assert SLOW["n"] * SLOW["r"] * 128 >= 64 * 2**20
    began = process_time()
    key = RunKey(2**100 + 1).value
    slow = process_time() - began
    began = process_time()
    for seed in range(2**64, 2**64 + 1000):
        quick_key(seed)
    assert slow > 30 * (process_time() - began), "a guess costs that of 30,000"
    assert len(key) == 32


def test_the_key_is_computed_once_and_can_be_given() -> None:
    began = process_time()
    assert RunKey(2**100 + 1).value == RunKey(2**100 + 1).value
    RunKey(2**100 + 1).value  # noqa: B018
    assert process_time() - began < 1.0
    given = RunKey(2**100 + 2)
    given.set(b"k" * 32)
    assert RunKey(2**100 + 2).value == b"k" * 32


def test_domains_purposes_and_kinds_of_keys_are_apart() -> None:
    found = [
        derive(source, domain, *purpose)
        for source in (7, 8, RunKey(7))
        for domain in ("bot", "block", "chance")
        for purpose in ((), (0,), (1,), (0, 1))
    ]
    assert len(set(found)) == len(found)
    assert stream(7, "bot").random() != stream(RunKey(7), "bot").random()


def test_a_commitment_fits_one_seed() -> None:
    assert commitment(7) == commitment(7) != commitment(8)
