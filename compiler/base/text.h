/* Growing strings, arrays of them and of places in a text; whole files (text.c). */
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

void text_append(struct text *t, const char *s);
void text_append_n(struct text *t, const char *s, size_t n);
void text_printf(struct text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Appends what n bytes name, as a part of an identifier behind "_": "operator+=" as operator_plus_equals. */
void text_append_words(struct text *t, const char *s, size_t n);
/* Whether a name may have such a byte behind its first one. */
bool is_identifier_char(char c);
/* A name of n bytes as code for GPUs has it, which has no others than ASCII's: a letter for each byte beyond, so that a
 * mangled name is as long as it was. new_symbol() of kernel.h does so, too. */
void spell_in_ascii(char *s, size_t n);
/* The line breaks of what is taken out of a text, s[0, n), so that those behind it keep their lines. */
void text_append_line_breaks(struct text *t, const char *s, size_t n);
/* A string literal of C that means s. */
void text_append_literal(struct text *t, const char *s);
/* #line LINE "FILE", a line. */
void text_append_line_directive(struct text *t, unsigned line, const char *file);
/* A file's name in a file for make. */
void text_append_for_make(struct text *t, const char *name);
void text_finish(struct text *t); /* frees, and is {0} again */

/* A local variable that owns memory: OWNED char *name = xstrdup(s); is freed where its scope ends, however that is
 * left. It is not handed on to another owner. */
#define OWNED __attribute__((cleanup(free_owned)))
/* Of a struct that owns memory: SCOPED(text) t = {0}; has text_finish() called with it where its scope ends. */
#define SCOPED(type) __attribute__((cleanup(type##_finish))) struct type
/* p: the variable's address. */
void free_owned(void *p);

/* Whether n bytes are one of several words, between which are spaces. */
bool is_word_of(const char *words, const char *s, size_t n);
/* Whether s begins with a prefix. */
bool starts(const char *s, const char *prefix);

_Noreturn void out_of_memory(void);
void *xmalloc(size_t size);
/* An array of count items of a size with room for one more: what APPEND() takes. Such an array is NULL at first, and
 * has grown by APPEND() alone, or is an array_copy(). */
void *array_grown(void *items, size_t count, size_t size);
void *array_copy(const void *items, size_t count, size_t size);
/* The new last item of an array, as an lvalue. What is assigned to it must not append to the array, nor ask for its
 * count. */
#define APPEND(items, count) (*((items) = array_grown((items), (count), sizeof(*(items))), &(items)[(count)++]))
void *xrealloc(void *p, size_t size);
char *xstrdup(const char *s);
char *xstrndup(const char *s, size_t n);
char *xasprintf(const char *format, ...) __attribute__((format(printf, 1, 2)));
char *xvasprintf(const char *format, va_list args) __attribute__((format(printf, 1, 0)));

/* A growing NULL-terminated array of owned strings, as execvp takes. {0} is
 * the empty one. */
struct strings {
	char **items;
	size_t count, capacity;
};

/* Whether they are the same, in the same order. */
bool strings_equal(const struct strings *a, const struct strings *b);
bool strings_contain(const struct strings *s, const char *item);
void strings_push(struct strings *s, const char *item); /* copies */
void strings_push_all(struct strings *s, const struct strings *from);
/* Up to a NULL. */
void strings_push_list(struct strings *s, const char *const *items);
#define strings_push_each(s, ...) strings_push_list(s, (const char *const[]){__VA_ARGS__, NULL})
void strings_push_n(struct strings *s, const char *item, size_t n);
void strings_printf(struct strings *s, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Those between the spaces of a text. */
void strings_push_words(struct strings *s, const char *words);
void strings_finish(struct strings *s);

/* Strings, each of them once, with numbers: their indices in items. {0} is the empty set. */
struct string_set {
	struct strings items;
	size_t *slots; /* a hash table: a number plus one, or 0 */
	size_t n_slots;
};

/* The number of a string of n bytes, which is added if need be. */
size_t string_set_add(struct string_set *s, const char *item, size_t n);
/* SIZE_MAX if it is not there. */
size_t string_set_find(const struct string_set *s, const char *item, size_t n);
void string_set_finish(struct string_set *s);

/* Names that the front end has made: of equal ones there is one, which is there until interned_finish(), so that nobody
 * owns it. Of one thread. */
const char *interned(const char *s, size_t n);
const char *interned_printf(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* What a text has become, which is finished. */
const char *interned_text(struct text *t);
/* When a translation unit is over. */
void interned_finish(void);

/* Of count structs of a size, which are in the order of a place in a text, an unsigned at
 * `member` in each: the first that is not before an offset; count if all are. */
size_t first_from(const void *items, size_t size, size_t member, size_t count, unsigned offset);

/* A set of places in a text, in their order. */
struct offsets {
	unsigned *items;
	size_t count;
};

void offsets_finish(struct offsets *o);

/* False if the offset was in it before. */
bool offsets_add(struct offsets *o, unsigned offset);
bool offsets_have(const struct offsets *o, unsigned offset);
/* Whether one is in [start, end). */
bool offsets_within(const struct offsets *o, unsigned start, unsigned end);

/* A 32-bit hash of a string, or of one more after those that gave seed. */
#define HASH_SEED 2166136261u
unsigned hash_string(unsigned seed, const char *s);

/* Where line `line` of a text starts, the first one being 1; NULL if there is none. */
const char *text_line(const char *text, unsigned line);

/* Whole file into t (appended). False, with errno set, if it cannot be read. */
bool read_file(const char *path, struct text *t);
/* A file that is written, under a temporary name beside its target; {0}: into what cannot be replaced, a device. */
struct prepared_file {
	char *temporary, *target;
};
/* False, with errno set, if it cannot be written. finish_file() goes with either. */
bool prepare_file(struct prepared_file *f, const char *path, const char *data, size_t len);
/* Gives it its name, or removes it; whether it has its name. */
bool finish_file(struct prepared_file *f, bool keep);
/* Atomically (temporary file, rename): all or nothing. */
bool write_file(const char *path, const char *data, size_t len);

#endif
