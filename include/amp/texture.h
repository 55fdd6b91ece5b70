/* The common part of texture and its views: linear memory with all mipmap levels, the most detailed one
 * first, each dense and row-major. */
#ifndef AMPCC_TEXTURE_H
#define AMPCC_TEXTURE_H

#include <amp/accelerator.h>
#include <amp/array.h>
#include <amp/config.h>
#include <amp/exception.h>
#include <amp/index.h>
#include <amp/kernel.h>
#include <amp/texel.h>

namespace Concurrency {

namespace graphics {
template <typename T, int N> class texture;
template <typename T, int N> class texture_view;
template <typename T, int N> class writeonly_texture_view;
} // namespace graphics

namespace details {

/* A rectangular part of one level, or all bytes, in the runtime's terms. */
template <int N> struct texture_region {
	Concurrency::extent<N> shape;
	int strides[N];
	std::size_t offset, texel_bytes;
	amp_buffer *buffer;

	std::size_t bytes() const { return static_cast<std::size_t>(shape.size()) * texel_bytes; }
	amp_view view() const {
		amp_view v;
		v.buffer = buffer;
		v.offset = offset;
		v.element_size = texel_bytes;
		v.rank = N;
		v.extent = shape.data();
		v.stride = strides;
		return v;
	}
};

/* The head is the first member, as in arrays. */
struct texture_head {
	union {
		amp_view_head amp_head;
		view_property<array_home> accelerator_view;
		view_property<array_associate> associated_accelerator_view;
	};
};

/* base: extent of the whole texture; first: the most detailed visible level. */
template <int N> struct texture_shape {
	Concurrency::extent<N> base;
	unsigned first, levels;

	AMP_CPU_AMP Concurrency::extent<N> level_extent(unsigned level) const {
		Concurrency::extent<N> e;
		for (int d = 0; d < N; d++) {
			const int size = base[d] >> (first + level);
			e[d] = size > 0 ? size : 1;
		}
		return e;
	}
	/* The number of texels in levels [from, to) of the whole texture. */
	AMP_CPU_AMP std::size_t texels(unsigned from, unsigned to) const {
		std::size_t texels = 0;
		for (unsigned l = from; l < to; l++) {
			std::size_t size = 1;
			for (int d = 0; d < N; d++)
				size *= static_cast<std::size_t>(base[d] >> l > 0 ? base[d] >> l : 1);
			texels += size;
		}
		return texels;
	}
};

template <typename T, int N> class texture_storage : public texture_head {
	static_assert(N >= 1 && N <= 3, "the rank of a texture is 1, 2 or 3");

public:
	static const int rank = N;
	typedef typename texel<T>::scalar scalar_type;

	AMP_CPU_AMP Concurrency::extent<N> get_extent() const { return extent; }
	AMP_CPU_AMP Concurrency::extent<N> get_mipmap_extent(unsigned level) const {
		check_level(level);
		return shape_.level_extent(level);
	}
	AMP_CPU_AMP unsigned get_bits_per_scalar_element() const { return bits_per_scalar_element; }
	AMP_CPU_AMP unsigned get_mipmap_levels() const { return mipmap_levels; }
	AMP_CPU_AMP unsigned get_data_length() const { return data_length; }
	AMP_CPU_AMP unsigned get_row_pitch() const { return row_pitch; }
	AMP_CPU_AMP unsigned get_depth_pitch() const { return depth_pitch; }
	Concurrency::accelerator_view get_accelerator_view() const { return this->accelerator_view; }
	Concurrency::accelerator_view get_associated_accelerator_view() const {
		return this->associated_accelerator_view;
	}

	/* Of the most detailed visible level. */
	Concurrency::extent<N> extent;
	unsigned bits_per_scalar_element, mipmap_levels;
	/* In bytes: of all levels; between rows and between slices. */
	unsigned data_length, row_pitch, depth_pitch;

	/* ---- For the library ------------------------------------------- */

	AMP_CPU_AMP unsigned texel_bytes() const { return bits_per_scalar_element / 8 * texel<T>::size; }

	/* The visible levels, as a kernel's argument: the head's data is the first texel of the first one. */
	amp_view describe(std::size_t) const {
		amp_view v;
		v.buffer = checked_buffer(this->amp_head);
		v.offset = shape_.texels(0, shape_.first) * texel_bytes();
		v.element_size = texel_bytes();
		v.rank = 1;
		v.extent = &texels_;
		v.stride = 0;
		return v;
	}
	/* The visible levels, for copies. */
	texture_region<1> all_levels() const {
		texture_region<1> r;
		r.shape[0] = texels_;
		r.strides[0] = 1;
		r.texel_bytes = texel_bytes();
		r.offset = shape_.texels(0, shape_.first) * r.texel_bytes;
		r.buffer = checked_buffer(this->amp_head);
		return r;
	}
	/* A part of the most detailed visible level. */
	texture_region<N> part(const Concurrency::index<N> &at, const Concurrency::extent<N> &size) const {
		texture_region<N> r;
		r.shape = size;
		r.texel_bytes = texel_bytes();
		int stride = 1;
		std::size_t offset = shape_.texels(0, shape_.first);
		for (int d = N - 1; d >= 0; d--) {
			if (at[d] < 0 || size[d] <= 0 || at[d] > extent[d] - size[d])
				throw_invalid_argument("the section is not within the texture, or empty");
			offset += static_cast<std::size_t>(at[d]) * static_cast<std::size_t>(stride);
			stride *= extent[d];
			if (d > 0)
				r.strides[d - 1] = stride;
		}
		r.offset = offset * r.texel_bytes;
		r.buffer = checked_buffer(this->amp_head);
		return r;
	}

	AMP_AMP Concurrency::extent<N> level_extent(unsigned level) const {
		return level == 0 ? extent : shape_.level_extent(level);
	}
	AMP_AMP char *level_data(unsigned level) const {
		char *const data = static_cast<char *>(this->amp_head.data);
		return level == 0 ? data : data + shape_.texels(shape_.first, shape_.first + level) * texel_bytes();
	}
	AMP_AMP void *texel_at(const Concurrency::index<N> &idx, unsigned level) const {
		const Concurrency::extent<N> e = level_extent(level);
		texel_index at = static_cast<texel_index>(idx[0]);
		for (int d = 1; d < N; d++)
			at = at * static_cast<texel_index>(e[d]) + static_cast<texel_index>(idx[d]);
		return level_data(level) + static_cast<std::size_t>(at) * texel_bytes();
	}
	/* With --amp-robust-access, texels beyond a level read as zero, and writes to them are dropped. */
	AMP_ACCESSOR AMP_AMP T load(const Concurrency::index<N> &idx, unsigned level = 0) const {
		return has_texel(idx, level) ? texel<T>::load(texel_at(idx, level), bits_per_scalar_element) : T();
	}
	AMP_ACCESSOR AMP_AMP void store(const Concurrency::index<N> &idx, const T &value) const {
		if (has_texel(idx, 0))
			texel<T>::store(texel_at(idx, 0), bits_per_scalar_element, value);
	}

protected:
	template <typename, int> friend class texture_storage;

	/* For a new texture; creates nothing. bits and levels 0: the default, and all. */
	texture_storage(const Concurrency::extent<N> &e, unsigned bits, unsigned levels) : extent(e) {
		this->amp_head.data = 0;
		this->amp_head.buffer = 0;
		this->amp_head.offset = 0;
		bits_per_scalar_element = bits ? bits : texel_scalar<scalar_type>::default_bits;
		const unsigned widths = texel_scalar<scalar_type>::widths;
		const unsigned known = 8 | 16 | 32 | 64;
		if (!(bits_per_scalar_element & known) || (bits_per_scalar_element & (bits_per_scalar_element - 1)))
			throw_invalid_argument("a texture has 8, 16, 32 or 64 bits per scalar element");
		if (!(bits_per_scalar_element & widths))
			throw unsupported_feature("no texture of this type has that many bits per scalar element");
		checked_size(e);
		unsigned full = 1;
		for (int d = 0; d < N; d++)
			while (e[d] >> full)
				full++;
		if (levels > full)
			throw_invalid_argument("the texture is too small for that many mipmap levels");
		if (!levels)
			levels = full;
		shape_.base = e;
		shape_.first = 0;
		const std::size_t texels = shape_.texels(0, levels);
		if (texels > 0x7fffffffu || texels * texel_bytes() > 0xffffffffu)
			throw_invalid_argument("a texture has at most 2147483647 texels and 4294967295 bytes, with "
			                       "all of its mipmap levels");
		set_levels(levels);
	}
	/* The same texture, from a level on. */
	AMP_CPU_AMP texture_storage(const texture_storage &other, unsigned first, unsigned levels)
	    : texture_head(other), extent(other.shape_.level_extent(first)),
	      bits_per_scalar_element(other.bits_per_scalar_element), shape_(other.shape_) {
#if !defined(AMP_ON_DEVICE)
		if (levels == 0 || first + levels > other.mipmap_levels || first + levels < first)
			throw_invalid_argument("the texture does not have these mipmap levels");
#endif
		shape_.first += first;
		set_levels(levels);
	}
	AMP_CPU_AMP texture_storage(const texture_storage &other)
	    : texture_head(other), extent(other.extent),
	      bits_per_scalar_element(other.bits_per_scalar_element), mipmap_levels(other.mipmap_levels),
	      data_length(other.data_length), row_pitch(other.row_pitch), depth_pitch(other.depth_pitch),
	      shape_(other.shape_), texels_(other.texels_) {}
	AMP_CPU_AMP texture_storage &operator=(const texture_storage &other) {
		this->amp_head = other.amp_head;
		extent = other.extent;
		bits_per_scalar_element = other.bits_per_scalar_element;
		mipmap_levels = other.mipmap_levels;
		data_length = other.data_length;
		row_pitch = other.row_pitch;
		depth_pitch = other.depth_pitch;
		shape_ = other.shape_;
		texels_ = other.texels_;
		return *this;
	}

	void swap(texture_storage &other) {
		const texture_storage mine(*this);
		*this = other;
		other = mine;
	}

	AMP_CPU_AMP void retain() const {
#if !defined(AMP_ON_DEVICE)
		if (this->amp_head.buffer)
			amp_buffer_ref(this->amp_head.buffer);
#endif
	}
	AMP_CPU_AMP void release() {
#if !defined(AMP_ON_DEVICE)
		if (this->amp_head.buffer)
			(void)amp_buffer_unref(this->amp_head.buffer);
#endif
	}

	AMP_CPU_AMP void check_level(unsigned level) const {
#if !defined(AMP_ON_DEVICE)
		if (level >= mipmap_levels)
			throw_invalid_argument("the texture does not have this mipmap level");
#else
		(void)level;
#endif
	}

	/* Whether an access is in range, or need not be checked. */
	AMP_ACCESSOR AMP_AMP bool has_texel(const Concurrency::index<N> &idx, unsigned level) const {
#if defined(AMP_ROBUST_ACCESS)
		const Concurrency::extent<N> e = level_extent(level);
		bool has = level < mipmap_levels;
		for (int d = 0; d < N; d++)
			has = has && static_cast<unsigned>(idx[d]) < static_cast<unsigned>(e[d]);
		return has;
#else
		(void)idx, (void)level;
		return true;
#endif
	}

	AMP_CPU_AMP void set_levels(unsigned levels) {
		mipmap_levels = levels;
		shape_.levels = levels;
		row_pitch = N > 1 ? static_cast<unsigned>(extent[N - 1]) * texel_bytes() : 0;
		depth_pitch = N > 2 ? row_pitch * static_cast<unsigned>(extent[N > 1 ? N - 2 : 0]) : 0;
		texels_ = static_cast<int>(shape_.texels(shape_.first, shape_.first + levels));
		data_length = static_cast<unsigned>(texels_) * texel_bytes();
	}

	texture_shape<N> shape_;
	int texels_; /* number of texels in the visible levels */
};

template <typename T, int N> const int texture_storage<T, N>::rank;

/* Which types are textures; their rank is a static member of theirs. */
template <typename X> struct texture_traits {
	static const bool is_texture = false, is_writable = false;
};
template <typename X> struct texture_traits<const X> {
	static const bool is_texture = texture_traits<X>::is_texture, is_writable = false;
};

} // namespace details
} // namespace Concurrency

#endif
