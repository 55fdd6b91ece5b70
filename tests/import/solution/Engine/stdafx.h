// stdafx.h : include file for standard system include files
#pragma once

#include <SDKDDKVer.h>
#define WIN32_LEAN_AND_MEAN
#define NOMINMAX
#include <windows.h>
#include <tchar.h>
#include <amp.h>
#include <vector>
