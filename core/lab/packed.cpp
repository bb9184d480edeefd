// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/packed.h"

#include "core/api/bounds.h"
#include "core/base/uniquemutable.h"

#include <boost/json/memory_resource.hpp>
#include <boost/json/monotonic_resource.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <forward_list>
#include <memory>
#include <new>
#include <utility>

namespace core::lab {

using api::Json;

namespace {

// What Boost.JSON asks of its memory resource for each kind of value; a wrong guess costs another block, no
// more.
constexpr std::size_t shortString = 14;
constexpr std::size_t stringHeader = 8;
constexpr std::size_t tableHeader = 16;
constexpr std::size_t largestUnindexed = 18;

/// What tables and lists take at the front of the block, aligned to 8, and texts at its back, packed more
/// closely.
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

/// The memory of one version, handed out while it is built, and freed at one stroke.
class Block
{
public:
    explicit Block(std::size_t size)
        : m_front(reinterpret_cast<std::byte *>(this + 1)) // what it hands out lies behind it, see Roomy
        , m_back(m_front + size)
    {
    }
    Block(const Block &) = delete;
    Block &operator=(const Block &) = delete;
    ~Block()
    {
        for (void *more : m_more)
            ::operator delete(more);
    }

    void *allocate(std::size_t size, std::size_t alignment)
    {
        const auto room = static_cast<std::size_t>(m_back - m_front);
        if (alignment < 8) {
            const std::size_t step = size + (reinterpret_cast<std::uintptr_t>(m_back) - size) % alignment;
            return step <= room ? m_back -= step : more(size);
        }
        if (aligned(size) > room)
            return more(size);
        return std::exchange(m_front, m_front + aligned(size));
    }

private:
    void *more(std::size_t size) { return m_more.emplace_front(::operator new(size)); }

    std::byte *m_front;
    std::byte *m_back;
    std::forward_list<void *> m_more; ///< what did not fit
};

/// The memory resource of every packed value. Boost.JSON gives a copy the resource of what it copies: so this
/// one never goes away, and whatever is not built into a block comes from the heap, on any thread.
class Resource final : public boost::json::memory_resource
{
public:
    static Resource &instance()
    {
        static Resource &resource = *new Resource; // outlives every static value
        return resource;
    }

    static inline thread_local Block *building = nullptr;

protected:
    void *do_allocate(std::size_t size, std::size_t alignment) override
    {
        return building ? building->allocate(size, alignment) : ::operator new(size);
    }
    void do_deallocate(void *memory, std::size_t, std::size_t) override
    {
        if (!building) // values in a block are not destroyed: it goes as a whole
            ::operator delete(memory);
    }
    bool do_is_equal(const boost::json::memory_resource &other) const noexcept override
    {
        return this == &other;
    }
};

/// Allocates room behind what it is asked for: so a version, its block and the counts of its pointers lie
/// in one piece of memory.
template<typename T>
struct Roomy {
    using value_type = T;

    explicit Roomy(std::size_t room) : behind(room) { }
    template<typename Other>
    Roomy(const Roomy<Other> &other) : behind(other.behind) // NOLINT(google-explicit-constructor)
    {
    }
    T *allocate(std::size_t count) { return static_cast<T *>(::operator new(count * sizeof(T) + behind)); }
    void deallocate(T *memory, std::size_t) { ::operator delete(memory); }
    bool operator==(const Roomy &) const = default;

    std::size_t behind = 0; ///< bytes
};

} // namespace

Packed pack(const Json &json)
{
    constexpr std::size_t controlBlock = 24 + 16; // of the shared pointer, and malloc's header
    Need need;
    measure(json, need);
    const std::size_t size = aligned(sizeof(Json) + need.front + need.back);
    const auto block = std::allocate_shared<Block>(Roomy<Block>(size), size);
    Resource::building = block.get();
    auto *value = new (block->allocate(sizeof(Json), alignof(Json))) Json(json, &Resource::instance());
    Resource::building = nullptr;
    return {api::JsonPtr(block, value), sizeof(Block) + size + controlBlock};
}

Json &writable(api::JsonPtr &object)
{
    if (!base::uniqueMutable(object))
        object = pack(*object).object;
    return *base::uniqueMutable(object);
}

base::Result<Packed> packText(std::string_view text)
{
    std::array<unsigned char, std::size_t(24) * 1024> memory;
    boost::json::monotonic_resource scratch(memory.data(), memory.size());
    const auto json = api::parseJson(text, &scratch);
    if (!json)
        return tl::unexpected(json.error());
    if (!json->is_object())
        return base::fail(base::ErrorKind::Invalid, "not an object");
    return pack(*json);
}

} // namespace core::lab
