// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/front/unforeseen.h"

#include "core/base/log.h"
#include "core/lab/front/admission.h"

namespace core::lab::front {

namespace {
HOLLOWLAB_LOG(frontLog, "hollowlab.core.lab.front")
} // namespace

std::string verbAndPath(api::Method method, std::string_view path)
{
    constexpr std::size_t mostOfPath = 500;
    return std::string(nameOf(method)) + ' ' + std::string(path.substr(0, mostOfPath));
}

api::Response unforeseen(const std::exception &exception, std::string_view verbAndPath)
{
    const std::string why = std::string("Internal error occurred: ") + exception.what();
    qCCritical(frontLog) << base::str(std::string(verbAndPath) + ": " + why);
    return refusal(500, "InternalError", why);
}

void runToTheEnd(const std::function<void()> &loop, std::string_view name)
{
    for (bool isOver = false; !isOver;) {
        try {
            loop();
            isOver = true;
        } catch (const std::exception &exception) {
            (void)unforeseen(exception, name);
        }
    }
}

} // namespace core::lab::front
