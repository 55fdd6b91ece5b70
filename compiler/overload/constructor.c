/* Constructors that differ only in restriction, in the host unit (overload.c).
 *
 * A constructor cannot hand over its object to another constructor. So the restrict(cpu) one initializes each
 * member as either of them would, and its body forwards to that of the other, which becomes a member
 * function. */
#include "overload/pairs.h"

#include <stdlib.h>
#include <string.h>

/* A member initializer: name(arguments) or name{arguments}. */
struct initializer {
	size_t name, open; /* tokens; the name ends in front of `open` */
	const char *key;   /* the name without white space */
	bool is_pack;      /* bases(arguments)... */
};

struct initializers {
	struct initializer *items;
	size_t count;
	size_t colon; /* token of ':', or of the body if there are no initializers */
	size_t body;  /* token of '{' */
};

static const char *text_between(const struct pairs *p, size_t first, size_t end)
{
	struct text t = {0};

	for (size_t i = first; i < end; i++)
		text_append_n(&t, p->text + p->tokens[i].offset, p->tokens[i].len);
	return interned_text(&t);
}

/* Reads the member initializers of a constructor's definition. Returns false, with none, if this is no
 * definition or has a function-try-block. */
static bool read_initializers(const struct pairs *p, CXCursor constructor, struct initializers *out)
{
	size_t i, last;

	*out = (struct initializers){0};
	name_tokens(p, constructor, &i, &last);
	while (!is(p, i, ":") && !is(p, i, "{")) {
		if (p->tokens[i].kind == TOKEN_END || is(p, i, ";") ||
		    is(p, i, "=") || is(p, i, "try"))
			return false;
		i = token_skip_group(p->tokens, i);
	}
	out->colon = i;
	while (!is(p, i, "{")) {
		size_t name = ++i; /* the token behind ':' or ',' */

		while (!is(p, i, "(") && !is(p, i, "{")) {
			if (p->tokens[i].kind == TOKEN_END) {
				out->count = 0;
				return false;
			}
			i = is(p, i, "<")
			        ? token_skip_angles(p->text, &p->unit->tokens, i)
			        : i + 1;
		}
		if (p->tokens[i].match < 0) {
			out->count = 0;
			return false;
		}
		size_t behind = (size_t)p->tokens[i].match + 1;
		bool is_pack = is(p, behind, ".");

		KEEP(out->items, out->count) = (struct initializer){name, i, text_between(p, name, i), is_pack};
		i = is_pack ? behind + 3 : behind;
	}
	out->body = i;
	return true;
}

size_t body_token(const struct pairs *p, CXCursor function)
{
	size_t first, last;

	name_tokens(p, function, &first, &last);
	size_t body = body_behind(p->unit, last + 1);

	return body < p->unit->tokens.count ? body
	                                    : declarator_end(p->unit, p->tokens[first].offset, p->unit->text.len);
}

size_t list_token(const struct pairs *p, CXCursor definition)
{
	struct initializers l = {0};

	return read_initializers(p, definition, &l) ? l.colon : body_token(p, definition);
}

/* Returns the arguments of an initializer of `from`, with the parameters' names replaced by those of `to`. */
static const char *arguments_of(struct pairs *p, const struct initializer *entry, CXCursor from,
                                CXCursor to)
{
	SCOPED(edits) names = {0};
	struct text t = {0};
	size_t close = p->tokens[entry->open].match;
	unsigned start = p->tokens[entry->open].offset + 1, end = p->tokens[close].offset;

	for (int n = 0; n < clang_Cursor_getNumArguments(from); n++) {
		const char *own = cursor_spelling(clang_Cursor_getArgument(from, n));
		const char *other = cursor_spelling(clang_Cursor_getArgument(to, n));

		if (!*other)
			other = interned_printf("argument_%d", n + 1);
		for (size_t i = entry->open + 1; *own && i < close; i++) {
			if (is(p, i, own) && !unit_is_one_of(p->unit, i - 1, ". -> ::"))
				edit_replace(&names, p->tokens[i].offset,
				             unit_token_end(p->unit, i), NULL, other);
		}
	}
	edits_render(names.count ? &names : p->edits, p->text, start, end, UNIT_HOST, &t);
	for (char *c = t.data; *c; c++)
		*c = *c == '\n' ? ' ' : *c;
	return interned_text(&t);
}

static const struct initializer *find_entry(const struct initializers *l, const char *key)
{
	for (size_t i = 0; i < l->count; i++) {
		if (!strcmp(l->items[i].key, key))
			return &l->items[i];
	}
	return NULL;
}

/* The initializers of one base or member in both constructors. */
struct initializer_pair {
	const struct initializer *own, *other; /* of the restrict(cpu) and of the amp constructor; or NULL */
	CXCursor member;                       /* null for a base, or for the class itself */
	unsigned order;                        /* bases come first, then members as declared */
};

static struct initializer_pair choice_of(const struct pairs *p, CXCursor cpu,
                                         const struct initializer *own, const struct initializer *other)
{
	CXCursor class = clang_getCursorDefinition(clang_getCursorSemanticParent(cpu));
	struct initializer_pair c = {own, other, clang_getNullCursor(), 0};

	for (struct walk w = walk_kind(walk_children(class), CXCursor_FieldDecl); walk_next(&w);) {
		if (is_named(w.cursor, (own ? own : other)->key))
			c.member = w.cursor;
	}
	if (!clang_Cursor_isNull(c.member))
		cursor_offset(p->clauses, c.member, &c.order);
	return c;
}

