#pragma once
#define LIMIT 100
int limited(int x);
