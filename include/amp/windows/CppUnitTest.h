/* <CppUnitTest.h>: Visual Studio's unit tests, compiled to a program that runs them.
 *
 * A source with TEST_CLASSes gets a main() here, unless the program has one. Its arguments are the tests to
 * run (Class or Class::Method), all by default. It prints which passed and which failed, and exits with 1 if
 * any failed. A test class has a member object for each of its methods, which registers the method with the
 * class's object. */
#ifndef AMP_WINDOWS_CPPUNITTEST_H
#define AMP_WINDOWS_CPPUNITTEST_H

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <cwchar>
#include <exception>
#include <functional>
#include <memory>
#include <sstream>
#include <string>
#include <type_traits>
#include <vector>

#include "corecrt.h"
#include "detail/text.h"

namespace Microsoft {
namespace VisualStudio {
namespace CppUnitTestFramework {

/* ---- What a test says ----------------------------------------------------------------------------- */

struct __LineInfo {
	__LineInfo(const wchar_t *file, const char *function, int line) : pszFileName(file), pszFunc(function), line(line) {}
	/* For the temporary object that LINE_INFO() creates, which lives as long as the assertion. */
	const __LineInfo *address() const { return this; }
	const wchar_t *pszFileName;
	const char *pszFunc;
	int line;
};

class Logger {
public:
	static void WriteMessage(const char *text) { write(text ? text : ""); }
	static void WriteMessage(const wchar_t *text) { write(amp_windows::narrow(text)); }
private:
	static void write(const std::string &text) {
		std::fputs(text.c_str(), stdout);
		if (text.empty() || text.back() != '\n')
			std::fputc('\n', stdout);
	}
};

} // namespace CppUnitTestFramework
} // namespace VisualStudio
} // namespace Microsoft

namespace amp_windows {
namespace test {

/* A failed assertion. */
struct failure {
	std::string message, file;
	int line; /* 0: not known */
};

template <typename T> std::wstring number_text(const T &value, std::true_type) {
	std::wostringstream text;
	text << +value;
	return text.str();
}
template <typename T> std::wstring number_text(const T &value, std::false_type) {
	static_assert(std::is_enum<T>::value,
	              "CppUnitTest: specialize ToString<T>() for this type, which an assertion compares");
	return std::to_wstring(static_cast<long long>(value));
}

} // namespace test
} // namespace amp_windows

namespace Microsoft {
namespace VisualStudio {
namespace CppUnitTestFramework {

/* ---- Values as text, which programs specialize for their types -------------------------------------- */

template <typename T> std::wstring ToString(const T &value) {
	return amp_windows::test::number_text(value, std::is_arithmetic<T>());
}
template <> inline std::wstring ToString<bool>(const bool &value) { return value ? L"1" : L"0"; }
template <> inline std::wstring ToString<std::string>(const std::string &value) { return amp_windows::to_wide(value); }
template <> inline std::wstring ToString<std::wstring>(const std::wstring &value) { return value; }
template <typename T> std::wstring ToString(const T *value) {
	return amp_windows::to_wide(amp_windows::format("%p", static_cast<const void *>(value)));
}
template <typename T> std::wstring ToString(T *value) { return ToString(static_cast<const T *>(value)); }
inline std::wstring ToString(const char *value) { return value ? amp_windows::to_wide(value) : L"(null)"; }
inline std::wstring ToString(const wchar_t *value) { return value ? value : L"(null)"; }
inline std::wstring ToString(char *value) { return ToString(static_cast<const char *>(value)); }
inline std::wstring ToString(wchar_t *value) { return ToString(static_cast<const wchar_t *>(value)); }
inline std::wstring ToString(std::nullptr_t) { return L"nullptr"; }

/* ---- Assertions ------------------------------------------------------------------------------------- */

class Assert {
public:
	template <typename T>
	static void AreEqual(const T &expected, const T &actual, const wchar_t *message = nullptr, const __LineInfo *line = nullptr) {
		check(expected == actual, compared(expected, actual), message, line);
	}
	static void AreEqual(double expected, double actual, double tolerance, const wchar_t *message = nullptr,
	                     const __LineInfo *line = nullptr) {
		check(std::fabs(expected - actual) <= std::fabs(tolerance), compared(expected, actual), message, line);
	}
	static void AreEqual(float expected, float actual, float tolerance, const wchar_t *message = nullptr,
	                     const __LineInfo *line = nullptr) {
		check(std::fabs(expected - actual) <= std::fabs(tolerance), compared(expected, actual), message, line);
	}
	template <typename T>
	static void AreNotEqual(const T &unwanted, const T &actual, const wchar_t *message = nullptr, const __LineInfo *line = nullptr) {
		check(!(unwanted == actual), compared(unwanted, actual), message, line);
	}
	static void AreNotEqual(double unwanted, double actual, double tolerance, const wchar_t *message = nullptr,
	                        const __LineInfo *line = nullptr) {
		check(std::fabs(unwanted - actual) > std::fabs(tolerance), compared(unwanted, actual), message, line);
	}
	static void AreNotEqual(float unwanted, float actual, float tolerance, const wchar_t *message = nullptr,
	                        const __LineInfo *line = nullptr) {
		check(std::fabs(unwanted - actual) > std::fabs(tolerance), compared(unwanted, actual), message, line);
	}

