/* Fuzzes the command line and the look for AMP in a source: the first line is
 * the arguments, the rest a source (libFuzzer). */
#include "base/sources.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *all = xstrndup((const char *)data, size);
	char *source = strchr(all, '\n');
	struct strings words = {0}, selected = {0};
	struct text text = {0};
	struct command command;

	strings_push(&words, "ampcc");
	if (source)
		*source++ = '\0';
	for (char *word = strtok(all, " "); word; word = strtok(NULL, " ")) {
		if (!strchr(word, '@') && !strchr(word, '/')) /* of this machine's files: none */
			strings_push(&words, word);
	}
	text_append(&text, source ? source : "");
	if (command_init(&command, words.count, words.items)) {
		command_select(&command, OPTION_PARSE, OPTION_FOLDED, &selected);
		scan_source(&command, "fuzz.cpp", &text, NULL);
	}
	command_finish(&command);
	strings_finish(&selected);
	strings_finish(&words);
	text_finish(&text);
	free(all);
	return 0;
}
