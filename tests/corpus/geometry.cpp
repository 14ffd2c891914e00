// Small vectors and rays with operators, constexpr, and a spatial grid: scalar floating point code.
#include <cmath>
#include <cstdint>
#include <optional>
#include <vector>

struct Vec {
    float x, y, z;
    constexpr Vec operator+(Vec o) const { return {x + o.x, y + o.y, z + o.z}; }
    constexpr Vec operator-(Vec o) const { return {x - o.x, y - o.y, z - o.z}; }
    constexpr Vec operator*(float s) const { return {x * s, y * s, z * s}; }
    constexpr float dot(Vec o) const { return x * o.x + y * o.y + z * o.z; }
    constexpr Vec cross(Vec o) const { return {y * o.z - z * o.y, z * o.x - x * o.z, x * o.y - y * o.x}; }
    Vec unit() const { return *this * (1.0f / std::sqrt(dot(*this))); }
};

struct Ray { Vec from, along; };
struct Ball { Vec center; float radius; };

std::optional<float> hit(const Ray &ray, const Ball &ball) {
    Vec to = ray.from - ball.center;
    float b = to.dot(ray.along), c = to.dot(to) - ball.radius * ball.radius, d = b * b - c;
    if (d < 0)
        return std::nullopt;
    float near = -b - std::sqrt(d);
    return near > 1e-4f ? std::optional(near) : std::nullopt;
}

int nearest(const Ray &ray, const std::vector<Ball> &balls, float &distance) {
    int found = -1;
    distance = INFINITY;
    for (std::size_t i = 0; i < balls.size(); i++)
        if (auto t = hit(ray, balls[i]); t && *t < distance) {
            distance = *t;
            found = static_cast<int>(i);
        }
    return found;
}

std::uint32_t shade(Vec normal, Vec light) {
    float level = std::fmax(0.0f, normal.unit().dot(light.unit()));
    auto channel = [level](float c) { return static_cast<std::uint32_t>(std::lround(255 * std::pow(level * c, 0.4545f))); };
    return channel(0.9f) << 16 | channel(0.6f) << 8 | channel(0.2f);
}

void step(std::vector<Vec> &places, std::vector<Vec> &speeds, float dt) {
    for (std::size_t i = 0; i < places.size(); i++) {
        speeds[i] = speeds[i] + Vec{0, -9.81f, 0} * dt;
        places[i] = places[i] + speeds[i] * dt;
        if (places[i].y < 0) {
            places[i].y = -places[i].y;
            speeds[i].y *= -0.8f;
        }
    }
}

Vec turned(Vec v, float angle) {
    float s = std::sin(angle), c = std::cos(angle);
    return {c * v.x - s * v.z, v.y, s * v.x + c * v.z};
}
