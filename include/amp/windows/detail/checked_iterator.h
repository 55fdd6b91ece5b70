/* stdext::checked_array_iterator: a pointer with bounds. An access beyond them ends the program, as on
 * Windows. */
#ifndef AMP_WINDOWS_CHECKED_ITERATOR_H
#define AMP_WINDOWS_CHECKED_ITERATOR_H

#include <cstddef>
#include <iterator>

#include "crt_error.h"

namespace stdext {

template <typename Pointer> class checked_array_iterator {
public:
	typedef typename std::iterator_traits<Pointer>::value_type value_type;
	typedef typename std::iterator_traits<Pointer>::difference_type difference_type;
	typedef typename std::iterator_traits<Pointer>::pointer pointer;
	typedef typename std::iterator_traits<Pointer>::reference reference;
	typedef std::random_access_iterator_tag iterator_category;

	checked_array_iterator() : array_(), size_(0), index_(0) {}
	checked_array_iterator(Pointer array, std::size_t size, std::size_t index = 0)
	    : array_(array), size_(size), index_(index) {
		check(index_);
	}

	Pointer base() const { return array_ + static_cast<difference_type>(index_); }
	reference operator*() const { return array_[static_cast<difference_type>(element(index_))]; }
	pointer operator->() const { return &**this; }
	reference operator[](difference_type by) const { return *(*this + by); }
	checked_array_iterator &operator+=(difference_type by) {
		index_ = check(index_ + static_cast<std::size_t>(by));
		return *this;
	}
	checked_array_iterator &operator-=(difference_type by) { return *this += -by; }
	checked_array_iterator &operator++() { return *this += 1; }
	checked_array_iterator &operator--() { return *this += -1; }
	checked_array_iterator operator++(int) {
		const checked_array_iterator before = *this;
		++*this;
		return before;
	}
	checked_array_iterator operator--(int) {
		const checked_array_iterator before = *this;
		--*this;
		return before;
	}
	checked_array_iterator operator+(difference_type by) const { return checked_array_iterator(*this) += by; }
	checked_array_iterator operator-(difference_type by) const { return checked_array_iterator(*this) -= by; }
	friend checked_array_iterator operator+(difference_type by, const checked_array_iterator &i) { return i + by; }
	difference_type operator-(const checked_array_iterator &o) const {
		return static_cast<difference_type>(index_ - o.index_);
	}
	bool operator==(const checked_array_iterator &o) const { return index_ == o.index_; }
	bool operator!=(const checked_array_iterator &o) const { return index_ != o.index_; }
	bool operator<(const checked_array_iterator &o) const { return index_ < o.index_; }
	bool operator>(const checked_array_iterator &o) const { return index_ > o.index_; }
	bool operator<=(const checked_array_iterator &o) const { return index_ <= o.index_; }
	bool operator>=(const checked_array_iterator &o) const { return index_ >= o.index_; }

private:
	std::size_t check(std::size_t index) const {
		if (index > size_)
			amp_windows::invalid_parameter(ERANGE, "checked_array_iterator");
		return index;
	}
	std::size_t element(std::size_t index) const {
		if (index >= size_)
			amp_windows::invalid_parameter(ERANGE, "checked_array_iterator");
		return index;
	}

	Pointer array_;
	std::size_t size_, index_; /* in elements */
};

template <typename Pointer>
checked_array_iterator<Pointer> make_checked_array_iterator(Pointer array, std::size_t size, std::size_t index = 0) {
	return checked_array_iterator<Pointer>(array, size, index);
}

/* Marks a pointer as unchecked: returns it. */
template <typename Pointer> Pointer make_unchecked_array_iterator(Pointer array) { return array; }
template <typename Pointer> using unchecked_array_iterator = Pointer;

} // namespace stdext

#endif
