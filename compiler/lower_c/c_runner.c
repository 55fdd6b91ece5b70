/* Writes what the host unit of a C program has for each kernel: the struct of its arguments, the function
 * that runs it on the CPU accelerator, and its launcher. */
#include "lower_c/lower_c_internal.h"

#include <stdint.h>
#include <string.h>

static const char *const dimensions[] = {"i", "j", "k"};

/* Appends the kernel's arguments after the index, as members of its arguments struct. */
static void append_members(const struct c_kernel *k, struct text *t)
{
	for (size_t i = 0; i < k->n_variables; i++)
		text_printf(t, ", amp_arguments_.%s", k->variables[i].name);
}

static const char *function_name(const struct c_kernel *k)
{
	return k->is_block ? k->name : k->function;
}

void append_arguments_struct(const struct lowering *l, const struct c_kernel *k, unsigned at, enum unit_kind kind,
                             struct text *t)
{
	bool is_device = kind == UNIT_DEVICE, packed = begin_default_packing(l, at, t);
	const char *const bytes = is_device ? "\talignas(%lld) unsigned char %s[%lld];\n"
	                                    : "\t__attribute__((aligned(%lld))) unsigned char %s[%lld];\n";

	/* No variable comes first: if a kernel's own struct has padding behind its first member, and that is
	 * assigned the first member of a __grid_constant__ parameter, nvcc 13.0 takes the struct for a copy of
	 * the parameter. */
	text_printf(t, "struct %s_arguments {\n\tchar amp_padding_;\n", k->name);
	FOR_EACH(const struct c_variable, v, k->variables, k->n_variables) {
		const char *name = is_device ? c_device_name(v->name) : v->name;

		if (v->is_opaque)
			text_printf(t, bytes, clang_Type_getAlignOf(v->type), name, clang_Type_getSizeOf(v->type));
		else
			text_printf(t, "\t%s %s;\n",
			            is_device ? c_device_type(v->type) : type_spelling(unqualified(v->type)), name);
	}
	if (k->is_tiled)
		text_printf(t, "\tamp_extent%u amp_tile_;\n", k->rank);
	text_append(t, "};\n");
	end_default_packing(packed, t);
}

/* Appends the loops over the points [begin, end) of a domain in row-major order: one loop for each row, which
 * compilers can vectorize. */
static void append_range(const struct c_kernel *k, struct text *t)
{
	static const char *const begin[] = {
	    "",
	    "\tconst int amp_last_ = (int)amp_end_;\n\n"
	    "\t(void)amp_domain_;\n"
	    "\tAMP_INDEPENDENT_\n"
	    "\tfor (int amp_i_ = (int)amp_begin_; amp_i_ < amp_last_; amp_i_++) {\n"
	    "\t\tconst amp_index1 amp_index_ = {amp_i_};\n\n",
	    "\tconst size_t amp_m_ = (size_t)amp_domain_[1];\n\n"
	    "\twhile (amp_begin_ < amp_end_) {\n"
	    "\t\tconst int amp_i_ = (int)(amp_begin_ / amp_m_), amp_first_ = (int)(amp_begin_ % amp_m_);\n"
	    "\t\tconst size_t amp_row_ = amp_m_ - (size_t)amp_first_, amp_rest_ = amp_end_ - amp_begin_;\n"
	    "\t\tconst int amp_last_ = amp_first_ + (int)(amp_row_ < amp_rest_ ? amp_row_ : amp_rest_);\n\n"
	    "\t\tAMP_INDEPENDENT_\n"
	    "\t\tfor (int amp_j_ = amp_first_; amp_j_ < amp_last_; amp_j_++) {\n"
	    "\t\t\tconst amp_index2 amp_index_ = {amp_i_, amp_j_};\n\n\t",
	    "\tconst size_t amp_m_ = (size_t)amp_domain_[1], amp_n_ = (size_t)amp_domain_[2];\n\n"
	    "\twhile (amp_begin_ < amp_end_) {\n"
	    "\t\tconst int amp_i_ = (int)(amp_begin_ / amp_n_ / amp_m_), amp_j_ = (int)(amp_begin_ / amp_n_ % "
	    "amp_m_);\n"
	    "\t\tconst int amp_first_ = (int)(amp_begin_ % amp_n_);\n"
	    "\t\tconst size_t amp_row_ = amp_n_ - (size_t)amp_first_, amp_rest_ = amp_end_ - amp_begin_;\n"
	    "\t\tconst int amp_last_ = amp_first_ + (int)(amp_row_ < amp_rest_ ? amp_row_ : amp_rest_);\n\n"
	    "\t\tAMP_INDEPENDENT_\n"
	    "\t\tfor (int amp_k_ = amp_first_; amp_k_ < amp_last_; amp_k_++) {\n"
	    "\t\t\tconst amp_index3 amp_index_ = {amp_i_, amp_j_, amp_k_};\n\n\t"};
	const char *next = "\t\tamp_begin_ += (size_t)(amp_last_ - amp_first_);\n\t}\n";

	text_printf(t, "%s\t\t%s(amp_index_", begin[k->rank], function_name(k));
	append_members(k, t);
	text_printf(t, ");\n%s\t}\n%s", k->rank > 1 ? "\t" : "", k->rank > 1 ? next : "");
}

