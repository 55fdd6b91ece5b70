/* Exceptions (spec 3.5) and how the runtime's failures become them. */
#ifndef AMPCC_EXCEPTION_H
#define AMPCC_EXCEPTION_H

#include <exception>
#include <string>

#include <amp/config.h>

namespace Concurrency {
namespace details {
typedef std::int32_t hresult;
} // namespace details
} // namespace Concurrency

/* Windows' error codes that programs compare with, and the type HRESULT, except those that a ported program
 * declares itself: macros are tested for here, and ampcc defines __AMPCC_OWN_HRESULT__ for the type. */
#ifndef __AMPCC_OWN_HRESULT__
typedef Concurrency::details::hresult HRESULT;
#define _HRESULT_DEFINED
#endif
enum __amp_hresult : Concurrency::details::hresult {
#ifndef S_OK
	S_OK = 0,
#endif
#ifndef S_FALSE
	S_FALSE = 1,
#endif
#ifndef E_NOTIMPL
	E_NOTIMPL = static_cast<Concurrency::details::hresult>(0x80004001),
#endif
#ifndef E_POINTER
	E_POINTER = static_cast<Concurrency::details::hresult>(0x80004003),
#endif
#ifndef E_ABORT
	E_ABORT = static_cast<Concurrency::details::hresult>(0x80004004),
#endif
#ifndef E_FAIL
	E_FAIL = static_cast<Concurrency::details::hresult>(0x80004005),
#endif
#ifndef E_UNEXPECTED
	E_UNEXPECTED = static_cast<Concurrency::details::hresult>(0x8000ffff),
#endif
#ifndef E_OUTOFMEMORY
	E_OUTOFMEMORY = static_cast<Concurrency::details::hresult>(0x8007000e),
#endif
#ifndef E_INVALIDARG
	E_INVALIDARG = static_cast<Concurrency::details::hresult>(0x80070057),
#endif
#ifndef DXGI_ERROR_DEVICE_REMOVED
	DXGI_ERROR_DEVICE_REMOVED = static_cast<Concurrency::details::hresult>(0x887a0005),
#endif
#ifndef DXGI_ERROR_DEVICE_HUNG
	DXGI_ERROR_DEVICE_HUNG = static_cast<Concurrency::details::hresult>(0x887a0006),
#endif
#ifndef DXGI_ERROR_DEVICE_RESET
	DXGI_ERROR_DEVICE_RESET = static_cast<Concurrency::details::hresult>(0x887a0007),
#endif
	DXGI_ERROR_UNSUPPORTED = static_cast<Concurrency::details::hresult>(0x887a0004),
};

namespace Concurrency {
namespace details {

/* The error codes of the classes below. */
enum error_code : hresult {
	error_failed = static_cast<hresult>(0x80004005),
	error_out_of_memory = static_cast<hresult>(0x8007000e),
	error_invalid_argument = static_cast<hresult>(0x80070057),
	error_device_removed = static_cast<hresult>(0x887a0005),
};

} // namespace details

/* 3.5.1: the base class of all exceptions. */
class runtime_exception : public std::exception {
public:
	runtime_exception(const char *message, details::hresult error) throw()
	    : message_(message ? message : ""), error_code_(error) {}
	explicit runtime_exception(details::hresult error) throw() : error_code_(error) {}
	runtime_exception(const runtime_exception &other) throw()
	    : std::exception(other), message_(other.message_), error_code_(other.error_code_) {}
	runtime_exception &operator=(const runtime_exception &other) throw() {
		std::exception::operator=(other);
		message_ = other.message_;
		error_code_ = other.error_code_;
		return *this;
	}
	virtual ~runtime_exception() throw() {}

	virtual const char *what() const throw() { return message_.c_str(); }
	details::hresult get_error_code() const throw() { return error_code_; }

private:
	std::string message_;
	details::hresult error_code_;
};

/* 3.5.2: not enough memory on the host or on the accelerator. */
class out_of_memory : public runtime_exception {
public:
	explicit out_of_memory(const char *message) throw()
	    : runtime_exception(message, details::error_out_of_memory) {}
	out_of_memory() throw() : runtime_exception(details::error_out_of_memory) {}
};

/* 3.5.3: parallel_for_each cannot be launched with this domain. */
class invalid_compute_domain : public runtime_exception {
public:
	explicit invalid_compute_domain(const char *message) throw()
	    : runtime_exception(message, details::error_invalid_argument) {}
	invalid_compute_domain() throw() : runtime_exception(details::error_invalid_argument) {}
};

/* 3.5.4: the accelerator lacks a requested feature. */
class unsupported_feature : public runtime_exception {
public:
	explicit unsupported_feature(const char *message) throw()
	    : runtime_exception(message, details::error_failed) {}
	unsupported_feature() throw() : runtime_exception(details::error_failed) {}
};

/* 3.5.5: the accelerator no longer responds. */
class accelerator_view_removed : public runtime_exception {
public:
	accelerator_view_removed(const char *message, details::hresult reason) throw()
	    : runtime_exception(message, reason), reason_(reason) {}
	explicit accelerator_view_removed(details::hresult reason) throw()
	    : runtime_exception(reason), reason_(reason) {}
	details::hresult get_view_removed_reason() const throw() { return reason_; }

private:
	details::hresult reason_;
};

/* An object without a state was used, such as a default-constructed completion_future. */
class uninitialized_object : public runtime_exception {
public:
	explicit uninitialized_object(const char *message) throw()
	    : runtime_exception(message, details::error_failed) {}
	uninitialized_object() throw() : runtime_exception(details::error_failed) {}
};

namespace details {

[[noreturn]] AMP_COLD inline void throw_status(amp_status status) {
	const char *message = amp_last_error();
	switch (status) {
	case AMP_ERROR_INVALID_ARGUMENT: throw runtime_exception(message, error_invalid_argument);
	case AMP_ERROR_INVALID_COMPUTE_DOMAIN: throw invalid_compute_domain(message);
	case AMP_ERROR_OUT_OF_MEMORY: throw out_of_memory(message);
	case AMP_ERROR_UNSUPPORTED: throw unsupported_feature(message);
	case AMP_ERROR_ACCELERATOR_REMOVED:
		throw accelerator_view_removed(message, error_device_removed);
	default: throw runtime_exception(message, error_failed);
	}
}

[[noreturn]] AMP_COLD inline void throw_invalid_argument(const char *message) {
	throw runtime_exception(message, error_invalid_argument);
}

inline void check(amp_status status) {
	if (status != AMP_OK)
		throw_status(status);
}

} // namespace details
} // namespace Concurrency

#endif
