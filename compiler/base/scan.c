/* Decides whether a source uses AMP at all.
 *
 * Looks for an #include of amp.h or its family, or for restrict(...), in the raw text of the source and of
 * the headers that it reaches by "..." or through the user's -I and -iquote, ignoring #if. This is cheap
 * enough for every source of a project without AMP: two passes of memmem and memchr over each file, and only
 * what looks like a hit is read as C. */
#define _GNU_SOURCE /* memmem */
#include "base/sources.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

/* A file that has been scanned, by identity rather than by name. */
struct seen_file {
	dev_t device;
	ino_t inode;
};

struct scan {
	struct strings quote_dirs; /* -iquote */
	struct strings dirs;       /* -I */
	struct stat own_dir;       /* the directory of ampcc's amp.h */
	bool own_dir_known;
	bool msvc; /* --amp-msvc: names without regard to case, UTF-16 */
	struct seen_file *seen;
	size_t n_seen;
};

static bool scan_text(struct scan *s, const char *path, const char *data, size_t len);

const char *skip_literal(const char *data, const char *p, const char *end)
{
	if (p[0] == '/' && p[1] == '/') {
		while (p < end && *p != '\n')
			p++;
		return p < end ? p : NULL;
	}
	if (p[0] == '/' && p[1] == '*') {
		for (p += 2; p < end && !(p[0] == '*' && p[1] == '/'); p++)
			;
		return p < end ? p + 2 : NULL;
	}
	if (*p != '"' && (*p != '\'' || (p > data && isxdigit((unsigned char)p[-1])))) /* 1'000 */
		return p;
	char quote = *p++;
	while (p < end && *p != quote && *p != '\n')
		p += *p == '\\' ? 2 : 1;
	return p < end ? p + 1 : NULL;
}

/* Whether the offset is in code rather than in a comment or a literal. */
static bool is_code(const char *data, size_t offset)
{
	const char *p = data, *end = data + offset;
	while (p && p < end) {
		const char *behind = skip_literal(data, p, end);
		p = behind == p ? p + 1 : behind;
	}
	return p;
}

static const char *skip_space(const char *p, const char *end)
{
	while (p < end && isspace((unsigned char)*p))
		p++;
	return p;
}

/* Whether "restrict" at p starts a restriction: restrict ( amp|cpu|auto or, behind a parameter list, restrict
 * ( followed by what may be a macro. */
static bool is_restriction(const char *data, const char *p, const char *end)
{
	size_t n = 0;
	if (p > data && is_identifier_char(p[-1]))
		return false;
	const char *before = p;
	while (before > data && isspace((unsigned char)before[-1]))
		before--;
	p = skip_space(p + strlen("restrict"), end);
	if (p == end || *p != '(')
		return false;
	if (before > data && before[-1] == ')')
		return true;
	p = skip_space(p + 1, end);
	while (p + n < end && is_identifier_char(p[n]))
		n++;
	return is_word_of("amp cpu auto", p, n);
}

/* Whether the text contains a restrict(...). */
static bool has_restriction(const char *data, size_t len)
{
	const char *p = data, *end = data + len;
	while ((p = memmem(p, (size_t)(end - p), "restrict", strlen("restrict")))) {
		if (is_restriction(data, p, end) && is_code(data, (size_t)(p - data)))
			return true;
		p++;
	}
	return false;
}

/* Whether a name is that of a header that comes with ampcc. */
static bool is_amp_header(const struct scan *s, const char *name)
{
	static const char *const names[] = {"amp.h", "amp_math.h", "amp_graphics.h",
	                                    "amp_short_vectors.h", "amp_cuda.h"};
	for (size_t i = 0; i < COUNT(names); i++)
		if (!(s->msvc ? strcasecmp : strcmp)(name, names[i]))
			return true;
	return starts(name, "amp/");
}

/* Returns false if the file has been scanned before. */
static bool remember(struct scan *s, const struct stat *st)
{
	for (size_t i = 0; i < s->n_seen; i++)
		if (s->seen[i].inode == st->st_ino && s->seen[i].device == st->st_dev)
			return false;
	APPEND(s->seen, s->n_seen) = (struct seen_file){st->st_dev, st->st_ino};
	return true;
}

