"""Playing on other machines: what workers there need, how they play, and Dask, which gives them their tasks."""
