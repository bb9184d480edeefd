// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/packed.h"

#include <boost/json/monotonic_resource.hpp>

#include <cstddef>

namespace core::lab {

using api::Json;

namespace {

// What Boost.JSON asks of its memory resource for each kind of value; a wrong guess costs a second block, no more.
constexpr std::size_t shortString = 14;
constexpr std::size_t stringHeader = 8;
constexpr std::size_t tableHeader = 16;
constexpr std::size_t largestUnindexed = 18;

constexpr std::size_t aligned(std::size_t size)
{
    return (size + 7) / 8 * 8;
}

std::size_t sizeOf(const Json &json)
{
    if (const auto *string = json.if_string())
        return string->size() <= shortString ? 0 : aligned(stringHeader + string->size() + 1);
    std::size_t size = 0;
    if (const auto *array = json.if_array()) {
        if (!array->empty())
            size = tableHeader + array->size() * sizeof(Json);
        for (const Json &item : *array)
            size += sizeOf(item);
    } else if (const auto *object = json.if_object()) {
        if (!object->empty())
            size = tableHeader + object->size() * sizeof(boost::json::key_value_pair);
        if (object->size() > largestUnindexed)
            size += aligned(object->size() * sizeof(std::uint32_t));
        for (const auto &member : *object)
            size += aligned(member.key().size() + 1) + sizeOf(member.value());
    }
    return size;
}

struct Block {
    explicit Block(std::size_t size)
        : memory(new unsigned char[size])
        , resource(memory.get(), size, {})
        , json(&resource)
    {
    }

    std::unique_ptr<unsigned char[]> memory;
    boost::json::monotonic_resource resource;
    Json json;
};

} // namespace

Packed pack(const Json &json)
{
    constexpr std::size_t controlBlock = 16 + 2 * 16; // of the shared pointer, and malloc's two headers
    const std::size_t size = sizeOf(json);
    auto block = std::make_shared<Block>(size);
    block->json = json;
    const Json *value = &block->json;
    return {api::JsonPtr(std::move(block), value), size + sizeof(Block) + controlBlock};
}

} // namespace core::lab
