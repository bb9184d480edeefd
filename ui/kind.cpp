// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kind.h"

#include "ui/format.h"

#include <QStringList>
#include <QUrl>

#include <array>

namespace ui {

using core::api::Resource;
using core::engine::Kinds;

namespace {

template<typename Fits>
std::optional<Kind> kindThat(Fits fits)
{
    for (int i = 0; i < kindCount; ++i) {
        if (fits(Kind(i)))
            return Kind(i);
    }
    return std::nullopt;
}

} // namespace

const Resource &resourceOf(Kind kind)
{
    static const auto resources = [] {
        std::array<const Resource *, kindCount> all {};
        Kinds().each([&]<typename T>(auto) { all[Kinds::indexOf<T>()] = &core::api::resourceOf<T>(); });
        return all;
    }();
    return *resources[static_cast<std::size_t>(kind)];
}

std::optional<Kind> kindOf(std::string_view apiVersion, std::string_view kind)
{
    const std::size_t slash = apiVersion.find('/');
    const std::string_view group =
        slash == std::string_view::npos ? std::string_view() : apiVersion.substr(0, slash);
    return kindThat([&](Kind known) {
        const Resource &resource = resourceOf(known);
        return resource.kind == kind && (apiVersion.empty() || resource.group == group);
    });
}

std::optional<Family> familyOf(Kind kind)
{
    const std::string &group = resourceOf(kind).group;
    if (group == core::api::resourceOf<core::api::mcm::Machine>().group)
        return Family::Mcm;
    return kind == Kind::Node || kind == Kind::Event ? std::nullopt : std::optional(Family::MachineApi);
}

QString apiName(Kind kind)
{
    return text(resourceOf(kind).kind);
}

QString nameOf(const ObjectRef &object)
{
    return apiName(object.kind) + u' ' + text(object.key.name);
}

QString kubectlName(Kind kind)
{
    const Resource &resource = resourceOf(kind);
    return text(resource.group.empty() ? resource.plural : resource.plural + '.' + resource.group);
}

QString linkTo(const ObjectRef &object)
{
    const auto encoded = [](const std::string &name) {
        return QString::fromLatin1(QUrl::toPercentEncoding(raw(name)));
    };
    return kubectlName(object.kind) + u'/' + encoded(object.key.ns) + u'/' + encoded(object.key.name);
}

ObjectRef fromLink(const QString &link)
{
    const QStringList parts = link.split(u'/');
    if (parts.size() != 3)
        return {};
    const auto kind = kindThat([&](Kind known) { return kubectlName(known) == parts[0]; });
    const auto decoded = [](const QString &part) { return utf8(QUrl::fromPercentEncoding(part.toUtf8())); };
    return {kind.value_or(Kind::Machine), {decoded(parts[1]), decoded(parts[2])}};
}

} // namespace ui
