/* accelerator and accelerator_view (spec 3.2, 3.3). */
#ifndef AMPCC_ACCELERATOR_H
#define AMPCC_ACCELERATOR_H

#include <cstring>
#include <iosfwd>
#include <string>
#include <utility>
#include <vector>

#include <amp/config.h>
#include <amp/exception.h>
#include <amp/future.h>

namespace Concurrency {

class accelerator;
class accelerator_view;

/* 3.3.1: when commands are submitted to the accelerator. */
enum queuing_mode {
	queuing_mode_immediate = details::AMP_QUEUING_IMMEDIATE,
	queuing_mode_automatic = details::AMP_QUEUING_AUTOMATIC
};

/* 3.2.1: how the host may access an array's memory. */
enum access_type {
	access_type_none = AMP_ACCESS_NONE,
	access_type_read = AMP_ACCESS_READ,
	access_type_write = AMP_ACCESS_WRITE,
	access_type_read_write = AMP_ACCESS_READ_WRITE,
	access_type_auto = AMP_ACCESS_AUTO
};

namespace details {

inline std::wstring widen(const char *utf8) {
	std::wstring wide;
	wide.reserve(std::strlen(utf8));
	for (const unsigned char *c = reinterpret_cast<const unsigned char *>(utf8); *c;) {
		wchar_t point = *c++;
		if (point >= 0xc0) {
			const int rest = point >= 0xf0 ? 3 : point >= 0xe0 ? 2 : 1;
			point &= 0x3f >> rest;
			for (int i = 0; i < rest && (*c & 0xc0) == 0x80; i++)
				point = point << 6 | (*c++ & 0x3f);
		}
		wide += point;
	}
	return wide;
}

/* Returns the accelerator with a device path; throws if there is none. */
inline amp_accelerator *find_accelerator(const std::wstring &path) {
	/* paths in Microsoft's implementation */
	static const wchar_t *const aliases[][2] = {{L"direct3d\\warp", L"direct3d_warp"},
	                                            {L"direct3d\\ref", L"direct3d_ref"},
	                                            {L"cpu", L"cpu_accelerator"}};
	std::string narrow(path.begin(), path.end());
	for (std::size_t i = 0; i < sizeof aliases / sizeof *aliases; i++)
		if (path == aliases[i][0])
			narrow.assign(aliases[i][1], aliases[i][1] + std::wstring(aliases[i][1]).size());
	amp_accelerator *found = amp_accelerator_find(narrow.c_str());
	if (!found)
		throw_invalid_argument(("there is no accelerator '" + narrow + "'").c_str());
	return found;
}

/* A template, so that a header can define the static constants. */
template <typename> struct accelerator_paths {
	static const wchar_t default_accelerator[8];
	static const wchar_t direct3d_warp[14];
	static const wchar_t direct3d_ref[13];
	static const wchar_t cpu_accelerator[16];
};
template <typename T> const wchar_t accelerator_paths<T>::default_accelerator[8] = L"default";
template <typename T> const wchar_t accelerator_paths<T>::direct3d_warp[14] = L"direct3d_warp";
template <typename T> const wchar_t accelerator_paths<T>::direct3d_ref[13] = L"direct3d_ref";
template <typename T> const wchar_t accelerator_paths<T>::cpu_accelerator[16] = L"cpu_accelerator";

/* acc.default_view is not an object but a property: it acts as the accelerator_view that source.get_view()
 * returns, as do its members and those of its accelerator. Each of these classes begins with its Source, so
 * that all of them can share one in a union. */
#define AMP_VIEW_MEMBER(name, type, member)                                                  \
	template <typename Source> struct name {                                                 \
		Source source;                                                                       \
		operator type() const { return source.get_view().member; }                           \
	};
AMP_VIEW_MEMBER(view_queuing_mode, Concurrency::queuing_mode, queuing_mode)
AMP_VIEW_MEMBER(view_is_auto_selection, bool, is_auto_selection)
AMP_VIEW_MEMBER(view_is_debug, bool, is_debug)
AMP_VIEW_MEMBER(view_version, unsigned, version)
AMP_VIEW_MEMBER(view_dedicated_memory, std::size_t, accelerator.dedicated_memory)
AMP_VIEW_MEMBER(view_is_emulated, bool, accelerator.is_emulated)
AMP_VIEW_MEMBER(view_has_display, bool, accelerator.has_display)
AMP_VIEW_MEMBER(view_double_precision, bool, accelerator.supports_double_precision)
AMP_VIEW_MEMBER(view_limited_double_precision, bool, accelerator.supports_limited_double_precision)
AMP_VIEW_MEMBER(view_shared_memory, bool, accelerator.supports_cpu_shared_memory)
AMP_VIEW_MEMBER(view_cpu_access, access_type, accelerator.get_default_cpu_access_type())
#undef AMP_VIEW_MEMBER

/* Returns an object of the same accelerator that lives as long as the process, together with its strings. */
inline const Concurrency::accelerator &lasting(const Concurrency::accelerator &accelerator);

/* A string property, with the members of std::wstring that programs use directly; for others, it converts to
 * one. */
template <typename Text> struct view_text {
	operator const std::wstring &() const { return get(); }
	const wchar_t *c_str() const { return get().c_str(); }
	std::size_t length() const { return get().length(); }
	std::size_t size() const { return get().size(); }
	bool empty() const { return get().empty(); }

	friend bool operator==(const view_text &a, const view_text &b) { return a.get() == b.get(); }
	friend bool operator!=(const view_text &a, const view_text &b) { return a.get() != b.get(); }
	friend bool operator==(const view_text &a, const std::wstring &b) { return a.get() == b; }
	friend bool operator!=(const view_text &a, const std::wstring &b) { return a.get() != b; }
	friend bool operator==(const std::wstring &a, const view_text &b) { return a == b.get(); }
	friend bool operator!=(const std::wstring &a, const view_text &b) { return a != b.get(); }
	friend std::wstring operator+(const view_text &a, const std::wstring &b) { return a.get() + b; }
	friend std::wstring operator+(const std::wstring &a, const view_text &b) { return a + b.get(); }
	template <typename Traits>
	friend std::basic_ostream<wchar_t, Traits> &
	operator<<(std::basic_ostream<wchar_t, Traits> &stream, const view_text &text) {
		return stream << text.get();
	}

private:
	const std::wstring &get() const { return static_cast<const Text &>(*this).get_text(); }
};
template <typename Source> struct view_device_path : view_text<view_device_path<Source>> {
	Source source;
	const std::wstring &get_text() const { return lasting(source.get_view().accelerator).device_path; }
};
template <typename Source> struct view_description : view_text<view_description<Source>> {
	Source source;
	const std::wstring &get_text() const { return lasting(source.get_view().accelerator).description; }
};

/* The member functions of an accelerator_view, for a View with get_view(). */
template <typename View> class view_functions {
public:
	operator Concurrency::accelerator_view() const;
	Concurrency::accelerator get_accelerator() const;
	bool get_is_debug() const { return view().get_view().is_debug; }
	unsigned get_version() const { return view().get_view().version; }
	Concurrency::queuing_mode get_queuing_mode() const { return view().get_view().queuing_mode; }
	bool get_is_auto_selection() const { return view().get_view().is_auto_selection; }
	void flush() const { view().get_view().flush(); }
	void wait() const { view().get_view().wait(); }
	completion_future create_marker() const { return view().get_view().create_marker(); }

private:
	const View &view() const { return static_cast<const View &>(*this); }
};

/* The default view of the view's accelerator. */
template <typename Source> struct view_default_view : view_functions<view_default_view<Source>> {
	Source source;
	Concurrency::accelerator_view get_view() const;
};

/* The view's accelerator. */
template <typename Source> class view_accelerator {
public:
	operator Concurrency::accelerator() const;
	Concurrency::accelerator_view get_default_view() const;
	Concurrency::accelerator_view create_view(queuing_mode mode = queuing_mode_automatic) const;
	access_type get_default_cpu_access_type() const { return default_cpu_access_type; }
	bool set_default_cpu_access_type(access_type type) const {
		return source.get_view().accelerator.set_default_cpu_access_type(type);
	}
	std::wstring get_device_path() const { return device_path; }
	std::wstring get_description() const { return description; }
	unsigned get_version() const { return version; }
	std::size_t get_dedicated_memory() const { return dedicated_memory; }
	bool get_is_debug() const { return is_debug; }
	bool get_is_emulated() const { return is_emulated; }
	bool get_has_display() const { return has_display; }
	bool get_supports_double_precision() const { return supports_double_precision; }
	bool get_supports_limited_double_precision() const { return supports_limited_double_precision; }
	bool get_supports_cpu_shared_memory() const { return supports_cpu_shared_memory; }

	union {
		Source source;
		view_device_path<Source> device_path;
		view_description<Source> description;
		view_version<Source> version;
		view_dedicated_memory<Source> dedicated_memory;
		view_is_debug<Source> is_debug;
		view_is_emulated<Source> is_emulated;
		view_has_display<Source> has_display;
		view_double_precision<Source> supports_double_precision;
		view_limited_double_precision<Source> supports_limited_double_precision;
		view_shared_memory<Source> supports_cpu_shared_memory;
		view_default_view<Source> default_view;
		view_cpu_access<Source> default_cpu_access_type;
	};
};

template <typename Source> class view_property : public view_functions<view_property<Source>> {
public:
	Concurrency::accelerator_view get_view() const;

	union {
		Source source;
		view_accelerator<Source> accelerator;
		view_queuing_mode<Source> queuing_mode;
		view_is_auto_selection<Source> is_auto_selection;
		view_is_debug<Source> is_debug;
		view_version<Source> version;
	};
};

} // namespace details

/* 3.2: a device that runs kernels, or that only holds data. */
class accelerator : public details::accelerator_paths<void> {
	struct handle {
		details::amp_accelerator *impl;
		inline accelerator_view get_view() const;
	};
	/* acc.default_cpu_access_type, which can be read and assigned. */
	struct cpu_access_property {
		details::amp_accelerator *impl;
		operator access_type() const {
			return static_cast<access_type>(details::amp_accelerator_default_cpu_access(impl));
		}
		inline cpu_access_property &operator=(access_type type);
	};

public:
	/* 3.2.4: the default accelerator, or the one with this path. */
	accelerator() { set(details::amp_accelerator_default()); }
	explicit accelerator(const std::wstring &path) { set(details::find_accelerator(path)); }
	/* For the library and for interoperation. */
	explicit accelerator(details::amp_accelerator *impl) { set(impl); }

