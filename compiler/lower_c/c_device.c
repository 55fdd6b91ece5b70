/* Writes the device unit of a C program, in C++: its kernels and the parts of the program that they need, in
 * source order. C that C++ spells otherwise is rewritten; everything else is the program's own text. */
#include "lower_c/lower_c_internal.h"
#include "source/alignment.h"

#include <string.h>

/* Words of C that C++ spells otherwise; "" drops the word. */
static const char *const words[][2] = {
    {"restrict", "__restrict__"},
    {"__restrict", "__restrict__"},
    {"_Bool", "bool"},
    {"_Static_assert", "static_assert"},
    {"_Alignas", "alignas"},
    {"_Alignof", "alignof"},
    {"_Noreturn", ""},
    {"register", ""},
    {"typeof", "__typeof__"},
    {"__inline", "inline"},
    {"__auto_type", "auto"},
    {"typeof_unqual", "AMP_TYPEOF_UNQUAL"},
    {"__typeof_unqual__", "AMP_TYPEOF_UNQUAL"},
};

/* Keywords of C++ that are ordinary names in C. */
static const char reserved[] =
    "and and_eq bitand bitor catch char16_t char32_t char8_t class co_await co_return co_yield compl "
    "concept const_cast consteval constexpr constinit decltype delete dynamic_cast explicit export "
    "friend mutable namespace new noexcept not not_eq nullptr operator or or_eq private protected "
    "public reinterpret_cast requires static_cast template this throw try typeid typename using "
    "virtual wchar_t xor xor_eq";

/* Those that C23 has, too, with the same meaning; and words that are names before C23. */
static const char common[] = "constexpr nullptr", new_words[] = "typeof_unqual";

const char *cxx_word(const char *word, size_t len)
{
	for (size_t i = 0; i < COUNT(words); i++) {
		if (strlen(words[i][0]) == len && !memcmp(words[i][0], word, len))
			return words[i][1];
	}
	size_t stem = len;

	while (stem && word[stem - 1] == '_') /* new becomes new_, and so new_ becomes new__ */
		stem--;
	return is_word_of(reserved, word, stem) ? interned_printf("%.*s_", (int)len, word) : NULL;
}

const char *c_device_name(const char *name)
{
	const char *word = cxx_word(name, strlen(name));

	return word ? word : name;
}

/* Returns whether token i is a qualifier in an array parameter's brackets: float v[static const 3]. */
static bool qualifies_parameter(const struct lowering *l, size_t i)
{
	return is_one_of(l, i, "static const restrict __restrict") && i > 0 &&
	       (is(l, i - 1, "[") || qualifies_parameter(l, i - 1));
}

/* Returns whether the brace at token i closes a struct or union without members: "struct none {}". */
static bool closes_empty_record(const struct lowering *l, size_t i)
{
	int open = token(l, i)->match;
	size_t k = i;

	if (!is(l, i, "}") || open < 2)
		return false;
	do
		k--;
	while (is(l, k, ";"));
	if (k != (size_t)open)
		return false;
	k--;
	if (token(l, k)->kind == TOKEN_IDENTIFIER && !is_one_of(l, k, "struct union"))
		k--;
	while (is(l, k, ")") && token(l, k)->match > 1 &&
	       is_one_of(l, token(l, k)->match - 1, "__attribute__ __attribute"))
		k = token(l, k)->match - 2;
	return is_one_of(l, k, "struct union");
}

static void edit_words(struct lowering *l, unsigned start, unsigned end)
{
	for (size_t i = token_at(l->tokens, start); token(l, i)->offset < end; i++) {
		const struct token *t = token(l, i);

		if (closes_empty_record(l, i)) /* its size is zero in C and one byte in C++ */
			edit_insert(l->edits, t->offset, " char amp_none_[0]; ", NULL);
		if (t->kind != TOKEN_IDENTIFIER)
			continue;
		const char *word = qualifies_parameter(l, i) ? "" : cxx_word(l->text + t->offset, t->len);

		if (word && !is_one_of(l, i, l->unit->is_c23 ? common : new_words))
			edit_replace(l->edits, t->offset, token_end(t), word, NULL);
	}
}

