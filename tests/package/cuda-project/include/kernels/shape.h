#pragma once
enum { side = 4 };
