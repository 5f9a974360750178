/* SPDX-FileCopyrightText: rvt contributors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Text: a formatter in the manner of printf writes a journal, a tokenizer reads it back, words are
 * searched, matched against patterns, compared and wrapped into lines. */
#include "rt.h"

#include <stdarg.h>

static RT_LIBRARY_CALL size_t text_length(const char *text)
{
    size_t length = 0;

    while (text[length] != '\0')
        length++;
    return length;
}

static RT_LIBRARY_CALL int text_compare(const char *left, const char *right)
{
    while (*left != '\0' && *left == *right) {
        left++;
        right++;
    }
    return (unsigned char)*left - (unsigned char)*right;
}

/* A buffer that drops what does not fit. */
struct output {
    char *text;
    size_t length, capacity;
};

static RT_LIBRARY void put(struct output *out, char c)
{
    if (out->length + 1 < out->capacity)
        out->text[out->length++] = c;
}

struct field {
    unsigned width;
    char fill;
    int left;
};

static RT_LIBRARY void put_text(struct output *out, const char *text, const struct field *field)
{
    size_t length = text_length(text);

    if (!field->left)
        for (size_t i = length; i < field->width; i++)
            put(out, field->fill);
    for (size_t i = 0; i < length; i++)
        put(out, text[i]);
    if (field->left)
        for (size_t i = length; i < field->width; i++)
            put(out, ' ');
}

static RT_LIBRARY void put_number(struct output *out, uint32_t value, unsigned base, int negative,
                                  const struct field *field)
{
    char digits[12];
    size_t at = sizeof digits;

    digits[--at] = '\0';
    do {
        digits[--at] = "0123456789abcdef"[value % base];
        value /= base;
    } while (value != 0);
    if (negative)
        digits[--at] = '-';
    put_text(out, &digits[at], field);
}

/* %d %u %x %s %c %%, each with an optional '-', '0' and width. */
static RT_LIBRARY_CALL void print(struct output *out, const char *format, ...)
{
    va_list list;

    va_start(list, format);
    for (; *format != '\0'; format++) {
        struct field field = {.fill = ' '};
        int32_t number;

        if (*format != '%') {
            put(out, *format);
            continue;
        }
        for (format++; *format == '-' || *format == '0'; format++) {
            if (*format == '-')
                field.left = 1;
            else
                field.fill = '0';
        }
        for (; *format >= '1' && *format <= '9'; format++)
            field.width = field.width * 10 + (unsigned)(*format - '0');
        switch (*format) {
        case 'd':
            number = va_arg(list, int);
            put_number(out, (uint32_t)(number < 0 ? -number : number), 10, number < 0, &field);
            break;
        case 'u':
            put_number(out, va_arg(list, unsigned), 10, 0, &field);
            break;
        case 'x':
            put_number(out, va_arg(list, unsigned), 16, 0, &field);
            break;
        case 's':
            put_text(out, va_arg(list, const char *), &field);
            break;
        case 'c':
            put(out, (char)va_arg(list, int));
            break;
        default:
            put(out, *format);
            break;
        }
    }
    va_end(list);
    out->text[out->length] = '\0';
}

static RT_LIBRARY int is_blank(char c)
{
    return c == ' ' || c == '\n' || c == '\t';
}

/* Copies the next word to `word`; where it ended, or NULL behind the last one. */
static RT_LIBRARY_CALL const char *next_word(const char *text, char *word, size_t capacity)
{
    size_t length = 0;

    while (is_blank(*text))
        text++;
    if (*text == '\0')
        return NULL;
    while (*text != '\0' && !is_blank(*text)) {
        if (length + 1 < capacity)
            word[length++] = *text;
        text++;
    }
    word[length] = '\0';
    return text;
}

static RT_LIBRARY_CALL int32_t to_number(const char *text)
{
    int32_t value = 0;
    int negative = *text == '-';

    for (text += negative; *text >= '0' && *text <= '9'; text++)
        value = value * 10 + (*text - '0');
    return negative ? -value : value;
}

