/* Names of Microsoft's C++ library that the standard never had, or has elsewhere. */
#ifndef AMP_WINDOWS_OLD_NAMES_H
#define AMP_WINDOWS_OLD_NAMES_H

namespace std {

/* the contents of TR1 are in std */
namespace tr1 {
using namespace std;
}

/* from Microsoft's <random>, and used by programs that need pi */
static const double _Pi = 3.14159265358979323846264338327950288;

/* TR1's distributions, which differ from the standard's: numbers in [first, last], and in [first, last). */
template <typename Type = int> class uniform_int {
public:
	typedef Type result_type;
	explicit uniform_int(Type first = 0, Type last = 9) : first_(first), last_(last) {}
	Type(min)() const { return first_; }
	Type(max)() const { return last_; }
	void reset() {}
	template <typename Engine> Type operator()(Engine &engine) const {
		return static_cast<Type>(first_ + static_cast<Type>(below(engine, static_cast<unsigned long long>(last_ - first_) + 1)));
	}
	template <typename Engine> Type operator()(Engine &engine, Type count) const {
		return static_cast<Type>(below(engine, static_cast<unsigned long long>(count)));
	}
private:
	/* All results are equally probable: engines have at least 32 bits, and numbers beyond a multiple of n
	 * are drawn again. */
	template <typename Engine> static unsigned long long below(Engine &engine, unsigned long long n) {
		const unsigned long long range = static_cast<unsigned long long>((Engine::max)() - (Engine::min)()) + 1;
		const unsigned long long most = n ? range / n * n : 0;
		unsigned long long drawn;

		do
			drawn = static_cast<unsigned long long>(engine() - (Engine::min)());
		while (most && drawn >= most);
		return n ? drawn % n : drawn;
	}
	Type first_, last_;
};
template <typename Type = double> class uniform_real {
public:
	typedef Type result_type;
	explicit uniform_real(Type first = Type(0), Type last = Type(1)) : first_(first), last_(last) {}
	Type(min)() const { return first_; }
	Type(max)() const { return last_; }
	void reset() {}
	template <typename Engine> Type operator()(Engine &engine) const {
		const double range = static_cast<double>((Engine::max)() - (Engine::min)()) + 1;
		const Type result = static_cast<Type>(first_ + static_cast<double>(engine() - (Engine::min)()) / range * (last_ - first_));
		return result < last_ || !(first_ < last_) ? result : first_;
	}
private:
	Type first_, last_;
};
template <typename Engine, typename Distribution> class variate_generator {
public:
	typedef typename Distribution::result_type result_type;
	variate_generator(Engine engine, Distribution distribution) : engine_(engine), distribution_(distribution) {}
	result_type operator()() { return distribution_(engine_); }
	Distribution &distribution() { return distribution_; }
private:
	Engine engine_; /* may be a reference */
	Distribution distribution_;
};

#if __cplusplus < 202002L
/* returns its type unchanged; C++20's std::identity is a function object */
template <typename Type> struct identity {
	typedef Type type;
	const Type &operator()(const Type &t) const { return t; }
};
#endif

} // namespace std

#endif
