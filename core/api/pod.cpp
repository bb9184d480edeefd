// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/pod.h"

#include "core/api/codec_impl.h"

#include <algorithm>

namespace core::api {

bool Toleration::tolerates(const Taint &taint) const
{
    if (!effect.empty() && effect != taint.effect)
        return false;
    if (key.empty())
        return operator_ == "Exists";
    return key == taint.key && (operator_ == "Exists" || value == taint.value);
}

namespace {
bool mentions(const std::vector<std::string> &words, std::string_view text)
{
    return std::ranges::any_of(
        words, [&](const std::string &word) { return word.find(text) != std::string::npos; });
}
} // namespace

const Container *hollowKubeletContainer(const Pod &pod)
{
    constexpr std::string_view morph = "--morph=kubelet";
    const auto found = std::ranges::find_if(pod.spec.containers, [&](const Container &container) {
        return mentions(container.command, morph) || mentions(container.args, morph);
    });
    return found == pod.spec.containers.end() ? nullptr : &*found;
}

} // namespace core::api

using core::api::Pod;
HOLLOWLAB_CODEC(core::api::Container)
HOLLOWLAB_KIND(Pod, "", "v1", "pods", true)
HOLLOWLAB_CODEC(core::api::PodStatus)
HOLLOWLAB_CODEC(core::api::PodSpec)
