// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/packed.h"

#include <boost/json/memory_resource.hpp>
#include <boost/json/monotonic_resource.hpp>
#include <boost/json/stream_parser.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <forward_list>
#include <functional>
#include <new>
#include <utility>

namespace core::lab {

using api::Json;

namespace {

// What Boost.JSON asks of its memory resource for each kind of value; a wrong guess costs another block, no more.
constexpr std::size_t shortString = 14;
constexpr std::size_t stringHeader = 8;
constexpr std::size_t tableHeader = 16;
constexpr std::size_t largestUnindexed = 18;

/// What tables and lists take at the front of the block, aligned to 8, and texts at its back, packed more closely.
struct Need {
    std::size_t front = 0;
    std::size_t back = 0;
};

constexpr std::size_t aligned(std::size_t size, std::size_t alignment = 8)
{
    return (size + alignment - 1) / alignment * alignment;
}

void measure(const Json &json, Need &need)
{
    if (const auto *string = json.if_string()) {
        if (string->size() > shortString)
            need.back +=
                aligned(stringHeader + string->size() + 1, 4) + 3; // may have to step over three bytes
    } else if (const auto *array = json.if_array()) {
        if (!array->empty())
            need.front += tableHeader + array->size() * sizeof(Json);
        for (const Json &item : *array)
            measure(item, need);
    } else if (const auto *object = json.if_object()) {
        if (!object->empty())
            need.front += tableHeader + object->size() * sizeof(boost::json::key_value_pair);
        if (object->size() > largestUnindexed)
            need.front += aligned(object->size() * sizeof(std::uint32_t));
        for (const auto &member : *object) {
            need.back += member.key().size() + 1;
            measure(member.value(), need);
        }
    }
}

/// Hands out the memory of one block while the value is built. Sealed, it never changes again: whatever Boost.JSON may
/// want later (its operator== makes copies) comes from the heap, so that any thread may read.
class Arena final : public boost::json::memory_resource
{
public:
    Arena(std::byte *begin, std::size_t size)
        : m_begin(begin)
        , m_front(begin)
        , m_back(begin + size)
        , m_end(begin + size)
    {
    }
    Arena(const Arena &) = delete;
    Arena &operator=(const Arena &) = delete;
    ~Arena() override
    {
        for (void *more : m_more)
            ::operator delete(more);
    }

    void seal() { m_front = nullptr; }

protected:
    void *do_allocate(std::size_t size, std::size_t alignment) override
    {
        if (!m_front)
            return ::operator new(size);
        const auto room = static_cast<std::size_t>(m_back - m_front);
        if (alignment < 8) {
            const std::size_t step = size + (reinterpret_cast<std::uintptr_t>(m_back) - size) % alignment;
            return step <= room ? m_back -= step : more(size);
        }
        if (aligned(size) > room)
            return more(size);
        return std::exchange(m_front, m_front + aligned(size));
    }
    void do_deallocate(void *memory, std::size_t, std::size_t) override
    {
        const std::less<> before;
        if (!m_front && (before(memory, m_begin) || !before(memory, m_end)))
            ::operator delete(memory);
    }
    bool do_is_equal(const boost::json::memory_resource &other) const noexcept override
    {
        return this == &other;
    }

private:
    void *more(std::size_t size) { return m_more.emplace_front(::operator new(size)); }

    std::byte *m_begin;
    std::byte *m_front; ///< null: sealed
    std::byte *m_back;
    std::byte *m_end;
    std::forward_list<void *> m_more; ///< what did not fit
};

/// Followed in memory by what the arena hands out.
struct Block {
    explicit Block(std::size_t size) : arena(reinterpret_cast<std::byte *>(this + 1), size), json(&arena) { }
    ~Block() { } // the value lies in the block and in the arena: it goes with them

    Arena arena;
    union {
        Json json; ///< never destroyed
    };
};

struct Free {
    void operator()(const Json *) const
    {
        block->~Block();
        ::operator delete(block);
    }
    Block *block;
};

} // namespace

Packed pack(const Json &json)
{
    constexpr std::size_t controlBlock = 40 + 2 * 16; // of the shared pointer, and malloc's two headers
    Need need;
    measure(json, need);
    const std::size_t size = aligned(need.front + need.back);
    auto *block = new (::operator new(sizeof(Block) + size)) Block(size);
    const Json *value = &block->json;
    api::JsonPtr owner(value, Free {block});
    block->json = json;
    block->arena.seal();
    return {std::move(owner), sizeof(Block) + size + controlBlock};
}

base::Result<Packed> packText(std::string_view text)
{
    std::array<unsigned char, 24U * 1024> memory;
    std::array<unsigned char, 8U * 1024> stack;
    boost::json::monotonic_resource scratch(memory.data(), memory.size());
    boost::json::stream_parser parser(&scratch, {}, stack.data(), stack.size());
    boost::json::error_code error;
    parser.write({text.data(), text.size()}, error);
    if (!error)
        parser.finish(error);
    if (error)
        return base::fail(base::ErrorKind::Invalid, error.message());
    const Json json = parser.release();
    if (!json.is_object())
        return base::fail(base::ErrorKind::Invalid, "not an object");
    return pack(json);
}

} // namespace core::lab
