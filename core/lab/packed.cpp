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
#include <vector>

namespace core::lab {

using api::Json;

namespace {

// What Boost.JSON asks of its memory resource for each kind of value; a wrong guess costs another block, no
// more.
constexpr std::size_t shortString = 14;
constexpr std::size_t stringHeader = 8;
constexpr std::size_t tableHeader = 16;
constexpr std::size_t largestUnindexed = 18;

/// The keys of one value's members, in the order in which Boost.JSON copies them. An object of many like
/// items has the same ones again and again: one copy of each is enough, since nobody writes into a key.
class Keys
{
public:
    /// The result is true when it needs a copy of its own.
    bool note(std::string_view key)
    {
        Recent &recent = m_recent[slotOf(key)];
        const bool isNew = !recent.key.data() || recent.key != key;
        if (isNew)
            recent = {key, m_places.size()};
        m_places.push_back({recent.first, nullptr});
        return isNew;
    }
    /// Where the next one lies, which is asked for once it is needed.
    template<typename Allocate>
    void *next(const Allocate &allocate)
    {
        if (m_next == m_places.size())
            return allocate();
        Place &place = m_places[m_next++];
        place.memory = place.first + 1 == m_next ? allocate() : m_places[place.first].memory;
        return place.memory;
    }
    void clear()
    {
        m_places.clear();
        m_recent.fill({});
        m_next = 0;
    }

private:
    struct Recent {
        std::string_view key;
        std::size_t first = 0;
    };
    struct Place {
        std::size_t first; ///< of the same key
        void *memory;
    };
    static constexpr std::size_t remembered = 64;

    static std::size_t slotOf(std::string_view key)
    {
        const auto letter = [key](std::size_t at) { return static_cast<unsigned char>(key[at]); };
        return key.empty() ? 0 : (key.size() * 5 + letter(0) * 3U + letter(key.size() / 2)) % remembered;
    }

    std::vector<Place> m_places;
    std::array<Recent, remembered> m_recent;
    std::size_t m_next = 0;
};

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

void measure(const Json &json, Need &need, Keys &keys)
{
    if (const auto *string = json.if_string()) {
        if (string->size() > shortString)
            need.back +=
                aligned(stringHeader + string->size() + 1, 4) + 3; // may have to step over three bytes
    } else if (const auto *array = json.if_array()) {
        if (!array->empty())
            need.front += tableHeader + array->size() * sizeof(Json);
        for (const Json &item : *array)
            measure(item, need, keys);
    } else if (const auto *object = json.if_object()) {
        if (!object->empty())
            need.front += tableHeader + object->size() * sizeof(boost::json::key_value_pair);
        if (object->size() > largestUnindexed)
            need.front += aligned(object->size() * sizeof(std::uint32_t));
        for (const auto &member : *object) {
            measure(member.value(), need, keys); // Boost.JSON copies it before the key
            if (keys.note({member.key().data(), member.key().size()}))
                need.back += member.key().size() + 1;
        }
    }
}

/// The memory of one version, freed at one stroke. What is handed out of it lies behind it, see OnePiece.
class Block
{
public:
    explicit Block(Ownership ownership) : m_ownership(std::move(ownership)) { }
    Block(const Block &) = delete;
    Block &operator=(const Block &) = delete;
    ~Block()
    {
        for (void *more : m_more)
            ::operator delete(more);
    }

    /// The version itself.
    const Json *root() const { return reinterpret_cast<const Json *>(this + 1); }
    const Ownership &ownership() const { return m_ownership; }
    void *more(std::size_t size) { return m_more.emplace_front(::operator new(size)); }

private:
    std::forward_list<void *> m_more; ///< what did not fit
    Ownership m_ownership;
};

/// Hands the memory of a block out while the version is built.
class Building
{
public:
    Building(Block &block, std::size_t size, Keys &keys)
        : m_block(block)
        , m_keys(keys)
        , m_front(reinterpret_cast<std::byte *>(&block + 1))
        , m_back(m_front + size)
    {
    }

