// options: --amp-msvc
#include "stdafx.h"
#include <stdexcept>
using namespace concurrency;

class DeviceError : public std::exception
{
public:
	DeviceError(const char *what, HRESULT code) : std::exception(what), m_code(code) {}
	HRESULT Code() const { return m_code; }
private:
	HRESULT m_code;
};

class NotFound : public DeviceError
{
public:
	NotFound::NotFound() : DeviceError("not found", E_FAIL) {}
};

static int Classify(int kind)
{
	switch (kind) {
	case 0: throw std::exception("plain");
	case 1: throw NotFound();
	case 2: throw DeviceError("device", 5);
	case 3: throw std::runtime_error("runtime");
	case 4: { accelerator_view &v = accelerator().default_view; v.wait(); return 4; }
	default: return kind;
	}
}

const char *Level(int n)
{
	if (n > 2)
		return "high";
	else if (n >= 0)
		return "low";
}

int main()
{
	for (int i = 0; i < 6; i++) {
		try {
			const int kind = Classify(i);
			std::cout << "returned " << kind << std::endl;
		} catch (NotFound &e) {
			std::cout << "NotFound " << e.what() << (e.Code() < 0) << std::endl;
		} catch (DeviceError &e) {
			std::cout << "DeviceError " << e.what() << e.Code() << std::endl;
		} catch (std::exception e) {
			std::cout << "exception " << e.what() << std::endl;
		}
	}
	int on_device = 0;
	array_view<int, 1> result(1, &on_device);
	parallel_for_each(result.extent, [=](index<1> i) restrict(amp) { result[i] = 42; });
	result.synchronize();
	std::cout << Level(1) << Level(5) << on_device << std::endl;
	return 0;
}
