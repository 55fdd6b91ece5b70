/* A project that is converted to CUDA: project.c converts its sources, project_cmake.c writes its
 * CMakeLists.txt. */
#ifndef PROJECT_H
#define PROJECT_H

#include "driver/driver.h"

/* A source file of the project. */
struct port_source {
	char *folder;           /* the working directory of its compile command */
	struct command command; /* its compile command, apart from the output; the source is its only input */
	char *path, *name;      /* real path, and path in the project's folder */
	char *output;           /* the path that it is written to, in the output folder */
	char *host_output;      /* for C with AMP: the path of its host half; else NULL */
	bool has_main;
	size_t n_converted;   /* the length of port.converted at the time of its conversion */
	struct strings files; /* real paths of the user's files that it consists of */
	struct emitted emitted;
};

struct port {
	const struct installation *where;
	char *root, *folder; /* real paths of the project and of the output folder */
	struct port_source *sources;
	size_t n_sources;
	struct strings converted; /* real paths of headers that are converted */
	bool has_runtime;         /* --amp-vendor: the output contains the runtime's sources */
	struct emitted files;     /* all files to be written */
};

/* Appends the CMakeLists.txt of the output. */
void append_cmake(const struct port *p, struct text *out);

#endif
