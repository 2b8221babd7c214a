"""Workers on other machines, through Dask."""
