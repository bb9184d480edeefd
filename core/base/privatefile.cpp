// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/privatefile.h"

#include <QDir>
#include <QFileInfo>
#include <QSaveFile>

#ifdef Q_OS_UNIX
#include <unistd.h>
#endif

namespace core::base {

namespace {

constexpr QFile::Permissions ownerFile = QFile::ReadOwner | QFile::WriteOwner;
constexpr QFile::Permissions ownerDirectory = ownerFile | QFile::ExeOwner;

bool belongsToUs([[maybe_unused]] const QFileInfo &directory)
{
#ifdef Q_OS_UNIX
    return directory.ownerId() == geteuid();
#else
    return true;
#endif
}

bool makeMissing(const QString &path)
{
    const QFileInfo info(path);
    return info.isDir() || (makeMissing(info.absolutePath()) && QDir().mkdir(path, ownerDirectory));
}

Failure refuse(ErrorKind kind, const QString &path, const QString &why)
{
    return fail(kind, (path + QStringLiteral(": ") + why).toStdString());
}

} // namespace

Result<> makePrivateDirectory(const std::string &path)
{
    const QString name = QDir::cleanPath(QFileInfo(QString::fromStdString(path)).absoluteFilePath());
    if (!makeMissing(name))
        return refuse(ErrorKind::Transient, name, QStringLiteral("the directory cannot be made"));
    const QFileInfo info(name);
    if (!belongsToUs(info))
        return refuse(ErrorKind::Forbidden, name, QStringLiteral("the directory belongs to another user"));
    if (info.permissions() & (QFile::WriteGroup | QFile::WriteOther))
        return refuse(ErrorKind::Forbidden, name, QStringLiteral("other users can write to the directory"));
    return {};
}

Result<> writePrivateFile(const std::string &path, std::string_view content)
{
    const QString name = QString::fromStdString(path);
    if (auto made = makePrivateDirectory(QFileInfo(name).absolutePath().toStdString()); !made)
        return made;
    QSaveFile file(name);
    const bool written = file.open(QIODevice::WriteOnly) && file.setPermissions(ownerFile)
        && file.write(content.data(), static_cast<qint64>(content.size()))
            == static_cast<qint64>(content.size())
        && file.commit();
    if (!written)
        return refuse(ErrorKind::Transient, name, file.errorString());
    return {};
}

} // namespace core::base
