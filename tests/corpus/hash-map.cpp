// Hash maps: the library's, and an open-addressing one of our own with tombstones and growth.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

class Map {
    struct Slot { std::uint64_t key; std::uint32_t value; std::uint8_t state; };
    std::vector<Slot> slots;
    std::size_t used = 0;
    static std::uint64_t hash(std::uint64_t x) {
        x ^= x >> 33;
        x *= 0xff51afd7ed558ccd;
        x ^= x >> 33;
        return x;
    }
    void grow() {
        std::vector<Slot> old(slots.size() * 2, Slot{});
        old.swap(slots);
        used = 0;
        for (const Slot &s : old)
            if (s.state == 1)
                insert(s.key, s.value);
    }

public:
    Map() : slots(16, Slot{}) {}
    void insert(std::uint64_t key, std::uint32_t value) {
        if (used * 4 >= slots.size() * 3)
            grow();
        std::size_t mask = slots.size() - 1, i = hash(key) & mask;
        while (slots[i].state == 1 && slots[i].key != key)
            i = (i + 1) & mask;
        used += slots[i].state == 0;
        slots[i] = {key, value, 1};
    }
    const std::uint32_t *find(std::uint64_t key) const {
        std::size_t mask = slots.size() - 1;
        for (std::size_t i = hash(key) & mask; slots[i].state; i = (i + 1) & mask)
            if (slots[i].state == 1 && slots[i].key == key)
                return &slots[i].value;
        return nullptr;
    }
    bool erase(std::uint64_t key) {
        std::size_t mask = slots.size() - 1;
        for (std::size_t i = hash(key) & mask; slots[i].state; i = (i + 1) & mask)
            if (slots[i].state == 1 && slots[i].key == key) {
                slots[i].state = 2;
                return true;
            }
        return false;
    }
};

std::uint64_t pairs_with_sum(const std::vector<std::uint64_t> &v, std::uint64_t sum) {
    Map seen;
    std::uint64_t count = 0;
    for (auto x : v) {
        if (auto times = seen.find(sum - x))
            count += *times;
        auto before = seen.find(x);
        seen.insert(x, before ? *before + 1 : 1);
    }
    return count;
}

std::unordered_map<std::string, int> count_words(std::string_view text) {
    std::unordered_map<std::string, int> counts;
    while (!text.empty()) {
        auto end = text.find(' ');
        auto word = text.substr(0, end);
        if (!word.empty())
            counts[std::string(word)]++;
        if (end == std::string_view::npos)
            break;
        text.remove_prefix(end + 1);
    }
    return counts;
}

bool forget(Map &m, std::uint64_t key) { return m.erase(key); }
