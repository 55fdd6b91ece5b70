/* index<N> and extent<N> (spec 4.1, 4.2). */
#ifndef AMPCC_INDEX_H
#define AMPCC_INDEX_H

#include <amp/config.h>

namespace Concurrency {

template <int N> class index;
template <int N> class extent;
template <int D0, int D1 = 0, int D2 = 0> class tiled_extent;

namespace details {

/* The N integers of an index or an extent, with the arithmetic that both have. Derived is the class that the
 * user names. */
template <typename Derived, int N> class components {
	static_assert(N > 0 && N <= 128, "the rank of an index or extent must be between 1 and 128");

public:
	static const int rank = N;
	typedef int value_type;

	AMP_CPU_AMP int operator[](unsigned c) const { return base_[c]; }
	AMP_CPU_AMP int &operator[](unsigned c) { return base_[c]; }

	AMP_CPU_AMP Derived &operator+=(int rhs) {
		for (int i = 0; i < N; i++)
			base_[i] += rhs;
		return derived();
	}
	AMP_CPU_AMP Derived &operator-=(int rhs) {
		for (int i = 0; i < N; i++)
			base_[i] -= rhs;
		return derived();
	}
	AMP_CPU_AMP Derived &operator*=(int rhs) {
		for (int i = 0; i < N; i++)
			base_[i] *= rhs;
		return derived();
	}
	AMP_CPU_AMP Derived &operator/=(int rhs) {
		for (int i = 0; i < N; i++)
			base_[i] /= rhs;
		return derived();
	}
	AMP_CPU_AMP Derived &operator%=(int rhs) {
		for (int i = 0; i < N; i++)
			base_[i] %= rhs;
		return derived();
	}
	AMP_CPU_AMP Derived &operator++() { return *this += 1; }
	AMP_CPU_AMP Derived operator++(int) {
		Derived old = derived();
		*this += 1;
		return old;
	}
	AMP_CPU_AMP Derived &operator--() { return *this -= 1; }
	AMP_CPU_AMP Derived operator--(int) {
		Derived old = derived();
		*this -= 1;
		return old;
	}

	/* For the library: all N components. */
	AMP_CPU_AMP const int *data() const { return base_; }

protected:
	AMP_CPU_AMP components() {
		for (int i = 0; i < N; i++)
			base_[i] = 0;
	}
	AMP_CPU_AMP explicit components(const int *c) {
		for (int i = 0; i < N; i++)
			base_[i] = c[i];
	}
	AMP_CPU_AMP components(int c0, int c1, int c2) {
		base_[0] = c0;
		if (N > 1)
			base_[N > 1 ? 1 : 0] = c1;
		if (N > 2)
			base_[N > 2 ? 2 : 0] = c2;
	}

	template <typename Other> AMP_CPU_AMP void add(const Other &rhs) {
		for (int i = 0; i < N; i++)
			base_[i] += rhs[i];
	}
	template <typename Other> AMP_CPU_AMP void subtract(const Other &rhs) {
		for (int i = 0; i < N; i++)
			base_[i] -= rhs[i];
	}

private:
	AMP_CPU_AMP Derived &derived() { return static_cast<Derived &>(*this); }

	mutable int base_[N]; /* mutable: see short_vector_members */
};

template <typename Derived, int N> const int components<Derived, N>::rank;

} // namespace details

/* 4.1: a point in N-dimensional space, the most significant component first. */
template <int N> class index : public details::components<index<N>, N> {
	typedef details::components<index<N>, N> base;

public:
	AMP_CPU_AMP index() {}
	AMP_CPU_AMP explicit index(int i0) : base(i0, 0, 0) {
		static_assert(N == 1, "index(int) is for rank 1");
	}
	AMP_CPU_AMP index(int i0, int i1) : base(i0, i1, 0) {
		static_assert(N == 2, "index(int, int) is for rank 2");
	}
	AMP_CPU_AMP index(int i0, int i1, int i2) : base(i0, i1, i2) {
		static_assert(N == 3, "index(int, int, int) is for rank 3");
	}
	AMP_CPU_AMP explicit index(const int components[]) : base(components) {}

	using base::operator+=;
	using base::operator-=;
	AMP_CPU_AMP index &operator+=(const index &rhs) {
		this->add(rhs);
		return *this;
	}
	AMP_CPU_AMP index &operator-=(const index &rhs) {
		this->subtract(rhs);
		return *this;
	}
};

/* 4.2: the bounds of an N-dimensional space that starts at the origin. */
template <int N> class extent : public details::components<extent<N>, N> {
	typedef details::components<extent<N>, N> base;

public:
	AMP_CPU_AMP extent() {}
	AMP_CPU_AMP explicit extent(int e0) : base(e0, 0, 0) {
		static_assert(N == 1, "extent(int) is for rank 1");
	}
	AMP_CPU_AMP extent(int e0, int e1) : base(e0, e1, 0) {
		static_assert(N == 2, "extent(int, int) is for rank 2");
	}
	AMP_CPU_AMP extent(int e0, int e1, int e2) : base(e0, e1, e2) {
		static_assert(N == 3, "extent(int, int, int) is for rank 3");
	}
	AMP_CPU_AMP explicit extent(const int components[]) : base(components) {}

	/* The number of points. */
	AMP_CPU_AMP unsigned size() const {
		unsigned n = 1;
		for (int i = 0; i < N; i++)
			n *= static_cast<unsigned>((*this)[i]);
		return n;
	}
	AMP_CPU_AMP bool contains(const index<N> &idx) const {
		for (int i = 0; i < N; i++)
			if (idx[i] < 0 || idx[i] >= (*this)[i])
				return false;
		return true;
	}

	/* 4.4: this extent, divided into tiles. */
	template <int D0> AMP_CPU_AMP tiled_extent<D0> tile() const {
		static_assert(N == 1, "a domain of this rank needs as many tile dimensions");
		return tiled_extent<D0>(*this);
	}
	template <int D0, int D1> AMP_CPU_AMP tiled_extent<D0, D1> tile() const {
		static_assert(N == 2, "a domain of this rank needs as many tile dimensions");
		return tiled_extent<D0, D1>(*this);
	}
	template <int D0, int D1, int D2> AMP_CPU_AMP tiled_extent<D0, D1, D2> tile() const {
		static_assert(N == 3, "a domain of this rank needs as many tile dimensions");
		return tiled_extent<D0, D1, D2>(*this);
	}

	using base::operator+=;
	using base::operator-=;
	AMP_CPU_AMP extent &operator+=(const extent &rhs) {
		this->add(rhs);
		return *this;
	}
	AMP_CPU_AMP extent &operator-=(const extent &rhs) {
		this->subtract(rhs);
		return *this;
	}
	AMP_CPU_AMP extent &operator+=(const index<N> &rhs) {
		this->add(rhs);
		return *this;
	}
	AMP_CPU_AMP extent &operator-=(const index<N> &rhs) {
		this->subtract(rhs);
		return *this;
	}
	AMP_CPU_AMP extent operator+(const index<N> &rhs) const { return extent(*this) += rhs; }
	AMP_CPU_AMP extent operator-(const index<N> &rhs) const { return extent(*this) -= rhs; }
};

/* 4.1.4, 4.2.4: the same operators for both. */
#define AMP_COMPONENT_OPERATORS(type)                                                        \
	template <int N> AMP_CPU_AMP bool operator==(const type<N> &a, const type<N> &b) {       \
		for (int i = 0; i < N; i++)                                                          \
			if (a[i] != b[i])                                                                \
				return false;                                                                \
		return true;                                                                         \
	}                                                                                        \
	template <int N> AMP_CPU_AMP bool operator!=(const type<N> &a, const type<N> &b) {       \
		return !(a == b);                                                                    \
	}                                                                                        \
	template <int N> AMP_CPU_AMP type<N> operator+(const type<N> &a, const type<N> &b) {     \
		return type<N>(a) += b;                                                              \
	}                                                                                        \
	template <int N> AMP_CPU_AMP type<N> operator-(const type<N> &a, const type<N> &b) {     \
		return type<N>(a) -= b;                                                              \
	}                                                                                        \
	AMP_COMPONENT_SCALAR_OPERATOR(type, +)                                                   \
	AMP_COMPONENT_SCALAR_OPERATOR(type, -)                                                   \
	AMP_COMPONENT_SCALAR_OPERATOR(type, *)                                                   \
	AMP_COMPONENT_SCALAR_OPERATOR(type, /)                                                   \
	AMP_COMPONENT_SCALAR_OPERATOR(type, %)

#define AMP_COMPONENT_SCALAR_OPERATOR(type, op)                                              \
	template <int N> AMP_CPU_AMP type<N> operator op(const type<N> &a, int b) {              \
		return type<N>(a) op##= b;                                                           \
	}                                                                                        \
	template <int N> AMP_CPU_AMP type<N> operator op(int a, const type<N> &b) {              \
		type<N> result;                                                                      \
		for (int i = 0; i < N; i++)                                                          \
			result[i] = a op b[i];                                                           \
		return result;                                                                       \
	}

AMP_COMPONENT_OPERATORS(index)
AMP_COMPONENT_OPERATORS(extent)

#undef AMP_COMPONENT_OPERATORS
#undef AMP_COMPONENT_SCALAR_OPERATOR

} // namespace Concurrency

#endif
