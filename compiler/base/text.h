/* Growing strings and arrays of them, sets of offsets in a text, whole files (text.c). */
#ifndef TEXT_H
#define TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

/* data is always NUL-terminated once something was appended; len excludes it.
 * {0} is the empty text. Allocation failure ends the process with a message. */
struct text {
	char *data;
	size_t len, capacity;
};

/* Returns the text as a string: "" if nothing was appended. */
static inline const char *text_string(const struct text *t)
{
	return t->data ? t->data : "";
}
void text_append(struct text *t, const char *s);
void text_append_n(struct text *t, const char *s, size_t n);
void text_printf(struct text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Appends a name of n bytes as part of an identifier, behind "_": "operator+=" becomes operator_plus_equals. */
void text_append_words(struct text *t, const char *s, size_t n);
/* Whether a byte may be part of an identifier behind its first one. */
bool is_identifier_char(char c);
/* Replaces the bytes beyond ASCII in a name of n bytes, which code for GPUs does not allow, by one letter
 * each, so that mangled names keep their length. new_symbol() of kernel.h does the same. */
void spell_in_ascii(char *s, size_t n);
/* Appends the line breaks of s[0, n), a text that is removed, so that what follows it keeps its line number. */
void text_append_line_breaks(struct text *t, const char *s, size_t n);
/* Appends a C string literal for s. */
void text_append_literal(struct text *t, const char *s);
/* Appends #line LINE "FILE" and a newline. */
void text_append_line_directive(struct text *t, unsigned line, const char *file);
/* Appends a file name, escaped for make. */
void text_append_for_make(struct text *t, const char *name);
void text_finish(struct text *t); /* frees; t is {0} afterwards */

/* A local variable that owns memory: OWNED char *name = xstrdup(s); is freed at the end of its scope, however
 * that is left. Ownership is never passed on. */
#define OWNED __attribute__((cleanup(free_owned)))
/* For structs that own memory: SCOPED(text) t = {0}; has text_finish() called at the end of its scope. */
#define SCOPED(type) __attribute__((cleanup(type##_finish))) struct type
/* p: the address of the variable. */
void free_owned(void *p);

/* Whether n bytes are one of several words, which are separated by single spaces. */
bool is_word_of(const char *words, const char *s, size_t n);
/* Returns the length of the first of several words with which s begins; 0 if it begins with none. */
size_t starts_with_word(const char *s, const char *words);
/* Whether s begins with a prefix, or ends with a suffix. */
bool starts(const char *s, const char *prefix);
bool ends(const char *s, const char *suffix);

/* Prints an error of ampcc's own, "ampcc: error: …" and a newline. %m is the message for errno. Returns false. */
bool fail(const char *format, ...) __attribute__((format(printf, 1, 2)));
_Noreturn void out_of_memory(void);
void *xmalloc(size_t size);
/* Returns an array of count items with room for one more, for APPEND(). The array must be NULL or have been
 * grown by APPEND() alone. */
void *array_grown(void *items, size_t count, size_t size);
/* The new last item of an array, as an lvalue. The value assigned to it must not append to the array or use
 * its count. */
#define APPEND(items, count) (*((items) = array_grown((items), (count), sizeof(*(items))), &(items)[(count)++]))
void *xrealloc(void *p, size_t size);
/* Returns memory that is freed as a whole by unit_memory_finish(), at the end of a translation unit. Most
 * arrays and sets of the front end use it. Not thread-safe. */
void *unit_memory(size_t size);
void *unit_zeroed(size_t size);
/* Returns a copy of n bytes as a string in unit memory. */
char *unit_string(const char *s, size_t n);
void unit_memory_finish(void);
/* Like array_grown() and APPEND(), for arrays in unit memory. An array that also shrinks, like a stack, uses
 * more memory each time it grows again. */
void *kept_grown(void *items, size_t count, size_t size);
#define KEEP(items, count) (*((items) = kept_grown((items), (count), sizeof(*(items))), &(items)[(count)++]))
/* The number of items of an array that is declared with them. */
#define COUNT(array) (sizeof(array) / sizeof(*(array)))
/* A loop over the items of an array, which must not grow meanwhile: `item` points to each of them in turn. An
 * array without items may be NULL, to which nothing, not even 0, can be added in C. */
#define FOR_EACH(type, item, items, count) \
	for (type *item = (items), *item##_end = item ? item + (count) : item; item < item##_end; item++)
/* Returns a copy of an array in unit memory, for KEEP(). */
void *array_copy(const void *items, size_t count, size_t size);
char *xstrdup(const char *s);
char *xstrndup(const char *s, size_t n);
char *xasprintf(const char *format, ...) __attribute__((format(printf, 1, 2)));
char *xvasprintf(const char *format, va_list args) __attribute__((format(printf, 1, 0)));

/* A growing NULL-terminated array of owned strings, like execvp() takes. {0} is the empty one. */
struct strings {
	char **items;
	size_t count;
};

/* Whether both have the same strings in the same order. */
bool strings_equal(const struct strings *a, const struct strings *b);
bool strings_contain(const struct strings *s, const char *item);
/* Drops all strings but the first n. */
void strings_truncate(struct strings *s, size_t n);
void strings_push(struct strings *s, const char *item); /* copies */
void strings_push_all(struct strings *s, const struct strings *from);
/* Appends copies of strings up to a NULL. */
void strings_push_list(struct strings *s, const char *const *items);
#define strings_push_each(s, ...) strings_push_list(s, (const char *const[]){__VA_ARGS__, NULL})
void strings_push_n(struct strings *s, const char *item, size_t n);
/* Appends an item and takes ownership of it. */
void strings_take(struct strings *s, char *item);
#define strings_printf(s, ...) strings_take(s, xasprintf(__VA_ARGS__))
/* Appends the words of a text, which are separated by blanks. */
void strings_push_words(struct strings *s, const char *words);
void strings_finish(struct strings *s);

/* A set of strings, numbered by their indices in items. {0} is the empty set. */
struct string_set {
	struct strings items;
	size_t *slots; /* hash table: number + 1, or 0 */
	size_t n_slots;
};

/* Returns the number of a string of n bytes, which is added if it is new. */
size_t string_set_add(struct string_set *s, const char *item, size_t n);
/* Returns SIZE_MAX if the set does not contain the string. */
size_t string_set_find(const struct string_set *s, const char *item, size_t n);
void string_set_finish(struct string_set *s);

/* Returns the one copy of a string, which nobody owns and which lives until unit_memory_finish(). Not
 * thread-safe. */
const char *interned(const char *s, size_t n);
const char *interned_printf(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Returns the text interned, and finishes it. */
const char *interned_text(struct text *t);

/* Searches count structs, of `size` bytes each, that are sorted by an unsigned offset at `member`. Returns
 * the index of the first one that is not before `offset`; count if all are. */
size_t first_from(const void *items, size_t size, size_t member, size_t count, unsigned offset);

/* A sorted set of offsets in a text, in unit memory. */
struct offsets {
	unsigned *items;
	size_t count;
};

/* Returns false if the set contained the offset before. */
bool offsets_add(struct offsets *o, unsigned offset);
bool offsets_have(const struct offsets *o, unsigned offset);
/* Whether the set has an offset in [start, end). */
bool offsets_within(const struct offsets *o, unsigned start, unsigned end);

/* A set of interned strings in unit memory, in the order of insertion. */
struct names {
	const char **items;
	size_t count;
};

/* Returns false if the set contained the name before. */
bool names_add(struct names *n, const char *name);
bool names_have(const struct names *n, const char *name);
/* Returns the names separated by ", ". */
const char *names_joined(const struct names *n);

/* Returns a 32-bit hash of a string, continuing the hash `seed`. */
#define HASH_SEED 2166136261u
unsigned hash_string(unsigned seed, const char *s);

/* Returns where line `line` of a text starts, counted from 1, or NULL. */
const char *text_line(const char *text, unsigned line);

/* Appends what can be read from a file descriptor until its end. Returns false, with errno set, after an error. */
bool read_all(int fd, struct text *t);
/* Appends a whole file. Returns false, with errno set, if it cannot be read. */
bool read_file(const char *path, struct text *t);
/* A file that has been written under a temporary name next to its target; {0} if the target is something that
 * cannot be replaced, like a device, and has been written directly. */
struct prepared_file {
	char *temporary, *target;
};
/* Returns false, with errno set, on failure. Call finish_file() in either case. */
bool prepare_file(struct prepared_file *f, const char *path, const char *data, size_t len);
/* Renames the file to its target, or removes it. Returns whether the target has been written. */
bool finish_file(struct prepared_file *f, bool keep);
/* Writes a file atomically (temporary file, rename). */
bool write_file(const char *path, const char *data, size_t len);
/* read_file() and write_file() for files without which the run fails: they report an error. */
bool read_or_fail(const char *path, struct text *t);
bool write_or_fail(const char *path, const struct text *t);

#endif
