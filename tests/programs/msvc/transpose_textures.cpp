// options: --amp-msvc
#include "stdafx.h"
#include <amp_graphics.h>
using namespace concurrency;
using namespace concurrency::graphics;
#pragma region constants
static const int kTile = 8;
enum Layout : unsigned char { RowMajor, ColumnMajor, };
#pragma endregion

template <typename value_type> class Transposer
{
public:
	typedef value_type element;
	Transposer(int rows, int columns) : m_rows(rows), m_columns(columns), m_layout(RowMajor) {}
	template <typename value_type> static value_type Identity(value_type v) restrict(amp, cpu) { return v; }
	void Run(const texture<value_type, 2> &in, array<value_type, 2> &out)
	{
		Guard(m_rows % kTile == 0 && m_columns % kTile == 0, "size");
		parallel_for_each(in.accelerator_view, in.extent.tile<kTile, kTile>(),
			[&in, &out](tiled_index<kTile, kTile> t) restrict(amp) {
				tile_static value_type block[kTile][kTile + 1];
				block[t.local[0]][t.local[1]] = Identity(in[t.global]);
				t.barrier.wait_with_tile_static_memory_fence();
				const index<2> to(t.tile_origin[1] + t.local[0], t.tile_origin[0] + t.local[1]);
				out[to] = block[t.local[1]][t.local[0]];
			});
		m_layout = ColumnMajor;
	}
	Layout layout() const { return m_layout; }
private:
	int m_rows, m_columns;
	Layout m_layout;
};

void Guard(bool condition, const char *what) { if (!condition) throw std::exception(what); }

int main()
{
	const int rows = 16, columns = 24;
	std::vector<int> data(rows * columns), result(rows * columns);
	for (int i = 0; i < rows * columns; i++)
		data[i] = i;
	Transposer<int> transposer(rows, columns);
	texture<int, 2> in(rows, columns, data.begin(), data.end());
	array<int, 2> out(columns, rows);
	transposer.Run(in, out);
	copy(out, result.begin());
	int wrong = 0;
	for (int r = 0; r < rows; r++)
		for (int c = 0; c < columns; c++)
			wrong += result[c * rows + r] != data[r * columns + c];
	std::cout << wrong << " " << (int)transposer.layout() << std::endl;
	return wrong;
}
