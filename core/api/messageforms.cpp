// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/messageforms.h"

#include "core/base/number.h"
#include "resources/resources.h"

#include <sstream>

namespace core::api {

namespace {

MessageForm::Field parseField(std::string_view text, int &number)
{
    MessageForm::Field field;
    const auto equals = text.find('=');
    const auto colon = text.find(':');
    field.name = text.substr(0, equals);
    number = base::parseNumber<int>(text.substr(equals + 1, colon - equals - 1)).value_or(0);
    std::string_view type = text.substr(colon + 1);
    field.repeated = type.starts_with("[]");
    field.map = type.starts_with("{}");
    type.remove_prefix(field.repeated || field.map ? 2 : 0);
    field.optional = type.ends_with('*');
    field.always = type.ends_with('!');
    type.remove_suffix(field.optional || field.always ? 1 : 0);
    field.type = type;
    return field;
}

/// "policyv1beta1." for policy/v1beta1, with which the names of its messages begin; empty for a group that is
/// none of Kubernetes' own.
std::string formPrefix(std::string_view apiVersion)
{
    const auto slash = apiVersion.find('/');
    if (slash == std::string_view::npos)
        return apiVersion == "v1" ? "core." : "";
    const std::string_view group = apiVersion.substr(0, slash);
    std::string_view version = apiVersion.substr(slash + 1);
    if (version == "v2beta2")
        version = "v2"; // which took over its messages as they were
    const auto dot = group.find('.');
    if (dot != std::string_view::npos && !group.ends_with(".k8s.io"))
        return {};
    return std::string(group.substr(0, dot)) + (version == "v1" ? "" : std::string(version)) + '.';
}

} // namespace

const MessageForms &messageForms()
{
    static const MessageForms all = [] {
        MessageForms read;
        std::istringstream table(resources::text("protobuf.txt"));
        for (std::string line; std::getline(table, line);) {
            std::istringstream words(line);
            std::string name;
            words >> name;
            if (name == "#")
                continue;
            MessageForm &form = read[name];
            for (std::string word; words >> word;) {
                int number = 0;
                auto field = parseField(word, number);
                form.fields.emplace(number, std::move(field));
            }
        }
        return read;
    }();
    return all;
}

std::string messageOfKind(std::string_view apiVersion, std::string_view kind)
{
    const bool isMeta = kind == "DeleteOptions" || kind == "Status"; // known to every group
    const std::string prefix = isMeta ? "meta." : formPrefix(apiVersion);
    std::string name = prefix + std::string(kind);
    return prefix.empty() || !messageForms().contains(name) ? std::string() : name;
}

const MessageForm *formOfKind(std::string_view apiVersion, std::string_view kind)
{
    const auto found = messageForms().find(messageOfKind(apiVersion, kind));
    return found == messageForms().end() ? nullptr : &found->second;
}

bool hasForms(std::string_view apiVersion)
{
    const std::string prefix = formPrefix(apiVersion);
    const auto first = messageForms().lower_bound(prefix);
    return !prefix.empty() && first != messageForms().end() && first->first.starts_with(prefix);
}

} // namespace core::api