static int by_order(const void *a, const void *b)
{
	const struct initializer_pair *x = a, *y = b;

	return (x->order > y->order) - (x->order < y->order);
}

/* Returns the arguments of a member that a constructor does not initialize: its default member initializer. */
static const char *default_arguments(struct pairs *p, CXCursor member)
{
	unsigned name, start, end;
	struct text t = {0};

	if (clang_Cursor_isNull(member) || !cursor_offset(p->clauses, member, &name) ||
	    !cursor_range(p->clauses, member, &start, &end))
		return interned_text(&t);
	size_t i = token_at(&p->unit->tokens, name) + 1, last = token_at(&p->unit->tokens, end);

	if (i < last && unit_is_one_of(p->unit, i, "= {"))
		text_append_n(&t, p->text + p->tokens[i].offset + 1,
		              end - p->tokens[i].offset - (is(p, i, "{") ? 2 : 1));
	return interned_text(&t);
}

/* Appends "member(in a kernel ? T(amp's) : T(cpu's))"; a missing initializer means the member's default.
 * Returns false if that cannot be written. */
static bool append_choice(struct pairs *p, CXCursor cpu, CXCursor amp, const struct initializer_pair *c,
                          struct text *out)
{
	const char *key = (c->own ? c->own : c->other)->key;
	bool is_member = !clang_Cursor_isNull(c->member);
	CXType type = type_of(c->member);
	const char *others = c->other ? arguments_of(p, c->other, amp, cpu) : default_arguments(p, c->member);
	const char *own = c->own ? arguments_of(p, c->own, cpu, cpu) : default_arguments(p, c->member);
	const char *t = !is_member                         ? key
	                : clang_isConstQualifiedType(type) ? interned_printf("typename std::remove_const<"
	                                                                     "decltype(%s)>::type",
	                                                                     key)
	                                                   : interned_printf("decltype(%s)", key);
	bool same = c->own && c->other && !strcmp(own, others);
	bool can = same || !is_member || !is_array(type);

	if (same) {
		bool braces = is(p, c->own->open, "{");

		text_printf(out, "%s%s%s%s", key, braces ? "{" : "(", own, braces ? "}" : ")");
	} else if (can) {
		text_printf(out, "%s(Concurrency::details::kernel_depth() ? %s(%s) : %s(%s))", key, t,
		            others, t, own);
	}
	if (can && (c->own ? c->own : c->other)->is_pack)
		text_append(out, "...");
	return can;
}

void merge_initializers(struct pairs *p, CXCursor cpu, CXCursor amp)
{
	struct initializers own = {0}, others = {0};
	SCOPED(text) t = {0};
	unsigned at;
	bool merged;

	amp = definition_or_self(amp);
	merged = read_initializers(p, cpu, &own) && read_initializers(p, amp, &others);
	struct initializer_pair *choices = NULL;
	size_t n = 0;

	for (size_t i = 0; i < own.count && merged; i++)
		KEEP(choices, n) = choice_of(p, cpu, &own.items[i], find_entry(&others, own.items[i].key));
	for (size_t i = 0; i < others.count && merged; i++) {
		if (!find_entry(&own, others.items[i].key))
			KEEP(choices, n) = choice_of(p, cpu, NULL, &others.items[i]);
	}
	if (n)
		qsort(choices, n, sizeof(*choices), by_order);
	for (size_t i = 0; i < n && merged; i++) {
		text_append(&t, i ? ", " : ": ");
		merged = append_choice(p, cpu, amp, &choices[i], &t);
	}
	if (!merged && cursor_offset(p->clauses, amp, &at))
		diagnose(p->unit, SEVERITY_WARNING, at,
		         "kernels on the CPU accelerator initialize members as the restrict(cpu) "
		         "constructor with these parameters does, not as this one");
	if (merged && n) {
		unsigned start = p->tokens[own.colon].offset, end = p->tokens[own.body].offset;

		if (is_for_people(p->unit) && own.count)
			edit_texts(p->edits, start, unit_token_end(p->unit, own.body - 1), NULL, NULL, t.data);
		else if (is_for_people(p->unit))
			edit_texts(p->edits, start, start, NULL, NULL, t.data);
		text_append_line_breaks(&t, p->text + start, end - start);
		text_append(&t, " ");
		edit_replace(p->edits, start, end, NULL, t.data);
	}
}

/* Marks parameters that only the initializers used as used. at: the start of the body. */
static void use_parameters(struct pairs *p, CXCursor function, unsigned at)
{
	for (struct walk w = walk_kind(walk_children(function), CXCursor_ParmDecl); walk_next(&w);) {
		const char *name = cursor_spelling(w.cursor);

		if (*name)
			edit_insert(p->edits, at, NULL, interned_printf("(void)%s;", name));
	}
}

void remove_initializers(struct pairs *p, CXCursor amp)
{
	struct initializers l = {0};

	if (!read_initializers(p, amp, &l))
		return;
	if (l.count) {
		unsigned start = p->tokens[l.colon].offset, end = p->tokens[l.body].offset;
		SCOPED(text) lines = {0};

		text_append_line_breaks(&lines, p->text + start, end - start);
		edit_replace(p->edits, start, end, NULL, lines.data);
		use_parameters(p, amp, end + 1);
	}
}