/* Removes storage classes from a declaration. */
static void drop_storage_classes(struct lowering *l, unsigned start, unsigned end)
{
	for (size_t i = token_at(l->tokens, start); token(l, i)->offset < end; i++) {
		const struct token *t = token(l, i);
		unsigned after = token_end(t);

		if (is_one_of(l, i, "static extern"))
			edit_replace(l->edits, t->offset, after + (l->text[after] == ' '), "", NULL);
		if (token(l, i)->match > (int)i)
			i = token(l, i)->match;
	}
}

/* ---- Declarations --------------------------------------------------------- */

/* Edits a constant without an initializer: it is zero if this unit defines it, and an error if another unit
 * does. */
static void edit_undefined(struct lowering *l, CXCursor constant, unsigned name)
{
	if (clang_Cursor_getStorageClass(constant) == CX_SC_Extern)
		diagnose(l->unit, SEVERITY_ERROR, name,
		         "a constant that a kernel uses must be defined in the same unit");
	edit_insert(l->edits, token(l, behind_brackets(l, token_at(l->tokens, name) + 1))->offset, " = {}", NULL);
}

/* Leaves out the lengths of arrays that are parameters, int v[n]: C++ has only constant ones. */
static void leave_out_bounds(struct lowering *l, CXCursor function)
{
	for (struct walk w = walk_kind(walk_children(function), CXCursor_ParmDecl); walk_next(&w);) {
		size_t open = variable_bound(l->unit, w.cursor);

		if (open)
			edit_replace(l->edits, token_end(token(l, open)),
			             token(l, (size_t)token(l, open)->match)->offset, "", NULL);
	}
}

static void edit_declaration(struct lowering *l, const struct c_declaration *d, bool first)
{
	unsigned name;

	if (!cursor_offset(l->clauses, d->cursor, &name))
		return;
	if (d->cursor.kind == CXCursor_FunctionDecl && cursor_restrictions(d->cursor) & RESTRICT_AMP) {
		drop_storage_classes(l, d->start, name);
		if (first)
			edit_insert(l->edits, d->start, "static __device__ ", NULL);
		leave_out_bounds(l, d->cursor);
	} else if (d->cursor.kind == CXCursor_VarDecl) {
		if (clang_Cursor_isNull(clang_getCursorDefinition(d->cursor)))
			edit_undefined(l, d->cursor, name);
		drop_storage_classes(l, d->start, name);
		if (first)
			edit_insert(l->edits, d->start, "__constant__ ", NULL);
	}
}

/* Edits a declaration or a block, [start, end). moved: see edit_nested_types(). */
static void edit_code(struct lowering *l, CXCursor c, unsigned start, unsigned end, struct offsets *moved)
{
	edit_c_literals(l, c);
	leave_out_unrolling(l, start, end);
	CXCursor function = c.kind == CXCursor_BlockExpr ? first_child(c) : c;

	lower_mixed_addresses(l, function);
	lower_constant_arrays(l, function);
	edit_c_expressions(l, c);
	edit_nested_types(l, c, moved);
}

void edit_for_device(struct lowering *l)
{
	struct c_program *program = l->program;
	struct offsets moved = {0};

	FOR_EACH(const struct c_piece, p, program->pieces, program->n_pieces) {
		if (p->is_needed && !p->is_library)
			edit_words(l, p->start, p->end);
	}
	for (size_t i = 0; i < program->n_declarations; i++) {
		const struct c_declaration *d = &program->declarations[i];
		const struct c_piece *p = &program->pieces[d->piece];
		bool first = i == 0 || program->declarations[i - 1].start != d->start ||
		             is_tag(program->declarations[i - 1].cursor.kind);

		if (!p->is_needed || p->is_library)
			continue;
		edit_declaration(l, d, first);
		edit_code(l, d->cursor, d->start, d->end, &moved);
	}
	FOR_EACH(const struct c_kernel, k, program->kernels, program->n_kernels) {
		if (!k->is_block)
			continue;
		edit_words(l, k->start, k->end);
		for (size_t n = 0; n < k->n_locals; n++)
			edit_words(l, k->locals[n].start, k->locals[n].end);
		edit_code(l, k->cursor, k->start, k->end, &moved);
	}
}

