#undef norm