/* Appends the code that runs a tile's threads one after the other, on fibers, until one waits at a barrier. */
static void append_tile(const struct c_kernel *k, struct text *t)
{
	text_printf(t, "\twhile (amp_tile_->next < amp_tile_->size) {\n"
	               "\t\tconst amp_tiled_index%u amp_index_ =\n"
	               "\t\t\tamp_tiled_index%u_(amp_tile_, amp_tile_->next++, amp_arguments_.amp_tile_);\n\n"
	               "\t\t%s(amp_index_",
	            k->rank, k->rank, function_name(k));
	append_members(k, t);
	text_append(t, ");\n\t}\n");
}

/* Appends the calls that run a tile as loops over its threads: one copy of the loops for each known tile
 * shape. */
static void append_loops_calls(const struct c_kernel *k, struct text *t)
{
	size_t n = k->n_shapes + k->has_other_shapes;

	text_append(t, "\n\tif (AMP_WANTS_FIBERS_) {\n");
	append_tile(k, t);
	text_append(t, "\t\treturn;\n\t}\n\tamp_tile_->next = amp_tile_->size;\n");
	for (size_t i = 0; i < n; i++) {
		bool is_known = i < k->n_shapes, is_last = i + 1 == n;

		for (unsigned d = 0; d < k->rank && !is_last; d++)
			text_printf(t, "%samp_arguments_.amp_tile_.%s == %u", d ? " && " : "\tif (",
			            dimensions[d], k->shapes[i][d]);
		text_printf(t, "%s\t%s_loops(amp_tile_threads%u_(amp_tile_, ",
		            is_last ? n > 1 ? "\t" : "" : ")\n\t", k->name, k->rank);
		if (is_known) {
			text_printf(t, "(amp_extent%u){", k->rank);
			for (unsigned d = 0; d < k->rank; d++)
				text_printf(t, "%s%u", d ? ", " : "", k->shapes[i][d]);
			text_append(t, "}");
		} else {
			text_append(t, "amp_arguments_.amp_tile_");
		}
		text_append(t, ")");
		append_members(k, t);
		text_printf(t, ");\n%s", is_last ? "" : "\telse\n");
	}
}

/* Appends the runner's head: "static void name_run(…)". */
static void append_runner_head(const struct c_kernel *k, struct text *t)
{
	text_printf(t, "%svoid %s_run(const void *amp_image_, %s)", k->is_block || k->is_static ? "static " : "",
	            k->name,
	            k->is_tiled ? "amp_cpu_tile *amp_tile_"
	                        : "const int *amp_domain_, size_t amp_begin_, size_t amp_end_");
}

