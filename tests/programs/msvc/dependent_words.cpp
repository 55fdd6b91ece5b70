// options: --amp-msvc
// typename too many and missing, template missing, shadowed parameters, members of dependent bases;
// __noop without parentheses.
#include "stdafx.h"
#include <map>
using namespace concurrency;
using namespace std;
#define TRACE(text) __noop

template <class T> struct Traits
{
	typedef T value_type;
	typedef std::vector<T> container;
	template <class T> static T Twice(T x) restrict(amp, cpu) { return x + x; }
};

class Counted
{
protected:
	int m_total;
	Counted() : m_total(0) {}
};

/* bases named by an alias template, and by a typedef of an instantiation */
template <class T> class Marked
{
protected:
	T m_mark;
	Marked() : m_mark() {}
};
template <class T> using MarkedAs = Marked<T>;
typedef Marked<char> MarkedByChar;
template <class T> class Letter : public MarkedByChar {};

template <class T> class Storage : public Counted, public MarkedAs<T *>
{
protected:
	std::vector<T> m_items;
	int m_changes;
	Storage() : m_changes(0) {}
	void Touch() { m_changes++; }
	typedef typename std::vector<T>::iterator iterator;
};

template <class T> class Stack : public Storage<T>
{
public:
	void Push(const T &x) { m_items.push_back(x); m_total++; Touch(); TRACE(L"pushed"); }
	Traits<T>::value_type Sum()
	{
		Traits<T>::value_type sum = Traits<T>::value_type();
		for (std::vector<T>::iterator it = m_items.begin(); it != m_items.end(); ++it)
			sum += *it;
		return sum;
	}
	void Double()
	{
		typename int n = (int)m_items.size();
		array_view<T> v(n, m_items);
		parallel_for_each(v.extent.tile<4>().pad(), [=](tiled_index<4> t) restrict(amp) {
			if (t.global[0] < n)
				v[t.global] = Traits<T>::Twice<T>(v[t.global]);
		});
		v.synchronize();
		Touch();
	}
	int Changes() const { return m_changes; }
	int Total() const { return m_mark == NULL ? m_total : 0; }
};

template <class T> class Word : public Letter<T>
{
public:
	char First() { m_mark = 'w'; return m_mark; }
};

template <class K, class V> V Lookup(const std::map<K, V> &m, const K &k)
{
	std::map<K, V>::const_iterator found = m.find(k);
	return found == m.end() ? V() : found->second;
}

/* members of a base by names that std has, too; late::, a namespace and an enumeration further down */
template <class T> struct Node
{
	T value;
	Node *left, *right;
	int count;
	Node() : value(T()), left(NULL), right(NULL), count(late::Start<T>() + FIRST) {}
	void swap(int n) { count = n; }
};

template <class T> class Tree : public Node<T>
{
public:
	void Grow() { left = new Node<T>; }
	int Sides() const { return (left ? 1 : 0) + (right ? 10 : 0); }
	void Set(T n) { swap(n); }
	int Count();
};
template <class T> int Tree<T>::Count() { return right ? 0 : count; }

namespace late { template <class T> int Start() { return 5; } }
enum { FIRST = 2 };

int main()
{
	Tree<int> tree;
	tree.Grow();
	std::cout << tree.Sides() << " " << tree.Count();
	tree.Set(3);
	std::cout << " " << tree.Count() << std::endl;
	Stack<int> s;
	for (int i = 0; i < 10; i++)
		s.Push(i);
	s.Double();
	std::map<std::string, int> m;
	m["sum"] = s.Sum();
	std::cout << Lookup(m, std::string("sum")) << " " << s.Changes() << " " << s.Total() << " " << Word<int>().First() << std::endl;
	return 0;
}
