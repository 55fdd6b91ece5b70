/* Names of Microsoft's C++ library that the standard has never had, or has elsewhere. */
#ifndef AMP_WINDOWS_OLD_NAMES_H
#define AMP_WINDOWS_OLD_NAMES_H

namespace std {

/* what was in TR1 is in std */
namespace tr1 {
using namespace std;
}

#if __cplusplus < 202002L
/* a type, as it is; C++20's std::identity is a class */
template <typename T> struct identity {
	typedef T type;
	const T &operator()(const T &t) const { return t; }
};
#endif

} // namespace std

#endif
