// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// TableModel with a type: columns and rows of T, fed with the changes of a ChangeSet.

#include "core/engine/values.h"
#include "ui/format.h"
#include "ui/models/tablemodel.h"

namespace ui {

template<typename T>
core::api::ObjectKey keyOf(const T &object)
{
    return object.key();
}

inline core::api::ObjectKey keyOf(const core::timeline::Episode &episode)
{
    return {{}, std::to_string(episode.id)};
}

template<typename T>
std::string uidOfShown(const T &object)
{
    if constexpr (requires { object.metadata.uid; })
        return object.metadata.uid;
    else
        return {};
}

/// Another episode may have its number one day.
inline std::string uidOfShown(const core::timeline::Episode &episode)
{
    return std::to_string(milliseconds(episode.unhealthyAt));
}

/// The text is as kubectl writes it, and the filter line.
inline QString labelText(std::string_view key, std::string_view value)
{
    return raw(key) + u'=' + raw(value);
}

template<typename T>
class ObjectTableModel : public TableModel
{
public:
    ObjectTableModel(const std::vector<Column<T>> &columns, Now now, QObject *parent = nullptr)
        : TableModel(erased(columns), std::move(now), parent)
    {
    }

    void apply(const core::engine::Changes<T> &changes, std::vector<Key> touched = {})
    {
        if (changes.isEmpty() && touched.empty())
            return;
        Batch batch;
        batch.removed = changes.removed;
        batch.touched = std::move(touched);
        batch.upserts.reserve(changes.upserts.size());
        for (const auto &object : changes.upserts)
            batch.upserts.push_back({keyOf(*object), object});
        TableModel::apply(batch);
    }

    const T &at(int row) const { return *static_cast<const T *>(objectAt(row).get()); }
    std::string uidOf(const Object &object) const override
    {
        return uidOfShown(*static_cast<const T *>(object.get()));
    }
    QString labelsOf(const Object &object) const override
    {
        QString lines;
        if constexpr (requires(const T &of) { of.metadata.labels; }) {
            for (const auto &[key, value] : static_cast<const T *>(object.get())->metadata.labels)
                lines += labelText(key, value) + u'\n';
        }
        return lines;
    }

private:
    static std::function<QString(const Object &)> erasedWords(const Column<T> &column)
    {
        if (!column.words)
            return {};
        return [words = column.words](
                   const Object &object) { return words(*static_cast<const T *>(object.get())); };
    }

    static std::vector<AnyColumn> erased(const std::vector<Column<T>> &columns)
    {
        std::vector<AnyColumn> any;
        for (const Column<T> &column : columns) {
            any.push_back({column.id, column.title, column.width,
                [cell = column.cell](
                    const Object &object) { return cell(*static_cast<const T *>(object.get())); },
                [key = column.sortKey](
                    const Object &object) { return key(*static_cast<const T *>(object.get())); },
                column.numeric, column.shown, column.editable, column.ribbon, erasedWords(column),
                column.longest, column.name, column.shortTitle, column.least, column.yields});
        }
        return any;
    }
};

} // namespace ui