	/* Compares text, with or without regard to case. */
	static void AreEqual(const char *expected, const char *actual, const wchar_t *message = nullptr, const __LineInfo *line = nullptr) {
		AreEqual(expected, actual, false, message, line);
	}
	static void AreEqual(const wchar_t *expected, const wchar_t *actual, const wchar_t *message = nullptr,
	                     const __LineInfo *line = nullptr) {
		AreEqual(expected, actual, false, message, line);
	}
	static void AreEqual(const char *expected, const char *actual, bool ignore_case, const wchar_t *message = nullptr,
	                     const __LineInfo *line = nullptr) {
		check(same(expected, actual, ignore_case), compared(expected, actual), message, line);
	}
	static void AreEqual(const wchar_t *expected, const wchar_t *actual, bool ignore_case, const wchar_t *message = nullptr,
	                     const __LineInfo *line = nullptr) {
		check(same(expected, actual, ignore_case), compared(expected, actual), message, line);
	}
	static void AreNotEqual(const char *unwanted, const char *actual, bool ignore_case = false,
	                        const wchar_t *message = nullptr, const __LineInfo *line = nullptr) {
		check(!same(unwanted, actual, ignore_case), compared(unwanted, actual), message, line);
	}
	static void AreNotEqual(const wchar_t *unwanted, const wchar_t *actual, bool ignore_case = false,
	                        const wchar_t *message = nullptr, const __LineInfo *line = nullptr) {
		check(!same(unwanted, actual, ignore_case), compared(unwanted, actual), message, line);
	}

	template <typename T>
	static void AreSame(const T &expected, const T &actual, const wchar_t *message = nullptr, const __LineInfo *line = nullptr) {
		check(&expected == &actual, L"Expected the same object.", message, line);
	}
	template <typename T>
	static void AreNotSame(const T &unwanted, const T &actual, const wchar_t *message = nullptr, const __LineInfo *line = nullptr) {
		check(&unwanted != &actual, L"Expected another object.", message, line);
	}
	static void IsTrue(bool condition, const wchar_t *message = nullptr, const __LineInfo *line = nullptr) {
		check(condition, L"", message, line);
	}
	static void IsFalse(bool condition, const wchar_t *message = nullptr, const __LineInfo *line = nullptr) {
		check(!condition, L"", message, line);
	}
	template <typename T>
	static void IsNull(const T *pointer, const wchar_t *message = nullptr, const __LineInfo *line = nullptr) {
		check(pointer == nullptr, L"Expected a null pointer.", message, line);
	}
	template <typename T>
	static void IsNotNull(const T *pointer, const wchar_t *message = nullptr, const __LineInfo *line = nullptr) {
		check(pointer != nullptr, L"Expected no null pointer.", message, line);
	}
	static void Fail(const wchar_t *message = nullptr, const __LineInfo *line = nullptr) { check(false, L"", message, line); }

	template <typename Exception, typename Function>
	static void ExpectException(Function function, const wchar_t *message = nullptr, const __LineInfo *line = nullptr) {
		try {
			function();
		} catch (const Exception &) {
			return;
		} catch (const amp_windows::test::failure &) {
			throw;
		} catch (...) {
			check(false, L"Another exception was thrown.", message, line);
		}
		check(false, L"No exception was thrown.", message, line);
	}

private:
	template <typename T> static std::wstring compared(const T &expected, const T &actual) {
		return L"Expected:<" + ToString(expected) + L"> Actual:<" + ToString(actual) + L">";
	}
	template <typename Char> static bool same(const Char *a, const Char *b, bool ignore_case) {
		if (!a || !b)
			return a == b;
		return ignore_case ? amp_windows::compare_folded(a, b, ~std::size_t(0)) == 0 : std::basic_string<Char>(a) == b;
	}
	static void check(bool ok, const std::wstring &what, const wchar_t *message, const __LineInfo *line) {
		if (ok)
			return;
		std::string text = "Assert failed.";
		if (!what.empty())
			text += " " + amp_windows::to_narrow(what);
		if (message)
			text += " - " + amp_windows::to_narrow(message);
		throw amp_windows::test::failure{text, line ? amp_windows::narrow(line->pszFileName) : "", line ? line->line : 0};
	}
};

} // namespace CppUnitTestFramework
} // namespace VisualStudio
} // namespace Microsoft

