// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/apply/fieldset.h"

#include "core/base/number.h"

#include <algorithm>

namespace core::lab {

using api::Json;

namespace {

constexpr std::string_view itself = ".";

std::string_view elementKind(std::string_view element)
{
    return element.substr(0, 2);
}

/// "[name="a",protocol="TCP"]"
std::string keysText(const Json &keys)
{
    std::string text;
    for (const auto &key : keys.get_object())
        text += (text.empty() ? "[" : ",") + std::string(key.key()) + "=" + api::writeJson(key.value());
    return text + "]";
}

void gatherPaths(const FieldSet &set, const std::string &path, std::vector<std::string> &paths)
{
    for (const auto &[element, child] : set.children) {
        if (child.member)
            paths.push_back(path + elementPath(element));
    }
    for (const auto &[element, child] : set.children) {
        if (!child.children.empty())
            gatherPaths(child, path + elementPath(element), paths);
    }
}

void removeEmpty(FieldSet &set, FieldSet::Children::iterator &child)
{
    if (child->second.isEmpty())
        child = set.children.erase(child);
    else
        ++child;
}

base::Result<std::string> readElement(std::string_view element)
{
    const auto wrong = [&] {
        return base::fail(base::ErrorKind::Invalid, "no path element: " + std::string(element));
    };
    if (elementKind(element) == "f:")
        return std::string(element);
    if (elementKind(element) == "i:")
        return base::parseNumber<std::int64_t>(element.substr(2))
            ? base::Result<std::string>(std::string(element))
            : wrong();
    const auto json = element.size() > 2 ? api::parseJson(element.substr(2)) : wrong();
    const bool isKeys = elementKind(element) == "k:" && json && json->is_object();
    const bool isValue = elementKind(element) == "v:" && json && !json->is_structured();
    if (!isKeys && !isValue)
        return wrong();
    return std::string(elementKind(element)) + api::writeCanonicalJson(*json);
}

} // namespace

std::string elementPath(std::string_view element)
{
    const std::string rest(element.substr(2));
    if (elementKind(element) == "f:")
        return "." + rest;
    const auto json = api::parseJson(rest);
    if (elementKind(element) == "k:" && json && json->is_object())
        return keysText(*json);
    return "[" + std::string(elementKind(element) == "v:" ? "=" : "") + rest + "]";
}

const FieldSet *FieldSet::find(std::string_view element) const
{
    const auto found = children.find(element);
    return found == children.end() ? nullptr : &found->second;
}

std::string fieldElement(std::string_view name)
{
    return "f:" + std::string(name);
}

void add(FieldSet &set, const FieldSet &other)
{
    set.member = set.member || other.member;
    for (const auto &[element, child] : other.children)
        add(set.children[element], child);
}

void remove(FieldSet &set, const FieldSet &other)
{
    set.member = set.member && !other.member;
    for (auto child = set.children.begin(); child != set.children.end();) {
        if (const FieldSet *removed = other.find(child->first))
            remove(child->second, *removed);
        removeEmpty(set, child);
    }
}

void removeWhole(FieldSet &set, const FieldSet &other)
{
    if (other.member)
        set = {};
    for (auto child = set.children.begin(); child != set.children.end();) {
        if (const FieldSet *removed = other.find(child->first))
            removeWhole(child->second, *removed);
        removeEmpty(set, child);
    }
}

FieldSet common(const FieldSet &a, const FieldSet &b)
{
    FieldSet both {a.member && b.member, {}};
    for (const auto &[element, child] : a.children) {
        const FieldSet *other = b.find(element);
        FieldSet inner = other ? common(child, *other) : FieldSet();
        if (!inner.isEmpty())
            both.children.emplace(element, std::move(inner));
    }
    return both;
}

std::vector<std::string> pathsOf(const FieldSet &set)
{
    std::vector<std::string> paths;
    gatherPaths(set, {}, paths);
    return paths;
}

void appendQuoted(std::string &text, std::string_view value)
{
    const auto isPlain = [](char c) { return static_cast<unsigned char>(c) >= ' ' && c != '"' && c != '\\'; };
    if (std::ranges::all_of(value, isPlain))
        text.append("\"").append(value).append("\"");
    else
        text += api::writeJson(Json(boost::json::string(value)));
}

void appendFieldSet(std::string &text, const FieldSet &set)
{
    text += '{';
    if (set.member && !set.children.empty())
        text += R"(".":{},)";
    for (const auto &[element, child] : set.children) {
        appendQuoted(text, element);
        text += ':';
        appendFieldSet(text, child);
        text += ',';
    }
    if (text.back() == ',')
        text.pop_back();
    text += '}';
}

base::Result<FieldSet> readFieldSet(const Json &json, std::size_t levels)
{
    if (!json.is_object() || levels == 0)
        return base::fail(base::ErrorKind::Invalid, "fields must be objects, and not too deep");
    FieldSet set;
    for (const auto &member : json.get_object()) {
        if (std::string_view(member.key()) == itself) {
            set.member = true;
            continue;
        }
        const auto element = readElement(member.key());
        if (!element)
            return tl::unexpected(element.error());
        auto child = readFieldSet(member.value(), levels - 1);
        if (!child)
            return child;
        child->member = child->member || child->children.empty();
        add(set.children[*element], *child);
    }
    return set;
}

} // namespace core::lab