/* Appends the function that runs a part of the domain on the CPU accelerator. */
static void append_runner(const struct c_kernel *k, bool has_loops, struct text *t)
{
	text_append(t, "AMP_RUNNER_BEGIN_\n");
	if (!k->is_block && !k->is_static) {
		append_runner_head(k, t);
		text_append(t, ";\n");
	}
	append_runner_head(k, t);
	text_printf(t, "\n{\n\tconst struct %s_arguments amp_arguments_ = *(const struct %s_arguments *)amp_image_;\n",
	            k->name, k->name);
	if (has_loops)
		append_loops_calls(k, t);
	else if (k->is_tiled)
		append_tile(k, t);
	else
		append_range(k, t);
	if (!k->n_variables && !k->is_tiled)
		text_append(t, "\t(void)amp_arguments_;\n");
	text_append(t, "}\nAMP_RUNNER_END_\n");
}

/* Statements about the views in a value. In the host unit they describe the views to the runtime; in the
 * device unit, with robust access, they say where out-of-bounds references lead. */
struct argument_list {
	struct text text;
	enum unit_kind unit;
	unsigned long long count;
	unsigned loops;                  /* the number of loops over arrays around the value */
	const struct accesses *accesses; /* of the kernel; NULL if not known */
	CXCursor members[8];             /* the path to the value, starting with the variable */
	size_t depth;                    /* of the path; larger than `members` within array elements and deeper */
};

/* Returns how the kernel accesses a view, spelled for the unit. */
static const char *access_name(const struct argument_list *a, const struct library_type *v)
{
	bool on_premises;
	enum view_access access = VIEW_READ_WRITTEN;

	if (a->depth <= sizeof(a->members) / sizeof(*a->members))
		access = view_access_of(a->accesses, a->members, a->depth, &on_premises);
	return v->is_const || access == VIEW_READ      ? "AMP_ACCESS_READ"
	       : access == VIEW_WRITTEN_AT_INDEX ? "AMP_ACCESS_WRITE"
	                                         : "AMP_ACCESS_READ_WRITE";
}

static void append_arguments(struct argument_list *a, CXType type, const char *path);

static void append_field_arguments(struct argument_list *a, CXCursor field, const char *object)
{
	const char *spelling = cursor_spelling(field);
	const char *name = a->unit == UNIT_DEVICE ? c_device_name(spelling) : spelling;
	const char *path = interned_printf("%s.%s", object, name);

	if (a->depth < sizeof(a->members) / sizeof(*a->members))
		a->members[a->depth] = field;
	a->depth++;
	append_arguments(a, clang_getCursorType(field), path);
	a->depth--;
}

/* Appends a loop over the elements of an array, if they contain views. */
static void append_element_arguments(struct argument_list *a, CXType array, const char *path)
{
	struct text outer = a->text;
	unsigned long long before = a->count;
	size_t depth = a->depth;
	unsigned loop = a->loops++;
	long long size = clang_getArraySize(array);
	const char *element = interned_printf("%s[amp_i%u_]", path, loop);

	a->text = (struct text){0};
	a->depth = SIZE_MAX / 2; /* accesses to elements are not known */
	append_arguments(a, clang_getArrayElementType(array), element);
	if (a->text.len)
		text_printf(&outer, "\tfor (size_t amp_i%u_ = 0; amp_i%u_ < %lld; amp_i%u_++) {\n%s\t}\n",
		            loop, loop, size, loop, a->text.data);
	text_finish(&a->text);
	a->text = outer;
	a->count = before + (a->count - before) * (unsigned long long)size;
	a->depth = depth;
	a->loops--;
}

