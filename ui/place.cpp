// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/place.h"

#include "ui/format.h"

#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

namespace ui {

using namespace Qt::Literals::StringLiterals;

namespace {

constexpr int version = 1;
constexpr qsizetype longestPart = 1000;
constexpr QLatin1StringView fleetWords[] {"both"_L1, "table"_L1, "wall"_L1}; // as FleetMode
constexpr QLatin1StringView frontWords[] {"tables"_L1, "scenarios"_L1, "experiments"_L1}; // as Front

QString textIn(const QJsonObject &json, const QString &name)
{
    return json[name].toString().left(longestPart);
}

QJsonObject toJson(const ChosenObject &chosen)
{
    return {
        {u"namespace"_s, raw(chosen.key.ns)}, {u"name"_s, raw(chosen.key.name)}, {u"uid"_s, raw(chosen.uid)}};
}

QJsonObject toJson(const TablePlace &place)
{
    QJsonObject json {{u"filter"_s, place.filter}, {u"sort"_s, place.sortColumn},
        {u"descending"_s, place.sortOrder == Qt::DescendingOrder}};
    if (place.chosen)
        json[u"chosen"_s] = toJson(*place.chosen);
    return json;
}

std::optional<ChosenObject> chosenFrom(const QJsonObject &json)
{
    const QString name = textIn(json, u"name"_s);
    if (name.isEmpty())
        return {};
    return ChosenObject {{utf8(textIn(json, u"namespace"_s)), utf8(name)}, utf8(textIn(json, u"uid"_s))};
}

TablePlace tableFrom(const QJsonObject &json)
{
    TablePlace place {textIn(json, u"filter"_s), textIn(json, u"sort"_s)};
    if (json[u"descending"_s].toBool())
        place.sortOrder = Qt::DescendingOrder;
    place.chosen = chosenFrom(json[u"chosen"_s].toObject());
    return place;
}

} // namespace

QByteArray written(const Place &place)
{
    QJsonObject tables;
    for (int kind = 0; kind < kindCount; ++kind) {
        if (place.tables[kind] != TablePlace())
            tables[kubectlName(Kind(kind))] = toJson(place.tables[kind]);
    }
    const QJsonObject json {{u"version"_s, version}, {u"mcm"_s, place.family == Family::Mcm},
        {u"table"_s, kubectlName(place.table)},
        {u"fleet"_s, fleetWords[static_cast<std::size_t>(place.fleet)]},
        {u"front"_s, frontWords[static_cast<std::size_t>(place.front)]}, {u"scenario"_s, place.scenario},
        {u"experiment"_s, place.experiment}, {u"inspectorPage"_s, place.inspectorPage},
        {u"recoveries"_s, place.showsRecoveries},
        {u"story"_s, place.story ? toJson(*place.story) : QJsonObject()}, {u"tables"_s, tables}};
    return QJsonDocument(json).toJson(QJsonDocument::Compact);
}

Place placeFrom(const QByteArray &written)
{
    const QJsonObject json = QJsonDocument::fromJson(written).object();
    Place place;
    if (json[u"version"_s].toInt() != version)
        return place;
    if (json[u"mcm"_s].toBool())
        place.family = Family::Mcm;
    place.inspectorPage = std::max(0, json[u"inspectorPage"_s].toInt());
    const auto *fleet = std::ranges::find(fleetWords, json[u"fleet"_s].toString());
    if (fleet != std::end(fleetWords))
        place.fleet = FleetMode(fleet - fleetWords);
    const auto *front = std::ranges::find(frontWords, json[u"front"_s].toString());
    if (front != std::end(frontWords))
        place.front = Front(front - frontWords);
    place.showsRecoveries = json[u"recoveries"_s].toBool();
    place.story = chosenFrom(json[u"story"_s].toObject());
    place.scenario = textIn(json, u"scenario"_s);
    place.experiment = textIn(json, u"experiment"_s);
    const QJsonObject tables = json[u"tables"_s].toObject();
    for (int kind = 0; kind < kindCount; ++kind) {
        const QString name = kubectlName(Kind(kind));
        if (json[u"table"_s].toString() == name)
            place.table = Kind(kind);
        place.tables[kind] = tableFrom(tables[name].toObject());
    }
    if (familyOf(place.table).value_or(place.family) != place.family)
        place.table = place.family == Family::Mcm ? Kind::McmMachine : Kind::Machine;
    return place;
}

} // namespace ui
