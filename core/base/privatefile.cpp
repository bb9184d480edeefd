// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/privatefile.h"

#include <QDir>
#include <QFileInfo>
#include <QTemporaryFile>

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

namespace core::base {

namespace {

constexpr QFile::Permissions ownerDirectory = QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner;
constexpr QFile::Permissions writeOthers = QFile::WriteGroup | QFile::WriteOther;

Failure refuse(ErrorKind kind, const QString &path, const QString &why)
{
    return fail(kind, (path + QStringLiteral(": ") + why).toStdString());
}

QString systemError()
{
    return QString::fromLocal8Bit(std::strerror(errno));
}

bool isOurs(const QFileInfo &info)
{
    return info.ownerId() == ::geteuid();
}

bool makeMissing(const QString &path)
{
    const QFileInfo info(path);
    return info.isDir()
        || (makeMissing(info.absolutePath())
            && (QDir().mkdir(path, ownerDirectory) || QFileInfo(path).isDir()));
}

/// The first link on the way to the path that neither we nor the system made; empty when there is none.
QString strangersLink(const QString &path)
{
    for (QString at = path; at != QDir::rootPath(); at = QFileInfo(at).absolutePath()) {
        struct stat link {
        };
        if (::lstat(at.toLocal8Bit().constData(), &link) == 0 && S_ISLNK(link.st_mode)
            && link.st_uid != ::geteuid() && link.st_uid != 0)
            return at;
    }
    return {};
}

QString absolute(const std::string &path)
{
    return QDir::cleanPath(QFileInfo(QString::fromStdString(path)).absoluteFilePath());
}

} // namespace

Result<> makePrivateDirectory(const std::string &path)
{
    const QString name = absolute(path);
    if (const QString link = strangersLink(name); !link.isEmpty())
        return refuse(ErrorKind::Forbidden, link, QStringLiteral("the link was made by another user"));
    if (!makeMissing(name))
        return refuse(ErrorKind::Transient, name, QStringLiteral("the directory cannot be made"));
    const QFileInfo info(name);
    if (!isOurs(info))
        return refuse(ErrorKind::Forbidden, name, QStringLiteral("the directory belongs to another user"));
    if (info.permissions() & writeOthers)
        return refuse(ErrorKind::Forbidden, name,
            QStringLiteral("other users can write to the directory; name another, or: chmod go-w ") + name);
    return {};
}

Result<std::string> makeTemporaryDirectory(const std::string &parent, const std::string &prefix)
{
    const QString above = absolute(parent);
    struct stat info {
    };
    if (::stat(above.toLocal8Bit().constData(), &info) != 0)
        return refuse(ErrorKind::Transient, above, systemError());
    const bool isOpen = (info.st_mode & (S_IWGRP | S_IWOTH)) != 0 && (info.st_mode & S_ISVTX) == 0;
    if (isOpen || (info.st_uid != ::geteuid() && info.st_uid != 0))
        return refuse(ErrorKind::Forbidden, above,
            QStringLiteral("other users can replace what is made in this directory"));
    std::string made = above.toStdString() + "/" + prefix + "XXXXXX";
    if (!::mkdtemp(made.data()))
        return refuse(ErrorKind::Transient, above, systemError());
    return made;
}

Result<> writePrivateFile(const std::string &path, std::string_view content)
{
    if (auto made = makePrivateDirectory(QFileInfo(absolute(path)).absolutePath().toStdString()); !made)
        return made;
    return replaceFile(path, content);
}

Result<> replaceFile(const std::string &path, std::string_view content)
{
    const QString name = absolute(path);
    QTemporaryFile file(name + QStringLiteral(".XXXXXX")); // mode 0600
    const bool written = file.open()
        && file.write(content.data(), static_cast<qint64>(content.size()))
            == static_cast<qint64>(content.size())
        && file.flush() && ::fsync(file.handle()) == 0;
    if (!written)
        return refuse(ErrorKind::Transient, name, file.errorString());
    if (std::rename(file.fileName().toLocal8Bit().constData(), name.toLocal8Bit().constData()) != 0)
        return refuse(ErrorKind::Transient, name, systemError());
    file.setAutoRemove(false);
    return {};
}

bool isPrivateFile(const std::string &path)
{
    const QFileInfo info(QString::fromStdString(path));
    return info.isFile() && !info.isSymLink() && isOurs(info) && !(info.permissions() & writeOthers);
}

std::string setAside(const std::string &path)
{
    namespace fs = std::filesystem;
    std::error_code ignored;
    std::string place = path + ".damaged";
    for (int number = 2; fs::exists(place, ignored); ++number)
        place = path + ".damaged-" + std::to_string(number);
    for (const char *suffix : {"-shm", "-wal", ""})
        fs::rename(path + suffix, place + suffix, ignored);
    return place;
}

} // namespace core::base