static void append_arguments(struct argument_list *a, CXType type, const char *path)
{
	struct library_type v;

	type = clang_getCanonicalType(type);
	if (view_type(type, &v) && a->unit == UNIT_DEVICE) {
		text_printf(&a->text, "\tAMP_SET_PLACE(%s, amp_place_, %s);\n", path, access_name(a, &v));
		a->count++;
	} else if (view_type(type, &v)) {
		text_printf(&a->text,
		            "\tamp_c_argument(&amp_views_[amp_count_++], &%s, %u, sizeof(*%s.data),\n"
		            "\t               (size_t)((const char *)&%s - (const char *)&amp_image_), "
		            "%s, %d);\n",
		            path, v.rank, path, path, access_name(a, &v), v.entity == LIBRARY_ARRAY);
		a->count++;
	} else if (type.kind == CXType_Record) {
		for (struct walk w = walk_fields(type); walk_next(&w);)
			append_field_arguments(a, w.cursor, path);
	} else if (type.kind == CXType_ConstantArray) {
		append_element_arguments(a, type, path);
	}
}

/* Starts the path of members with a variable of a kernel, to look up its accesses. */
static void begin_path(struct argument_list *a, const struct c_kernel *k, size_t i)
{
	a->members[0] = k->is_defined ? clang_Cursor_getArgument(k->definition, (unsigned)i + 1)
	                              : k->variables[i].cursor;
	a->depth = 1;
}

const char *variable_access(const struct c_kernel *k, size_t i)
{
	struct argument_list a = {.accesses = k->accesses};
	struct library_type v;

	begin_path(&a, k, i);
	return view_type(clang_getCanonicalType(k->variables[i].type), &v) ? access_name(&a, &v)
	                                                                  : "AMP_ACCESS_READ_WRITE";
}

void append_places(const struct c_kernel *k, struct text *t)
{
	struct argument_list a = {.unit = UNIT_DEVICE, .accesses = k->accesses};

	for (size_t i = 0; i < k->n_variables; i++) {
		const char *path = interned_printf("amp_arguments_.%s", c_device_name(k->variables[i].name));

		begin_path(&a, k, i);
		if (!k->variables[i].is_opaque)
			append_arguments(&a, k->variables[i].type, path);
	}
	text_append(t, text_string(&a.text));
	text_finish(&a.text);
}

static bool has_opaque(const struct c_kernel *k)
{
	bool any = false;

	for (size_t i = 0; i < k->n_variables; i++)
		any |= k->variables[i].is_opaque;
	return any;
}

/* Appends a parameter of a function that is generated for a kernel. */
static void append_parameter(const struct c_variable *v, const char *name, const char *qualifier,
                             struct text *t)
{
	const char *type = type_spelling(unqualified(v->type));

	if (v->is_opaque)
		text_printf(t, ", const void *amp_bytes_%s_", name);
	else
		text_printf(t, ", %s%s %s", qualifier, type, name);
}

/* Appends the start of a generated function's body: the local declarations that the block uses, and the
 * variables whose types only these declare. */
static void append_c_scope(struct lowering *l, const struct c_kernel *k, struct text *t)
{
	append_c_locals(l, k, UNIT_HOST, t);
	FOR_EACH(const struct c_variable, v, k->variables, k->n_variables) {
		const char *type = type_spelling(unqualified(v->type));

		if (v->is_opaque)
			text_printf(t, " %s %s; memcpy(&%s, amp_bytes_%s_, sizeof(%s));", type, v->name, v->name,
			            v->name, v->name);
	}
}

/* Returns what the symbol of a kernel's __global__ functions begins with: its name in ASCII. */
static const char *symbol_of(const struct c_kernel *k)
{
	OWNED char *name = xstrdup(k->name);

	spell_in_ascii(name, strlen(name));
	return interned(name, strlen(name));
}

/* In CUDA for people, returns the name of a kernel's __global__ function: of that with a suffix in the file that
 * launches it, which in a header depends on the source. */
static const char *global_function(struct lowering *l, const struct c_kernel *k, const char *suffix)
{
	const char *name = interned_printf("%s_gpu%s", symbol_of(k), suffix);

	if (!k->in_header || !*k->suffix)
		return interned_printf("%s%s", name, k->suffix);
	l->unit->c_suffix = k->suffix;
	return interned_printf("AMP_IN_UNIT(%s)", name);
}

