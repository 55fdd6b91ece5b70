#ifndef MACROS_H
#define MACROS_H
#define DISALLOW_COPY(T) private: T(const T &); T &operator=(const T &)
#define SAFE_DELETE(p) if (p) { delete (p); (p) = NULL; }
#endif
