/* Otter: a bot for Wallenstein in C. It speaks JSON lines; see docs/protocol.md.
 *
 *     cc -O2 -o otter otter.c
 *
 * The first half is a small JSON reader, the second half the bot: it collects where there is most to collect, builds
 * where it is safe, and marches where it is stronger. */
#define _POSIX_C_SOURCE 200809L
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void fail(const char *why)
{
    fprintf(stderr, "otter: %s\n", why);
    exit(1);
}

/* ---- JSON: a message becomes a tree of values; all of its memory is freed at once ---- */

enum kind { NOTHING, TRUTH, NUMBER, TEXT, LIST, OBJECT };

struct json {
    enum kind kind;
    const char *key;    /* of a member of an object */
    const char *text;   /* of a text or a number, as it is written */
    double number;      /* of a number; 1 or 0 of a truth */
    struct json *first; /* of a list or an object */
    struct json *next;  /* beside it in a list or an object */
};

struct block {
    struct block *next;
    size_t used, size;
    char bytes[];
};

static void *take(struct block **memory, size_t size)
{
    size = (size + 15) & ~(size_t)15;
    if (*memory == NULL || (*memory)->size - (*memory)->used < size) {
        size_t room = size > 65536 ? size : 65536;
        struct block *block = malloc(sizeof *block + room);
        if (block == NULL)
            fail("no memory");
        *block = (struct block){*memory, 0, room};
        *memory = block;
    }
    void *found = (*memory)->bytes + (*memory)->used;
    (*memory)->used += size;
    return found;
}

static void release(struct block **memory)
{
    while (*memory != NULL) {
        struct block *next = (*memory)->next;
        free(*memory);
        *memory = next;
    }
}

struct reader {
    const char *at; /* ends with a zero byte, which is no part of any value */
    struct block **memory;
    int depth;
};

static void skip(struct reader *reader)
{
    while (*reader->at == ' ' || *reader->at == '\t' || *reader->at == '\n' || *reader->at == '\r')
        reader->at++;
}

static void expect(struct reader *reader, const char *word)
{
    size_t length = strlen(word);
    if (strncmp(reader->at, word, length) != 0)
        fail("a message is not JSON");
    reader->at += length;
}

static unsigned read_unit(struct reader *reader)
{
    unsigned unit = 0;
    for (int i = 0; i < 4; i++) {
        const char *digits = "0123456789abcdef", *digit;
        char c = reader->at[i] >= 'A' && reader->at[i] <= 'F' ? (char)(reader->at[i] + 32) : reader->at[i];
        if (c == '\0' || (digit = strchr(digits, c)) == NULL)
            fail("a message has a wrong escape");
        unit = unit * 16 + (unsigned)(digit - digits);
    }
    reader->at += 4;
    return unit;
}

static char *put_utf8(char *out, unsigned point)
{
    if (point < 0x80) {
        *out++ = (char)point;
    } else if (point < 0x800) {
        *out++ = (char)(0xc0 | point >> 6);
        *out++ = (char)(0x80 | (point & 0x3f));
    } else {
        if (point < 0x10000) {
            *out++ = (char)(0xe0 | point >> 12);
        } else {
            *out++ = (char)(0xf0 | point >> 18);
            *out++ = (char)(0x80 | (point >> 12 & 0x3f));
        }
        *out++ = (char)(0x80 | (point >> 6 & 0x3f));
        *out++ = (char)(0x80 | (point & 0x3f));
    }
    return out;
}

static char *read_escape(struct reader *reader, char *out)
{
    static const char *const plain = "\"\\/bfnrt", *const meant = "\"\\/\b\f\n\r\t";
    char c = *reader->at;
    const char *place = c == '\0' ? NULL : strchr(plain, c);
    if (place != NULL) {
        reader->at++;
        *out++ = meant[place - plain];
        return out;
    }
    expect(reader, "u");
    unsigned point = read_unit(reader);
    if (point >= 0xd800 && point < 0xdc00 && reader->at[0] == '\\' && reader->at[1] == 'u') {
        reader->at += 2;
        point = 0x10000 + ((point & 0x3ff) << 10) + (read_unit(reader) & 0x3ff);
    }
    return put_utf8(out, point);
}