/* ---- The unit ------------------------------------------------------------- */

const char *c_device_type(CXType type)
{
	const char *name = type_spelling(unqualified(type));
	struct library_type v;
	bool is_view = view_type(type, &v);
	const char *head = is_view && v.is_const                  ? "amp_const_array_view"
	                   : is_view && v.entity == LIBRARY_ARRAY ? "amp_array"
	                                                          : "amp_array_view";
	const char *space = strrchr(name, ' '), *tag = space ? space + 1 : name; /* behind "struct" */
	size_t n = strlen(tag), begin = strlen(head) + 1;

	/* else a typedef of the program's */
	if (is_view && starts(tag, head) && tag[n - 2] == '_')
		return interned_printf("%s(%s, %u)", head, c_device_name(interned(tag + begin, n - 2 - begin)), v.rank);
	return interned_printf("%.*s%s", (int)(tag - name), name, c_device_name(tag));
}

/* Appends the captures of a block under the names that they have there: those whose types the enclosing
 * function declares (`opaque`), or the others. */
static void append_captures(const struct c_kernel *k, bool opaque, struct text *t)
{
	for (size_t i = 0; i < k->n_variables; i++) {
		if (k->variables[i].is_opaque != opaque)
			continue;
		const char *name = c_device_name(k->variables[i].name);
		const char *type = c_device_type(k->variables[i].type);

		if (opaque)
			text_printf(t, "\tconst %s &%s = *reinterpret_cast<const %s *>(amp_arguments_.%s);\n",
			            type, name, type, name);
		else
			text_printf(t, "\tconst auto &%s = amp_arguments_.%s;\n", name, name);
	}
}

/* Sets the range of a kernel's body. Returns false if it is not known. */
static bool kernel_body(const struct lowering *l, const struct c_kernel *k, unsigned *start, unsigned *end)
{
	*start = k->body;
	*end = k->end;
	return k->is_block || (k->is_defined && cursor_range(l->clauses, body_of(k->definition), start, end));
}

bool has_small_domain_kernel(const struct lowering *l, const struct c_kernel *k)
{
	unsigned start, end;

	return !k->is_tiled && kernel_body(l, k, &start, &end) &&
	       is_looping(l, k->is_block ? k->cursor : k->definition, start, end);
}

#define MOST_POINTERS 8                /* AMP_POINTERS in <amp/runtime_api.h> */
#define MOST_VIEWS (2 * MOST_POINTERS) /* AMP_DISTINCT_VIEWS */

/* Returns whether all variables of a kernel are arithmetic types and views, with at most MOST_VIEWS views. */
static bool has_plain_variables(const struct c_kernel *k)
{
	size_t views = 0;

	for (size_t i = 0; i < k->n_variables; i++) {
		CXType type = clang_getCanonicalType(k->variables[i].type);
		struct library_type v;
		bool is_view = view_type(type, &v);

		if (!is_view && !is_number(type))
			return false;
		views += is_view;
	}
	return views > 1 && views <= MOST_VIEWS;
}

bool has_restrict_kernel(const struct lowering *l, const struct c_kernel *k)
{
	unsigned start, end;

	return l->unit->request->robust == ROBUST_OFF && k->accesses &&
	       restrict_form_of(k->accesses) != RESTRICT_NONE && has_plain_variables(k) &&
	       kernel_body(l, k, &start, &end) && is_short(l, start, end);
}

/* The variants of a kernel's __global__ function. */
enum kernel_form {
	FORM_ANY,
	FORM_RESTRICT,
	FORM_SMALL_DOMAIN, /* one block per multiprocessor suffices, so each thread may use more registers */
};