/* ---- Classes and methods ---------------------------------------------------------------------------- */

namespace amp_windows {
namespace test {

struct method {
	std::string name;
	std::function<void()> run;
	bool ignored;
};

/* An object of a test class, with what its member objects have registered. */
class fixture {
public:
	virtual ~fixture() {}
	std::vector<method> methods;
	std::vector<std::string> ignored;
	std::function<void()> class_initialize, class_cleanup, method_initialize, method_cleanup;
};

struct test_class {
	std::string name;
	std::function<std::unique_ptr<fixture>()> make;
};
/* The test classes of the program. */
inline std::vector<test_class> &classes() {
	static std::vector<test_class> all;
	return all;
}
struct module_functions {
	std::vector<std::function<void()>> initialize, cleanup;
};
inline module_functions &module() {
	static module_functions one;
	return one;
}

template <typename T> struct register_class {
	explicit register_class(const char *name) { classes().push_back(test_class{name, make}); }
	static std::unique_ptr<fixture> make() { return std::unique_ptr<fixture>(new T); }
};
struct register_module {
	register_module(std::vector<std::function<void()>> &list, void (*f)()) { list.push_back(f); }
};
/* The member objects. */
struct register_method {
	template <typename T> register_method(T *self, const char *name, void (T::*f)()) {
		self->methods.push_back(method{name, [self, f] { (self->*f)(); }, false});
	}
};
struct register_function {
	template <typename T> register_function(T *self, std::function<void()> &slot, void (T::*f)()) {
		slot = [self, f] { (self->*f)(); };
	}
	template <typename T> register_function(T *, std::function<void()> &slot, void (*f)()) { slot = f; }
};
/* A method's attributes: all except TEST_IGNORE() are only notes. */
struct attributes {
	attributes(fixture *self, const char *name) : self_(self), name_(name) {}
	attributes &ignore() {
		self_->ignored.push_back(name_);
		return *this;
	}
	attributes &note() { return *this; }
private:
	fixture *self_;
	const char *name_;
};

/* Runs a function of the program. Returns false, after printing a message, if it fails. */
inline bool succeeds(const std::string &name, const std::function<void()> &f) {
	failure why = {"", "", 0};

	try {
		if (f)
			f();
		return true;
	} catch (const failure &e) {
		why = e;
	} catch (const std::exception &e) {
		why.message = std::string("Unhandled exception: ") + e.what();
	} catch (...) {
		why.message = "Unhandled exception";
	}
	if (why.line)
		std::printf("%s(%d): ", why.file.c_str(), why.line);
	std::printf("error: %s: %s\n", name.c_str(), why.message.c_str());
	return false;
}

inline bool is_wanted(const std::string &group, const std::string &name, int argc, char **argv) {
	bool wanted = argc < 2;

	for (int i = 1; i < argc; i++)
		wanted |= group == argv[i] || name == argv[i];
	return wanted;
}

struct counts {
	int passed, failed, skipped;
};

/* Runs one method on an object of its own. */
inline bool run_method(const test_class &c, std::size_t number, const std::string &name) {
	std::unique_ptr<fixture> object;
	bool ok = succeeds(name, [&] { object = c.make(); });

	if (!ok)
		return false;
	ok = succeeds(name, object->method_initialize) && succeeds(name, object->methods[number].run);
	ok = succeeds(name, object->method_cleanup) && ok;
	return ok;
}
inline void run_class(const test_class &c, counts *n, int argc, char **argv) {
	std::unique_ptr<fixture> object;
	bool begun = false, ok = succeeds(c.name, [&] { object = c.make(); });

	for (std::size_t i = 0; object && i < object->methods.size(); i++) {
		const std::string method = object->methods[i].name, name = c.name + "::" + method;
		const bool ignored =
		    std::find(object->ignored.begin(), object->ignored.end(), method) != object->ignored.end();

		if (!is_wanted(c.name, name, argc, argv))
			continue;
		if (ignored) {
			n->skipped++;
			std::printf("Skipped  %s\n", name.c_str());
			continue;
		}
		if (!begun)
			ok = succeeds(c.name, object->class_initialize) && ok;
		begun = true;
		const bool passes = ok && run_method(c, i, name);
		(passes ? n->passed : n->failed)++;
		std::printf("%s   %s\n", passes ? "Passed" : "Failed", name.c_str());
		std::fflush(stdout);
	}
	if (!object || (begun && !succeeds(c.name, object->class_cleanup)))
		n->failed++;
}
/* Runs the tests. Returns the program's exit status. */
inline int run_all(int argc, char **argv) {
	counts n = {0, 0, 0};
	bool ok = true;

	for (auto &f : module().initialize)
		ok = succeeds("module", f) && ok;
	for (std::size_t i = 0; ok && i < classes().size(); i++)
		run_class(classes()[i], &n, argc, argv);
	for (auto &f : module().cleanup)
		ok = succeeds("module", f) && ok;
	std::printf("Total tests: %d. Passed: %d. Failed: %d. Skipped: %d.\n", n.passed + n.failed + n.skipped, n.passed,
	            n.failed, n.skipped);
	return ok && !n.failed && n.passed + n.skipped ? 0 : 1;
}

} // namespace test
} // namespace amp_windows