/* Appends a member of amp_kernel that identifies a __global__ function: its name or, in CUDA for people, its
 * address. */
static void append_symbol(struct lowering *l, const struct c_kernel *k, const char *member, const char *suffix,
                          struct text *t)
{
	if (is_for_people(l->unit))
		text_printf(t, "\t\t.%s = (const void *)%s,\n", member, global_function(l, k, suffix));
	else
		text_printf(t, "\t\t.%s = \"%s%s\",\n", member, symbol_of(k), suffix);
}

/* In CUDA for people, appends declarations of the kernel's __global__ functions. */
static void append_symbols(struct lowering *l, const struct c_kernel *k, struct text *t)
{
	text_printf(t, "void %s(void);\n", global_function(l, k, ""));
	if (has_restrict_kernel(l, k))
		text_printf(t, "void %s(void);\n", global_function(l, k, "_restrict"));
	if (has_small_domain_kernel(l, k))
		text_printf(t, "void %s(void);\n", global_function(l, k, "_small_domain"));
}

/* Appends the amp_kernel, by which the runtime knows the kernel. */
static void append_kernel_object(struct lowering *l, const struct c_kernel *k, struct text *t)
{
	text_append(t, "\tstatic amp_kernel amp_kernel_ = {\n");
	append_symbol(l, k, "symbol", "", t);
	if (is_for_people(l->unit))
		text_append(t, "\t\t.get_function = amp_c_get_function,\n");
	text_printf(t, "\t\t.name = \"%s\",\n"
	               "\t\t.image_size = sizeof(struct %s_arguments),\n"
	               "\t\t.image_align = __alignof__(struct %s_arguments),\n"
	               "\t\t.rank = %u,\n\t\t.%s = %s_run,\n",
	            k->title, k->name, k->name, k->rank,
	            k->is_tiled ? "run_tile" : "run_range", k->name);
	if (has_restrict_kernel(l, k))
		append_symbol(l, k, "restrict_symbol", "_restrict", t);
	if (has_small_domain_kernel(l, k))
		append_symbol(l, k, "small_domain_symbol", "_small_domain", t);
	if (l->unit->request->robust != ROBUST_OFF)
		text_append(t, "\t\t.is_robust = 1,\n");
	text_append(t, "\t};\n");
}

/* Appends an array with the components of an extent: const int amp_tiles_[] = {amp_domain_.tile.i, …}; */
static void append_components(const struct c_kernel *k, const char *array, const char *extent, struct text *t)
{
	text_printf(t, "\tconst int %s[] = {", array);
	for (unsigned d = 0; d < k->rank; d++)
		text_printf(t, "%s%s.%s", d ? ", " : "", extent, dimensions[d]);
	text_append(t, "};\n");
}

/* Appends the statements that write the arguments to amp_image_. */
static void append_image(const struct c_kernel *k, struct text *t)
{
	text_append(t, "\n\tmemset(&amp_image_, 0, sizeof(amp_image_));\n");
	FOR_EACH(const struct c_variable, v, k->variables, k->n_variables) {
		CXType type = clang_getCanonicalType(v->type);
		struct library_type view;

		if (v->is_opaque)
			text_printf(t, "\tmemcpy(amp_image_.%s, amp_bytes_%s_, sizeof(amp_image_.%s));\n", v->name,
			            v->name, v->name);
		else if (type.kind == CXType_Record && !view_type(type, &view)) /* may have const members */
			text_printf(t, "\tmemcpy(&amp_image_.%s, &%s, sizeof(amp_image_.%s));\n", v->name, v->name,
			            v->name);
		else
			text_printf(t, "\tamp_image_.%s = %s;\n", v->name, v->name);
	}
	if (k->is_tiled)
		text_append(t, "\tamp_image_.amp_tile_ = amp_domain_.tile;\n");
}