static RT_LIBRARY_CALL const char *search(const char *text, const char *wanted)
{
    for (; *text != '\0'; text++) {
        size_t i = 0;
        while (wanted[i] != '\0' && text[i] == wanted[i])
            i++;
        if (wanted[i] == '\0')
            return text;
    }
    return NULL;
}

/* '*' stands for any characters, '?' for one. */
static RT_LIBRARY_CALL int match(const char *pattern, const char *text)
{
    if (*pattern == '\0')
        return *text == '\0';
    if (*pattern == '*')
        return match(pattern + 1, text) || (*text != '\0' && match(pattern, text + 1));
    return *text != '\0' && (*pattern == '?' || *pattern == *text) && match(pattern + 1, text + 1);
}

/* Words of `text` in lines of at most `width`. Returns the number of lines. */
static RT_LIBRARY_CALL unsigned wrap(struct output *out, const char *text, size_t width)
{
    char word[24];
    size_t column = 0;
    unsigned lines = 0;

    while ((text = next_word(text, word, sizeof word)) != NULL) {
        size_t length = text_length(word);
        if (column > 0 && column + 1 + length > width) {
            put(out, '\n');
            column = 0;
        }
        if (column > 0) {
            put(out, ' ');
            column++;
        } else {
            lines++;
        }
        print(out, "%s", word);
        column += length;
    }
    return lines;
}

static const char *const devices[] = {"pump", "valve", "heater", "fan", "sensor"};
enum { LINES = 6 };

static char journal[1200] RT_NOINIT, folded[600] RT_NOINIT;

static void write_journal(struct output *out, int32_t *sum)
{
    uint32_t seed = 31337;

    *sum = 0;
    for (unsigned i = 0; i < LINES; i++) {
        uint32_t value = rt_random(&seed);
        int32_t reading = (int32_t)(value >> 20) - 2048;
        print(out, "%04u %-8s port=%02x %6d %c\n", i * 7, devices[value % 5], value >> 8 & 255,
              reading, reading < 0 ? 'L' : 'H');
        *sum += reading;
    }
}

/* Reads the journal word by word: the sum of its readings, or 0 if a line is not as it should be.
 */
static int32_t read_journal(const char *text, unsigned *lines)
{
    char word[24];
    int32_t sum = 0;

    for (*lines = 0; (text = next_word(text, word, sizeof word)) != NULL; ++*lines) {
        if (to_number(word) != (int32_t)*lines * 7)
            return 0;
        text = next_word(text, word, sizeof word);
        unsigned known = 0;
        for (size_t i = 0; i < sizeof devices / sizeof devices[0]; i++)
            known += text_compare(devices[i], word) == 0;
        if (known != 1)
            return 0;
        text = next_word(text, word, sizeof word);
        if (!match("port=*", word))
            return 0;
        text = next_word(text, word, sizeof word);
        int32_t reading = to_number(word);
        text = next_word(text, word, sizeof word);
        if (text_compare(word, reading < 0 ? "L" : "H") != 0)
            return 0;
        sum += reading;
    }
    return sum;
}

static const char prose[] =
    "A trace tells where a program went, not what it is: the reader holds the program, follows it "
    "from one place to the next, and asks the trace only where the program alone does not say "
    "which way was taken. Little is written down, and nothing of it twice.";

int main(void)
{
    struct output out = {journal, 0, sizeof journal};
    struct output lines = {folded, 0, sizeof folded};
    unsigned count;
    int32_t sum;

    write_journal(&out, &sum);
    if (read_journal(journal, &count) != sum || count != LINES)
        return 1;
    if (search(journal, "0035") == NULL || search(journal, "turbine") != NULL)
        return 2;
    if (wrap(&lines, prose, 40) != 7 || !match("A*trace*twice.", folded))
        return 3;
    return match("*program*program*twice?", prose) && !match("*pump", prose) ? 0 : 4;
}