    void *allocate(std::size_t size, std::size_t alignment)
    {
        if (alignment == alignof(char)) // keys alone ask for that
            return m_keys.next([&] { return fromBack(size, alignment); });
        if (alignment < 8)
            return fromBack(size, alignment);
        return aligned(size) <= room() ? std::exchange(m_front, m_front + aligned(size)) : m_block.more(size);
    }

private:
    std::size_t room() const { return static_cast<std::size_t>(m_back - m_front); }
    void *fromBack(std::size_t size, std::size_t alignment)
    {
        const std::size_t step = size + (reinterpret_cast<std::uintptr_t>(m_back) - size) % alignment;
        return step <= room() ? m_back -= step : m_block.more(size);
    }

    Block &m_block;
    Keys &m_keys;
    std::byte *m_front;
    std::byte *m_back;
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

    static inline thread_local Building *building = nullptr;

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

/// What the counts of a version's pointers take at the front of its memory.
constexpr std::size_t countsSize = 40;

/// Ends a block, and leads from a version to it (std::get_deleter).
struct Unpack {
    const Block *block;

    void operator()(Block *unpacked) const { unpacked->~Block(); }
};

/// Puts the counts in front of the block: so a version, its block and its counts lie in one piece of memory,
/// and go together.
template<typename T>
struct OnePiece {
    using value_type = T;

    explicit OnePiece(void *piece) : memory(piece) { }
    template<typename Other>
    OnePiece(const OnePiece<Other> &other) : memory(other.memory) // NOLINT(google-explicit-constructor)
    {
    }
    T *allocate(std::size_t)
    {
        static_assert(sizeof(T) <= countsSize);
        return static_cast<T *>(memory);
    }
    void deallocate(T *piece, std::size_t) { ::operator delete(piece); }
    bool operator==(const OnePiece &) const = default;

    void *memory = nullptr;
};

} // namespace

Packed pack(const Json &json, Ownership ownership)
{
    constexpr std::size_t header = 16; // malloc's
    static thread_local Keys keys;
    keys.clear();
    Need need;
    measure(json, need, keys);
    const std::size_t size = aligned(sizeof(Json) + need.front + need.back);
    void *piece = ::operator new(countsSize + sizeof(Block) + size);
    auto *memory = static_cast<std::byte *>(piece) + countsSize;
    auto *raw = new (memory) Block(std::move(ownership));
    const std::shared_ptr<Block> block(raw, Unpack {raw}, OnePiece<Block>(piece));
    Building building(*raw, size, keys);
    Resource::building = &building;
    auto *value = new (building.allocate(sizeof(Json), alignof(Json))) Json(json, &Resource::instance());
    Resource::building = nullptr;
    return {api::JsonPtr(block, value), countsSize + sizeof(Block) + size + header};
}

const Ownership &ownershipOf(const api::JsonPtr &object)
{
    static const Ownership none;
    const auto *unpack = std::get_deleter<Unpack>(object);
    return unpack && unpack->block->root() == object.get() ? unpack->block->ownership() : none;
}

Json &writable(api::JsonPtr &object)
{
    if (!base::uniqueMutable(object))
        object = pack(*object, ownershipOf(object)).object;
    return *base::uniqueMutable(object);
}

base::Result<Packed> packText(std::string_view text, const std::string &collection, SoleOwners &owners)
{
    std::array<unsigned char, std::size_t(24) * 1024> memory;
    boost::json::monotonic_resource scratch(memory.data(), memory.size());
    auto json = api::parseJson(text, &scratch);
    if (!json)
        return tl::unexpected(json.error());
    if (!json->is_object())
        return base::fail(base::ErrorKind::Invalid, "not an object");
    Ownership ownership = takeStoredOwnership(*json, collection, owners);
    return pack(*json, std::move(ownership));
}

} // namespace core::lab
