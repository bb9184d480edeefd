// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What kinds and their fields are, a sentence each, as resources/descriptions.txt has them.

#include "core/api/json.h"

#include <map>

namespace core::lab {

/// The descriptions are read for a document and gone with it: nobody else needs them.
class Descriptions
{
public:
    Descriptions();
    Descriptions(const Descriptions &) = delete;
    Descriptions &operator=(const Descriptions &) = delete;
    ~Descriptions() = default;

    /// Says of the schema of that name in a document what it is, and what its fields are; what says so itself
    /// keeps its own words. A field that refers to another schema does so in allOf then, since a reference
    /// bears nothing beside it.
    void describe(std::string_view definition, api::Json &schema) const;

private:
    using Texts = std::map<std::string_view, std::string_view>;
    struct Part {
        std::string_view text;
        std::string_view like; ///< the part whose fields mean the same; empty: none
        Texts fields;
    };

    void addLine(std::string_view line, Part *&part);
    std::string_view textOf(std::string_view part, std::string_view field) const;
    void describeFields(const std::string &part, api::Json &schema) const;

    const std::string m_file; ///< what all texts are pieces of
    std::map<std::string_view, Part> m_parts;
};

} // namespace core::lab
