// Heat in a plate, by Jacobi's method, on a grid of MPI ranks: each has a block of the plate on its
// own accelerator, with a rim of its neighbours' cells. In each step, the cells along the block's
// edges are sent to the neighbours while the accelerator computes the cells inside, which need no
// rim; then those along the edges are computed. If the MPI library is CUDA-aware, it gets device
// pointers, and the edges are not copied through host memory.
//
//     OMPI_CXX=ampcc mpicxx -O2 mpi_heat.cpp -o mpi_heat
//     mpirun -n 4 ./mpi_heat [ROWS COLUMNS STEPS]
//
// Prints: temperatures along a diagonal, which do not depend on the number of ranks; on standard
// error, what each rank worked on, and how long.
// ranks: 2
#include <amp.h>
#include <amp_cuda.h>

#define OMPI_SKIP_MPICXX /* C++ bindings, which nobody uses any more */
#include <mpi.h>
#if defined(OPEN_MPI)
#include <mpi-ext.h>
#endif

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <utility>
#include <vector>

using namespace concurrency;

// The accelerator of this rank: the GPUs of a machine are distributed among its ranks.
static accelerator choose_accelerator()
{
	MPI_Comm machine;
	int rank;
	MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &machine);
	MPI_Comm_rank(machine, &rank);
	MPI_Comm_free(&machine);

	std::vector<accelerator> gpus;
	for (const accelerator &a : accelerator::get_all())
		if (!a.is_emulated)
			gpus.push_back(a);
	accelerator best;
	return gpus.empty() || best.is_emulated ? best : gpus[rank % gpus.size()];
}

static bool is_cuda_aware(const accelerator &a)
{
#if defined(MPIX_CUDA_AWARE_SUPPORT) && MPIX_CUDA_AWARE_SUPPORT
	return !a.is_emulated && MPIX_Query_cuda_support();
#else
	(void)a;
	return false;
#endif
}

// The cells that a block exchanges with one neighbour: one row or one column.
struct edge {
	int neighbour; // MPI_PROC_NULL at the plate's own edge
	index<2> inside, rim;
	array<float, 2> sent, received; // on the accelerator, without gaps
	std::vector<float> sent_on_host, received_on_host;

	edge(int rank, index<2> from, index<2> to, extent<2> shape, const accelerator_view &av)
	    : neighbour(rank), inside(from), rim(to), sent(shape, av), received(shape, av),
	      sent_on_host(shape.size()), received_on_host(shape.size()) {}
};

class block {
public:
	block(MPI_Comm ranks, int plate_rows, int plate_columns, const accelerator &a)
	    : ranks_(ranks), av_(a.default_view), is_cuda_aware_(is_cuda_aware(a))
	{
		int size[2], periodic[2], at[2];
		MPI_Cart_get(ranks, 2, size, periodic, at);
		first_ = index<2>(plate_rows * at[0] / size[0], plate_columns * at[1] / size[1]);
		rows_ = plate_rows * (at[0] + 1) / size[0] - first_[0];
		columns_ = plate_columns * (at[1] + 1) / size[1] - first_[1];
		const extent<2> with_rim(rows_ + 2, columns_ + 2);
		// The plate is cold, and hot along the line above its first row.
		std::vector<float> start(with_rim.size(), 0.0f);
		for (int j = 0; j < columns_ + 2 && at[0] == 0; j++)
			start[j] = 100.0f;
		now_ = std::unique_ptr<array<float, 2>>(new array<float, 2>(with_rim, start.begin(), av_));
		next_ = std::unique_ptr<array<float, 2>>(new array<float, 2>(with_rim, start.begin(), av_));

		int above, below, left, right;
		MPI_Cart_shift(ranks, 0, 1, &above, &below);
		MPI_Cart_shift(ranks, 1, 1, &left, &right);
		const extent<2> row(1, columns_), column(rows_, 1);
		edges_.emplace_back(above, index<2>(1, 1), index<2>(0, 1), row, av_);
		edges_.emplace_back(below, index<2>(rows_, 1), index<2>(rows_ + 1, 1), row, av_);
		edges_.emplace_back(left, index<2>(1, 1), index<2>(1, 0), column, av_);
		edges_.emplace_back(right, index<2>(1, columns_), index<2>(1, columns_ + 1), column, av_);
	}

	void step()
	{
		// Nothing here waits; the commands run in this order.
		for (edge &e : edges_)
			if (e.neighbour != MPI_PROC_NULL)
				copy_async(now_->section(e.inside, e.sent.extent), e.sent);
		std::vector<completion_future> ready;
		for (edge &e : edges_)
			if (e.neighbour != MPI_PROC_NULL && !is_cuda_aware_)
				ready.push_back(copy_async(e.sent, e.sent_on_host.begin()));
		if (is_cuda_aware_)
			ready.push_back(av_.create_marker());
		compute_inside();

		// Meanwhile.
		for (completion_future &f : ready)
			f.get();
		exchange();
		for (edge &e : edges_) {
			if (e.neighbour == MPI_PROC_NULL)
				continue;
			if (!is_cuda_aware_)
				copy_async(e.received_on_host.begin(), e.received_on_host.end(), e.received);
			copy_async(e.received, now_->section(e.rim, e.received.extent));
		}
		compute_edges();
		std::swap(now_, next_);
	}