	/* 3.2.3 */
	static std::vector<accelerator> get_all() {
		std::vector<accelerator> all;
		const std::size_t count = details::amp_accelerator_count();
		for (std::size_t i = 0; i < count; i++)
			all.push_back(accelerator(details::amp_accelerator_at(i)));
		return all;
	}
	/* Returns false if the default accelerator is in use and cannot be changed any more. */
	static bool set_default(const std::wstring &path) {
		return details::amp_accelerator_set_default(details::find_accelerator(path));
	}
	static inline accelerator_view get_auto_selection_view();

	/* 3.2.5 */
	bool operator==(const accelerator &other) const { return impl_ == other.impl_; }
	bool operator!=(const accelerator &other) const { return impl_ != other.impl_; }
	inline accelerator_view get_default_view() const;
	inline accelerator_view create_view(queuing_mode mode = queuing_mode_automatic) const;
	access_type get_default_cpu_access_type() const { return default_cpu_access_type; }
	/* Returns false if it was set before, or an array was created on this accelerator already. */
	bool set_default_cpu_access_type(access_type type) {
		if (type == access_type_auto)
			details::throw_invalid_argument("access_type_auto cannot be an accelerator's default");
		if (type != access_type_none && !supports_cpu_shared_memory)
			details::throw_invalid_argument("the accelerator shares no memory with the CPU");
		return details::amp_accelerator_set_default_cpu_access(impl_, static_cast<details::amp_access>(type));
	}
	std::wstring get_device_path() const { return device_path; }
	std::wstring get_description() const { return description; }
	unsigned get_version() const { return version; }
	std::size_t get_dedicated_memory() const { return dedicated_memory; }
	bool get_is_debug() const { return is_debug; }
	bool get_is_emulated() const { return is_emulated; }
	bool get_has_display() const { return has_display; }
	bool get_supports_double_precision() const { return supports_double_precision; }
	bool get_supports_limited_double_precision() const { return supports_limited_double_precision; }
	bool get_supports_cpu_shared_memory() const { return supports_cpu_shared_memory; }

