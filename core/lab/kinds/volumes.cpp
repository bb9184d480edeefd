// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/kinds/volumes.h"

#include "core/lab/objects.h"

#include <array>

namespace core::lab::kinds {

using api::Json;

Column accessModesColumn(std::vector<std::string> path)
{
    return {"Access Modes", "string", {}, 0, {},
        [path = std::move(path)](const Json &object, base::Time) -> Json {
            static constexpr std::array<std::pair<std::string_view, std::string_view>, 4> modes {
                {{"ReadWriteOnce", "RWO"}, {"ReadOnlyMany", "ROX"}, {"ReadWriteMany", "RWX"},
                    {"ReadWriteOncePod", "RWOP"}}};
            const Json *held = valueAt(object, path);
            std::string cell;
            for (const auto &[mode, abbreviation] : modes) {
                if (held && held->is_array() && contains(held->get_array(), Json(mode)))
                    cell += (cell.empty() ? "" : ",") + std::string(abbreviation);
            }
            return boost::json::string(cell);
        }};
}

} // namespace core::lab::kinds
