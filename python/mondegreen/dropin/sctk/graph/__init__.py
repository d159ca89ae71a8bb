"""Files for gnuplot on what confidences are worth, one graph a file; `sclite -C` and `sc_stats -g det` write them."""
