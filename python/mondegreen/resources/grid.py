"""The grid to which what float32 models say is rounded before it is kept or measured."""

# Decimals of 1: a step is 1e-5 points, a tenth of the noise width of metrics that stand on such models.
DIGITS = 7
