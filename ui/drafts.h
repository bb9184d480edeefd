// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What is being written in an editor, on disk until it is applied or thrown away: it outlives a crash.
// Private files, for a config may hold secrets.

#include "core/base/result.h"

#include <QJsonObject>
#include <QString>

namespace ui {

class Drafts
{
public:
    /// Nothing is kept without a folder. Drafts of one cluster are not those of another.
    explicit Drafts(const QString &folder = {}, const QString &cluster = {})
        : m_folder(folder)
        , m_cluster(cluster)
    {
    }
    /// The folder of the user's own data.
    static QString userFolder();
    /// Deletes what nobody has gone on writing for a month: its object may be gone, and nothing would ask for
    /// it again.
    static void forgetOld(const QString &folder);

    bool isOff() const { return m_folder.isEmpty(); }
    /// The draft is empty when there is none.
    QJsonObject find(const QString &name) const;
    core::base::Result<> keep(const QString &name, const QJsonObject &draft) const;
    void forget(const QString &name) const;

private:
    QString path(const QString &name) const;

    QString m_folder;
    QString m_cluster;
};

} // namespace ui
