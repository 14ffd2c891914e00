// Exceptions: throwing, catching by type, cleanups, rethrowing, noexcept, function try blocks.
#include <memory>
#include <new>
#include <stdexcept>
#include <string>

struct Guard {
    int &depth;
    explicit Guard(int &d) : depth(d) { depth++; }
    ~Guard() { depth--; }
};

struct Failure : std::runtime_error {
    int code;
    Failure(const std::string &what, int c) : std::runtime_error(what), code(c) {}
};

int depth;
extern int risky(int);

int parse_digit(char c) {
    Guard guard(depth);
    if (c < '0' || c > '9')
        throw Failure(std::string("not a digit: ") + c, 3);
    return c - '0';
}

int parse(const char *text) {
    int sum = 0;
    try {
        for (; *text; text++)
            sum = sum * 10 + parse_digit(*text);
    } catch (const Failure &f) {
        return -f.code;
    } catch (const std::bad_alloc &) {
        throw;
    } catch (...) {
        return -1;
    }
    return sum;
}

int nested(int x) {
    Guard outer(depth);
    auto owned = std::make_unique<int[]>(16);
    try {
        Guard inner(depth);
        owned[x & 15] = risky(x);
        return owned[0] + risky(x + 1);
    } catch (int thrown) {
        if (thrown > 10)
            throw Failure("too large", thrown);
        return thrown;
    }
}

int quiet(int x) noexcept { return risky(x) * 2; }

struct Holder {
    std::string text;
    Holder(int n) try : text(static_cast<std::size_t>(n), 'x') {
        risky(n);
    } catch (const std::length_error &) {
        depth = -1;
    }
};

std::size_t hold(int n) { return Holder(n).text.size(); }