/* Scans a file unless it has been scanned. *hit: it uses AMP. Returns false if there is no such file. */
static bool scan_file(struct scan *s, const char *path, bool *hit)
{
	SCOPED(text) t = {0};
	struct stat st;
	bool found = stat(path, &st) == 0 && S_ISREG(st.st_mode);
	*hit = false;
	if (found && remember(s, &st)) {
		found = s->msvc ? read_source_file(path, &t, NULL) : read_file(path, &t);
		*hit = found && t.len && scan_text(s, path, t.data, t.len);
	}
	return found;
}

/* Whether this directory has ampcc's own headers. */
static bool is_own_dir(const struct scan *s, const char *dir)
{
	struct stat st;
	return s->own_dir_known && stat(dir, &st) == 0 && st.st_ino == s->own_dir.st_ino &&
	       st.st_dev == s->own_dir.st_dev;
}

/* Scans dir/name. Returns false if there is no such file. */
static bool scan_in(struct scan *s, const char *dir, size_t dir_length, const char *name, bool *hit)
{
	OWNED char *path = s->msvc      ? find_without_case(dir, dir_length, name)
	                   : dir_length ? xasprintf("%.*s/%s", (int)dir_length, dir, name)
	                                : xstrdup(name);
	return path && scan_file(s, path, hit);
}

/* Follows one #include. A header of the user's that happens to be called amp.h is an ordinary one. */
static bool scan_include(struct scan *s, const char *includer, const char *name, bool quoted)
{
	bool hit = false;
	bool amp = is_amp_header(s, name);
	if (name[0] == '/')
		return scan_file(s, name, &hit) && hit;
	const struct strings *const lists[] = {&s->quote_dirs, &s->dirs};
	const char *slash = strrchr(includer, '/');
	if (quoted && scan_in(s, includer, slash ? (size_t)(slash - includer) : 0, name, &hit))
		return hit;
	for (size_t n = !quoted; n < 2; n++) {
		for (size_t i = 0; i < lists[n]->count; i++) {
			const char *dir = lists[n]->items[i];
			if (!(amp && is_own_dir(s, dir)) && scan_in(s, dir, strlen(dir), name, &hit))
				return hit;
		}
	}
	return amp;
}

/* Whether the '#' at p is the first character of its line but white space. */
static bool starts_line(const char *data, const char *p)
{
	while (p > data && (p[-1] == ' ' || p[-1] == '\t'))
		p--;
	return p == data || p[-1] == '\n';
}

/* Follows the #includes of a text. */
static bool scan_includes(struct scan *s, const char *path, const char *data, size_t len)
{
	const char *end = data + len;
	for (const char *p = data; (p = memchr(p, '#', (size_t)(end - p))); p++) {
		const char *spelled;
		size_t n = starts_line(data, p) ? included_name(p + 1, end, &spelled) : 0;
		OWNED char *name = n ? xstrndup(spelled + 1, n - 2) : NULL;
		bool hit = name && scan_include(s, path, name, *spelled == '"') && is_code(data, (size_t)(p - data));

		if (hit)
			return true;
	}
	return false;
}

static bool scan_text(struct scan *s, const char *path, const char *data, size_t len)
{
	return has_restriction(data, len) || scan_includes(s, path, data, len);
}

bool scan_source(const struct command *c, const char *path, const struct text *text,
                 const char *include_dir)
{
	struct scan s = {.msvc = c->msvc};
	SCOPED(strings) options = {0}, forced = {0};
	bool hit = false;
	s.own_dir_known = include_dir && stat(include_dir, &s.own_dir) == 0;
	command_select(c, OPTION_PARSE, 0, &options);
	push_option_values(&options, "-I", &s.dirs);
	push_option_values(&options, "-iquote", &s.quote_dirs);
	push_option_values(&options, FORCED_INCLUDES, &forced);
	if (text)
		hit = text->len && scan_text(&s, "", text->data, text->len);
	else
		scan_file(&s, path, &hit);
	for (size_t i = 0; i < forced.count && !hit; i++)
		hit = scan_include(&s, "", forced.items[i], true);
	strings_finish(&s.quote_dirs);
	strings_finish(&s.dirs);
	free(s.seen);
	return hit;
}
