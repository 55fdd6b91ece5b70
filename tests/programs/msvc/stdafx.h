// A precompiled header's usual contents.
#pragma once
#include <amp.h>
#include <iostream>
#include <vector>
#include <string>
#include <numeric>
#include <algorithm>
