/* Until the front end is there: a program is its own host unit. */
#include "ampcc.h"

bool translate(const struct translation_request *request, struct translation *out)
{
	*out = (struct translation){0};
	text_printf(&out->host_unit, "#line 1 \"%s\"\n", request->display_path);
	return read_file(request->path, &out->host_unit);
}

void translation_finish(struct translation *t)
{
	text_finish(&t->device_unit);
	text_finish(&t->host_unit);
}