	/* 3.2.2: the properties. */
	std::wstring device_path;
	std::wstring description;
	unsigned version;
	std::size_t dedicated_memory; /* in KiB */
	bool is_debug;
	bool is_emulated;
	bool has_display;
	bool supports_double_precision;
	bool supports_limited_double_precision;
	bool supports_cpu_shared_memory;
	details::view_property<handle> default_view;
	cpu_access_property default_cpu_access_type;

	/* For the library and for interoperation. */
	details::amp_accelerator *get_handle() const { return impl_; }

private:
	void set(details::amp_accelerator *impl) {
		const details::amp_accelerator_info *info = details::amp_accelerator_get_info(impl);
		impl_ = default_view.source.impl = default_cpu_access_type.impl = impl;
		device_path = details::widen(info->device_path);
		description = details::widen(info->description);
		version = info->version;
		dedicated_memory = info->dedicated_memory;
		is_debug = info->is_debug;
		is_emulated = info->is_emulated;
		has_display = info->has_display;
		supports_double_precision = info->supports_double_precision;
		supports_limited_double_precision = info->supports_limited_double_precision;
		supports_cpu_shared_memory = info->supports_cpu_shared_memory;
	}

	details::amp_accelerator *impl_;
};

/* 3.3: a queue of commands on an accelerator. */
class accelerator_view {
public:
	accelerator_view(const accelerator_view &other)
	    : accelerator(other.accelerator), queuing_mode(other.queuing_mode),
	      is_auto_selection(other.is_auto_selection), is_debug(other.is_debug),
	      version(other.version), impl_(details::amp_accelerator_view_ref(other.impl_)) {}
	/* For lvalues only: what a function or a property returns is a copy. */
	accelerator_view &operator=(const accelerator_view &other) & {
		details::amp_accelerator_view *old = impl_;
		impl_ = details::amp_accelerator_view_ref(other.impl_);
		details::amp_accelerator_view_unref(old);
		accelerator = other.accelerator;
		queuing_mode = other.queuing_mode;
		is_auto_selection = other.is_auto_selection;
		is_debug = other.is_debug;
		version = other.version;
		return *this;
	}
	~accelerator_view() { details::amp_accelerator_view_unref(impl_); }

