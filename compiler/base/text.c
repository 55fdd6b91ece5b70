/* Growing strings and arrays of them, sets of offsets in a text, whole files. */
#include "base/text.h"
#include "base/process.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool fail(const char *format, ...)
{
	int error = errno;
	va_list args;
	fputs("ampcc: error: ", stderr);
	errno = error;
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fputc('\n', stderr);
	return false;
}

/* Running out of memory is the one error that ends ampcc at once. */
void out_of_memory(void)
{
	fail("out of memory");
	exit(1);
}

void free_owned(void *p)
{
	void *owned;

	memcpy(&owned, p, sizeof(owned));
	free(owned);
}

bool starts(const char *s, const char *prefix)
{
	return !strncmp(s, prefix, strlen(prefix));
}

bool ends(const char *s, const char *suffix)
{
	size_t length = strlen(s), n = strlen(suffix);

	return length >= n && !strcmp(s + length - n, suffix);
}

bool is_word_of(const char *words, const char *s, size_t n)
{
	for (size_t length; *words; words += length + (words[length] == ' ')) {
		length = strcspn(words, " ");
		if (length == n && !memcmp(words, s, n))
			return true;
	}
	return false;
}

size_t starts_with_word(const char *s, const char *words)
{
	for (size_t n; *words; words += n + (words[n] == ' ')) {
		n = strcspn(words, " ");
		if (!strncmp(s, words, n))
			return n;
	}
	return 0;
}

void *xmalloc(size_t size)
{
	return xrealloc(NULL, size);
}

void *array_grown(void *items, size_t count, size_t size)
{
	bool is_full = (count & (count - 1)) == 0; /* the capacity is the next power of two */

	return is_full ? xrealloc(items, (count ? 2 * count : 1) * size) : items;
}

/* The strings of interned(). */
static struct string_set names;

/* The blocks of unit memory, the current one first. */
static struct piece {
	struct piece *next;
	size_t used, size;
	max_align_t data[];
} *pieces;

void *unit_memory(size_t size)
{
	enum { PIECE = 1 << 18 };
	size_t room = (size + sizeof(max_align_t) - 1) / sizeof(max_align_t) * sizeof(max_align_t);

	if (!pieces || pieces->size - pieces->used < room) {
		size_t whole = room > PIECE ? room : PIECE;
		struct piece *p = xmalloc(sizeof(*p) + whole);

		*p = (struct piece){.next = pieces, .size = whole};
		pieces = p;
	}
	void *memory = (char *)pieces->data + pieces->used;

	pieces->used += room;
	return memory;
}

void *unit_zeroed(size_t size)
{
	return memset(unit_memory(size), 0, size);
}

char *unit_string(const char *s, size_t n)
{
	char *copy = memcpy(unit_memory(n + 1), s, n);

	copy[n] = '\0';
	return copy;
}

void unit_memory_finish(void)
{
	while (pieces) {
		struct piece *next = pieces->next;

		free(pieces);
		pieces = next;
	}
	string_set_finish(&names);
}

void *kept_grown(void *items, size_t count, size_t size)
{
	if (count & (count - 1))
		return items;
	void *grown = unit_memory((count ? 2 * count : 1) * size);

	return count ? memcpy(grown, items, count * size) : grown;
}

void *array_copy(const void *items, size_t count, size_t size)
{
	size_t room = 1;

	while (room <= count)
		room *= 2;
	return count ? memcpy(unit_memory(room * size), items, count * size) : NULL;
}

void *xrealloc(void *p, size_t size)
{
	p = realloc(p, size ? size : 1);
	if (!p)
		out_of_memory();
	return p;
}

char *xstrdup(const char *s)
{
	return xstrndup(s, strlen(s));
}

char *xstrndup(const char *s, size_t n)
{
	n = strnlen(s, n);
	char *copy = xmalloc(n + 1);
	memcpy(copy, s, n);
	copy[n] = '\0';
	return copy;
}

/* Makes room for n more bytes and the NUL. */
static void text_reserve(struct text *t, size_t n)
{
	size_t need = t->len + n + 1;
	if (need <= t->capacity)
		return;
	size_t capacity = t->capacity ? t->capacity : 64;
	while (capacity < need)
		capacity *= 2;
	t->data = xrealloc(t->data, capacity);
	t->capacity = capacity;
}

void text_append(struct text *t, const char *s)
{
	text_append_n(t, s, strlen(s));
}

