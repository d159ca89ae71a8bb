"""ESPnet's scoring stage: decode directories in, `ref.trn`, `hyp.trn`, `result.txt` and RESULTS.md out.

`layout` finds what is to be scored; `stage`, `espnet1`, `espnet3` and `versa` score the four kinds of directories;
`summary` writes the tables. `mondegreen espnet` and the scripts under ESPnet's own names stand on these.
"""
