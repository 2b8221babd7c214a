"""What bots' processes see of the environment."""

from wallenstein.table.processes.keeper_line import without_keys


def test_bots_do_not_see_what_opens_stores_and_schedulers() -> None:
    keys = {
        "AWS_SECRET_ACCESS_KEY": "s",
        "AZURE_STORAGE_KEY": "s",
        "GOOGLE_APPLICATION_CREDENTIALS": "s",
        "DASK_X": "s",
    }
    assert without_keys({"PATH": "/bin", "MY_AWS_": "kept", **keys}) == {"PATH": "/bin", "MY_AWS_": "kept"}
