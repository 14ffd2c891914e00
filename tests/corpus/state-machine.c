/* A tokenizer driven by tables, a checked state machine with callbacks, and a ring buffer. */
typedef __UINT8_TYPE__ u8;
typedef __SIZE_TYPE__ size;

enum state { START, NUMBER, FRACTION, WORD, STRING, ESCAPE, SPACE, DONE, FAILED };
enum kind { DIGIT, LETTER, QUOTE, BACKSLASH, DOT, BLANK, OTHER };
struct token { const char *at; size length; enum state kind; };

static const u8 next[][7] = {
    [START] = {NUMBER, WORD, STRING, FAILED, FRACTION, SPACE, DONE},
    [NUMBER] = {NUMBER, FAILED, DONE, FAILED, FRACTION, DONE, DONE},
    [FRACTION] = {FRACTION, FAILED, DONE, FAILED, FAILED, DONE, DONE},
    [WORD] = {WORD, WORD, DONE, FAILED, DONE, DONE, DONE},
    [STRING] = {STRING, STRING, DONE, ESCAPE, STRING, STRING, STRING},
    [ESCAPE] = {STRING, STRING, STRING, STRING, STRING, FAILED, FAILED},
    [SPACE] = {DONE, DONE, DONE, DONE, DONE, SPACE, DONE},
};

static enum kind classify(char c) {
    if (c >= '0' && c <= '9')
        return DIGIT;
    if ((c | 32) >= 'a' && (c | 32) <= 'z')
        return LETTER;
    switch (c) {
    case '"': return QUOTE;
    case '\\': return BACKSLASH;
    case '.': return DOT;
    case ' ': case '\t': case '\n': return BLANK;
    }
    return OTHER;
}

size tokenize(const char *text, struct token *out, size room) {
    size count = 0;
    while (*text && count < room) {
        const char *start = text;
        enum state state = START, before = START;
        while (*text && state < DONE) {
            before = state;
            state = next[state][classify(*text)];
            if (state < DONE || before == START)
                text++;
        }
        if (state == FAILED)
            break;
        out[count++] = (struct token){start, (size)(text - start), before};
    }
    return count;
}

struct ring { u8 *data; size mask, head, tail; int (*on_full)(struct ring *, void *); void *context; };

int put(struct ring *r, u8 byte) {
    if (r->head - r->tail > r->mask) {
        if (!r->on_full)
            return -1;
        int status = r->on_full(r, r->context);
        if (status)
            return status;
    }
    r->data[r->head++ & r->mask] = byte;
    return 0;
}

int get(struct ring *r) { return r->head == r->tail ? -1 : r->data[r->tail++ & r->mask]; }