static const char *read_text(struct reader *reader)
{
    expect(reader, "\"");
    const char *end = reader->at;
    while (*end != '"' && *end != '\0')
        end += end[0] == '\\' && end[1] != '\0' ? 2 : 1;
    char *text = take(reader->memory, (size_t)(end - reader->at) + 1), *out = text; /* escapes are never shorter */
    while (*reader->at != '"') {
        if (*reader->at == '\0')
            fail("a message ends within a text");
        if (*reader->at == '\\') {
            reader->at++;
            out = read_escape(reader, out);
        } else {
            *out++ = *reader->at++;
        }
    }
    reader->at++;
    *out = '\0';
    return text;
}

static struct json *read_value(struct reader *reader);

static void read_items(struct reader *reader, struct json *value, const char *end)
{
    struct json **place = &value->first;
    reader->at++;
    skip(reader);
    while (*reader->at != *end) {
        const char *key = NULL;
        if (value->first != NULL)
            expect(reader, ",");
        if (value->kind == OBJECT) {
            skip(reader);
            key = read_text(reader);
            skip(reader);
            expect(reader, ":");
        }
        *place = read_value(reader);
        (*place)->key = key;
        place = &(*place)->next;
    }
    reader->at++;
}

static void read_number(struct reader *reader, struct json *value)
{
    size_t length = strspn(reader->at, "+-.0123456789eE");
    char *text = take(reader->memory, length + 1), *end;
    memcpy(text, reader->at, length);
    text[length] = '\0';
    value->kind = NUMBER;
    value->text = text;
    value->number = strtod(text, &end);
    if (length == 0 || *end != '\0')
        fail("a message is not JSON");
    reader->at += length;
}

static struct json *read_value(struct reader *reader)
{
    struct json *value = take(reader->memory, sizeof *value);
    *value = (struct json){.kind = NOTHING};
    if (++reader->depth > 100)
        fail("a message is nested too deeply");
    skip(reader);
    switch (*reader->at) {
    case '{':
        value->kind = OBJECT;
        read_items(reader, value, "}");
        break;
    case '[':
        value->kind = LIST;
        read_items(reader, value, "]");
        break;
    case '"':
        value->kind = TEXT;
        value->text = read_text(reader);
        break;
    case 't':
    case 'f':
        value->kind = TRUTH;
        value->number = *reader->at == 't';
        expect(reader, *reader->at == 't' ? "true" : "false");
        break;
    case 'n':
        expect(reader, "null");
        break;
    default:
        read_number(reader, value);
    }
    skip(reader);
    reader->depth--;
    return value;
}

/* A member, or NULL if there is none or it is null; of NULL too, so that lookups can be nested. */
static const struct json *get(const struct json *object, const char *key)
{
    for (const struct json *member = object ? object->first : NULL; member != NULL; member = member->next)
        if (member->key != NULL && strcmp(member->key, key) == 0)
            return member->kind == NOTHING ? NULL : member;
    return NULL;
}

static int number(const struct json *object, const char *key)
{
    const struct json *member = get(object, key);
    return member != NULL && (member->kind == NUMBER || member->kind == TRUTH) ? (int)member->number : 0;
}

static const char *text(const struct json *object, const char *key)
{
    const struct json *member = get(object, key);
    return member != NULL && member->kind == TEXT ? member->text : "";
}

static int length(const struct json *list)
{
    int count = 0;
    for (const struct json *item = list ? list->first : NULL; item != NULL; item = item->next)
        count++;
    return count;
}

static bool has(const struct json *list, const char *word)
{
    for (const struct json *item = list ? list->first : NULL; item != NULL; item = item->next)
        if (item->kind == TEXT && strcmp(item->text, word) == 0)
            return true;
    return false;
}

static void write_text(const char *written)
{
    putchar('"');
    for (; *written != '\0'; written++) {
        if (*written == '"' || *written == '\\')
            printf("\\%c", *written);
        else if ((unsigned char)*written < ' ')
            printf("\\u%04x", (unsigned)*written);
        else
            putchar(*written);
    }
    putchar('"');
}

static void write_value(const struct json *value)
{
    if (value == NULL || value->kind == NOTHING) {
        printf("null");
    } else if (value->kind == TRUTH) {
        printf(value->number != 0 ? "true" : "false");
    } else if (value->kind == NUMBER) {
        printf("%s", value->text);
    } else if (value->kind == TEXT) {
        write_text(value->text);
    } else {
        putchar(value->kind == LIST ? '[' : '{');
        for (const struct json *item = value->first; item != NULL; item = item->next) {
            if (item->key != NULL) {
                write_text(item->key);
                putchar(':');
            }
            write_value(item);
            if (item->next != NULL)
                putchar(',');
        }
        putchar(value->kind == LIST ? ']' : '}');
    }
}

