"""Page: one HTML file to look through the errors of runs, which needs no network and no server."""
