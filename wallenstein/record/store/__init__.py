"""Where results are: folders on this machine, or objects in a store such as S3, by one small set of functions."""
