// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Objects for tests, written as YAML, and what patches make of them.

#include "core/api/effect.h"
#include "core/api/yaml.h"

#include <QByteArray>

#include <deque>

namespace support {

/// Stays where it is until the program ends, as the objects of a store do during a look.
template<typename T>
const T *kept(const T &object)
{
    static std::deque<T> all;
    return &all.emplace_back(object);
}

/// Aborts the test program on YAML that does not fit: a mistake of the test itself.
template<typename T>
T fromYaml(const QByteArray &yaml)
{
    const std::string text = yaml.toStdString();
    return core::api::decode<T>(core::api::parseYaml(text).value()).value();
}

/// The object with a merge patch, in YAML, laid over it.
template<typename T>
T with(const T &object, const QByteArray &yaml)
{
    core::api::Json json = core::api::encode(object);
    if (!yaml.isEmpty())
        core::api::applyMergePatch(json, core::api::parseYaml(yaml.toStdString()).value());
    return core::api::decode<T>(json).value();
}

/// The object after those of the effects that patch it.
template<typename T>
T after(const T &object, const std::vector<core::api::Effect> &effects)
{
    core::api::Json json = core::api::encode(object);
    for (const core::api::Effect &effect : effects) {
        const auto *patch = std::get_if<core::api::PatchObject>(&effect);
        if (patch && patch->target == core::api::refTo(object))
            core::api::applyMergePatch(json, patch->patch);
    }
    return core::api::decode<T>(json).value();
}

/// The effects that are no patches of the object.
template<typename T>
std::vector<core::api::Effect> deeds(const T &object, const std::vector<core::api::Effect> &effects)
{
    std::vector<core::api::Effect> others;
    for (const core::api::Effect &effect : effects) {
        const auto *patch = std::get_if<core::api::PatchObject>(&effect);
        if (!patch || patch->target != core::api::refTo(object))
            others.push_back(effect);
    }
    return others;
}

/// "Type=Status/Reason Type=Status …"
inline QByteArray textOf(const std::vector<core::api::Condition> &conditions)
{
    QByteArray text;
    for (const core::api::Condition &condition : conditions) {
        text +=
            (text.isEmpty() ? "" : " ") + QByteArray::fromStdString(condition.type + "=" + condition.status);
        text += condition.reason.empty() ? QByteArray() : "/" + QByteArray::fromStdString(condition.reason);
    }
    return text;
}

inline core::base::Time timeOf(const char *text)
{
    return core::api::parseTime(text).value();
}

} // namespace support
