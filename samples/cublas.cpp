// Linear layers on a GPU: C++ AMP makes the inputs, cuBLAS multiplies, C++ AMP
// applies the activation; all on one stream, on arrays that stay where they are.
// Shows <amp_cuda.h>: nothing is copied between the steps, and nothing waits.
//
//   ampcc -O2 cublas.cpp -I/usr/local/cuda/include -L/usr/local/cuda/lib64 -lcublas -lcudart
//
// options: -I/usr/local/cuda/include -L/usr/local/cuda/lib64 -L/usr/local/cuda/lib -lcublas -lcudart
#include <amp.h>
#include <amp/runtime.h>
#include <amp_cuda.h>
#include <amp_math.h>
#include <cublas_v2.h>
#include <cuda_runtime_api.h>
#include <cmath>
#include <cstdio>
#include <stdexcept>
#include <vector>

using namespace concurrency;

static void check(cublasStatus_t status)
{
    if (status != CUBLAS_STATUS_SUCCESS)
        throw std::runtime_error("cuBLAS failed");
}

// out = weights * in, all row-major: cuBLAS, whose matrices are column-major,
// sees each of them transposed.
static void multiply(cublasHandle_t cublas, const array<float, 2> &weights, const array<float, 2> &in,
                     array<float, 2> &out)
{
    const int rows = out.extent[0], columns = out.extent[1], inner = in.extent[0];
    const float one = 1.0f, zero = 0.0f;
    check(cublasSgemm(cublas, CUBLAS_OP_N, CUBLAS_OP_N, columns, rows, inner, &one, cuda::get_device_pointer(in),
                      columns, cuda::get_device_pointer(weights), inner, &zero, cuda::get_device_pointer(out),
                      columns));
}

static float weight(int i, int j) restrict(cpu, amp) { return ((i * 7 + j * 3) % 11 - 5) * 0.02f; }
static float input(int i, int j) restrict(cpu, amp) { return ((i * 5 + j * 13) % 17 - 8) * 0.1f; }

int main()
{
    const int size = 512, batch = 256, layers = 3;
    accelerator gpu;
    if (gpu.get_is_emulated())
    {
        std::printf("needs a GPU\n");
        return 77;
    }
    accelerator_view av = gpu.create_view();
    cudaSetDevice(cuda::get_device(gpu)); // cuBLAS works on the thread's current device
    cublasHandle_t cublas;
    check(cublasCreate(&cublas));
    check(cublasSetStream(cublas, cuda::get_stream(av)));

    array<float, 2> weights(size, size, av), x(size, batch, av), y(size, batch, av);
    std::vector<float> result(size * batch);
    amp_counters counters;
    amp_reset_counters();
    parallel_for_each(av, weights.extent, [&weights](index<2> i) restrict(amp) { weights[i] = weight(i[0], i[1]); });
    parallel_for_each(av, x.extent, [&x](index<2> i) restrict(amp) { x[i] = input(i[0], i[1]); });
    for (int layer = 0; layer < layers; layer++)
    {
        multiply(cublas, weights, x, y);
        parallel_for_each(av, y.extent, [&x, &y](index<2> i) restrict(amp) { x[i] = precise_math::tanh(y[i]); });
    }
    amp_get_counters(&counters);
    copy(x, result.begin());
    check(cublasDestroy(cublas));

    // some columns on the host
    double worst = 0.0;
    for (int j = 0; j < batch; j += 37)
    {
        std::vector<double> v(size), next(size);
        for (int i = 0; i < size; i++)
            v[i] = input(i, j);
        for (int layer = 0; layer < layers; layer++, v.swap(next))
            for (int i = 0; i < size; i++)
            {
                double sum = 0.0;
                for (int k = 0; k < size; k++)
                    sum += weight(i, k) * v[k];
                next[i] = std::tanh(sum);
            }
        for (int i = 0; i < size; i++)
            worst = std::fmax(worst, std::fabs(v[i] - result[i * batch + j]));
    }
    std::printf("%s; bytes copied before the result was asked for: %llu\n", worst < 1e-3 ? "right" : "wrong",
                static_cast<unsigned long long>(counters.host_to_device_bytes + counters.device_to_host_bytes +
                                                counters.device_to_device_bytes));
    return worst < 1e-3 ? 0 : 1;
}
