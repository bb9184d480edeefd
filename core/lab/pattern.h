// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A regular expression from a CustomResourceDefinition. Matching is bounded.

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace core::lab {

class Pattern
{
public:
    explicit Pattern(std::string text);

    const std::string &text() const { return m_text; }
    bool isValid() const;
    /// The result is true when it matches anywhere in the value; anchors are the pattern's own business.
    /// Nothing when that would take too long to find out.
    std::optional<bool> matches(std::string_view value) const;

private:
    struct Compiled;

    std::string m_text;
    std::shared_ptr<const Compiled> m_compiled;
};

} // namespace core::lab
