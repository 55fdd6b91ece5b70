/* Tracks which macros are defined at a place of the preprocessor's output (-dD), and of the flat text.
 *
 * In the flat text all macros are expanded, and system headers are included again, which defines their macros
 * again. So the flat text has the user's macros only where a system header is included, which may test them;
 * and a macro of a header is undefined where the user undefines or redefines it. One whose expansion names the
 * macro itself (si_pid, sa_handler) would be expanded a second time: it is shown to headers only, like the user's.
 * Macros that are shown to a header are hidden only when the user's text continues, so that consecutive headers
 * need that once. */
#include "source/macros.h"

#include <string.h>

/* What a name means as a macro. */
struct macro_meaning {
	enum { NO_MACRO, OF_USER, OF_OTHERS } owner;
	const char *definition; /* the #define line, not terminated; see length */
	size_t length;
};

struct macro_state {
	struct macro_meaning now;
	bool is_listed;         /* in macros.users */
	bool is_shown;          /* it is, and currently defined in the flat text */
	struct macro_meaning *pushed; /* by #pragma push_macro */
	size_t n_pushed;
};

const char *macro_name(const char *line, size_t *n)
{
	static const char define[] = "#define ", undef[] = "#undef ";
	const char *name = starts(line, define)  ? line + strlen(define)
	                   : starts(line, undef) ? line + strlen(undef)
	                                         : NULL;

	if (name)
		*n = strcspn(name, " (\n");
	return name;
}

/* Returns the macro with a name, which is added if it is new. */
static struct macro_state *find(struct macros *m, const char *name, size_t n)
{
	size_t i = string_set_add(&m->names, name, n);

	if (i == m->n_items)
		KEEP(m->items, m->n_items) = (struct macro_state){0};
	return &m->items[i];
}

static const char *name_of(const struct macros *m, const struct macro_state *macro)
{
	return m->names.items.items[macro - m->items];
}

static void show(struct macros *m, struct macro_state *macro, bool is_shown)
{
	m->n_shown += (size_t)is_shown - (size_t)macro->is_shown;
	macro->is_shown = is_shown;
}

/* Whether a macro of a header's expands to more than its name, and that contains its name. */
static bool names_itself(const struct macros *m, const struct macro_state *macro)
{
	const struct macro_meaning *now = &macro->now;
	const char *name = name_of(m, macro), *end = now->definition + now->length;
	size_t n = strlen(name), length;
	const char *behind = now->definition + strlen("#define ") + n;

	if (now->owner != OF_OTHERS || (end == behind + 1 + n && !strncmp(behind + 1, name, n)))
		return false;
	for (const char *p = behind; p < end; p += length + !length) {
		for (length = 0; p + length < end && is_identifier_char(p[length]); length++)
			;
		if (length == n && !strncmp(p, name, n))
			return true;
	}
	return false;
}

/* Sets what a macro means from here on. A header that redefines a macro which it was shown does so in the
 * units, too. */
static void set(struct macros *m, struct macro_state *macro, struct macro_meaning to)
{
	macro->now = to;
	bool is_of_header = names_itself(m, macro);

	if ((to.owner == OF_USER || is_of_header) && !macro->is_listed) {
		KEEP(m->users, m->n_users) = (size_t)(macro - m->items);
		macro->is_listed = true;
	}
	show(m, macro, is_of_header);
}

static bool is_same(const struct macro_meaning *a, const struct macro_meaning *b)
{
	return a->owner != NO_MACRO && b->owner != NO_MACRO && a->length == b->length &&
	       !strncmp(a->definition, b->definition, a->length);
}

void macros_note(struct macros *m, const char *line, size_t n, bool is_users, struct text *kept)
{
	size_t length;
	const char *name = macro_name(line, &length);

	if (!name)
		return;
	struct macro_state *macro = find(m, name, length);
	bool is_definition = line[1] == 'd';
	struct macro_meaning to = {is_definition ? is_users ? OF_USER : OF_OTHERS : NO_MACRO, line, n};

	if (is_same(&macro->now, &to))
		return;
	/* an #undef of a name that is no macro here may be meant for one that the units' compilers define */
	if (is_users && (macro->now.owner == OF_OTHERS || macro->is_shown ||
	                 (macro->now.owner == NO_MACRO && !is_definition)))
		text_printf(kept, "#undef %s", name_of(m, macro));
	set(m, macro, to);
}

/* Restores a macro by pop_macro, in the flat text if it is not the user's. */
static void pop(struct macros *m, struct macro_state *macro, struct text *kept)
{
	struct macro_meaning now = macro->now, to = macro->pushed[--macro->n_pushed];

	if (is_same(&now, &to) && now.owner == to.owner)
		return;
	if (now.owner == OF_OTHERS || macro->is_shown)
		text_printf(kept, "#undef %s%s", name_of(m, macro), to.owner == OF_OTHERS ? "\n" : "");
	if (to.owner == OF_OTHERS)
		text_append_n(kept, to.definition, to.length);
	set(m, macro, to);
}

/* Returns NAME in push_macro("NAME"), also within the string of a _Pragma. */
static const char *pragma_name(const char *source, const char *pragma, size_t *n)
{
	const char *p = strstr(source, pragma);

	if (!p || !strstr(source, "ragma"))
		return NULL;
	p += strlen(pragma);
	p += strspn(p, " \t(\\\"");
	*n = strcspn(p, "\\\")");
	return p;
}

void macros_note_pragma(struct macros *m, const char *source, struct text *kept)
{
	size_t n;
	const char *pushed = pragma_name(source, "push_macro", &n);
	const char *popped = pushed ? NULL : pragma_name(source, "pop_macro", &n);

	if (!pushed && !popped)
		return;
	struct macro_state *macro = find(m, pushed ? pushed : popped, n);

	if (pushed) {
		KEEP(macro->pushed, macro->n_pushed) = macro->now;
	} else if (macro->n_pushed) {
		pop(m, macro, kept);
	}
}

void macros_forget(struct macros *m, const char *name, size_t n)
{
	set(m, find(m, name, n), (struct macro_meaning){NO_MACRO, NULL, 0});
}

bool macros_show(struct macros *m, bool (*sees)(const void *of, const char *name, size_t n),
                 const void *of, struct text *flat)
{
	size_t start = flat->len, n = 0;

	for (size_t i = 0; i < m->n_users; i++) {
		struct macro_state *macro = &m->items[m->users[i]];
		const char *name = name_of(m, macro);

		macro->is_listed = macro->now.owner == OF_USER || names_itself(m, macro);
		if (!macro->is_listed)
			continue;
		m->users[n++] = m->users[i];
		bool is_seen = macro->now.owner == OF_USER ? sees(of, name, strlen(name)) : of != NULL;

		if (is_seen && !macro->is_shown)
			text_printf(flat, "%.*s\n", (int)macro->now.length, macro->now.definition);
		else if (!is_seen && macro->is_shown)
			text_printf(flat, "#undef %s\n", name);
		show(m, macro, is_seen);
	}
	m->n_users = n;
	return flat->len > start;
}

static bool sees_nothing(const void *of, const char *name, size_t n)
{
	(void)of, (void)name, (void)n;
	return false;
}

bool macros_hide(struct macros *m, struct text *flat)
{
	return m->n_shown && macros_show(m, sees_nothing, NULL, flat);
}

bool macros_is_given(const struct macros *m, const char *name, size_t n)
{
	size_t i = string_set_find(&m->names, name, n);

	return i < m->names.items.count && m->items[i].now.owner == OF_OTHERS;
}
