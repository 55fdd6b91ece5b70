/* Names of Microsoft's C++ library that the standard has never had, or has elsewhere. */
#ifndef AMP_WINDOWS_OLD_NAMES_H
#define AMP_WINDOWS_OLD_NAMES_H

namespace std {

/* what was in TR1 is in std */
namespace tr1 {
using namespace std;
}

/* what Microsoft's <random> is written with, and programs that look for a pi */
static const double _Pi = 3.14159265358979323846264338327950288;

/* TR1's distributions, of which the standard has others: numbers in [first, last], and in [first, last). */
template <typename T = int> class uniform_int {
public:
	typedef T result_type;
	explicit uniform_int(T first = 0, T last = 9) : first_(first), last_(last) {}
	T(min)() const { return first_; }
	T(max)() const { return last_; }
	void reset() {}
	template <typename Engine> T operator()(Engine &engine) const {
		return static_cast<T>(first_ + static_cast<T>(below(engine, static_cast<unsigned long long>(last_ - first_) + 1)));
	}
	template <typename Engine> T operator()(Engine &engine, T count) const {
		return static_cast<T>(below(engine, static_cast<unsigned long long>(count)));
	}
private:
	/* Each as often as the others: engines have 32 bits or more, and what is beyond a multiple of n is drawn again. */
	template <typename Engine> static unsigned long long below(Engine &engine, unsigned long long n) {
		const unsigned long long range = static_cast<unsigned long long>((Engine::max)() - (Engine::min)()) + 1;
		const unsigned long long most = n ? range / n * n : 0;
		unsigned long long drawn;

		do
			drawn = static_cast<unsigned long long>(engine() - (Engine::min)());
		while (most && drawn >= most);
		return n ? drawn % n : drawn;
	}
	T first_, last_;
};
template <typename T = double> class uniform_real {
public:
	typedef T result_type;
	explicit uniform_real(T first = T(0), T last = T(1)) : first_(first), last_(last) {}
	T(min)() const { return first_; }
	T(max)() const { return last_; }
	void reset() {}
	template <typename Engine> T operator()(Engine &engine) const {
		const double range = static_cast<double>((Engine::max)() - (Engine::min)()) + 1;
		const T result = static_cast<T>(first_ + static_cast<double>(engine() - (Engine::min)()) / range * (last_ - first_));
		return result < last_ || !(first_ < last_) ? result : first_;
	}
private:
	T first_, last_;
};
template <typename Engine, typename Distribution> class variate_generator {
public:
	typedef typename Distribution::result_type result_type;
	variate_generator(Engine engine, Distribution distribution) : engine_(engine), distribution_(distribution) {}
	result_type operator()() { return distribution_(engine_); }
	Distribution &distribution() { return distribution_; }
private:
	Engine engine_; /* or a reference */
	Distribution distribution_;
};

#if __cplusplus < 202002L
/* a type, as it is; C++20's std::identity is a class */
template <typename T> struct identity {
	typedef T type;
	const T &operator()(const T &t) const { return t; }
};
#endif

} // namespace std

#endif