	// The temperature of a cell of the plate, on all ranks.
	float at(index<2> cell) const
	{
		float here = 0, anywhere = 0;
		const index<2> i = cell - first_;
		if (i[0] >= 0 && i[0] < rows_ && i[1] >= 0 && i[1] < columns_)
			copy(now_->section(index<2>(i[0] + 1, i[1] + 1), extent<2>(1, 1)), &here);
		MPI_Allreduce(&here, &anywhere, 1, MPI_FLOAT, MPI_SUM, ranks_);
		return anywhere;
	}

	void wait() { av_.wait(); }
	const char *way() const { return is_cuda_aware_ ? "device pointers" : "host memory"; }
	int rows() const { return rows_; }
	int columns() const { return columns_; }

private:
	static float mean(const array<float, 2> &t, index<2> c) restrict(amp)
	{
		return 0.25f * (t(c[0] - 1, c[1]) + t(c[0] + 1, c[1]) + t(c[0], c[1] - 1) + t(c[0], c[1] + 1));
	}

	// The cells that are not along an edge, of which there are none in a block of two rows.
	void compute_inside()
	{
		const array<float, 2> &from = *now_;
		array<float, 2> &to = *next_;
		if (rows_ > 2 && columns_ > 2)
			parallel_for_each(extent<2>(rows_ - 2, columns_ - 2), [&](index<2> i) restrict(amp) {
				const index<2> c(i[0] + 2, i[1] + 2);
				to[c] = mean(from, c);
			});
	}

	// Both rows, then both columns; the corners twice.
	void compute_edges()
	{
		const array<float, 2> &from = *now_;
		array<float, 2> &to = *next_;
		const int rows = rows_, columns = columns_;
		parallel_for_each(extent<1>(2 * columns + 2 * rows), [=, &from, &to](index<1> i) restrict(amp) {
			const int k = i[0], m = k - 2 * columns;
			const index<2> c = m < 0 ? index<2>(k < columns ? 1 : rows, 1 + k % columns)
			                         : index<2>(1 + m % rows, m < rows ? 1 : columns);
			to[c] = mean(from, c);
		});
	}

	void exchange()
	{
		std::vector<MPI_Request> requests;
		for (std::size_t i = 0; i < edges_.size(); i++) {
			edge &e = edges_[i];
			if (e.neighbour == MPI_PROC_NULL)
				continue;
			float *send = e.sent_on_host.data(), *receive = e.received_on_host.data();
			if (is_cuda_aware_) {
				send = cuda::get_device_pointer(e.sent);
				receive = cuda::get_device_pointer(e.received);
			}
			const int n = static_cast<int>(e.sent_on_host.size()), tag = static_cast<int>(i);
			requests.resize(requests.size() + 2);
			MPI_Irecv(receive, n, MPI_FLOAT, e.neighbour, tag ^ 1, ranks_, &requests.end()[-2]);
			MPI_Isend(send, n, MPI_FLOAT, e.neighbour, tag, ranks_, &requests.end()[-1]);
		}
		MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
	}

	MPI_Comm ranks_;
	accelerator_view av_;
	bool is_cuda_aware_;
	index<2> first_;
	int rows_, columns_;
	std::unique_ptr<array<float, 2>> now_, next_;
	std::vector<edge> edges_;
};

int main(int argc, char **argv)
{
	MPI_Init(&argc, &argv);
	const int rows = argc > 1 ? std::atoi(argv[1]) : 240, columns = argc > 2 ? std::atoi(argv[2]) : 320;
	const int steps = argc > 3 ? std::atoi(argv[3]) : 500;
	int size[2] = {0, 0}, periodic[2] = {0, 0}, count, rank;
	MPI_Comm ranks;
	MPI_Comm_size(MPI_COMM_WORLD, &count);
	MPI_Dims_create(count, 2, size);
	MPI_Cart_create(MPI_COMM_WORLD, 2, size, periodic, 1, &ranks);
	MPI_Comm_rank(ranks, &rank);
	if (rows < 2 * size[0] || columns < 2 * size[1] || steps < 1) {
		if (rank == 0)
			std::fprintf(stderr, "each rank needs two rows and two columns\n");
		MPI_Abort(ranks, 1);
	}
	{
		const accelerator a = choose_accelerator();
		block mine(ranks, rows, columns, a);
		mine.step(); // loads code
		mine.wait();
		MPI_Barrier(ranks);
		const double start = MPI_Wtime();
		for (int i = 1; i < steps; i++)
			mine.step();
		mine.wait();
		MPI_Barrier(ranks);
		const double time = MPI_Wtime() - start;
		std::fprintf(stderr, "rank %d of %d: %d x %d cells on %ls, edges by %s, %.1f us a step\n", rank, count,
		             mine.rows(), mine.columns(), a.device_path.c_str(), mine.way(),
		             steps > 1 ? time * 1e6 / (steps - 1) : 0.0);
		for (int i = 0; i < 8; i++) {
			const index<2> cell(rows * i / 16, columns * (i + 4) / 16);
			const float t = mine.at(cell);
			if (rank == 0)
				std::printf("%4d %4d %9.4f\n", cell[0], cell[1], t);
		}
	}
	MPI_Comm_free(&ranks);
	MPI_Finalize();
	return 0;
}
