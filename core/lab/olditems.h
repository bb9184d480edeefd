// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Which item of a list was which before a change (docs/api-semantics.md L8, L14).

#include "core/lab/schema.h"

#include <map>

namespace core::lab {

/// Finds, for an item of a list that is a map by some of its fields, the old item with the same ones. Of
/// other lists nobody knows.
class OldItems
{
public:
    /// The keys and the old list have to live longer.
    OldItems(Schema::ListType type, const std::vector<std::string> &keys, const api::Json *before);

    const api::Json *find(const api::Json &item) const;

private:
    std::string identityOf(const api::Json &item) const;

    const std::vector<std::string> &m_keys;
    std::map<std::string, const api::Json *> m_items;
};

} // namespace core::lab