/* Returns the descriptions of the views in amp_image_. */
static struct argument_list list_arguments(const struct c_kernel *k)
{
	struct argument_list arguments = {.unit = UNIT_HOST, .accesses = k->accesses};

	for (size_t i = 0; i < k->n_variables; i++) {
		const struct c_variable *v = &k->variables[i];
		const char *type = type_spelling(unqualified(v->type));
		const char *path = v->is_opaque ? interned_printf("(*(%s *)(void *)amp_image_.%s)", type, v->name)
		                                : interned_printf("amp_image_.%s", v->name);

		begin_path(&arguments, k, i);
		append_arguments(&arguments, v->type, path);
	}
	return arguments;
}

/* Appends the launcher, the function that amp_parallel_for_each becomes a call of. */
static void append_launcher(struct lowering *l, const struct c_kernel *k, struct text *t)
{
	struct argument_list arguments = list_arguments(k);
	bool repeats = has_opaque(k); /* the local declarations of the function that contains the block */

	text_append(t, repeats ? "AMP_TILE_LOOPS_BEGIN\n" : "");
	if (is_for_people(l->unit))
		append_symbols(l, k, t);
	text_printf(t, "static amp_status %s_launch(amp_accelerator_view *amp_view_, amp_%sextent%u amp_domain_",
	            k->name, k->is_tiled ? "tiled_" : "", k->rank);
	for (size_t i = 0; i < k->n_variables; i++)
		append_parameter(&k->variables[i], k->variables[i].name, "", t);
	text_append(t, ")\n{\n");
	append_kernel_object(l, k, t);
	append_components(k, "amp_extents_", k->is_tiled ? "amp_domain_.extent" : "amp_domain_", t);
	if (k->is_tiled)
		append_components(k, "amp_tiles_", "amp_domain_.tile", t);
	text_printf(t, "\tstruct %s_arguments amp_image_;\n", k->name);
	if (repeats && arguments.count) {
		append_c_locals(l, k, UNIT_HOST, t);
		text_append(t, "\n");
	}
	if (arguments.count)
		text_printf(t, "\tamp_argument amp_views_[%llu];\n\tsize_t amp_count_ = 0;\n",
		            arguments.count);
	append_image(k, t);
	if (arguments.count)
		text_append(t, arguments.text.data);
	text_printf(t, "\treturn amp_c_launch(amp_view_, &amp_kernel_, amp_extents_, %s, &amp_image_, %s);\n}\n",
	            k->is_tiled ? "amp_tiles_" : "NULL",
	            arguments.count ? "amp_views_, amp_count_" : "NULL, 0");
	text_append(t, repeats ? "AMP_TILE_LOOPS_END\n" : "");
	text_finish(&arguments.text);
}

void append_c_locals(struct lowering *l, const struct c_kernel *k, enum unit_kind kind,
                   struct text *t)
{
	bool has_lines = kind == UNIT_DEVICE && is_for_people(l->unit);

	for (size_t i = 0; i < k->n_locals; i++) {
		const char *s = render(l, k->locals[i].start, k->locals[i].end, kind);
		size_t n = strlen(s);

		text_append(t, !has_lines ? " " : i ? "\n\t"
		                                    : "\t");
		for (const char *p = s; *p; p++)
			text_append_n(t, *p == '\n' && !has_lines ? " " : p, 1);
		text_append(t, n && s[n - 1] == ';' ? "" : ";");
	}
}

/* Appends the function that a block becomes. */
static void append_block_function(struct lowering *l, const struct c_kernel *k, struct text *t)
{
	append_line_directive(l, t, k->start);
	text_printf(t, "static inline void %s(amp_%sindex%u %s", k->name, k->is_tiled ? "tiled_" : "",
	            k->rank, k->index_name);
	for (size_t i = 0; i < k->n_variables; i++)
		append_parameter(&k->variables[i], k->variables[i].name, "const ", t);
	text_printf(t, ") { (void)%s;", k->index_name);
	append_c_scope(l, k, t);
	if (is_for_people(l->unit)) {
		text_append_range(t, k->body + 1, k->end);
		text_append(t, "\n\n");
		return;
	}
	append_line_directive(l, t, k->body + 1);
	/* the brace keeps its column */
	for (unsigned at = k->body + 1; at > 0 && l->text[at - 1] != '\n'; at--)
		text_append(t, l->text[at - 1] == '\t' ? "\t" : " ");
	text_printf(t, "%s\n", render(l, k->body + 1, k->end, UNIT_HOST));
}

