/* A project on its way to CUDA: project.c converts its sources, project_cmake.c writes its CMakeLists.txt. */
#ifndef PROJECT_H
#define PROJECT_H

#include "driver/driver.h"

/* A source of the project. */
struct port_source {
	char *folder;           /* where its command runs */
	struct command command; /* as it is compiled, but for what it becomes; the source is its only input */
	char *path, *name;      /* its real path; its path in the project's folder */
	char *output;           /* what it becomes: a path in the folder that is written */
	char *host_output;      /* of C with AMP: its other half; else NULL */
	bool has_main;
	size_t n_converted;   /* of port.converted, the first ones: known when it was converted */
	struct strings files; /* real paths of the user's files that it is made of */
	struct emitted emitted;
};

struct port {
	const struct installation *where;
	char *root, *folder; /* the project's and that which is written, real paths */
	struct port_source *sources;
	size_t n_sources;
	struct strings converted; /* real paths of headers that become CUDA */
	bool has_runtime;         /* --amp-vendor: what is written has the runtime's sources */
	struct emitted files;     /* all that is written */
};

/* The CMakeLists.txt of what is written. */
void append_cmake(const struct port *p, struct text *out);

#endif
