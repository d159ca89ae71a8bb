"""Plans: what may be chosen for each kind of work, with its name, type, default, help and place, each declared once."""
