// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/kinds/data.h"

#include "core/lab/names.h"

namespace core::lab::kinds {

using api::Json;

namespace {

constexpr std::size_t mostDataBytes = 1024U * 1024;

std::string countCell(const Json &object)
{
    std::size_t entries = 0;
    for (const std::string_view member : {"data", "binaryData"}) {
        if (const Json *data = api::find(object, {member}); data && data->is_object())
            entries += data->get_object().size();
    }
    return std::to_string(entries);
}

} // namespace

void checkData(const Json &object, FieldErrors &errors)
{
    std::size_t bytes = 0;
    for (const std::string_view field : {"data", "binaryData"}) {
        const Json *data = api::find(object, {field});
        if (!data || !data->is_object())
            continue;
        for (const auto &member : data->get_object()) {
            if (!isPathSegment(std::string_view(member.key())))
                errors.push_back(
                    invalid("data[" + std::string(member.key()) + "]", std::string_view(member.key()),
                        "a valid config key must consist of alphanumeric characters, '-', '_' or '.'"));
            bytes += member.value().is_string() ? member.value().get_string().size() : 0;
        }
    }
    if (bytes > mostDataBytes)
        errors.push_back(tooLong("data", mostDataBytes));
}

Column dataColumn()
{
    return computedColumn("Data", countCell);
}

} // namespace core::lab::kinds
