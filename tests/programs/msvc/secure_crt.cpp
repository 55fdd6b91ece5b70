// options: --amp-msvc
// A table's reader and writer with the secure functions of Microsoft's C library.
#include "stdafx.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tchar.h>
#include <time.h>
#include <io.h>
#include <crtdbg.h>
using namespace concurrency;

#define CHECK(x) do { errno_t error_ = (x); if (error_) { fprintf(stderr, "%s: %d\n", #x, error_); exit(1); } } while (0)

struct Record
{
	char name[16];
	__int64 total;
	unsigned __int64 hash;
};

static void Accumulate(std::vector<Record> &records)
{
	std::vector<int> low(records.size());
	array_view<int> v((int)low.size(), low);
	v.discard_data();
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = (i[0] + 1) * 1000; });
	v.synchronize();
	for (size_t i = 0; i < records.size(); i++) {
		records[i].total = 0x100000000i64 * (__int64)(i + 1) + low[i];
		records[i].hash = 0xcbf29ce484222325ui64 ^ (unsigned)low[i];
		CHECK(strcpy_s(records[i].name, "record"));
		char digits[8];
		CHECK(_itoa_s((int)i, digits, _countof(digits), 10));
		CHECK(strcat_s(records[i].name, sizeof(records[i].name), digits));
	}
}

static bool Save(const char *path, const std::vector<Record> &records)
{
	FILE *file = NULL;
	if (fopen_s(&file, path, "wt") != 0)
		return false;
	for each (const Record &r in records)
		fprintf_s(file, "%s %I64d %I64x\n", r.name, r.total, r.hash);
	return fclose(file) == 0;
}

static int Load(const char *path, std::vector<Record> &records)
{
	FILE *file = NULL;
	Record r;
	int lines = 0;
	CHECK(fopen_s(&file, path, "rt"));
	while (fscanf_s(file, "%s %I64d %I64x", r.name, (unsigned)_countof(r.name), &r.total, &r.hash) == 3) {
		records.push_back(r);
		lines++;
	}
	fclose(file);
	return lines;
}

int main()
{
	std::vector<Record> records(3), loaded;
	Accumulate(records);
	if (!Save("table.txt", records))
		return 1;
	printf_s("%d lines\n", Load("table.txt", loaded));
	for (size_t i = 0; i < loaded.size(); i++)
		printf_s("%-8s %15I64d %I64X %d\n", loaded[i].name, loaded[i].total, loaded[i].hash,
			loaded[i].total == records[i].total && loaded[i].hash == records[i].hash);
	printf("%d %d\n", _access("table.txt", 0), _access("no such table.txt", 0));
	remove("table.txt");

	char buffer[40], *context = NULL, list[] = "x;y;;z";
	printf("%d [%s]\n", sprintf_s(buffer, "%I64u|%I32d|%5.2f", 18446744073709551615ui64, -5, 2.5), buffer);
	printf("%d", _snprintf_s(buffer, 6, _TRUNCATE, "%s", "truncated"));
	printf(" [%s]\n", buffer);
	for (char *word = strtok_s(list, ";", &context); word; word = strtok_s(NULL, ";", &context))
		printf("<%s>", word);
	printf("\n");
	char narrow[16];
	wchar_t wide[16];
	size_t converted = 0;
	CHECK(mbstowcs_s(&converted, wide, _countof(wide), "wide", _TRUNCATE));
	CHECK(wcscat_s(wide, L" text"));
	int (*format)(char *, const char *, ...) = sprintf, (*bounded)(char *, size_t, const char *, ...) = &std::snprintf;
	if (format(narrow, "%I64d", 3i64) != 1 || bounded(narrow + 1, 3, "%d", 456) != 3 || strcmp(narrow, "345"))
		return 1;
	wprintf(L"%s %S %d\n", wide, "narrow", (int)converted);
	int a = 0, b = 0;
	printf("%d", sscanf_s("12,34", "%d,%d", &a, &b));
	printf(" %d %d %d\n", a, b, _stricmp("Text", "tEXT"));
	_ASSERTE(_strtoi64("-9000000000", NULL, 10) == -9000000000i64);
	printf("%s ", _gcvt(2.5, 5, narrow));
	printf("%I64d %s\n", _atoi64("9000000000"), _strupr_s(buffer, sizeof(buffer)) == 0 ? buffer : "?");
	return 0;
}
