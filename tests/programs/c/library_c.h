#ifndef LIBRARY_C_H
#define LIBRARY_C_H

#ifdef __cplusplus
extern "C" {
#endif
void scale(float *data, int n, float factor);
#ifdef __cplusplus
}
#endif

#endif