	/* 3.3.4 */
	Concurrency::accelerator get_accelerator() const { return accelerator; }
	bool get_is_debug() const { return is_debug; }
	unsigned get_version() const { return version; }
	Concurrency::queuing_mode get_queuing_mode() const { return queuing_mode; }
	bool get_is_auto_selection() const { return is_auto_selection; }
	/* Submits all queued commands. */
	void flush() const { details::check(details::amp_accelerator_view_flush(impl_)); }
	/* Waits for all queued commands. */
	void wait() const { details::check(details::amp_accelerator_view_wait(impl_)); }
	/* Returns a future that completes when all commands queued so far have. */
	completion_future create_marker() const {
		details::amp_event *event = 0;
		details::check(details::amp_accelerator_view_marker(impl_, &event));
		return completion_future::from_event(event);
	}
	bool operator==(const accelerator_view &other) const {
		return impl_ == other.impl_ && is_auto_selection == other.is_auto_selection;
	}
	bool operator!=(const accelerator_view &other) const { return !(*this == other); }

	/* 3.3.2: the properties. */
	Concurrency::accelerator accelerator;
	Concurrency::queuing_mode queuing_mode;
	bool is_auto_selection;
	bool is_debug;
	unsigned version;

	/* For the library and for interoperation: takes ownership of a reference. */
	explicit accelerator_view(details::amp_accelerator_view *impl)
	    : accelerator(details::amp_accelerator_view_get_accelerator(impl)),
	      queuing_mode(static_cast<Concurrency::queuing_mode>(
	          details::amp_accelerator_view_queuing_mode(impl))),
	      is_auto_selection(details::amp_accelerator_view_is_auto_selection(impl)),
	      is_debug(accelerator.is_debug), version(accelerator.version), impl_(impl) {}
	details::amp_accelerator_view *get_handle() const { return impl_; }

private:
	details::amp_accelerator_view *impl_;
};

inline accelerator_view accelerator::handle::get_view() const {
	return accelerator_view(details::amp_accelerator_default_view(impl));
}

inline accelerator::cpu_access_property &
accelerator::cpu_access_property::operator=(access_type type) {
	accelerator(impl).set_default_cpu_access_type(type);
	return *this;
}

inline accelerator_view accelerator::get_auto_selection_view() {
	return accelerator_view(details::amp_auto_selection_view());
}

inline accelerator_view accelerator::get_default_view() const {
	return default_view;
}

inline accelerator_view accelerator::create_view(Concurrency::queuing_mode mode) const {
	details::amp_accelerator_view *view = 0;
	details::check(
	    details::amp_accelerator_view_create(impl_, static_cast<details::amp_queuing_mode>(mode), &view));
	return accelerator_view(view);
}

namespace details {

inline const accelerator &lasting(const accelerator &a) {
	static const std::vector<accelerator> all = accelerator::get_all();
	std::size_t i = 0;
	while (all[i] != a)
		i++;
	return all[i];
}
template <typename View> view_functions<View>::operator Concurrency::accelerator_view() const {
	return view().get_view();
}
template <typename View> accelerator view_functions<View>::get_accelerator() const {
	return view().get_view().accelerator;
}
template <typename Source> accelerator_view view_default_view<Source>::get_view() const {
	return source.get_view().accelerator.get_default_view();
}
template <typename Source> view_accelerator<Source>::operator Concurrency::accelerator() const {
	return source.get_view().accelerator;
}
template <typename Source> accelerator_view view_accelerator<Source>::get_default_view() const {
	return default_view;
}
template <typename Source>
accelerator_view view_accelerator<Source>::create_view(Concurrency::queuing_mode mode) const {
	return source.get_view().accelerator.create_view(mode);
}
template <typename Source> accelerator_view view_property<Source>::get_view() const {
	return source.get_view();
}

/* A property is compared as the accelerator_view that it acts as. */
template <typename View> accelerator_view compared(const view_functions<View> &view) { return view; }
inline const accelerator_view &compared(const accelerator_view &view) { return view; }
template <typename Source> accelerator compared(const view_accelerator<Source> &a) { return a; }
inline const accelerator &compared(const accelerator &a) { return a; }

#define AMP_COMPARE_PROPERTY(parameters, A, B)                                               \
	template <AMP_LIST parameters> bool operator==(const A &a, const B &b) {                 \
		return compared(a) == compared(b);                                                   \
	}                                                                                        \
	template <AMP_LIST parameters> bool operator!=(const A &a, const B &b) {                 \
		return compared(a) != compared(b);                                                   \
	}
#define AMP_LIST(...) __VA_ARGS__
AMP_COMPARE_PROPERTY((typename X), view_functions<X>, accelerator_view)
AMP_COMPARE_PROPERTY((typename X), accelerator_view, view_functions<X>)
AMP_COMPARE_PROPERTY((typename X, typename Y), view_functions<X>, view_functions<Y>)
AMP_COMPARE_PROPERTY((typename X), view_accelerator<X>, accelerator)
AMP_COMPARE_PROPERTY((typename X), accelerator, view_accelerator<X>)
AMP_COMPARE_PROPERTY((typename X, typename Y), view_accelerator<X>, view_accelerator<Y>)
#undef AMP_LIST
#undef AMP_COMPARE_PROPERTY

} // namespace details

/* The part of interoperation with Direct3D (11.1) that needs none of its objects. */
namespace direct3d {

/* Like a.create_view(mode). With disable_timeout, kernels may run without a time limit; throws
 * unsupported_feature if the driver has one, as it does on GPUs that drive a display. */
inline accelerator_view create_accelerator_view(accelerator &a, bool disable_timeout,
                                                queuing_mode mode = queuing_mode_automatic) {
	if (disable_timeout && a.has_display)
		throw unsupported_feature("the driver ends long kernels on a GPU that drives a display, "
		                          "and no program can turn that off");
	return a.create_view(mode);
}
inline bool is_timeout_disabled(const accelerator_view &av) {
	return !av.accelerator.has_display;
}

} // namespace direct3d

/* Limits of Microsoft's implementation, for programs that refer to them. ampcc has no such limits. */
static const unsigned HLSL_MAX_NUM_BUFFERS = 64 + 128;
static const unsigned MODULENAME_MAX_LENGTH = 1024;

/* For programs that call it before their library is unloaded. The runtime has nothing to release then. */
inline void amp_uninitialize() {}

} // namespace Concurrency

#endif
