// Lambdas: captures by value and reference, generic, stored in std::function, recursive, as comparators.
#include <algorithm>
#include <functional>
#include <map>
#include <string>
#include <vector>

std::function<int(int)> adder(int n) { return [n](int x) { return x + n; }; }

int apply_all(const std::vector<std::function<int(int)>> &steps, int x) {
    for (const auto &step : steps)
        x = step(x);
    return x;
}

void order(std::vector<std::pair<std::string, int>> &rows) {
    std::stable_sort(rows.begin(), rows.end(), [](const auto &a, const auto &b) {
        return a.second != b.second ? a.second > b.second : a.first < b.first;
    });
}

long fibonacci(int n) {
    std::map<int, long> known;
    std::function<long(int)> f = [&](int k) -> long {
        if (k < 2)
            return k;
        auto at = known.find(k);
        return at != known.end() ? at->second : known[k] = f(k - 1) + f(k - 2);
    };
    return f(n);
}

template <typename F>
double integrate(F f, double from, double to, int steps) {
    double sum = 0, width = (to - from) / steps;
    for (int i = 0; i < steps; i++)
        sum += f(from + (i + 0.5) * width);
    return sum * width;
}

double area(double a, double b, double c) {
    return integrate([=](double x) { return (a * x + b) * x + c; }, -1, 1, 1000);
}

int count_if_greater(const std::vector<int> &v, int limit) {
    int seen = 0;
    std::for_each(v.begin(), v.end(), [&seen, limit](int x) { seen += x > limit; });
    return seen;
}

using Callback = int (*)(void *, int);
Callback plain() { return [](void *context, int x) { return *static_cast<int *>(context) += x; }; }