/* ---- the bot ---- */

static struct block *game_memory;    /* of what `start` said, which is kept until the next game */
static const struct json *book;      /* what never changes: counties, events and so on */
static int seat;                     /* ours */
static uint64_t random_state;

static const struct json *owned;     /* the counties of the view that is being looked at; neutral ones are missing */

/* A small generator (splitmix64), so that the same seed plays the same game. */
static unsigned below(unsigned limit)
{
    uint64_t z = random_state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return (unsigned)((z ^ z >> 31) % limit);
}

enum { NEUTRAL = -1 };

static int owner(const char *county)
{
    const struct json *there = get(owned, county);
    return there ? number(there, "owner") : NEUTRAL;
}

static int armies(const char *county)
{
    return number(get(owned, county), "armies");
}

static const struct json *facts(const char *county)
{
    return get(get(book, "counties"), county);
}

/* What a county brings whoever owns it. */
static double worth(const char *county)
{
    const struct json *found = facts(county), *buildings = get(get(owned, county), "buildings");
    return number(found, "grain") + number(found, "taxes") + number(found, "sites") + 4 * length(buildings);
}

/* How strong the strongest foreign neighbour is, compared with the county's own armies. */
static double danger(const char *county)
{
    int most = 0;
    const struct json *near = get(facts(county), "neighbours");
    for (const struct json *item = near ? near->first : NULL; item != NULL; item = item->next)
        if (owner(item->text) != NEUTRAL && owner(item->text) != seat && armies(item->text) - 1 > most)
            most = armies(item->text) - 1;
    return most - armies(county);
}

/* What marching there with so many armies is worth: less than nothing if it will probably fail. */
static double prospect(const char *to, int marching)
{
    if (owner(to) == seat)
        return 0.1 * danger(to);
    double defence = owner(to) == NEUTRAL ? 1.5 : armies(to) + 1.5;
    return marching > defence ? worth(to) + (owner(to) == NEUTRAL ? 0 : 2) : marching - defence - 20;
}

/* The values that a plan gives a county for an action. */

static double income(const char *county, const char *action)
{
    return number(facts(county), action) - 3 * number(get(owned, county), "markers");
}

static double outlook(const char *county, const char *action)
{
    double best = -100;
    const struct json *near = get(facts(county), "neighbours");
    (void)action;
    for (const struct json *item = near ? near->first : NULL; item != NULL; item = item->next)
        if (armies(county) > 1 && prospect(item->text, armies(county) - 1) > best)
            best = prospect(item->text, armies(county) - 1);
    return best;
}

static double site(const char *county, const char *action)
{
    const struct json *built = get(get(owned, county), "buildings");
    bool is_free = !has(built, action) && length(built) < number(facts(county), "sites");
    return is_free ? 10 - danger(county) : -1;
}

static double unrest(const char *county, const char *action)
{
    (void)action;
    return danger(county);
}

static double idle(const char *county, const char *action)
{
    (void)action;
    return -worth(county);
}

enum { MOST = 10 };

struct plan {
    const struct json *offer;
    const char *actions[MOST], *counties[MOST];
    int laid;
};

static bool is_used(const struct plan *plan, const char *const *where, const char *word)
{
    for (int i = 0; i < plan->laid; i++)
        if (strcmp(where[i], word) == 0)
            return true;
    return false;
}

/* Plans the action with the free county that is worth most to it, if it is worth more than `least`. */
static bool lay(struct plan *plan, const char *action, double (*value)(const char *, const char *), double least)
{
    const char *best = NULL;
    if (plan->laid == MOST || is_used(plan, plan->actions, action) || has(get(plan->offer, "empty"), action))
        return false;
    const struct json *cards = get(plan->offer, "counties");
    for (const struct json *item = cards ? cards->first : NULL; item != NULL; item = item->next)
        if (!is_used(plan, plan->counties, item->text) && value(item->text, action) > least) {
            best = item->text;
            least = value(best, action);
        }
    if (best == NULL)
        return false;
    plan->actions[plan->laid] = action;
    plan->counties[plan->laid++] = best;
    return true;
}

