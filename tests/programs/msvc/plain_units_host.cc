#include "plain_units.h"
#include <sstream>
#ifdef AMP_MSC_VER
template <class T> std::string Join(const std::vector<T> &v)
{
	std::string all;
	for each (const T &x in v)
		all += Text(x) + SEPARATOR;
	return Trim(all + "");
}
#endif
const char *const SEPARATOR = ",";
template <class T> std::string Text(const T &x)
{
	std::ostringstream s;
	s << x;
	return s.str();
}
std::string &Trim(std::string &s)
{
	if (!s.empty())
		s.resize(s.size() - 1);
	return s;
}
std::string Describe(Report &report)
{
	std::vector<__int64> v;
	v.push_back(report.sum);
	v.push_back(report.count);
	return Join(v);
}
