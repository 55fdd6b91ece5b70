/* C++ AMP's textures (specification 1.2, chapter 10): texture, its views, and copies.
 *
 * A texture is linear memory, decoded and sampled by the code in amp/texel.h and amp/sampler.h, so results
 * are the same on every accelerator. */
#ifndef AMPCC_GRAPHICS_H
#define AMPCC_GRAPHICS_H

#include <amp.h>
#include <amp_short_vectors.h>

#if !defined(__AMPCC_FLAT__) /* see <amp.h> */

#include <amp/sampler.h>
#include <amp/texture.h>

#include <cstring>
#include <utility>
#include <vector>

namespace Concurrency {

namespace graphics {

namespace direct3d {

/* Adds to accum[i] the absolute differences between the nonzero bytes of the reference and the bytes of the
 * source from byte i on. */
AMP_AMP inline uint4 msad4(uint reference, uint2 source, uint4 accum) {
	const unsigned long long bytes = static_cast<unsigned long long>(source.y) << 32 | source.x;
	for (int i = 0; i < 4; i++)
		for (int j = 0; j < 4; j++) {
			const int r = static_cast<int>(reference >> 8 * j & 0xffu);
			const int s = static_cast<int>(bytes >> 8 * (i + j) & 0xffu);
			if (r != 0)
				accum.raw[i] += static_cast<unsigned>(r < s ? s - r : r - s);
		}
	return accum;
}

} // namespace direct3d

} // namespace graphics

namespace details {

/* Tells the runtime what the texels of a new texture are, if they can be sampled. */
template <typename Scalar> struct sampled_texels {
	static const bool are_sampled = false;
};
template <> struct sampled_texels<float> {
	static const bool are_sampled = true;
	static const amp_texels texels = AMP_TEXELS_FLOAT;
};
template <> struct sampled_texels<graphics::unorm> {
	static const bool are_sampled = true;
	static const amp_texels texels = AMP_TEXELS_UNORM;
};
template <> struct sampled_texels<graphics::norm> {
	static const bool are_sampled = true;
	static const amp_texels texels = AMP_TEXELS_NORM;
};
template <typename T, int N> void set_texture(const texture_storage<T, N> &, std::false_type) {}
template <typename T, int N> void set_texture(const texture_storage<T, N> &t, std::true_type) {
	amp_texture texture = {sampled_texels<typename texel<T>::scalar>::texels, texel<T>::size,
	                       t.bits_per_scalar_element, N, {}};
	for (int d = 0; d < N; d++)
		texture.extent[d] = t.extent[d];
	amp_buffer_set_texture(t.amp_head.buffer, &texture);
}

/* ---- Copies ------------------------------------------------------------ */

template <typename T, int N> struct texture_traits<graphics::texture<T, N>> {
	static const bool is_texture = true, is_writable = true;
};
template <typename T, int N> struct texture_traits<graphics::texture_view<T, N>> {
	static const bool is_texture = true, is_writable = true;
};
template <typename T, int N> struct texture_traits<const graphics::texture_view<T, N>>
    : texture_traits<graphics::texture_view<T, N>> {};
template <typename T, int N> struct texture_traits<graphics::texture_view<const T, N>> {
	static const bool is_texture = true, is_writable = false;
};
template <typename T, int N> struct texture_traits<const graphics::texture_view<const T, N>>
    : texture_traits<graphics::texture_view<const T, N>> {};
template <typename T, int N> struct texture_traits<graphics::writeonly_texture_view<T, N>> {
	static const bool is_texture = true, is_writable = true;
};
template <typename T, int N> struct texture_traits<const graphics::writeonly_texture_view<T, N>>
    : texture_traits<graphics::writeonly_texture_view<T, N>> {};

inline void check_bytes(std::size_t given, std::size_t needed) {
	if (given < needed)
		throw_invalid_argument("copy: the buffer is smaller than the texture's data");
}

template <int N> void write_region(const texture_region<N> &to, const void *source, amp_event **event) {
	const amp_view v = to.view();
	check(amp_view_write(&v, source, event));
}
template <int N> void read_region(const texture_region<N> &from, void *destination, amp_event **event) {
	const amp_view v = from.view();
	check(amp_view_read(&v, destination, event));
}
template <int N> void copy_region(const texture_region<N> &from, const texture_region<N> &to, amp_event **event) {
	const amp_view source = from.view(), destination = to.view();
	check(amp_view_copy(&source, &destination, event));
}

/* Copies values one by one, as many as there are texels. They are encoded and decoded here, so the copy has
 * ended on return. */
template <typename T, typename Iterator, int N>
void write_values(const texture_region<N> &to, unsigned bits, Iterator first, Iterator last) {
	std::vector<double> memory(to.bytes() / sizeof(double) + 1); /* aligned for any texel */
	char *const bytes = reinterpret_cast<char *>(memory.data());
	std::size_t at = 0;
	for (; at != to.bytes() && first != last; ++first, at += to.texel_bytes)
		texel<T>::store(bytes + at, bits, static_cast<T>(*first));
	if (at != to.bytes())
		throw_invalid_argument("copy: the source has fewer values than the texture");
	write_region(to, bytes, 0);
}
template <typename T, typename Iterator, int N>
void read_values(const texture_region<N> &from, unsigned bits, Iterator out) {
	std::vector<double> memory(from.bytes() / sizeof(double) + 1);
	char *const bytes = reinterpret_cast<char *>(memory.data());
	read_region(from, bytes, 0);
	for (std::size_t at = 0; at < from.bytes(); at += from.texel_bytes, ++out)
		*out = texel<T>::load(bytes + at, bits);
}

template <typename From, typename To> void check_same_format(const From &from, const To &to) {
	if (from.bits_per_scalar_element != to.bits_per_scalar_element)
		throw_invalid_argument("copy: the textures have different bits per scalar element");
}

template <typename X>
using if_texture = typename std::enable_if<texture_traits<X>::is_texture>::type;
template <typename X>
using if_writable_texture = typename std::enable_if<texture_traits<X>::is_writable>::type;
template <typename X>
using if_value_iterator =
    typename std::enable_if<is_iterator<X>::value && !texture_traits<X>::is_texture &&
                            !std::is_void<typename std::remove_pointer<X>::type>::value>::type;

} // namespace details

namespace graphics {

/* 10.6: synchronous and asynchronous copies. The arguments of copy_async must stay alive until the copy has
 * ended. */
#define AMP_LIST(...) __VA_ARGS__
#define AMP_TEXTURE_COPY(template_parameters, parameters, transfer)                          \
	template <AMP_LIST template_parameters> void copy(AMP_LIST parameters) {             \
		details::amp_event **const event = 0;                                                 \
		(void)event;                                                                 \
		transfer;                                                                    \
	}                                                                                    \
	template <AMP_LIST template_parameters>                                              \
	Concurrency::completion_future copy_async(AMP_LIST parameters) {                     \
		details::amp_event *ended = 0;                                                        \
		details::amp_event **const event = &ended;                                            \
		(void)event;                                                                 \
		transfer;                                                                    \
		return Concurrency::completion_future::from_event(ended);                    \
	}

/* Bytes in the texture's own format: of all levels, or of a part of the most detailed one. */
AMP_TEXTURE_COPY((typename Source, typename = Concurrency::details::if_texture<Source>),
                 (const Source &source, void *dest, unsigned dest_bytes),
                 Concurrency::details::check_bytes(dest_bytes, source.data_length);
                 Concurrency::details::read_region(source.all_levels(), dest, event))
AMP_TEXTURE_COPY((typename Source, typename = Concurrency::details::if_texture<Source>),
                 (const Source &source, const Concurrency::index<Source::rank> &offset,
                  const Concurrency::extent<Source::rank> &size, void *dest, unsigned dest_bytes),
                 Concurrency::details::check_bytes(dest_bytes, source.part(offset, size).bytes());
                 Concurrency::details::read_region(source.part(offset, size), dest, event))
AMP_TEXTURE_COPY((typename Dest, typename = Concurrency::details::if_writable_texture<Dest>),
                 (const void *source, unsigned source_bytes, Dest &dest),
                 Concurrency::details::check_bytes(source_bytes, dest.data_length);
                 Concurrency::details::write_region(dest.all_levels(), source, event))
AMP_TEXTURE_COPY((typename Dest, typename = Concurrency::details::if_writable_texture<Dest>),
                 (const void *source, unsigned source_bytes, Dest &dest,
                  const Concurrency::index<Dest::rank> &offset,
                  const Concurrency::extent<Dest::rank> &size),
                 Concurrency::details::check_bytes(source_bytes, dest.part(offset, size).bytes());
                 Concurrency::details::write_region(dest.part(offset, size), source, event))

/* Values of the most detailed level or of a part of it. The first overload exists for each class, since
 * std::copy has such parameters and must not be the better match. */
#define AMP_TEXTURE_COPY_VALUES(dest_type)                                                   \
	AMP_TEXTURE_COPY((typename Iterator, typename T, int N,                              \
	                  typename = Concurrency::details::if_value_iterator<Iterator>,      \
	                  typename = Concurrency::details::if_writable<T>),                  \
	                 (Iterator first, Iterator last, dest_type dest),                    \
	                 Concurrency::details::write_values<T>(                              \
	                     dest.part(Concurrency::index<N>(), dest.extent),                \
	                     dest.bits_per_scalar_element, first, last))
#define AMP_COMMA ,
AMP_TEXTURE_COPY_VALUES(texture<T AMP_COMMA N> &)
AMP_TEXTURE_COPY_VALUES(const texture_view<T AMP_COMMA N> &)
AMP_TEXTURE_COPY_VALUES(const writeonly_texture_view<T AMP_COMMA N> &)
#undef AMP_COMMA
#undef AMP_TEXTURE_COPY_VALUES
AMP_TEXTURE_COPY((typename Iterator, typename Dest,
                  typename = Concurrency::details::if_value_iterator<Iterator>,
                  typename = Concurrency::details::if_writable_texture<Dest>),
                 (Iterator first, Iterator last, Dest &dest,
                  const Concurrency::index<Dest::rank> &offset,
                  const Concurrency::extent<Dest::rank> &size),
                 Concurrency::details::write_values<typename Dest::element_type>(
                     dest.part(offset, size), dest.bits_per_scalar_element, first, last))
AMP_TEXTURE_COPY((typename Source, typename Iterator,
                  typename = Concurrency::details::if_texture<Source>,
                  typename = Concurrency::details::if_value_iterator<Iterator>),
                 (const Source &source, Iterator dest),
                 Concurrency::details::read_values<typename Source::element_type>(
                     source.part(Concurrency::index<Source::rank>(), source.extent),
                     source.bits_per_scalar_element, dest))
AMP_TEXTURE_COPY((typename Source, typename Iterator,
                  typename = Concurrency::details::if_texture<Source>,
                  typename = Concurrency::details::if_value_iterator<Iterator>),
                 (const Source &source, const Concurrency::index<Source::rank> &offset,
                  const Concurrency::extent<Source::rank> &size, Iterator dest),
                 Concurrency::details::read_values<typename Source::element_type>(
                     source.part(offset, size), source.bits_per_scalar_element, dest))

/* Copies between textures of the same format: all levels, or a part of the most detailed one. */
AMP_TEXTURE_COPY((typename Source, typename Dest,
                  typename = Concurrency::details::if_texture<Source>,
                  typename = Concurrency::details::if_writable_texture<Dest>),
                 (const Source &source, Dest &dest),
                 Concurrency::details::check_same_format(source, dest);
                 if (source.extent != dest.extent || source.mipmap_levels != dest.mipmap_levels)
                     Concurrency::details::throw_invalid_argument(
                         "copy: the textures differ in extent or mipmap levels");
                 Concurrency::details::copy_region(source.all_levels(), dest.all_levels(), event))
AMP_TEXTURE_COPY((typename Source, typename Dest,
                  typename = Concurrency::details::if_texture<Source>,
                  typename = Concurrency::details::if_writable_texture<Dest>),
                 (const Source &source, const Concurrency::index<Source::rank> &source_offset,
                  Dest &dest, const Concurrency::index<Dest::rank> &dest_offset,
                  const Concurrency::extent<Source::rank> &size),
                 Concurrency::details::check_same_format(source, dest);
                 Concurrency::details::copy_region(source.part(source_offset, size),
                                                   dest.part(dest_offset, size), event))
#undef AMP_TEXTURE_COPY

/* ---- 10.5: texture ----------------------------------------------------- */

/* The constructors that take an extent and further arguments; "parameters" and "arguments" are one way to
 * specify the extent, each in parentheses. They are templates, so that those for other ranks do not take part
 * in overload resolution: texture<int, 1>(16, 8u). */
#define AMP_TEXTURE_CONSTRUCTORS(R, parameters, arguments)                                   \
	template <int Rank = N, typename std::enable_if<Rank == R, int>::type = 0>           \
	texture(AMP_LIST parameters)                                                         \
	    : texture(Concurrency::extent<N> arguments, default_view(), 0, 0, 1) {}          \
	template <int Rank = N, typename std::enable_if<Rank == R, int>::type = 0>           \
	texture(AMP_LIST parameters, const Concurrency::accelerator_view &av)                \
	    : texture(Concurrency::extent<N> arguments, av, 0, 0, 1) {}                      \
	template <int Rank = N, typename std::enable_if<Rank == R, int>::type = 0>           \
	texture(AMP_LIST parameters, const Concurrency::accelerator_view &av,                \
	        const Concurrency::accelerator_view &associated)                             \
	    : texture(Concurrency::extent<N> arguments, av, &associated, 0, 1) {}            \
	template <int Rank = N, typename std::enable_if<Rank == R, int>::type = 0>           \
	texture(AMP_LIST parameters, unsigned bits)                                          \
	    : texture(Concurrency::extent<N> arguments, default_view(), 0, bits, 1) {}       \
	template <int Rank = N, typename std::enable_if<Rank == R, int>::type = 0>           \
	texture(AMP_LIST parameters, unsigned bits, const Concurrency::accelerator_view &av) \
	    : texture(Concurrency::extent<N> arguments, av, 0, bits, 1) {}                   \
	template <int Rank = N, typename std::enable_if<Rank == R, int>::type = 0>           \
	texture(AMP_LIST parameters, unsigned bits, const Concurrency::accelerator_view &av, \
	        const Concurrency::accelerator_view &associated)                             \
	    : texture(Concurrency::extent<N> arguments, av, &associated, bits, 1) {}         \
	template <int Rank = N, typename std::enable_if<Rank == R, int>::type = 0>           \
	texture(AMP_LIST parameters, unsigned bits, unsigned levels)                         \
	    : texture(Concurrency::extent<N> arguments, default_view(), 0, bits, levels) {}  \
	template <int Rank = N, typename std::enable_if<Rank == R, int>::type = 0>           \
	texture(AMP_LIST parameters, unsigned bits, unsigned levels,                         \
	        const Concurrency::accelerator_view &av)                                     \
	    : texture(Concurrency::extent<N> arguments, av, 0, bits, levels) {}              \
	template <int Rank = N, typename std::enable_if<Rank == R, int>::type = 0>           \
	texture(AMP_LIST parameters, const void *source, unsigned source_bytes, unsigned bits) \
	    : texture(Concurrency::extent<N> arguments, default_view(), 0, bits, 1) {        \
		graphics::copy(source, source_bytes, *this);                                 \
	}                                                                                    \
	template <int Rank = N, typename std::enable_if<Rank == R, int>::type = 0>           \
	texture(AMP_LIST parameters, const void *source, unsigned source_bytes, unsigned bits, \
	        const Concurrency::accelerator_view &av)                                     \
	    : texture(Concurrency::extent<N> arguments, av, 0, bits, 1) {                    \
		graphics::copy(source, source_bytes, *this);                                 \
	}                                                                                    \
	template <int Rank = N, typename std::enable_if<Rank == R, int>::type = 0>           \
	texture(AMP_LIST parameters, const void *source, unsigned source_bytes, unsigned bits, \
	        const Concurrency::accelerator_view &av,                                     \
	        const Concurrency::accelerator_view &associated)                             \
	    : texture(Concurrency::extent<N> arguments, av, &associated, bits, 1) {          \
		graphics::copy(source, source_bytes, *this);                                 \
	}                                                                                    \
	template <typename Iterator, typename = Concurrency::details::if_value_iterator<Iterator>, \
	          int Rank = N, typename std::enable_if<Rank == R, int>::type = 0>           \
	texture(AMP_LIST parameters, Iterator first, Iterator last)                          \
	    : texture(Concurrency::extent<N> arguments, default_view(), 0, 0, 1) {           \
		graphics::copy(first, last, *this);                                          \
	}                                                                                    \
	template <typename Iterator, typename = Concurrency::details::if_value_iterator<Iterator>, \
	          int Rank = N, typename std::enable_if<Rank == R, int>::type = 0>           \
	texture(AMP_LIST parameters, Iterator first, Iterator last,                          \
	        const Concurrency::accelerator_view &av)                                     \
	    : texture(Concurrency::extent<N> arguments, av, 0, 0, 1) {                       \
		graphics::copy(first, last, *this);                                          \
	}                                                                                    \
	template <typename Iterator, typename = Concurrency::details::if_value_iterator<Iterator>, \
	          int Rank = N, typename std::enable_if<Rank == R, int>::type = 0>           \
	texture(AMP_LIST parameters, Iterator first, Iterator last,                          \
	        const Concurrency::accelerator_view &av,                                     \
	        const Concurrency::accelerator_view &associated)                             \
	    : texture(Concurrency::extent<N> arguments, av, &associated, 0, 1) {             \
		graphics::copy(first, last, *this);                                          \
	}

/* The reading members of a texture and of its views. */
#define AMP_TEXTURE_READ                                                                     \
	AMP_ACCESSOR AMP_AMP const T operator[](const Concurrency::index<N> &idx) const { return this->load(idx); } \
	AMP_ACCESSOR AMP_AMP const T operator[](int i0) const { return (*this)(i0); }                     \
	AMP_ACCESSOR AMP_AMP const T operator()(const Concurrency::index<N> &idx) const { return this->load(idx); } \
	AMP_ACCESSOR AMP_AMP const T operator()(int i0) const {                                           \
		static_assert(N == 1, "operator()(int) is for rank 1");                      \
		return this->load(Concurrency::index<N>(i0));                                \
	}                                                                                    \
	AMP_ACCESSOR AMP_AMP const T operator()(int i0, int i1) const {                                   \
		static_assert(N == 2, "operator()(int, int) is for rank 2");                 \
		return this->load(Concurrency::index<N>(i0, i1));                            \
	}                                                                                    \
	AMP_ACCESSOR AMP_AMP const T operator()(int i0, int i1, int i2) const {                           \
		static_assert(N == 3, "operator()(int, int, int) is for rank 3");            \
		return this->load(Concurrency::index<N>(i0, i1, i2));                        \
	}

template <typename T, int N> class texture : public Concurrency::details::texture_storage<T, N> {
	typedef Concurrency::details::texture_storage<T, N> storage;

public:
	typedef T value_type;
	typedef T element_type; /* not const, for the library */

	AMP_TEXTURE_CONSTRUCTORS(N, (const Concurrency::extent<N> &e), (e))
	AMP_TEXTURE_CONSTRUCTORS(1, (int e0), (e0))
	AMP_TEXTURE_CONSTRUCTORS(2, (int e0, int e1), (e0, e1))
	AMP_TEXTURE_CONSTRUCTORS(3, (int e0, int e1, int e2), (e0, e1, e2))

	/* Copies, on the same accelerator_view or another one. */
	texture(const texture &source) : storage(source.extent, source.bits_per_scalar_element, source.mipmap_levels) {
		details::amp_buffer *const buffer = Concurrency::details::checked_buffer(source.amp_head);
		create(details::amp_buffer_home(buffer), details::amp_buffer_associated(buffer));
		fill(source);
	}
	texture(texture &&other) noexcept : storage(static_cast<const storage &>(other)) { other.amp_head.buffer = 0; }
	texture(const texture &source, const Concurrency::accelerator_view &av) : texture(like(source, av, 0)) {
		graphics::copy(source, *this);
	}
	texture(const texture &source, const Concurrency::accelerator_view &av,
	        const Concurrency::accelerator_view &associated)
	    : texture(like(source, av, &associated)) {
		graphics::copy(source, *this);
	}
	texture(const texture_view<T, N> &source) : texture(source, source.get_accelerator_view()) {}
	texture(const texture_view<T, N> &source, const Concurrency::accelerator_view &av)
	    : texture(like(source, av, 0)) {
		graphics::copy(source, *this);
	}
	texture(const texture_view<const T, N> &source) : texture(source, source.get_accelerator_view()) {}
	texture(const texture_view<const T, N> &source, const Concurrency::accelerator_view &av)
	    : texture(like(source, av, 0)) {
		graphics::copy(source, *this);
	}

	AMP_CPU_AMP ~texture() { this->release(); }

	texture &operator=(const texture &other) {
		if (this != &other)
			*this = texture(other);
		return *this;
	}
	texture &operator=(texture &&other) noexcept {
		this->swap(other);
		return *this;
	}

	AMP_TEXTURE_READ
	AMP_ACCESSOR AMP_AMP const T get(const Concurrency::index<N> &idx) const { return this->load(idx); }
	AMP_ACCESSOR AMP_AMP void set(const Concurrency::index<N> &idx, const T &value) { this->store(idx, value); }

	void copy_to(texture &dest) const { graphics::copy(*this, dest); }
	void copy_to(const texture_view<T, N> &dest) const { graphics::copy(*this, dest); }
	void copy_to(const writeonly_texture_view<T, N> &dest) const { graphics::copy(*this, dest); }

	/* 10.1.9: the texels of a staging texture on the host; NULL for other textures. */
	void *data() { return host_data(AMP_ACCESS_READ_WRITE); }
	const void *data() const { return host_data(AMP_ACCESS_READ); }

protected:
	AMP_CPU_AMP texture(Concurrency::details::shallow_copy, const texture &other)
	    : storage(static_cast<const storage &>(other)) {}

private:
	texture(const Concurrency::extent<N> &e, const Concurrency::accelerator_view &av,
	        const Concurrency::accelerator_view *associated, unsigned bits, unsigned levels)
	    : storage(e, bits, levels) {
		create(av.get_handle(), associated ? associated->get_handle() : 0);
	}

	static Concurrency::accelerator_view default_view() { return Concurrency::details::default_accelerator_view(); }

	template <typename Source>
	static texture like(const Source &source, const Concurrency::accelerator_view &av,
	                    const Concurrency::accelerator_view *associated) {
		return texture(source.extent, av, associated, source.bits_per_scalar_element, source.mipmap_levels);
	}

	void create(details::amp_accelerator_view *home, details::amp_accelerator_view *associated) {
		Concurrency::details::check(details::amp_buffer_create(home, associated, this->data_length, AMP_ACCESS_AUTO,
		                                              &this->amp_head.buffer));
		typedef Concurrency::details::sampled_texels<typename storage::scalar_type> texels;
		Concurrency::details::set_texture(static_cast<const storage &>(*this),
		                                  std::integral_constant<bool, texels::are_sampled>());
	}
	void fill(const texture &source) {
		try {
			graphics::copy(source, *this);
		} catch (...) {
			this->release();
			throw;
		}
	}

	void *host_data(details::amp_access access) const {
		const details::amp_view v = this->describe(0);
		if (this->get_accelerator_view().accelerator.get_handle() != details::amp_accelerator_find("cpu_accelerator"))
			return 0;
		void *data = 0;
		Concurrency::details::check(details::amp_view_access(&v, access, &data));
		return data;
	}
};

#undef AMP_TEXTURE_CONSTRUCTORS
#undef AMP_LIST

/* ---- 10.7, 10.8: views ------------------------------------------------- */

/* Copies of a view refer to the same texture. */
#define AMP_TEXTURE_VIEW_COPIES(name)                                                        \
	AMP_CPU_AMP name(const name &other) : storage(static_cast<const storage &>(other)) { this->retain(); } \
	AMP_CPU_AMP ~name() { this->release(); }                                             \
	AMP_CPU_AMP name &operator=(const name &other) {                                     \
		other.retain();                                                              \
		this->release();                                                             \
		storage::operator=(other);                                                   \
		return *this;                                                                \
	}

/* A view of one level of a texture, for reading and writing. */
template <typename T, int N> class texture_view : public Concurrency::details::texture_storage<T, N> {
	typedef Concurrency::details::texture_storage<T, N> storage;

public:
	typedef T value_type;
	typedef T element_type;
	typedef typename short_vector<float, N>::type coordinates_type;
	typedef typename short_vector<typename storage::scalar_type, 4>::type gather_return_type;

	AMP_CPU_AMP texture_view(texture<T, N> &source) : storage(source, 0, 1) { this->retain(); }
	texture_view(texture<T, N> &source, unsigned level) : storage(source, level, 1) { this->retain(); }
	AMP_TEXTURE_VIEW_COPIES(texture_view)

	AMP_TEXTURE_READ
	AMP_ACCESSOR AMP_AMP const T get(const Concurrency::index<N> &idx) const { return this->load(idx); }
	AMP_ACCESSOR AMP_AMP void set(const Concurrency::index<N> &idx, const T &value) const { this->store(idx, value); }
};

/* A view of levels of a texture, for reading and sampling. */
template <typename T, int N> class texture_view<const T, N> : public Concurrency::details::texture_storage<T, N> {
	typedef Concurrency::details::texture_storage<T, N> storage;

public:
	typedef const T value_type;
	typedef T element_type;
	typedef typename short_vector<float, N>::type coordinates_type;
	typedef typename short_vector<typename storage::scalar_type, 4>::type gather_return_type;

	AMP_CPU_AMP texture_view(const texture<T, N> &source) : storage(source, 0, source.mipmap_levels) { this->retain(); }
	texture_view(const texture<T, N> &source, unsigned first, unsigned levels) : storage(source, first, levels) {
		this->retain();
	}
	texture_view(const texture_view<T, N> &source) : storage(static_cast<const storage &>(source)) { this->retain(); }
	texture_view(const texture_view &source, unsigned first, unsigned levels) : storage(source, first, levels) {
		this->retain();
	}
	AMP_TEXTURE_VIEW_COPIES(texture_view)
	texture_view &operator=(const texture_view<T, N> &other) { return *this = texture_view(other); }

	AMP_TEXTURE_READ
	AMP_ACCESSOR AMP_AMP const T get(const Concurrency::index<N> &idx, unsigned level = 0) const { return this->load(idx, level); }

	/* Returns an interpolated value; coordinates are in [0, 1], the last dimension's first. */
	AMP_AMP const T sample(const sampler &s, const coordinates_type &at, float level_of_detail = 0.0f) const {
		static_assert(!std::is_same<typename storage::scalar_type, int>::value &&
		                  !std::is_same<typename storage::scalar_type, uint>::value &&
		                  !std::is_same<typename storage::scalar_type, double>::value,
		              "textures of float, norm and unorm can be sampled, others cannot");
		float coordinates[N];
		Concurrency::details::coordinates_of(at, coordinates);
		return Concurrency::details::sample_texture<T, N>(*this, s, coordinates, level_of_detail);
	}
	template <filter_mode Filter = filter_linear, address_mode Address = address_clamp>
	AMP_AMP const T sample(const coordinates_type &at, float level_of_detail = 0.0f) const {
		static_assert(Filter != filter_unknown && Address != address_unknown,
		              "a sampler needs a filter and an address mode");
		return sample(sampler(Concurrency::details::sampler_modes(), Filter, Address), at, level_of_detail);
	}

#define AMP_TEXTURE_GATHER(name, component)                                                  \
	AMP_AMP const gather_return_type name(const sampler &s, const coordinates_type &at) const { \
		static_assert(N == 2, "only textures of rank 2 can be gathered from");       \
		static_assert(component < Concurrency::details::texel<T>::size,              \
		              "the texture does not have this component");                  \
		return Concurrency::details::gather_texture<T>(*this, s, at, component);     \
	}                                                                                    \
	template <address_mode Address = address_clamp>                                      \
	AMP_AMP const gather_return_type name(const coordinates_type &at) const {            \
		static_assert(Address != address_unknown, "a sampler needs an address mode"); \
		return name(sampler(Concurrency::details::sampler_modes(), filter_point, Address), at); \
	}
	AMP_TEXTURE_GATHER(gather_red, 0)
	AMP_TEXTURE_GATHER(gather_green, 1)
	AMP_TEXTURE_GATHER(gather_blue, 2)
	AMP_TEXTURE_GATHER(gather_alpha, 3)
#undef AMP_TEXTURE_GATHER
};

/* A view of the most detailed level, for writing; superseded by texture_view. */
template <typename T, int N> class writeonly_texture_view : public Concurrency::details::texture_storage<T, N> {
	typedef Concurrency::details::texture_storage<T, N> storage;

public:
	typedef T value_type;
	typedef T element_type;

	AMP_CPU_AMP writeonly_texture_view(texture<T, N> &source) : storage(source, 0, 1) { this->retain(); }
	AMP_TEXTURE_VIEW_COPIES(writeonly_texture_view)

	AMP_ACCESSOR AMP_AMP void set(const Concurrency::index<N> &idx, const T &value) const { this->store(idx, value); }
};

#undef AMP_TEXTURE_READ
#undef AMP_TEXTURE_VIEW_COPIES

} // namespace graphics

/* ---- As captures and arguments of kernels ------------------------------ */

namespace details {

/* The type of the member for a texture captured by reference: the texture without its ownership, like
 * array_ref. */
template <typename T, int N> class texture_ref : public graphics::texture<T, N> {
	typedef graphics::texture<T, N> base;

public:
	AMP_CPU_AMP texture_ref(const base &source) : base(shallow_copy(), source) {}
	AMP_CPU_AMP texture_ref(const texture_ref &source) : base(shallow_copy(), source) {}
	AMP_CPU_AMP ~texture_ref() { this->amp_head.buffer = 0; }

	AMP_ACCESSOR AMP_AMP void set(const Concurrency::index<N> &idx, const T &value) const { this->store(idx, value); }
};

/* The type of the member for a const texture captured by reference. */
template <typename T, int N> class const_texture_ref : public graphics::texture<T, N> {
	typedef graphics::texture<T, N> base;

public:
	AMP_CPU_AMP const_texture_ref(const base &source) : base(shallow_copy(), source) {}
	AMP_CPU_AMP const_texture_ref(const const_texture_ref &source) : base(shallow_copy(), source) {}
	AMP_CPU_AMP ~const_texture_ref() { this->amp_head.buffer = 0; }

	void set(const Concurrency::index<N> &idx, const T &value) const = delete;
};

template <typename T, int N> struct capture_reference<graphics::texture<T, N>> {
	typedef texture_ref<T, N> type;
};
template <typename T, int N> struct capture_reference<const graphics::texture<T, N>> {
	typedef const_texture_ref<T, N> type;
};
template <typename T, int N> struct capture_reference<texture_ref<T, N>> {
	typedef texture_ref<T, N> type;
};
template <typename T, int N> struct capture_reference<const texture_ref<T, N>> {
	typedef texture_ref<T, N> type;
};
template <typename T, int N> struct capture_reference<const_texture_ref<T, N>> {
	typedef const_texture_ref<T, N> type;
};
template <typename T, int N> struct capture_reference<const const_texture_ref<T, N>> {
	typedef const_texture_ref<T, N> type;
};

template <typename T, int N> struct declared<texture_ref<T, N>> { typedef graphics::texture<T, N> type; };
template <typename T, int N> struct declared<const_texture_ref<T, N>> {
	typedef const graphics::texture<T, N> type;
};

template <typename T>
struct texture_bits
    : std::integral_constant<unsigned, texel_scalar<typename texel<typename std::remove_const<T>::type>::scalar>::default_bits> {};
template <typename T, int N> struct usual_bits<texture_ref<T, N>> : texture_bits<T> {};
template <typename T, int N> struct usual_bits<const_texture_ref<T, N>> : texture_bits<T> {};
template <typename T, int N> struct usual_bits<graphics::texture_view<T, N>> : texture_bits<T> {};
template <typename T, int N> struct usual_bits<graphics::writeonly_texture_view<T, N>> : texture_bits<T> {};

/* A texture is written only where it lives, so there is no benefit in knowing that all of it is written. */
template <typename X, amp_access Most> struct texture_argument {
	template <typename Collector>
	AMP_CPU_AMP static void collect(Collector &collector, const X &texture, amp_access access) {
		collector.add(texture, texture.texel_bytes(), access == AMP_ACCESS_READ ? AMP_ACCESS_READ : Most);
	}
};
template <typename X> struct texture_pointer_argument {
	template <typename Collector>
	AMP_CPU_AMP static void collect(Collector &collector, const X *pointer, amp_access access) {
		if (pointer)
			argument<X>::collect(collector, *pointer, access);
	}
};

template <typename T, int N>
struct argument<graphics::texture<T, N>> : texture_argument<graphics::texture<T, N>, AMP_ACCESS_READ_WRITE> {};
template <typename T, int N>
struct argument<texture_ref<T, N>> : texture_argument<texture_ref<T, N>, AMP_ACCESS_READ_WRITE> {};
template <typename T, int N>
struct argument<const_texture_ref<T, N>> : texture_argument<const_texture_ref<T, N>, AMP_ACCESS_READ> {};
template <typename T, int N>
struct argument<graphics::texture_view<T, N>>
    : texture_argument<graphics::texture_view<T, N>, AMP_ACCESS_READ_WRITE> {};
template <typename T, int N>
struct argument<graphics::texture_view<const T, N>>
    : texture_argument<graphics::texture_view<const T, N>, AMP_ACCESS_READ> {};
template <typename T, int N>
struct argument<graphics::writeonly_texture_view<T, N>>
    : texture_argument<graphics::writeonly_texture_view<T, N>, AMP_ACCESS_READ_WRITE> {};
template <typename T, int N> struct is_moved_as_bytes<graphics::texture_view<T, N>> : std::true_type {};
template <typename T, int N>
struct is_moved_as_bytes<graphics::writeonly_texture_view<T, N>> : std::true_type {};
template <typename T, int N>
struct argument<graphics::texture<T, N> *> : texture_pointer_argument<graphics::texture<T, N>> {};
template <typename T, int N>
struct argument<const graphics::texture<T, N> *> : texture_pointer_argument<graphics::texture<T, N>> {};

} // namespace details
} // namespace Concurrency

#endif
#endif