void text_append_n(struct text *t, const char *s, size_t n)
{
	text_reserve(t, n);
	if (n)
		memcpy(t->data + t->len, s, n);
	t->len += n;
	t->data[t->len] = '\0';
}

static void text_vprintf(struct text *t, const char *format, va_list args)
{
	va_list again;
	va_copy(again, args);
	int len = vsnprintf(NULL, 0, format, args);
	if (len < 0)
		out_of_memory();
	text_reserve(t, (size_t)len);
	vsnprintf(t->data + t->len, (size_t)len + 1, format, again);
	va_end(again);
	t->len += (size_t)len;
}

void text_printf(struct text *t, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	text_vprintf(t, format, args);
	va_end(args);
}

char *xvasprintf(const char *format, va_list args)
{
	struct text t = {0};

	text_vprintf(&t, format, args);
	return t.data;
}

char *xasprintf(const char *format, ...)
{
	va_list args;
	va_start(args, format);
	char *s = xvasprintf(format, args);
	va_end(args);
	return s;
}

void text_append_words(struct text *t, const char *s, size_t n)
{
	static const char signs[] = "+-*/%=<>!&|^~,([:";
	static const char *const words[] = {"plus", "minus", "star", "slash", "percent", "equals",
	                                    "less", "greater", "not", "and", "or", "xor",
	                                    "tilde", "comma", "call", "at", "of"};
	bool is_word = false;

	for (size_t i = 0; i < n; i++) {
		const char *sign = strchr(signs, s[i]);
		bool begins = !is_word && t->len;

		is_word = isalnum((unsigned char)s[i]) || s[i] == '_' || s[i] < 0;
		if (is_word)
			text_printf(t, "%s%c", begins ? "_" : "", s[i] < 0 ? '_' : s[i]);
		else if (sign)
			text_printf(t, "%s%s", t->len ? "_" : "", words[sign - signs]);
	}
}

bool is_identifier_char(char c)
{
	return isalnum((unsigned char)c) || c == '_' || c == '$' || c & 0x80;
}

void spell_in_ascii(char *s, size_t n)
{
	static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_$";

	for (size_t i = 0; i < n; i++) {
		if (s[i] & 0x80)
			s[i] = letters[s[i] & 0x3f];
	}
}

void text_append_line_breaks(struct text *t, const char *s, size_t n)
{
	text_append(t, "");
	for (size_t i = 0; i < n; i++) {
		if (s[i] == '\n')
			text_append(t, "\n");
	}
}

/* Escapes question marks, which might begin a trigraph. */
void text_append_literal(struct text *t, const char *s)
{
	text_append(t, "\"");
	for (; *s; s++) {
		unsigned char c = (unsigned char)*s;
		if (strchr("\"\\?", c))
			text_printf(t, "\\%c", c);
		else if (c < ' ' || c == 127)
			text_printf(t, "\\%03o", c);
		else
			text_append_n(t, s, 1);
	}
	text_append(t, "\"");
}

void text_append_line_directive(struct text *t, unsigned line, const char *file)
{
	text_printf(t, "#line %u ", line);
	text_append_literal(t, file);
	text_append(t, "\n");
}

/* For GNU make, backslashes are literal unless they are in front of a blank. */
void text_append_for_make(struct text *t, const char *name)
{
	size_t backslashes = 0;
	for (; *name; name++) {
		bool is_blank = *name == ' ' || *name == '\t';
		for (; is_blank && backslashes; backslashes--)
			text_append(t, "\\");
		backslashes = *name == '\\' ? backslashes + 1 : 0;
		if (is_blank || *name == '#')
			text_append(t, "\\");
		if (*name == '$')
			text_append(t, "$");
		text_append_n(t, name, 1);
	}
}

void text_finish(struct text *t)
{
	free(t->data);
	*t = (struct text){0};
}

bool strings_equal(const struct strings *a, const struct strings *b)
{
	bool same = a->count == b->count;

	for (size_t i = 0; same && i < a->count; i++)
		same = !strcmp(a->items[i], b->items[i]);
	return same;
}

bool strings_contain(const struct strings *s, const char *item)
{
	for (size_t i = 0; i < s->count; i++) {
		if (!strcmp(s->items[i], item))
			return true;
	}
	return false;
}

void strings_take(struct strings *s, char *item)
{
	APPEND(s->items, s->count) = item;
	s->items = array_grown(s->items, s->count, sizeof *s->items);
	s->items[s->count] = NULL;
}

