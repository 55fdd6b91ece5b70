// options: --amp-msvc -Wno-sign-compare
// Binomial options: legacy types, unions, macros that take code, overloads by restriction, a base class of templates.
#include "stdafx.h"
#include <amp_math.h>
#include <windows.h>
#include <tchar.h>
#include <cstddef>
#define STEPS 64
#define CHECK_HR(x) do { HRESULT hr_ = (x); if (FAILED(hr_)) return hr_; } while (0)
#define ARRAY_SIZE(a) (sizeof(a) / sizeof(*(a)))
using namespace concurrency;

#pragma region types
#pragma pack(push, 4)
typedef struct _OPTION_DATA
{
	float S, X, T;
	union { struct { float R, V; }; float params[2]; };
} OPTION_DATA, *POPTION_DATA;
typedef const OPTION_DATA *LPCOPTION_DATA;
#pragma pack(pop)
static_assert(sizeof(OPTION_DATA) == 20 && offsetof(OPTION_DATA, params) == 12, "layout");
#pragma endregion

template <typename Derived> class PricerBase
{
public:
	HRESULT Price(LPCOPTION_DATA options, UINT count, __out_ecount(count) float *prices)
	{
		if (options == nullptr || prices == NULL || !count)
			return E_INVALIDARG;
		prices_ = prices;
		CHECK_HR(static_cast<Derived *>(this)->Run(options, count));
		return S_OK;
	}
protected:
	float *prices_;
	float Payoff(float s, float x) const restrict(cpu) { return max(s - x, 0.0f); }
	static float PayoffOnGpu(float s, float x) restrict(amp) { return fast_math::fmaxf(s - x, 0.0f); }
};

template <int N> class AmpPricer : public PricerBase<AmpPricer<N>>
{
	accelerator_view view_;
public:
	AmpPricer(accelerator_view &view) : view_(view) {}
	HRESULT Run(LPCOPTION_DATA options, UINT count)
	{
		try {
			array<OPTION_DATA> in(count, options, options + count, view_);
			array<float> out(count, view_);
			parallel_for_each(view_, out.extent.tile<1>(), [=, &in, &out](tiled_index<1> t) restrict(amp) {
				const OPTION_DATA o = in[t.global];
				float value[N + 1];
				const float dt = o.T / N, up = fast_math::exp(o.V * fast_math::sqrt(dt)), down = 1 / up;
				const float growth = fast_math::exp(o.R * dt), p = (growth - down) / (up - down), q = 1 - p;
				for (int i = 0; i <= N; i++)
					value[i] = PayoffOnGpu(o.S * fast_math::powf(up, float(2 * i - N)), o.X);
				for (int step = N; step-- > 0;)
					for (int i = 0; i <= step; i++)
						value[i] = (p * value[i + 1] + q * value[i]) / growth;
				out[t.global] = value[0];
			});
			copy(out, stdext::make_checked_array_iterator(prices_, count));
		} catch (runtime_exception &e) {
			OutputDebugStringA(e.what());
			return e.get_error_code();
		}
		return S_OK;
	}
};

template <int N> class CpuPricer : public PricerBase<CpuPricer<N>>
{
public:
	HRESULT Run(LPCOPTION_DATA options, UINT count)
	{
		for (UINT k = 0; k < count; k++) {
			const OPTION_DATA &o = options[k];
			std::vector<float> value(N + 1);
			const float dt = o.T / N, up = exp(o.V * sqrt(dt)), growth = exp(o.R * dt);
			const float p = (growth - 1 / up) / (up - 1 / up);
			for (int i = 0; i <= N; i++)
				value[i] = Payoff(o.S * pow(up, float(2 * i - N)), o.X);
			for (int step = N; step-- > 0;)
				for (int i = 0; i <= step; i++)
					value[i] = (p * value[i + 1] + (1 - p) * value[i]) / growth;
			prices_[k] = value[0];
		}
		return S_OK;
	}
};

int _tmain(int argc, TCHAR **argv)
{
	UNREFERENCED_PARAMETER(argc); UNREFERENCED_PARAMETER(argv);
	OPTION_DATA options[] = { { 100, 95, 1, { 0.05f, 0.2f } }, { 50, 60, 0.5f, { 0.02f, 0.4f } }, { 10, 5, 2, { 0.01f, 0.1f } } };
	float cpu[ARRAY_SIZE(options)], gpu[ARRAY_SIZE(options)] = { 0 };
	CpuPricer<STEPS> reference;
	AmpPricer<STEPS> pricer(accelerator().get_default_view());
	BOOL same = TRUE;
	if (FAILED(reference.Price(options, _countof(options), cpu)) || FAILED(pricer.Price(options, _countof(options), gpu)))
		return 1;
	for (int i = 0; i < ARRAY_SIZE(options); i++) {
		same &= fabs(cpu[i] - gpu[i]) < 1e-2f;
		_tprintf(TEXT("%.1f%c"), cpu[i], i + 1 < ARRAY_SIZE(options) ? _T(' ') : _T('\n'));
	}
	_tprintf(TEXT("%s, %#lx\n"), same ? TEXT("same") : TEXT("different"), (unsigned long)pricer.Price(NULL, 0, gpu));
	return 0;
}
