// Constructors and destructors: statics with guards, thread-locals, arrays, moves, copies, placement new.
#include <cstring>
#include <new>
#include <string>
#include <utility>

struct Buffer {
    char *data;
    std::size_t size;
    explicit Buffer(std::size_t n) : data(new char[n]), size(n) { std::memset(data, 0, n); }
    Buffer(const Buffer &o) : data(new char[o.size]), size(o.size) { std::memcpy(data, o.data, size); }
    Buffer(Buffer &&o) noexcept : data(std::exchange(o.data, nullptr)), size(std::exchange(o.size, 0)) {}
    Buffer &operator=(Buffer o) noexcept {
        std::swap(data, o.data);
        std::swap(size, o.size);
        return *this;
    }
    ~Buffer() { delete[] data; }
};

struct Logger {
    std::string prefix;
    Logger();
    ~Logger();
    void write(const char *);
};

static Buffer global(256);
thread_local Buffer local(64);
inline int serial = 100;

Logger &logger() {
    static Logger one;
    return one;
}

void log(const char *text) { logger().write(text); }
char first_local() { return local.data[0]; }
Buffer twice(const Buffer &b) {
    Buffer out(b.size * 2);
    std::memcpy(out.data, b.data, b.size);
    std::memcpy(out.data + b.size, b.data, b.size);
    return out;
}
void replace(Buffer &b, std::size_t n) { b = Buffer(n); }
std::string *strings(int n) {
    auto made = new std::string[static_cast<std::size_t>(n)];
    for (int i = 0; i < n; i++)
        made[i].assign(static_cast<std::size_t>(i), 'a' + static_cast<char>(i % 26));
    return made;
}
void destroy(std::string *s) { delete[] s; }
Buffer *place(void *memory) { return new (memory) Buffer(global); }
int next_serial() { return serial++; }
