// Host classes that point to their like, with and without containers in them.
#include "../check.h"
#include <amp.h>
#include <list>
#include <map>
#include <memory>
#include <vector>
using namespace concurrency;

struct node {
	int value;
	node *next;
};

struct leaf;
struct tree {
	std::vector<std::unique_ptr<tree>> children;
	std::map<int, leaf *> leaves;
};
struct leaf {
	tree *owner;
	array_view<int, 1> view;
};

int main()
{
	std::vector<int> data(100, 1);
	tree t;
	leaf l = {&t, array_view<int, 1>(data)};
	t.leaves[0] = &l;
	node last = {2, nullptr}, first = {1, &last};
	array_view<int, 1> v = t.leaves[0]->view;
	int add = first.next->value;
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] += i[0] + add; });
	CHECK(l.view[10] == 13);
	std::puts("ok");
}
