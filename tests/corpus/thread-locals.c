/* corpus: not darwin */
/* Thread-local variables in the models that code and visibility select; weak and aliased symbols. */
__thread int counter;
static __thread long last[8];
extern __thread double shared;
__thread char *name __attribute__((tls_model("initial-exec"))) = "main";
__attribute__((visibility("hidden"))) __thread short hidden = 3;

int next(void) { return ++counter; }
long *slot(int i) { return &last[i & 7]; }
double exchange(double value) {
    double old = shared;
    shared = value;
    return old;
}
char *current(void) { return name; }
short bump(void) { return hidden += 2; }

void remember(long value) {
    for (int i = 7; i > 0; i--)
        last[i] = last[i - 1];
    last[0] = value;
}

__attribute__((weak)) int overridable(int x) { return x * 3; }
int original(int x) { return overridable(x) + 1; }
int alias(int x) __attribute__((alias("original")));
__attribute__((section(".text.special"), noinline, cold)) void rare(void) { __builtin_trap(); }
__attribute__((constructor)) static void at_start(void) { counter = 41; }
__attribute__((destructor)) static void at_end(void) { counter = 0; }
int use(int x) {
    if (__builtin_expect(x < 0, 0))
        rare();
    return alias(x);
}