/* Appends statements that store the pointer parameters in the views of amp_arguments_. */
static void append_pointers(const struct c_kernel *k, struct text *t)
{
	enum restrict_form form = restrict_form_of(k->accesses);
	unsigned n = 0;

	for (size_t i = 0; i < k->n_variables; i++) {
		struct library_type v;

		if (!view_type(clang_getCanonicalType(k->variables[i].type), &v))
			continue;
		const char *name = c_device_name(k->variables[i].name), *access = variable_access(k, i);

		if (n < MOST_POINTERS)
			text_printf(t, "\tAMP_SET_POINTER(amp_arguments_.%s, %u, %s);\n", name, n++, access);
		if (form == RESTRICT_OPAQUE)
			text_printf(t, "\tAMP_OPAQUE_POINTER(amp_arguments_.%s);\n", name);
	}
}

/* Appends the head of a __global__ function and the declaration of amp_arguments_. */
static void append_kernel_head(struct lowering *l, const struct c_kernel *k, enum kernel_form form, struct text *t)
{
	static const char *const suffixes[] = {"", "_restrict", "_small_domain"};
	bool is_robust = l->unit->request->robust != ROBUST_OFF;
	bool restricts = form != FORM_ANY && has_restrict_kernel(l, k);

	text_printf(t,
	            "extern \"C\" __global__ void __launch_bounds__(%u%s)\n"
	            "%s%s%s%s(const __grid_constant__ %s_arguments %s,\n"
	            "\tconst __grid_constant__ amp_domain amp_domain_%s)\n{\n",
	            k->is_tiled ? k->tile_size : UNTILED_BLOCK_THREADS, form == FORM_SMALL_DOMAIN ? ", 1" : "",
	            k->name, is_for_people(l->unit) ? "_gpu" : "", suffixes[form], k->suffix, k->name,
	            is_robust || restricts ? "amp_given_" : "amp_arguments_",
	            restricts ? ", AMP_C_POINTERS" : "");
	if (is_robust || restricts)
		text_printf(t, "\t%s_arguments amp_arguments_ = amp_given_;\n", k->name);
	if (restricts)
		append_pointers(k, t);
	if (is_robust) {
		text_append(t, "\tConcurrency::details::own_place amp_place_;\n");
		append_places(k, t);
	}
}

/* Appends the body of a block; for people, without the blanks that its last line begins with, or as lines if it
 * is in one. */
static void append_body(struct lowering *l, const struct c_kernel *k, struct text *t)
{
	const char *lines = render(l, k->body + 1, k->end, UNIT_DEVICE);
	const char *last = strrchr(lines, '\n'), *line = last ? last + 1 : "", *next;

	if (!last && is_for_people(l->unit)) {
		lines += strspn(lines, " ");
		text_printf(t, "\t%.*s\n}", (int)strlen(lines) - 1, lines);
		return;
	}
	const char *base = interned(line, is_for_people(l->unit) ? strspn(line, " \t") : 0);

	for (; (next = strchr(lines, '\n')) != NULL; lines = next + 1 + (starts(next + 1, base) ? strlen(base) : 0))
		text_append_n(t, lines, (size_t)(next + 1 - lines));
	text_append(t, lines);
}

/* Appends all __global__ functions of a kernel. */
static void append_kernel(struct lowering *l, const struct c_kernel *k, struct text *t)
{
	const char *index = k->is_block ? c_device_name(k->index_name) : "amp_index_";
	const bool has_form[] = {true, has_restrict_kernel(l, k), has_small_domain_kernel(l, k)};
	bool has_several = has_form[FORM_RESTRICT] || has_form[FORM_SMALL_DOMAIN];

	text_append(t, "\n");
	append_arguments_struct(l, k, k->piece->end, UNIT_DEVICE, t);
	if (has_several)
		text_printf(t,
		            "__device__ static inline void %s_point(const %s_arguments &amp_arguments_,\n"
		            "\tconst amp_domain &amp_domain_)\n{\n", k->name, k->name);
	else
		append_kernel_head(l, k, FORM_ANY, t);
	text_printf(t, "\tamp_%sindex%u %s;\n", k->is_tiled ? "tiled_" : "", k->rank, index);
	text_printf(t, k->is_tiled ? "\tamp_this_index(amp_domain_, %s);\n"
	                           : "\tif (!amp_this_index(amp_domain_, %s))\n\t\treturn;\n", index);
	if (k->is_block) {
		append_captures(k, false, t);
		if (k->n_locals) {
			append_c_locals(l, k, UNIT_DEVICE, t);
			text_append(t, "\n");
		}
		append_captures(k, true, t);
		append_line_directive(l, t, k->body + 1);
		append_body(l, k, t);
		text_append(t, "\n");
	} else {
		text_printf(t, "\t%s(%s", c_device_name(k->function), index);
		for (size_t i = 0; i < k->n_variables; i++)
			text_printf(t, ", amp_arguments_.%s", c_device_name(k->variables[i].name));
		text_append(t, ");\n}\n");
	}
	for (int form = FORM_ANY; has_several && form <= FORM_SMALL_DOMAIN; form++) {
		if (!has_form[form])
			continue;
		append_kernel_head(l, k, form, t);
		text_printf(t, "\t%s_point(amp_arguments_, amp_domain_);\n}\n", k->name);
	}
}

