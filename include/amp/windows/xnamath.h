#include "directxmath.h"
using namespace DirectX;
