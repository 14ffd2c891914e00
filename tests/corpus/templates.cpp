// Templates: containers of the library, algorithms, a matrix of any size, recursion at compile time, folds.
#include <algorithm>
#include <array>
#include <cstddef>
#include <numeric>
#include <string>
#include <tuple>
#include <vector>

template <typename T, std::size_t R, std::size_t C>
struct Matrix {
    std::array<T, R * C> cells{};
    T &at(std::size_t r, std::size_t c) { return cells[r * C + c]; }
    const T &at(std::size_t r, std::size_t c) const { return cells[r * C + c]; }
    template <std::size_t K>
    Matrix<T, R, K> operator*(const Matrix<T, C, K> &other) const {
        Matrix<T, R, K> out;
        for (std::size_t r = 0; r < R; r++)
            for (std::size_t k = 0; k < K; k++)
                for (std::size_t c = 0; c < C; c++)
                    out.at(r, k) += at(r, c) * other.at(c, k);
        return out;
    }
};

template <int N>
struct Power {
    static constexpr double of(double x) { return N % 2 ? x * Power<N - 1>::of(x) : Power<N / 2>::of(x * x); }
};
template <>
struct Power<0> {
    static constexpr double of(double) { return 1; }
};

template <typename... T>
auto total(T... values) { return (values + ... + 0); }

Matrix<float, 3, 2> product(const Matrix<float, 3, 4> &a, const Matrix<float, 4, 2> &b) { return a * b; }
Matrix<int, 2, 2> square(const Matrix<int, 2, 2> &a) { return a * a; }
double eleventh(double x) { return Power<11>::of(x); }
long sum(int a, long b, short c) { return total(a, b, c, 'a'); }

std::vector<int> evens(const std::vector<int> &in) {
    std::vector<int> out;
    std::copy_if(in.begin(), in.end(), std::back_inserter(out), [](int x) { return x % 2 == 0; });
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
}

std::tuple<std::string, int> longest(const std::vector<std::string> &words) {
    auto at = std::max_element(words.begin(), words.end(),
                               [](const auto &a, const auto &b) { return a.size() < b.size(); });
    return at == words.end() ? std::make_tuple(std::string("none"), -1)
                             : std::make_tuple(*at, static_cast<int>(at - words.begin()));
}

double mean(const std::vector<double> &v) { return std::accumulate(v.begin(), v.end(), 0.0) / static_cast<double>(v.size()); }
