/* --amp-msvc: helpers that the units call where a construct of Visual C++'s dialect has no equivalent in ISO
 * C++ (compiler/msvc). */
#ifndef AMPCC_MSVC_HELPERS_H
#define AMPCC_MSVC_HELPERS_H

#include <exception>
#include <string>
#include <type_traits>

#if defined(__AMPCC_PARSE__)
#define AMP_MSVC_BOTH __AHD
#elif defined(__CUDACC__)
#define AMP_MSVC_BOTH __host__ __device__
#else
#define AMP_MSVC_BOTH
#endif

namespace amp_msvc {

/* Makes a temporary an lvalue, until the end of its full expression. */
template <typename T> AMP_MSVC_BOTH typename std::remove_reference<T>::type &lvalue(T &&t) {
	return static_cast<typename std::remove_reference<T>::type &>(t);
}

/* std::exception with a constructor from a string. */
class exception : public std::exception {
public:
	exception() {}
	explicit exception(const char *text) : text_(text ? text : "") {}
	exception(const char *text, int) : text_(text ? text : "") {}
	const char *what() const noexcept override {
		return text_.empty() ? std::exception::what() : text_.c_str();
	}

private:
	std::string text_;
};

}

#undef AMP_MSVC_BOTH

#endif
