// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/databasefiles.h"

#include "core/api/troubles.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

namespace core::lab {

std::vector<DatabaseFiles::Identity> DatabaseFiles::find() const
{
    std::vector<Identity> found;
    for (const std::string &path : m_paths) {
        struct stat there {
        };
        const bool isThere = ::stat(path.c_str(), &there) == 0;
        found.emplace_back(isThere ? Identity(there.st_dev, there.st_ino) : Identity());
    }
    return found;
}

base::Failure DatabaseFiles::failure() const
{
    return api::failWith(base::ErrorKind::Transient, api::troubleSaying("FilesGone", m_paths.front()));
}

NewLog::NewLog(std::string path) : m_path(std::move(path)), m_isNew(!std::filesystem::exists(m_path)) { }

NewLog::~NewLog()
{
    std::error_code ignored;
    if (m_isNew && std::filesystem::file_size(m_path, ignored) == 0)
        std::filesystem::remove(m_path, ignored);
}

base::Result<> makeFile(const std::string &path)
{
    const int descriptor = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (descriptor < 0)
        return api::failWith(
            base::ErrorKind::Forbidden, api::troubleSaying("CannotOpen", path, std::strerror(errno)));
    ::close(descriptor);
    return {};
}

base::Result<> checkRights(const std::string &path)
{
    const auto refusal = [](const std::string &file, int rights) {
        return ::faccessat(AT_FDCWD, file.c_str(), rights, AT_EACCESS) == 0 ? 0 : errno;
    };
    const std::string folder = std::filesystem::absolute(path).parent_path().string();
    for (const auto &[file, rights] : {std::pair(folder, W_OK | X_OK), std::pair(path, R_OK | W_OK),
             std::pair(path + "-wal", R_OK | W_OK)}) {
        const int why = refusal(file, rights);
        if (why == EACCES || why == EPERM || why == EROFS)
            return api::failWith(
                base::ErrorKind::Forbidden, api::troubleSaying("CannotOpen", file, std::strerror(why)));
    }
    return {};
}

base::Result<> checkLog(const std::string &path)
{
    const std::string log = path + "-wal";
    const auto hasBytes = [](const std::string &file) {
        return std::filesystem::exists(file) && std::filesystem::file_size(file) > 0;
    };
    if (hasBytes(path) || !hasBytes(log))
        return {};
    return damaged(path, api::troubleSaying("LogAlone", log));
}

base::Failure damaged(const std::string &path, const api::Saying &why)
{
    return api::failWith(base::ErrorKind::Invalid, api::troubleSaying("Damaged", path, why));
}

api::Saying diskFull(const std::string &path, bool mayDelete)
{
    const std::string folder = std::filesystem::path(path).parent_path().string();
    return mayDelete ? api::troubleSaying("DiskNearlyFull", folder) : api::troubleSaying("DiskFull", folder);
}

} // namespace core::lab