static void write_plan(const struct plan *plan)
{
    printf("{\"actions\":{");
    for (int i = 0; i < plan->laid; i++) {
        printf(i ? ",\"%s\":" : "\"%s\":", plan->actions[i]);
        write_text(plan->counties[i]);
    }
    putchar('}');
    if (get(plan->offer, "payable") != NULL)
        printf(",\"bid\":%d", number(plan->offer, "payable") > 0);
    putchar('}');
}

static void choose_plan(const struct json *asked)
{
    static const char *const buildings[] = {"palace", "church", "post"};
    static const char *const least_harmful[] = {"combat-b", "combat-a", "post",     "church", "palace",
                                                "deploy-3", "deploy-5", "deploy-1", "grain",  "taxes"};
    struct plan plan = {.offer = get(asked, "offer")};
    const struct json *own = get(get(asked, "view"), "seats")->first;
    for (int i = 0; i < seat; i++)
        own = own->next;
    lay(&plan, "combat-a", outlook, 0);
    lay(&plan, "taxes", income, -100);
    int thalers = number(own, "thalers") + 3; /* taxes come in, often in time */
    for (int i = 0; i < 3; i++)
        if (thalers >= 3 - i && lay(&plan, buildings[i], site, 0))
            thalers -= 3 - i;
    lay(&plan, "grain", income, -100);
    lay(&plan, "combat-b", outlook, 0);
    if (thalers >= 3)
        lay(&plan, "deploy-5", unrest, -4);
    if (thalers >= 5)
        lay(&plan, "deploy-3", unrest, -4);
    /* only so many boxes may stay without a county; the court's three boxes count */
    int boxes = get(plan.offer, "dice_towers") != NULL ? 13 : 10;
    for (int i = 0; i < MOST && boxes - plan.laid > number(plan.offer, "blanks"); i++)
        lay(&plan, least_harmful[i], idle, -1000);
    write_plan(&plan);
}

static void choose_march(const struct json *asked)
{
    const struct json *offer = get(asked, "offer"), *best = NULL;
    int most = number(offer, "most");
    for (const struct json *item = get(offer, "targets")->first; item != NULL; item = item->next)
        if (best == NULL || prospect(item->text, most) > prospect(best->text, most))
            best = item;
    printf("{\"to\":");
    write_text(best->text);
    printf(",\"armies\":%d}", prospect(best->text, most) < -1 ? 1 : most);
}

static void choose_option(const struct json *asked, const char *kind)
{
    const struct json *options = get(asked, "options"), *chosen = get(asked, "default");
    if (strcmp(kind, "tile") == 0 && length(options) > 0) {
        chosen = options->first;
        for (unsigned i = below((unsigned)length(options)); i > 0; i--)
            chosen = chosen->next;
    } else if (strcmp(kind, "draft-card") == 0) {
        for (const struct json *item = options->first; item != NULL; item = item->next)
            if (facts(item->text) != NULL && worth(item->text) > worth(chosen->text))
                chosen = item;
    }
    write_value(chosen);
}

static void start(const struct json *message)
{
    book = get(message, "book");
    seat = number(message, "seat");
    const struct json *seed = get(message, "seed");
    random_state = seed != NULL && seed->text != NULL ? strtoull(seed->text, NULL, 10) : 0;
}

static void answer(const struct json *message)
{
    const char *type = text(message, "type"), *kind = text(message, "kind");
    printf("{\"id\":%d", number(message, "id"));
    if (strcmp(type, "hello") == 0)
        printf(",\"protocol\":1,\"name\":\"otter\"");
    if (strcmp(type, "decide") == 0) {
        owned = get(get(message, "view"), "counties");
        printf(",\"choice\":");
        if (strcmp(kind, "plan") == 0)
            choose_plan(message);
        else if (strcmp(kind, "march") == 0)
            choose_march(message);
        else
            choose_option(message, kind);
    }
    printf("}\n");
    fflush(stdout);
}

int main(void)
{
    char *line = NULL;
    size_t size = 0;
    while (getline(&line, &size, stdin) > 0) {
        struct block *memory = NULL;
        struct reader reader = {line, &memory, 0};
        const struct json *message = read_value(&reader);
        if (*reader.at != '\0')
            fail("a message has more than one value");
        if (strcmp(text(message, "type"), "start") == 0) {
            release(&game_memory);
            game_memory = memory;
            start(message);
            answer(message);
        } else {
            answer(message);
            release(&memory);
        }
    }
    release(&game_memory);
    free(line);
    return 0;
}