/* Appends assertions that the types that a piece declares are as large on the device as on the host. */
static void append_sizes(const struct lowering *l, const struct c_piece *p, struct text *t)
{
	const struct c_program *program = l->program;

	for (size_t i = 0; !is_for_people(l->unit) && i < program->n_declarations; i++) {
		const struct c_declaration *d = &program->declarations[i];
		CXType type;
		long long size;

		if (&program->pieces[d->piece] != p)
			continue;
		type = clang_getCursorType(d->cursor);
		size = clang_Type_getSizeOf(type);
		if (type.kind != CXType_Record || size < 0 || is_variable(d->cursor) ||
		    !clang_isCursorDefinition(d->cursor) || clang_Cursor_isAnonymous(d->cursor))
			continue;
		const char *name = c_device_type(type);

		text_printf(t,
		            "static_assert(sizeof(%s) == %lld, \"device code lays out %s otherwise than the host\");\n",
		            name, size, name);
	}
}

/* The device unit as far as it is written. */
struct device_text {
	struct lowering *lowering;
	struct text *text;
	size_t packed;          /* packing pragmas have been repeated up to this token */
	struct offsets written; /* starts of the pieces */
};

/* Repeats the packing pragmas up to a piece, unless it is written early. */
static void append_packing(struct device_text *out, const struct c_piece *p, bool early, bool has_class)
{
	struct lowering *l = out->lowering;
	size_t i = out->packed;

	for (; token(l, i)->kind != TOKEN_END && token(l, i)->offset < p->start; i++) {
		const struct token *t = token(l, i);

		if (is_pragma(l, t, "pack") && early && has_class)
			diagnose(l->unit, SEVERITY_ERROR, p->start,
			         "behind a #pragma pack, this cannot be used by the definition of a constant that is "
			         "declared in front of it");
		else if (is_pragma(l, t, "pack") && !early)
			text_printf(out->text, "%.*s\n", (int)t->len, l->text + t->offset);
	}
	if (!early)
		out->packed = token_at(l->tokens, p->end);
}

/* Returns the piece with the definition of a constant, if this declaration is another one; else NULL. */
static struct c_piece *defining_piece(struct lowering *l, CXCursor declared)
{
	CXCursor definition = clang_getCursorDefinition(declared);
	unsigned at;

	return declared.kind == CXCursor_VarDecl && !clang_Cursor_isNull(definition) &&
	                       !clang_equalCursors(definition, declared) && cursor_offset(l->clauses, definition, &at)
	               ? piece_at(l, at)
	               : NULL;
}

static void append_piece(struct device_text *out, const struct c_piece *p, bool early);

/* Appends the pieces that the declarations of a piece name. */
static void append_named_pieces(struct device_text *out, CXCursor declaration)
{
	struct lowering *l = out->lowering;
	unsigned at;

	for (struct walk w = walk_below(declaration); walk_next(&w);) {
		CXCursor named = clang_getCursorReferenced(w.cursor);
		const struct c_piece *p = cursor_offset(l->clauses, named, &at) ? piece_at(l, at) : NULL;

		if (p)
			append_piece(out, p, true);
	}
}

