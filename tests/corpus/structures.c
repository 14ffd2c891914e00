/* Structures: passing and returning by value, bit fields, unions, lists, trees, packed and aligned. */
typedef __UINT32_TYPE__ u32;
typedef __UINT64_TYPE__ u64;
struct point { double x, y; };
struct triple { long a, b, c; };
struct mixed { float f; int i; char c; };
struct packed { char tag; u32 length; short end; } __attribute__((packed));
struct bits { u32 kind : 3; u32 count : 11; int delta : 9; u32 flag : 1; };
union number { float f; u32 u; };
struct tree { struct tree *left, *right; int key; };

struct point add(struct point a, struct point b) { return (struct point){a.x + b.x, a.y + b.y}; }
struct triple make(long a) { return (struct triple){a, a * a, -a}; }
struct mixed shift(struct mixed m) { m.f *= 2; m.i--; m.c ^= 32; return m; }
u32 end_of(const struct packed *p) { return p->length + (u32)p->end; }
int delta(struct bits b) { return b.flag ? b.delta : -b.delta; }
void set(struct bits *b, int delta, u32 count) { b->delta = delta; b->count = count; b->flag = 1; }
float half(float x) { union number n = {x}; n.u -= 1u << 23; return n.f; }
void swap(struct triple *a, struct triple *b) { struct triple t = *a; *a = *b; *b = t; }

struct tree *insert(struct tree *root, struct tree *node) {
    struct tree **at = &root;
    while (*at)
        at = node->key < (*at)->key ? &(*at)->left : &(*at)->right;
    *at = node;
    return root;
}

int depth(const struct tree *t) {
    if (!t)
        return 0;
    int l = depth(t->left), r = depth(t->right);
    return 1 + (l > r ? l : r);
}

struct tree *reverse(struct tree *list) {
    struct tree *done = 0;
    while (list) {
        struct tree *rest = list->right;
        list->right = done;
        done = list;
        list = rest;
    }
    return done;
}
void clear(char *p, u64 n) { __builtin_memset(p, 0, n); }
void copy(struct triple *restrict to, const struct triple *restrict from) { __builtin_memcpy(to, from, 40 * sizeof *to); }
