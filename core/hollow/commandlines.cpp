// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hollow/commandlines.h"

#include "core/api/providerfields.h"
#include "core/base/number.h"
#include "core/base/overloaded.h"

#include <algorithm>
#include <functional>

namespace core::hollow {

using base::ErrorKind;
using base::Result;

namespace {

/// The value of an environment variable, nothing when it is not set or comes from elsewhere than the pod.
std::optional<std::string> environment(
    const api::Pod &pod, const api::Container &container, std::string_view name)
{
    for (const api::Json &variable : container.env) {
        if (api::textAt(variable, {"name"}) != name)
            continue;
        const std::string_view field = api::textAt(variable, {"valueFrom", "fieldRef", "fieldPath"});
        if (field == "metadata.name")
            return pod.metadata.name;
        if (field == "metadata.namespace")
            return pod.metadata.ns;
        if (field == "metadata.uid")
            return pod.metadata.uid;
        if (field.empty())
            return std::string(api::textAt(variable, {"value"}));
    }
    return std::nullopt;
}

std::string expanded(const api::Pod &pod, const api::Container &container, std::string_view text)
{
    std::string out;
    while (true) {
        const auto begin = text.find("$(");
        const auto end = begin == std::string_view::npos ? begin : text.find(')', begin);
        if (end == std::string_view::npos)
            return out.append(text);
        out.append(text.substr(0, begin));
        const auto value = environment(pod, container, text.substr(begin + 2, end - begin - 2));
        out.append(value ? std::string_view(*value) : text.substr(begin, end - begin + 1));
        text.remove_prefix(end + 1);
    }
}

/// Splits as a shell does at blanks, quotes respected; whatever else a shell could do is left alone.
std::vector<std::string> shellWords(std::string_view line)
{
    std::vector<std::string> words;
    while (true) {
        line.remove_prefix(std::min(line.find_first_not_of(" \t\n"), line.size()));
        if (line.empty())
            return words;
        std::string &word = words.emplace_back();
        while (true) {
            const auto end = std::min(line.find_first_of(" \t\n\"'"), line.size());
            word.append(line.substr(0, end));
            line.remove_prefix(end);
            if (line.empty() || (line[0] != '"' && line[0] != '\''))
                break;
            const auto close = std::min(line.find(line[0], 1), line.size());
            word.append(line.substr(1, close - 1));
            line.remove_prefix(std::min(close + 1, line.size()));
        }
    }
}

std::vector<std::string> wordsOf(const api::Pod &pod, const api::Container &container)
{
    const std::vector<std::string> &command = container.command;
    const bool shell = command.size() >= 3 && command[0].ends_with("sh") && command[1] == "-c";
    std::vector<std::string> words = shell ? shellWords(command[2]) : command;
    if (!shell)
        words.insert(words.end(), container.args.begin(), container.args.end());
    for (std::string &word : words) {
        if (word.find("$(") != std::string::npos)
            word = expanded(pod, container, word);
    }
    return words;
}

std::vector<std::string_view> listItems(std::string_view text)
{
    std::vector<std::string_view> items;
    while (!text.empty()) {
        const auto comma = std::min(text.find(','), text.size());
        if (comma > 0)
            items.push_back(text.substr(0, comma));
        text.remove_prefix(std::min(comma + 1, text.size()));
    }
    return items;
}

std::pair<std::string, std::string> splitAt(std::string_view text, char separator)
{
    const auto at = std::min(text.find(separator), text.size());
    return {std::string(text.substr(0, at)), std::string(text.substr(std::min(at + 1, text.size())))};
}

base::Failure wrong(std::string_view expected)
{
    return base::fail(ErrorKind::Invalid, "expected " + std::string(expected));
}

Result<> setBool(bool &out, const std::string &value)
{
    if (value != "true" && value != "false")
        return wrong("true or false");
    out = value == "true";
    return {};
}

Result<> setDuration(base::Duration &out, const std::string &value)
{
    const auto parsed = api::parseDuration(value);
    if (!parsed || *parsed < base::Duration::zero())
        return wrong("a duration such as 40s");
    out = *parsed;
    return {};
}

Result<> setCount(std::int64_t &out, const std::string &value)
{
    const auto number = base::parseNumber<std::int64_t>(value);
    if (!number || *number < 1)
        return wrong("a whole number above zero");
    out = *number;
    return {};
}

Result<> setLabels(api::Labels &out, const std::string &value)
{
    for (const std::string_view item : listItems(value)) {
        auto [key, label] = splitAt(item, '=');
        if (key.empty())
            return wrong("key=value,…");
        out.insert_or_assign(std::move(key), std::move(label));
    }
    return {};
}

/// "key=value:Effect" or "key:Effect"
Result<> addTaints(std::vector<api::Taint> &out, const std::string &value)
{
    for (const std::string_view item : listItems(value)) {
        const auto colon = item.rfind(':');
        const std::string_view effect =
            colon == std::string_view::npos ? std::string_view() : item.substr(colon + 1);
        auto [key, taintValue] = splitAt(item.substr(0, std::min(colon, item.size())), '=');
        const bool known = effect == "NoSchedule" || effect == "PreferNoSchedule" || effect == "NoExecute";
        if (key.empty() || !known)
            return wrong("key=value:Effect,…");
        out.push_back({std::move(key), std::move(taintValue), std::string(effect), {}});
    }
    return {};
}

Result<> setResources(api::ResourceList &out, const std::string &value)
{
    for (const std::string_view item : listItems(value)) {
        auto [name, amount] = splitAt(item, '=');
        if (name.empty() || !api::parseQuantityMilli(amount))
            return wrong("name=quantity,…");
        out.insert_or_assign(std::move(name), api::Quantity {std::move(amount)});
    }
    return {};
}

using Config = HollowKubeletConfig;
using Provided = api::KubemarkProviderConfig;

struct Flag {
    std::string_view name;
    bool isSwitch; ///< may stand without a value, which means true
    std::function<Result<>(Config &, const std::string &)> set;
};

Result<> setField(const api::ProviderField &field, Provided &config, const std::string &value)
{
    return std::visit(
        base::Overloaded {
            [&](std::string Provided::*text) {
                config.*text = value;
                return Result<>();
            },
            [&](bool Provided::*flag) { return setBool(config.*flag, value); },
            [&](api::GoDuration Provided::*duration) { return setDuration((config.*duration).value, value); },
            [&](std::optional<api::GoDuration> Provided::*duration) {
                return setDuration((config.*duration).emplace().value, value);
            },
            [&](std::optional<std::int64_t> Provided::*count) {
                return setCount((config.*count).emplace(), value);
            },
        },
        field.member);
}

const Flag ownFlags[] = {
    {"name", false,
        [](Config &config, const std::string &value) {
            config.nodeName = value;
            return value.empty() ? Result<>(wrong("a node name")) : Result<>();
        }},
    {"max-pods", false, [](Config &c, const std::string &v) { return setCount(c.maxPods, v); }},
    {"no-schedule", true, [](Config &c, const std::string &v) { return setBool(c.noSchedule, v); }},
    {"node-labels", false, [](Config &c, const std::string &v) { return setLabels(c.nodeLabels, v); }},
    {"register-with-taints", false, [](Config &c, const std::string &v) { return addTaints(c.taints, v); }},
    {"extended-resources", false,
        [](Config &c, const std::string &v) { return setResources(c.extendedResources, v); }},
    {"node-status-update-frequency", false,
        [](Config &c, const std::string &v) {
            Result<> set = setDuration(c.statusUpdateFrequency, v);
            if (set && c.statusUpdateFrequency <= base::Duration::zero())
                return Result<>(wrong("a duration above zero"));
            return set;
        }},
};

/// Those of the kubelet itself, and those of the fields of a provider config.
const std::vector<Flag> &flags()
{
    static const std::vector<Flag> all = [] {
        std::vector<Flag> known(std::begin(ownFlags), std::end(ownFlags));
        for (const api::ProviderField &field : api::providerFields()) {
            if (!field.flag.empty())
                known.push_back({field.flag, std::holds_alternative<bool Provided::*>(field.member),
                    [&field](Config &c, const std::string &v) { return setField(field, c.provided, v); }});
        }
        return known;
    }();
    return all;
}

/// Flags of the real binary that mean nothing to a hollow kubelet without a process.
constexpr std::string_view withoutMeaning[] = {"morph", "kube-api-content-type", "alsologtostderr", "v",
    "kubeconfig", "bootstrap-kubeconfig", "cert-dir", "kubelet-port", "kubelet-read-only-port",
    "api-server-port", "kube-api-qps", "kube-api-burst", "use-host-image-service", "logtostderr"};

} // namespace

Result<HollowKubeletConfig> readCommandLine(const api::Pod &pod, const api::Container &container)
{
    HollowKubeletConfig config;
    const std::vector<std::string> words = wordsOf(pod, container);
    for (std::size_t i = 0; i < words.size(); ++i) {
        std::string_view name = words[i];
        if (!name.starts_with("--"))
            continue;
        const auto equals = name.find('=');
        std::string value = equals == std::string_view::npos ? std::string() : words[i].substr(equals + 1);
        name = name.substr(2, equals == std::string_view::npos ? equals : equals - 2);
        const auto flag = std::ranges::find(flags(), name, &Flag::name);
        if (flag == flags().end()) {
            if (std::ranges::find(withoutMeaning, name) == std::end(withoutMeaning))
                config.notes.push_back("flag --" + std::string(name) + " is not known and was ignored");
            continue;
        }
        if (equals == std::string_view::npos)
            value = flag->isSwitch ? "true" : i + 1 < words.size() ? words[++i] : std::string();
        if (const Result<> set = flag->set(config, value); !set)
            return base::fail(
                ErrorKind::Invalid, "--" + std::string(name) + "=" + value + ": " + set.error().message);
    }
    return config;
}

const Result<HollowKubeletConfig> &CommandLines::of(const api::Pod &pod, const api::Container &container)
{
    const auto [place, isNew] = m_read.try_emplace(pod.key());
    Read &read = place->second;
    if (isNew || read.uid != pod.metadata.uid)
        read = {pod.metadata.uid, readCommandLine(pod, container)};
    return read.config;
}

} // namespace core::hollow