void strings_truncate(struct strings *s, size_t n)
{
	while (s->count > n)
		free(s->items[--s->count]);
	if (s->items)
		s->items[n] = NULL; /* the terminator */
}

void strings_push(struct strings *s, const char *item)
{
	strings_take(s, xstrdup(item));
}

void strings_push_list(struct strings *s, const char *const *items)
{
	while (*items)
		strings_push(s, *items++);
}

void strings_push_n(struct strings *s, const char *item, size_t n)
{
	strings_take(s, xstrndup(item, n));
}

void strings_push_words(struct strings *s, const char *words)
{
	for (words += strspn(words, " \t"); *words; words += strspn(words, " \t")) {
		size_t n = strcspn(words, " \t");

		strings_push_n(s, words, n);
		words += n;
	}
}

void strings_push_all(struct strings *s, const struct strings *from)
{
	for (size_t i = 0; i < from->count; i++)
		strings_push(s, from->items[i]);
}

void strings_finish(struct strings *s)
{
	for (size_t i = 0; i < s->count; i++)
		free(s->items[i]);
	free(s->items);
	*s = (struct strings){0};
}

/* Returns the slot of a string, or the free one for it. There always is a free slot. */
static size_t *slot_of(const struct string_set *s, const char *item, size_t n)
{
	unsigned h = HASH_SEED;
	for (size_t i = 0; i < n; i++)
		h = (h ^ (unsigned char)item[i]) * 16777619u;
	for (size_t i = h;; i++) {
		size_t *slot = &s->slots[i & (s->n_slots - 1)];
		if (!*slot || (!strncmp(s->items.items[*slot - 1], item, n) && !s->items.items[*slot - 1][n]))
			return slot;
	}
}

static void grow(struct string_set *s)
{
	s->n_slots = s->n_slots ? s->n_slots * 2 : 64;
	s->slots = xrealloc(s->slots, s->n_slots * sizeof *s->slots);
	memset(s->slots, 0, s->n_slots * sizeof *s->slots);
	for (size_t i = 0; i < s->items.count; i++)
		*slot_of(s, s->items.items[i], strlen(s->items.items[i])) = i + 1;
}

size_t string_set_add(struct string_set *s, const char *item, size_t n)
{
	if (2 * (s->items.count + 1) > s->n_slots)
		grow(s);
	size_t *slot = slot_of(s, item, n);
	if (!*slot) {
		strings_push_n(&s->items, item, n);
		*slot = s->items.count;
	}
	return *slot - 1;
}

size_t string_set_find(const struct string_set *s, const char *item, size_t n)
{
	return s->n_slots ? *slot_of(s, item, n) - 1 : SIZE_MAX;
}

void string_set_finish(struct string_set *s)
{
	strings_finish(&s->items);
	free(s->slots);
	*s = (struct string_set){0};
}

const char *interned(const char *s, size_t n)
{
	size_t number = string_set_add(&names, s, n);

	return names.items.items[number];
}

const char *interned_printf(const char *format, ...)
{
	va_list args;
	va_start(args, format);
	OWNED char *s = xvasprintf(format, args);
	va_end(args);
	return interned(s, strlen(s));
}

const char *interned_text(struct text *t)
{
	const char *s = interned(text_string(t), t->len);

	text_finish(t);
	return s;
}

