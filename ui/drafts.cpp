// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/drafts.h"

#include "core/base/log.h"
#include "core/base/privatefile.h"
#include "ui/format.h"

#include <QCryptographicHash>
#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QStandardPaths>

HOLLOWLAB_LOG(drafts, "hollowlab.ui.drafts")

namespace ui {

using namespace Qt::Literals::StringLiterals;

namespace {
constexpr int keptDays = 30;
}

QString Drafts::userFolder()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation) + u"/hollowlab/drafts"_s;
}

void Drafts::forgetOld(const QString &folder)
{
    const QDateTime eldest = QDateTime::currentDateTime().addDays(-keptDays);
    for (const QFileInfo &draft : QDir(folder).entryInfoList({u"*.json"_s}, QDir::Files)) {
        if (draft.lastModified() < eldest)
            QFile::remove(draft.filePath());
    }
}

/// Names tell of clusters and objects, which is nobody's business who lists the folder.
QString Drafts::path(const QString &name) const
{
    const QByteArray words = (m_cluster + u'\n' + name).toUtf8();
    const QByteArray hash = QCryptographicHash::hash(words, QCryptographicHash::Sha256).toHex();
    return m_folder + u'/' + QString::fromLatin1(hash.left(32)) + u".json"_s;
}

QJsonObject Drafts::find(const QString &name) const
{
    QFile file(path(name));
    if (isOff() || !file.open(QIODevice::ReadOnly))
        return {};
    return QJsonDocument::fromJson(file.readAll()).object();
}

core::base::Result<> Drafts::keep(const QString &name, const QJsonObject &draft) const
{
    if (isOff())
        return {};
    auto kept = core::base::writePrivateFile(
        utf8(path(name)), QJsonDocument(draft).toJson(QJsonDocument::Compact).toStdString());
    if (!kept) // the editor still holds the text
        qCWarning(drafts) << "a draft is not kept:" << core::base::str(kept.error().message);
    return kept;
}

void Drafts::forget(const QString &name) const
{
    if (!isOff())
        QFile::remove(path(name));
}

} // namespace ui
