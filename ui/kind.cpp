// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kind.h"

#include "ui/format.h"

#include <QStringList>

#include <algorithm>
#include <array>

namespace ui {

using namespace Qt::Literals::StringLiterals;

namespace {

struct Names {
    QStringView api;
    QStringView kubectl;
};

constexpr std::array<Names, kindCount> names {{
    {u"Machine", u"machines.machine.openshift.io"},
    {u"MachineSet", u"machinesets.machine.openshift.io"},
    {u"Node", u"nodes"},
    {u"MachineHealthCheck", u"machinehealthchecks.machine.openshift.io"},
    {u"Event", u"events"},
}};

const Names &namesOf(Kind kind)
{
    return names[static_cast<std::size_t>(kind)];
}

} // namespace

QString apiName(Kind kind)
{
    return namesOf(kind).api.toString();
}

QString nameOf(const ObjectRef &object)
{
    return apiName(object.kind) + u' ' + text(object.key.name);
}

QString kubectlName(Kind kind)
{
    return namesOf(kind).kubectl.toString();
}

QString linkTo(const ObjectRef &object)
{
    return apiName(object.kind) + u'/' + text(object.key.ns) + u'/' + text(object.key.name);
}

ObjectRef fromLink(const QString &link)
{
    const QStringList parts = link.split(u'/');
    if (parts.size() != 3)
        return {};
    const auto found = std::ranges::find(names, parts[0], [](const Names &name) { return name.api; });
    return {
        found == names.end() ? Kind::Machine : Kind(found - names.begin()), {utf8(parts[1]), utf8(parts[2])}};
}

} // namespace ui
