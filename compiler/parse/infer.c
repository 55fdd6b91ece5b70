/* restrict(auto): infers the restrictions that a function complies with (specification 13.1.1). The function
 * is checked with all restrictions and, if it has errors, with fewer. */
#include "parse/parse.h"

/* Gives a clause the next restrictions to try after an error: both, then amp alone, then cpu alone. If those
 * fail as well, the error is the program's. */
static bool narrow(struct inferred *f, unsigned error)
{
	static const unsigned tries[] = {RESTRICT_CPU | RESTRICT_AMP, RESTRICT_AMP, RESTRICT_CPU};
	size_t i = 0;

	while (tries[i] != f->restrictions)
		i++;
	for (i++; i < COUNT(tries); i++) {
		if ((tries[i] & f->least) == f->least) {
			f->restrictions = tries[i];
			f->why = f->why == UINT_MAX ? error : f->why;
			return true;
		}
	}
	return false;
}

bool narrow_restrictions(struct unit *u)
{
	bool changed = false;

	FOR_EACH(struct inferred, f, u->inferred, u->n_inferred) {
		size_t k = 0;

		while (k < u->n_error_places &&
		       (u->error_places[k] < f->begin || u->error_places[k] > f->end))
			k++;
		changed |= k < u->n_error_places && narrow(f, u->error_places[k]);
	}
	return changed;
}
