// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Columns that several tables have, written once.

#include "core/api/meta.h"
#include "ui/clusterview.h"
#include "ui/format.h"
#include "ui/models/cell.h"

#include <QCoreApplication>

#include <algorithm>
#include <limits>

namespace ui {

inline SortKey sortBy(std::int64_t number)
{
    return {number, {}};
}

inline SortKey sortBy(std::string_view text)
{
    return {0, std::string(text)};
}

/// Youngest first when ascending, as people expect of an age.
inline SortKey sortByAge(const std::optional<core::api::Time> &since)
{
    return {since ? -since->time_since_epoch().count() : std::numeric_limits<std::int64_t>::max(), {}};
}

/// The share is 0 … 1; of nothing wanted all is there.
inline double shareOf(std::int64_t there, std::int64_t wanted)
{
    return wanted <= 0 ? 1 : std::min(1.0, static_cast<double>(there) / static_cast<double>(wanted));
}

/// "2/3", for little room.
inline QString briefShare(std::int64_t there, std::int64_t wanted)
{
    return QStringLiteral("%1/%2").arg(countText(there), countText(wanted));
}

inline SortKey sortByShare(double share)
{
    return sortBy(static_cast<std::int64_t>(share * 1'000'000));
}

inline Cell plain(const QString &text)
{
    return {.text = text, .tip = text};
}

inline Cell quiet(const QString &text)
{
    return {.text = text, .tip = text, .quiet = true};
}

inline Cell age(const std::optional<core::api::Time> &since)
{
    return {.text = {}, .since = since, .quiet = true};
}

/// A column of names.
template<typename T>
Column<T> named(Column<T> column)
{
    column.name = true;
    return column;
}

/// A column that is shown only when the user wants it.
template<typename T>
Column<T> hidden(Column<T> column)
{
    column.shown = false;
    return column;
}

/// A column of which more than of others stays where there is little room.
template<typename T>
Column<T> keeping(int least, Column<T> column)
{
    column.least = least;
    return column;
}

/// A column that can be read elsewhere, and gives way to the others.
template<typename T>
Column<T> yielding(Column<T> column)
{
    column.yields = true;
    return column;
}

/// A column that never elides what it shows.
template<typename T>
Column<T> whole(const QString &longest, Column<T> column)
{
    column.longest = longest;
    return column;
}

inline const QString longestAge = QStringLiteral("99 min");

struct ColumnWords {
    Q_DECLARE_TR_FUNCTIONS(ui::Columns)
};

template<typename T>
Column<T> nameColumn(int width = 20)
{
    return named<T>({QStringLiteral("name"), ColumnWords::tr("Name"), width,
        [](const T &object) { return plain(text(object.metadata.name)); },
        [](const T &object) { return sortBy(object.metadata.name); }});
}

template<typename T>
Column<T> namespaceColumn()
{
    return {.id = QStringLiteral("namespace"),
        .title = ColumnWords::tr("Namespace"),
        .width = 12,
        .cell = [](const T &object) { return quiet(text(object.metadata.ns)); },
        .sortKey = [](const T &object) { return sortBy(object.metadata.ns); },
        .shown = false,
        .name = true};
}

template<typename T>
Column<T> countColumn(const char16_t *id, const QString &title, std::int64_t (*count)(const T &))
{
    return {.id = QString::fromUtf16(id),
        .title = title,
        .width = 8,
        .cell = [count](const T &object) { return Cell {.text = countText(count(object))}; },
        .sortKey = [count](const T &object) { return sortBy(count(object)); },
        .numeric = true};
}

/// The number of machines, which is typed to scale.
template<typename T>
Column<T> desiredColumn()
{
    auto column = countColumn<T>(
        u"desired", ColumnWords::tr("Desired"), [](const T &object) { return object.wantedReplicas(); });
    column.editable = true;
    column.width = 11;
    return column;
}

/// The MachineClass that machines are made of.
template<typename T>
Column<T> classColumn(std::string (*className)(const T &))
{
    return named<T>({QStringLiteral("class"), ColumnWords::tr("Class"), 16,
        [className](const T &object) { return plain(text(className(object))); },
        [className](const T &object) { return sortBy(className(object)); }});
}

/// Shows the revision of a rollout.
template<typename T>
Column<T> revisionColumn()
{
    return {.id = QStringLiteral("revision"),
        .title = ColumnWords::tr("Revision"),
        .width = 8,
        .cell = [](const T &object) { return quiet(text(revisionText(object.metadata))); },
        .sortKey = [](const T &object) { return sortBy(revisionOf(object.metadata)); },
        .numeric = true};
}

template<typename T>
Column<T> ageColumn()
{
    return {.id = QStringLiteral("age"),
        .title = ColumnWords::tr("Age"),
        .width = 9,
        .cell = [](const T &object) { return age(object.metadata.creationTimestamp); },
        .sortKey = [](const T &object) { return sortByAge(object.metadata.creationTimestamp); },
        .numeric = true,
        .longest = longestAge};
}

} // namespace ui
