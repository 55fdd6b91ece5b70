// options: --amp-msvc
// Agents that pass blocks of data from a reader through a kernel to a writer.
#include "stdafx.h"
#include <agents.h>
#include <concrt.h>
#include <ppl.h>
using namespace concurrency;

typedef std::vector<int> Block;

class Reader : public agent
{
public:
	explicit Reader(ITarget<Block> &target, int blocks) : m_target(target), m_blocks(blocks) {}
protected:
	void run()
	{
		for (int b = 0; b < m_blocks; b++) {
			Block block(64);
			std::iota(block.begin(), block.end(), b * 64);
			send(m_target, block);
		}
		send(m_target, Block());
		done();
	}
private:
	ITarget<Block> &m_target;
	int m_blocks;
};

class Worker : public agent
{
public:
	Worker(ISource<Block> &source, ITarget<__int64> &target) : m_source(source), m_target(target) {}
protected:
	void run()
	{
		for (;;) {
			Block block = receive(m_source);
			if (block.empty())
				break;
			array_view<int> view((int)block.size(), block);
			parallel_for_each(view.extent, [=](index<1> i) restrict(amp) { view[i] = view[i] % 10; });
			view.synchronize();
			asend(m_target, (__int64)std::accumulate(block.begin(), block.end(), 0));
		}
		asend(m_target, -1i64);
		done();
	}
private:
	ISource<Block> &m_source;
	ITarget<__int64> &m_target;
};

int main()
{
	unbounded_buffer<Block> blocks;
	unbounded_buffer<__int64> sums;
	Reader reader(blocks, 5);
	Worker worker(blocks, sums);
	reader.start();
	worker.start();
	for (__int64 sum = receive(sums); sum >= 0; sum = receive(sums))
		std::cout << "block " << sum << std::endl;
	agent *agents[] = { &reader, &worker };
	agent::wait_for_all(2, agents);
	std::cout << (reader.status() == agent_done && worker.status() == agent_done ? "done" : "not done") << std::endl;

	// blocks of messages that are linked
	transformer<int, int> twice([](int x) { return 2 * x; });
	single_assignment<int> once;
	overwrite_buffer<int> last;
	int called = 0;
	call<int> sink([&called](int x) { called += x; });
	twice.link_target(&once);
	send(twice, 21);
	std::cout << "once " << receive(once) << std::endl;
	send(last, 1);
	send(last, 2);
	std::cout << "last " << receive(last) << std::endl;
	send(sink, 5);
	__int64 none;
	std::cout << (try_receive(sums, none) ? "more" : "no more") << std::endl;

	// the runtime's locks
	critical_section section;
	reader_writer_lock lock;
	event ready;
	int shared = 0, read = 0;
	parallel_invoke(
		[&] {
			for (int i = 0; i < 1000; i++) {
				critical_section::scoped_lock guard(section);
				shared++;
			}
			ready.set();
		},
		[&] {
			for (int i = 0; i < 1000; i++) {
				critical_section::scoped_lock guard(section);
				shared++;
			}
		},
		[&] {
			reader_writer_lock::scoped_lock_read guard(lock);
			read = 1;
		});
	{
		reader_writer_lock::scoped_lock write(lock);
		read++;
	}
	std::cout << "shared " << shared << ", read " << read << ", event "
		<< (ready.wait(1000) == 0 ? "set" : "not set") << std::endl;
	return 0;
}
