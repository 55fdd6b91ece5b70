/* Source files as Windows has them: UTF-16, and names without regard to case. */
#include "base/sources.h"
#include "base/paths.h"

#include <string.h>
#include <strings.h>
#include <sys/stat.h>

/* ---- UTF-16 ---------------------------------------------------------------------- */

void append_character(struct text *t, unsigned c)
{
	char s[4];
	size_t n = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
	static const unsigned char lead[] = {0, 0, 0xc0, 0xe0, 0xf0};

	for (size_t i = n; i-- > 1; c >>= 6)
		s[i] = (char)(0x80 | (c & 0x3f));
	s[0] = (char)(lead[n] | c);
	text_append_n(t, s, n);
}

/* Appends UTF-16 text that begins with a byte order mark as UTF-8. Returns false if it is something else. */
static bool append_wide_text(const char *data, size_t len, struct text *t)
{
	const unsigned char *p = (const unsigned char *)data;
	bool little = len >= 2 && p[0] == 0xff && p[1] == 0xfe;

	if (!little && !(len >= 2 && p[0] == 0xfe && p[1] == 0xff))
		return false;
	text_append(t, "");
	for (size_t i = 2; i + 1 < len; i += 2) {
		unsigned c = little ? p[i] | p[i + 1] << 8 : p[i] << 8 | p[i + 1];
		unsigned low = i + 3 >= len ? 0 : little ? p[i + 2] | p[i + 3] << 8 : p[i + 2] << 8 | p[i + 3];

		if (c >= 0xd800 && c < 0xdc00 && low >= 0xdc00 && low < 0xe000) {
			c = 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00);
			i += 2;
		} else if (c >= 0xd800 && c < 0xe000) {
			c = 0xfffd;
		}
		append_character(t, c);
	}
	return true;
}

bool read_source_file(const char *path, struct text *t, bool *was_wide)
{
	SCOPED(text) file = {0};
	bool ok = read_file(path, &file), is_wide = ok && append_wide_text(file.data, file.len, t);

	if (!is_wide)
		text_append_n(t, text_string(&file), file.len);
	if (was_wide)
		*was_wide = is_wide;
	return ok;
}

/* ---- names without regard to case ------------------------------------------------- */

/* Appends the entry of a folder whose name is `part` (n bytes) up to case; returns false if there is none. */
static bool append_entry(struct text *path, const char *part, size_t n)
{
	size_t before = path->len;
	SCOPED(strings) names = {0};
	struct stat st;
	bool found = false;

	text_append_n(path, part, n);
	if (stat(path->data, &st) == 0)
		return true;
	path->data[path->len = before] = 0;
	list_folder(before ? path->data : ".", &names);
	for (size_t i = 0; i < names.count && !found; i++) {
		found = strlen(names.items[i]) == n && !strncasecmp(names.items[i], part, n);
		text_append(path, found ? names.items[i] : "");
	}
	return found;
}

char *find_without_case(const char *folder, size_t n, const char *name)
{
	struct text path = {0};
	struct stat st;
	bool found = true;

	text_append_n(&path, folder, n);
	if (n && folder[n - 1] != '/')
		text_append(&path, "/");
	for (const char *p = name; *p && found;) {
		size_t slashes = strspn(p, "/\\"), part;

		if (slashes && (p > name || !n))
			text_append(&path, "/");
		p += slashes;
		part = strcspn(p, "/\\");
		found = append_entry(&path, p, part);
		p += part;
	}
	if (found && path.len && stat(path.data, &st) == 0 && S_ISREG(st.st_mode))
		return path.data;
	text_finish(&path);
	return NULL;
}

void make_folders_below(char *path, size_t n)
{
	for (char *p = path + n + 1; (p = strchr(p, '/')) != NULL; *p++ = '/') {
		*p = '\0';
		mkdir(path, 0777);
	}
}

size_t included_name(const char *p, const char *end, const char **name)
{
	p += strspn(p, " \t");
	size_t n = starts_with_word(p, "include_next include import");

	p += n;
	p += strspn(p, " \t");
	*name = p;
	if (!n || (*p != '"' && *p != '<'))
		return 0;
	const char *close = p + 1 + strcspn(p + 1, *p == '"' ? "\"\n" : ">\n");

	return close < end && *close && *close != '\n' ? (size_t)(close + 1 - p) : 0;
}
