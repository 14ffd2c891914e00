// corpus: -std=c++20
// Coroutines: a generator, and a task that awaits another.
#include <coroutine>
#include <exception>
#include <utility>

template <typename T>
struct Generator {
    struct promise_type {
        T value;
        Generator get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
        std::suspend_always initial_suspend() noexcept { return {}; }
        std::suspend_always final_suspend() noexcept { return {}; }
        std::suspend_always yield_value(T v) { value = v; return {}; }
        void return_void() {}
        void unhandled_exception() { std::terminate(); }
    };
    std::coroutine_handle<promise_type> handle;
    Generator(std::coroutine_handle<promise_type> h) : handle(h) {}
    Generator(Generator &&o) noexcept : handle(std::exchange(o.handle, {})) {}
    ~Generator() { if (handle) handle.destroy(); }
    bool next() { handle.resume(); return !handle.done(); }
    T value() const { return handle.promise().value; }
};

Generator<unsigned> primes(unsigned limit) {
    for (unsigned n = 2; n < limit; n++) {
        bool prime = true;
        for (unsigned d = 2; d * d <= n && prime; d++)
            prime = n % d != 0;
        if (prime)
            co_yield n;
    }
}

unsigned long sum_of_primes(unsigned limit) {
    unsigned long sum = 0;
    for (auto g = primes(limit); g.next();)
        sum += g.value();
    return sum;
}

Generator<int> collatz(int n) {
    while (n != 1) {
        co_yield n;
        n = n % 2 ? 3 * n + 1 : n / 2;
    }
}

int longest_below(int limit) {
    int best = 0, at = 0;
    for (int i = 1; i < limit; i++) {
        int steps = 0;
        for (auto g = collatz(i); g.next();)
            steps++;
        if (steps > best) {
            best = steps;
            at = i;
        }
    }
    return at;
}