size_t first_from(const void *items, size_t size, size_t member, size_t count, unsigned offset)
{
	size_t low = 0, high = count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (*(const unsigned *)((const char *)items + middle * size + member) < offset)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static size_t offsets_find(const struct offsets *o, unsigned offset)
{
	return first_from(o->items, sizeof(*o->items), 0, o->count, offset);
}

bool offsets_have(const struct offsets *o, unsigned offset)
{
	size_t i = offsets_find(o, offset);

	return i < o->count && o->items[i] == offset;
}

bool offsets_within(const struct offsets *o, unsigned start, unsigned end)
{
	size_t i = offsets_find(o, start);

	return i < o->count && o->items[i] < end;
}

bool offsets_add(struct offsets *o, unsigned offset)
{
	size_t i = offsets_find(o, offset);

	if (i < o->count && o->items[i] == offset)
		return false;
	o->items = kept_grown(o->items, o->count, sizeof *o->items);
	memmove(&o->items[i + 1], &o->items[i], (o->count++ - i) * sizeof *o->items);
	o->items[i] = offset;
	return true;
}

bool names_have(const struct names *n, const char *name)
{
	for (size_t i = 0; i < n->count; i++) {
		if (!strcmp(n->items[i], name))
			return true;
	}
	return false;
}

bool names_add(struct names *n, const char *name)
{
	bool is_new = !names_have(n, name);

	if (is_new)
		KEEP(n->items, n->count) = interned(name, strlen(name));
	return is_new;
}

const char *names_joined(const struct names *n)
{
	struct text t = {0};

	for (size_t i = 0; i < n->count; i++)
		text_printf(&t, "%s%s", i ? ", " : "", n->items[i]);
	return interned_text(&t);
}

bool read_all(int fd, struct text *t)
{
	struct stat st;
	size_t guess = fstat(fd, &st) == 0 && S_ISREG(st.st_mode) ? (size_t)st.st_size : 65536;
	for (;;) {
		text_reserve(t, guess + 1);
		ssize_t n = read(fd, t->data + t->len, t->capacity - t->len - 1);
		if (n < 0 && errno == EINTR)
			continue;
		t->data[t->len += n > 0 ? (size_t)n : 0] = '\0';
		if (n <= 0)
			return n == 0;
		guess = 4096;
	}
}

const char *text_line(const char *text, unsigned line)
{
	for (; text && line > 1; line--) {
		text = strchr(text, '\n');
		text = text ? text + 1 : NULL;
	}
	return line == 1 ? text : NULL;
}

bool read_file(const char *path, struct text *t)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return false;
	bool ok = read_all(fd, t);
	int error = errno;
	close(fd);
	errno = error;
	return ok;
}

/* Writes all of data to fd. */
static bool write_all(int fd, const char *data, size_t len)
{
	while (len) {
		ssize_t n = write(fd, data, len);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return false;
		data += n;
		len -= (size_t)n;
	}
	return true;
}

/* Writes into a file that cannot be replaced: a device, a pipe. */
static bool write_special_file(const char *path, const char *data, size_t len)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC);
	if (fd < 0)
		return false;
	bool ok = write_all(fd, data, len);
	return close(fd) == 0 && ok;
}

/* Returns the permissions that open(path, O_CREAT, 0666) would give a file. */
static mode_t new_file_mode(void)
{
	mode_t mask = umask(0);
	umask(mask);
	return 0666 & ~mask;
}

bool prepare_file(struct prepared_file *f, const char *path, const char *data, size_t len)
{
	struct stat st;
	bool exists = stat(path, &st) == 0;
	*f = (struct prepared_file){0};
	if (exists && !S_ISREG(st.st_mode))
		return write_special_file(path, data, len);
	f->target = exists ? realpath(path, NULL) : NULL; /* a link stays a link */
	if (!f->target)
		f->target = xstrdup(path);
	f->temporary = xasprintf("%s.XXXXXX", f->target);
	int fd = mkstemp(f->temporary);
	if (fd < 0) {
		free(f->temporary);
		f->temporary = NULL;
		return false;
	}
	output_begin(f->temporary);
	bool ok = write_all(fd, data, len);
	ok = fchmod(fd, exists ? st.st_mode & 07777 : new_file_mode()) == 0 && ok;
	return close(fd) == 0 && ok;
}

bool finish_file(struct prepared_file *f, bool keep)
{
	bool ok = keep && (!f->temporary || rename(f->temporary, f->target) == 0);
	int error = errno;
	if (f->temporary && !ok)
		unlink(f->temporary);
	if (f->temporary)
		output_commit(f->temporary);
	free(f->temporary);
	free(f->target);
	*f = (struct prepared_file){0};
	errno = error;
	return ok;
}

bool write_file(const char *path, const char *data, size_t len)
{
	struct prepared_file f;
	bool ok = prepare_file(&f, path, data, len);
	return finish_file(&f, ok) && ok;
}

bool read_or_fail(const char *path, struct text *t)
{
	return read_file(path, t) || fail("cannot read '%s': %m", path);
}

bool write_or_fail(const char *path, const struct text *t)
{
	return write_file(path, text_string(t), t->len) || fail("cannot write '%s': %m", path);
}

/* FNV-1a (Fowler, Noll, Vo). */
unsigned hash_string(unsigned seed, const char *s)
{
	while (*s)
		seed = (seed ^ (unsigned char)*s++) * 16777619u;
	return seed;
}