namespace Microsoft {
namespace VisualStudio {
namespace CppUnitTestFramework {
template <typename T> class TestClass : public amp_windows::test::fixture {
public:
	typedef T ThisClass;
};
} // namespace CppUnitTestFramework
} // namespace VisualStudio
} // namespace Microsoft

#define TEST_CLASS(name)                                                                            \
	class name;                                                                                     \
	static ::amp_windows::test::register_class<name> amp_test_class_##name(#name);                  \
	class name : public ::Microsoft::VisualStudio::CppUnitTestFramework::TestClass<name>
#define TEST_METHOD(name)                                                                           \
	::amp_windows::test::register_method amp_test_method_##name{this, #name, &ThisClass::name};     \
	void name()
#define AMP_TEST_FUNCTION(slot, name)                                                               \
	::amp_windows::test::register_function amp_test_function_##name{this, this->slot, &ThisClass::name};
#define TEST_METHOD_INITIALIZE(name) AMP_TEST_FUNCTION(method_initialize, name) void name()
#define TEST_METHOD_CLEANUP(name) AMP_TEST_FUNCTION(method_cleanup, name) void name()
#define TEST_CLASS_INITIALIZE(name) AMP_TEST_FUNCTION(class_initialize, name) static void name()
#define TEST_CLASS_CLEANUP(name) AMP_TEST_FUNCTION(class_cleanup, name) static void name()
#define AMP_TEST_MODULE(slot, name)                                                                 \
	static void name();                                                                             \
	static ::amp_windows::test::register_module amp_test_module_##name(::amp_windows::test::module().slot, name); \
	static void name()
#define TEST_MODULE_INITIALIZE(name) AMP_TEST_MODULE(initialize, name)
#define TEST_MODULE_CLEANUP(name) AMP_TEST_MODULE(cleanup, name)
#define BEGIN_TEST_METHOD_ATTRIBUTE(name)                                                           \
	::amp_windows::test::attributes amp_test_attributes_##name = ::amp_windows::test::attributes(this, #name)
#define END_TEST_METHOD_ATTRIBUTE() ;
#define TEST_IGNORE() .ignore()
#define TEST_OWNER(owner) .note()
#define TEST_DESCRIPTION(text) .note()
#define TEST_PRIORITY(priority) .note()
#define TEST_METHOD_ATTRIBUTE(name, value) .note()
#define BEGIN_TEST_CLASS_ATTRIBUTE()
#define END_TEST_CLASS_ATTRIBUTE()
#define TEST_CLASS_ATTRIBUTE(name, value)
#define BEGIN_TEST_MODULE_ATTRIBUTE()
#define END_TEST_MODULE_ATTRIBUTE()
#define TEST_MODULE_ATTRIBUTE(name, value)
#define AMP_TEST_WIDE(text) L##text
#define AMP_TEST_WIDE_OF(text) AMP_TEST_WIDE(text)
#define LINE_INFO()                                                                                 \
	::Microsoft::VisualStudio::CppUnitTestFramework::__LineInfo(AMP_TEST_WIDE_OF(__FILE__), __func__, __LINE__).address()

/* A main() in the program replaces it. */
__attribute__((weak)) int main(int argc, char **argv) { return amp_windows::test::run_all(argc, argv); }

#endif