static void append_host_line(struct text *t)
{
	text_append(t, "#line 1 \"<ampcc>\"\n");
}

/* Appends the function that runs a tile of a tiled kernel as loops over its threads. Returns false and
 * appends nothing if the kernel cannot be run so, or for people, who would not write it. */
static bool append_loops(struct lowering *l, const struct c_kernel *k, struct text *t)
{
	SCOPED(text) body = {0};

	if (!k->is_tiled || is_for_people(l->unit) || !append_c_tile_loops(l, k, &body, t))
		return false;
	append_host_line(t);
	text_printf(t, "AMP_TILE_LOOPS_BEGIN\n"
	               "static AMP_TILE_INLINE_ void %s_loops(const amp_tile_threads_ amp_tile", k->name);
	for (size_t i = 0; i < k->n_variables; i++) {
		const struct c_variable *v = &k->variables[i];
		const char *name =
		    k->is_block ? v->name : cursor_spelling(clang_Cursor_getArgument(k->definition, (unsigned)i + 1));

		append_parameter(v, *name ? name : v->name, "const ", t);
	}
	text_printf(t, ")\n{\n\tenum { amp_threads = %u };\n", k->tile_size);
	append_c_scope(l, k, t);
	text_printf(t, "\n%s", body.data);
	append_host_line(t);
	text_append(t, "}\nAMP_TILE_LOOPS_END\n");
	return true;
}

/* In CUDA for people: whether another unit may include the file that defines a kernel, and has its own struct
 * and runner for it, so that neither can be in that file. */
static bool is_of_header(struct lowering *l, const struct c_kernel *k, const struct c_piece *piece)
{
	return is_for_people(l->unit) && k->is_static && k->is_defined && k->piece->start < piece->start &&
	       strcmp(unit_locate(l->unit, k->piece->start).file, unit_locate(l->unit, piece->start).file) != 0;
}

void insert_kernel(struct lowering *l, struct c_kernel *k, const struct c_piece *piece)
{
	SCOPED(text) t = {0};
	bool runner_elsewhere = !k->is_block && !is_of_header(l, k, piece);

	k->in_header = is_in_header(l->unit, piece->start);
	text_append(&t, "\n");
	if (k->is_block)
		append_block_function(l, k, &t);
	append_host_line(&t);
	/* insert_runner() inserts both behind the kernel's definition */
	bool has_runner = runner_elsewhere && k->is_defined && k->piece->start < piece->start;

	if (!has_runner) {
		append_arguments_struct(l, k, piece->start, UNIT_HOST, &t);
		k->has_struct = true;
	}
	if (runner_elsewhere && !has_runner) {
		append_runner_head(k, &t);
		text_append(&t, ";\n");
	} else if (!runner_elsewhere) {
		append_runner(k, append_loops(l, k, &t), &t);
		k->has_runner = true;
	}
	append_launcher(l, k, &t);
	append_line_directive(l, &t, piece->start);
	edit_insert(l->edits, piece->start, NULL, t.data);
	k->is_inserted = true;
}

void insert_runner(struct lowering *l, const struct c_kernel *k)
{
	SCOPED(text) t = {0};

	text_append(&t, "\n");
	append_host_line(&t);
	if (!k->has_struct)
		append_arguments_struct(l, k, k->piece->end, UNIT_HOST, &t);
	append_runner(k, append_loops(l, k, &t), &t);
	append_line_directive(l, &t, k->piece->end);
	edit_insert(l->edits, k->piece->end, NULL, t.data);
}
