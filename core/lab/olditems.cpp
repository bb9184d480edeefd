// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/olditems.h"

namespace core::lab {

using api::Json;
using api::JsonArray;

OldItems::OldItems(Schema::ListType type, const std::vector<std::string> &keys, const Json *before)
    : m_keys(keys)
{
    if (type != Schema::ListType::Map || !before || !before->is_array())
        return;
    for (const Json &item : before->get_array())
        m_items.emplace(identityOf(item), &item);
}

const Json *OldItems::find(const Json &item) const
{
    if (m_items.empty())
        return nullptr;
    const auto found = m_items.find(identityOf(item));
    return found == m_items.end() ? nullptr : found->second;
}

std::string OldItems::identityOf(const Json &item) const
{
    JsonArray keys;
    for (const std::string &key : m_keys) {
        const Json *value = api::find(item, {key});
        keys.push_back(value ? *value : Json());
    }
    return api::writeCanonicalJson(keys);
}

} // namespace core::lab