/* Appends a piece. Where constants are declared that are defined elsewhere, their definitions are written, with what
 * they need: for nvcc, a __constant__ variable's declaration is a definition in code for the host. early: it may be
 * behind other pieces that are not written yet. */
static void append_piece(struct device_text *out, const struct c_piece *p, bool early)
{
	struct lowering *l = out->lowering;
	const struct c_program *program = l->program;
	size_t n = 0, n_elsewhere = 0;
	bool has_class = false;

	if (!p->is_needed || p->is_library || !offsets_add(&out->written, p->start))
		return;
	for (size_t i = 0; i < program->n_declarations; i++) {
		CXCursor declared = program->declarations[i].cursor;

		if (&program->pieces[program->declarations[i].piece] != p)
			continue;
		const struct c_piece *definition = defining_piece(l, declared);

		n++;
		has_class |= is_class(declared.kind);
		n_elsewhere += definition != NULL;
		if (definition)
			append_piece(out, definition, true);
		else if (early)
			append_named_pieces(out, declared);
	}
	if (n_elsewhere && n_elsewhere < n)
		diagnose(l->unit, SEVERITY_ERROR, p->start,
		         "a constant that a kernel uses, and that is defined elsewhere, must be declared by itself");
	if (n_elsewhere)
		return;
	text_append(out->text, "\n");
	append_packing(out, p, early, has_class);
	append_line_directive(l, out->text, p->start);
	edits_render(l->edits, l->text, p->start, p->end, UNIT_DEVICE, out->text);
	text_append(out->text, "\n");
	append_sizes(l, p, out->text);
}

/* Gives lines of the flat text the blanks and tabs that their lines in the user's files begin with: the
 * preprocessor makes blanks of tabs. */
static void restore_indentation(struct unit *u)
{
	const struct alignment *a = unit_alignment(u);

	for (size_t i = 0; u->tokens.items[i].kind != TOKEN_END; i++) {
		const struct aligned_token *token = &a->tokens[i];
		const struct macro_use *use = token->use >= 0 ? &a->uses[token->use] : NULL;

		if (!token->item || (use && use->first != i))
			continue;
		const char *file = a->files[token->file].text.data;
		unsigned at = u->tokens.items[i].offset, from = use ? use->start : token->item->spot, n = 0;

		while (n < at && n < from && u->text.data[at - n - 1] == ' ' && strchr(" \t", file[from - n - 1]))
			n++;
		if (n < at && n < from && u->text.data[at - n - 1] == '\n' && file[from - n - 1] == '\n')
			memcpy(u->text.data + at - n, file + from - n, n);
	}
}

void append_device_unit(struct lowering *l, struct text *t)
{
	struct c_program *program = l->program;
	const struct translation_request *r = l->unit->request;
	struct device_text out = {.lowering = l, .text = t};

	if (is_for_people(l->unit))
		restore_indentation(l->unit);
	append_origin(r, t);
	text_append(t, is_for_people(l->unit) ? "#include <amp/c_cuda.h>\n" : "#include <amp/c_device.h>\n");
	append_unit_macros(r, false, t);
	for (size_t i = 0; i < program->includes.count; i++)
		text_printf(t, "%s\n", program->includes.items[i]);
	for (size_t i = 0; token(l, i)->kind != TOKEN_END; i++) {
		const struct token *directive = token(l, i);

		if (directive->kind == TOKEN_DIRECTIVE && starts(l->text + directive->offset, "#undef "))
			text_printf(t, "%.*s\n", (int)directive->len, l->text + directive->offset);
	}
	/* programs may define functions that CUDA has at file scope, such as min and max */
	text_append(t, "\nnamespace unit {\n");
	FOR_EACH(const struct c_piece, p, program->pieces, program->n_pieces) {
		append_piece(&out, p, false);
		FOR_EACH(const struct c_kernel, kernel, program->kernels, program->n_kernels) {
			if (kernel->piece == p && (kernel->is_block || kernel->is_defined))
				append_kernel(l, kernel, t);
		}
	}
	text_append(t, "\n} // namespace unit\n");
}
