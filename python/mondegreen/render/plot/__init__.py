"""Plot: pictures by matplotlib, of finished numbers; one picture, one file."""
