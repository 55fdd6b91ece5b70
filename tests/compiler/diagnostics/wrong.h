// Included by plain_errors.cpp.
inline int wrong() { return x; }
