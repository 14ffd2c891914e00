// Virtual calls: single, multiple and virtual inheritance, dynamic casts, pure virtual, covariant returns.
#include <memory>
#include <vector>

struct Shape {
    virtual ~Shape() = default;
    virtual double area() const = 0;
    virtual Shape *clone() const = 0;
    virtual int corners() const { return 0; }
};

struct Named {
    virtual ~Named() = default;
    virtual const char *name() const { return "shape"; }
};

struct Circle final : Shape {
    double r;
    explicit Circle(double radius) : r(radius) {}
    double area() const override { return 3.141592653589793 * r * r; }
    Circle *clone() const override { return new Circle(*this); }
};

struct Rectangle : Shape, Named {
    double w, h;
    Rectangle(double width, double height) : w(width), h(height) {}
    double area() const override { return w * h; }
    Rectangle *clone() const override { return new Rectangle(*this); }
    int corners() const override { return 4; }
    const char *name() const override { return "rectangle"; }
};

struct Base { virtual ~Base() = default; int id = 7; virtual int key() { return id; } };
struct Left : virtual Base { int l = 1; int key() override { return id + l; } };
struct Right : virtual Base { int r = 2; };
struct Diamond : Left, Right { int key() override { return Left::key() * r; } };

double total(const std::vector<std::unique_ptr<Shape>> &shapes) {
    double sum = 0;
    for (const auto &s : shapes)
        sum += s->area();
    return sum;
}

const char *name_of(const Shape *s) {
    auto named = dynamic_cast<const Named *>(s);
    return named ? named->name() : "?";
}

std::unique_ptr<Shape> scaled(const Shape &s) {
    if (auto r = dynamic_cast<const Rectangle *>(&s))
        return std::make_unique<Rectangle>(r->w * 2, r->h * 2);
    return std::unique_ptr<Shape>(s.clone());
}

double round_one(const Circle &c) { return c.area() + c.corners(); }
int key_of(Base &b) { return b.key(); }
Base *make(bool diamond) { return diamond ? static_cast<Base *>(new Diamond) : new Left; }
