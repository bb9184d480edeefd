// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The part of JSONPath that printer columns use: .field, ['field'], [n], [*], [?(@.field=="value")]. A dot
// inside a field is written "\.".

#include "core/api/json.h"

#include <vector>

namespace core::lab {

class JsonPath
{
public:
    /// The error is Invalid when the text is no such path.
    static base::Result<JsonPath> parse(std::string_view text);

    /// What the path finds, in order.
    std::vector<const api::Json *> find(const api::Json &json) const;

private:
    struct Step {
        enum class Kind { Field, Index, All, Filter } kind = Kind::Field;
        std::string name; ///< of the field, or of the filter's left side
        std::int64_t index = 0; ///< negative counts from the end
        api::Json value; ///< of the filter's right side
    };

    static void walk(const api::Json &json, const Step &step, std::vector<const api::Json *> &found);

    std::vector<Step> m_steps;
};

} // namespace core::lab
