// options: --amp-msvc
#include "stdafx.h"
using namespace concurrency;

class Buffer;
typedef Buffer BufferType;

class Owner
{
	friend class BufferType;
	friend Owner MakeOwner(int n);
	friend int Peek(const Owner &o) { return o.m_value; }
	friend void Announce(const char *text) { std::cout << text << std::endl; }
	int m_value;
public:
	Owner() : m_value(0) {}
};

class Buffer
{
public:
	Buffer(int n) : m_data(n, 1.5f) {}
	void Buffer::Fill(Owner &owner)
	{
		const int value = owner.m_value;
		array_view<float, 1> v((int)m_data.size(), m_data);
		v.discard_data();
		parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = (float)(value * i[0]); });
		v.synchronize();
		owner.m_value = (int)m_data.back();
	}
	float Last() const { return m_data.back(); }
private:
	std::vector<float> m_data;
};

Owner MakeOwner(int n)
{
	Owner o;
	o.m_value = n;
	return o;
}

int main()
{
	Announce("friends");
	Buffer b(5);
	b.Fill(MakeOwner(7));
	Owner kept = MakeOwner(3);
	b.Fill(kept);
	std::cout << b.Last() << " " << Peek(kept) << std::endl;
	return 0;
}
