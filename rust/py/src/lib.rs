//! The Python face of the core: conversions only.
