"""Random programs in C++ AMP and AMP in C; ../README.md describes the whole."""
