// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/bounds.h"

#include <QByteArrayView>

#include <algorithm>
#include <cmath>

namespace core::api {

namespace {

/// Where the walk stands; spelled out only when something is wrong there.
struct Place {
    const Place *parent = nullptr;
    std::string_view name; ///< of a member
    std::size_t index = 0; ///< of an item of a list
    bool isItem = false;

    std::string text() const
    {
        constexpr std::size_t longestName = 100;
        const std::string before = parent ? parent->text() : std::string();
        if (isItem)
            return before + "[" + std::to_string(index) + "]";
        return before + (before.empty() ? "" : ".") + std::string(beginning(name, longestName));
    }
};

class Walk
{
public:
    Extent extent;

    void visit(const Json &json, const Place &place, std::size_t levels)
    {
        if (const auto *object = json.if_object())
            visitMembers(*object, place, levels);
        else if (const auto *array = json.if_array())
            visitItems(*array, place, levels);
        else if (const auto *string = json.if_string())
            visitText(*string, place);
        else if (json.is_double() && !std::isfinite(json.get_double()))
            refuse(place, "must be a number that JSON can write");
        else
            extent.bytes += json.is_null() ? 4 : writeJson(json).size();
    }

private:
    void refuse(const Place &place, std::string why)
    {
        if (!extent.misfit.empty())
            return;
        extent.misfit = std::move(why);
        extent.path = place.text();
    }

    bool enter(const Place &place, std::size_t levels, std::size_t count)
    {
        if (levels == 0)
            refuse(place, "must not be nested that deep");
        extent.bytes += 2 + (count > 0 ? count - 1 : 0); // brackets and commas
        return levels > 0;
    }

    void visitMembers(const JsonObject &object, const Place &place, std::size_t levels)
    {
        if (!enter(place, levels, object.size()))
            return;
        for (const auto &member : object) {
            const Place inner {&place, member.key()};
            visitText(member.key(), inner);
            extent.bytes += 1;
            visit(member.value(), inner, levels - 1);
        }
    }

    void visitItems(const JsonArray &array, const Place &place, std::size_t levels)
    {
        if (!enter(place, levels, array.size()))
            return;
        for (std::size_t i = 0; i < array.size(); ++i)
            visit(array[i], {&place, {}, i, true}, levels - 1);
    }

    void visitText(std::string_view text, const Place &place)
    {
        constexpr std::string_view shortEscapes = "\b\f\n\r\t"; // others are written as \u0001
        bool ascii = true;
        extent.bytes += text.size() + 2;
        for (const char c : text) {
            const auto byte = static_cast<unsigned char>(c);
            ascii = ascii && byte < 0x80;
            if (byte < ' ')
                extent.bytes += shortEscapes.find(c) == std::string_view::npos ? 5 : 1;
            else if (c == '"' || c == '\\')
                extent.bytes += 1;
        }
        if (!ascii && !QByteArrayView(text.data(), static_cast<qsizetype>(text.size())).isValidUtf8())
            refuse(place, "must be UTF-8");
    }
};

} // namespace

std::string_view beginning(std::string_view text, std::size_t most)
{
    if (text.size() <= most)
        return text;
    while (most > 0 && (static_cast<unsigned char>(text[most]) & 0xc0U) == 0x80U)
        --most;
    return text.substr(0, most);
}

Extent extentOf(const Json &json, std::size_t deepest)
{
    Walk walk;
    walk.visit(json, {}, deepest);
    return std::move(walk.extent);
}

bool isDeeperThan(const Json &json, std::size_t levels)
{
    const auto tooDeep = [levels](const Json &inner) { return isDeeperThan(inner, levels - 1); };
    if (const auto *array = json.if_array())
        return levels == 0 || std::ranges::any_of(*array, tooDeep);
    if (const auto *object = json.if_object())
        return levels == 0
            || std::ranges::any_of(*object, [&](const auto &member) { return tooDeep(member.value()); });
    return false;
}

} // namespace core::api
