// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/lablock.h"

#include "core/api/troubles.h"
#include "core/base/number.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

namespace core::lab {

namespace {
constexpr std::uint64_t mostWritten = std::uint64_t(1) << 62U; // beyond: not ours
}

base::Result<std::unique_ptr<LabLock>> LabLock::take(const std::string &databasePath)
{
    return take(databasePath, false);
}

base::Result<std::unique_ptr<LabLock>> LabLock::takeToLook(const std::string &databasePath)
{
    return take(databasePath, true);
}

base::Result<std::unique_ptr<LabLock>> LabLock::take(const std::string &databasePath, bool looks)
{
    auto lock = std::unique_ptr<LabLock>(new LabLock(databasePath + ".lock"));
    if (auto locked = lock->lock(looks); !locked)
        return tl::unexpected(locked.error());
    lock->readWritten();
    return lock;
}

LabLock::~LabLock()
{
    if (m_descriptor < 0)
        return;
    if (m_written == 0 && isStillThere()) // of a lab that never was nothing stays
        ::unlink(m_path.c_str());
    ::close(m_descriptor);
}

base::Result<> LabLock::lock(bool looks)
{
    do {
        if (m_descriptor >= 0)
            ::close(m_descriptor);
        m_descriptor = ::open(m_path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
        if (m_descriptor < 0 && looks)
            m_descriptor = ::open(m_path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
        if (m_descriptor < 0 && looks && errno == ENOENT)
            return {}; // nobody else can have it
        if (m_descriptor < 0)
            return api::failWith(
                base::ErrorKind::Forbidden, api::troubleSaying("CannotOpen", m_path, std::strerror(errno)));
        if (::flock(m_descriptor, LOCK_EX | LOCK_NB) != 0) {
            ::close(std::exchange(m_descriptor, -1));
            return api::failWith(base::ErrorKind::Conflict, api::troubleSaying("LabOpenElsewhere", m_path));
        }
    } while (!isStillThere());
    return {};
}

/// Who had it before may have removed the file after we opened it.
bool LabLock::isStillThere() const
{
    struct stat ours {
    };
    struct stat there {
    };
    return ::fstat(m_descriptor, &ours) == 0 && ::stat(m_path.c_str(), &there) == 0
        && ours.st_dev == there.st_dev && ours.st_ino == there.st_ino;
}

void LabLock::readWritten()
{
    std::array<char, 32> text {};
    const ssize_t size = ::pread(m_descriptor, text.data(), text.size(), 0);
    const std::string_view line(text.data(), static_cast<std::size_t>(std::max<ssize_t>(size, 0)));
    const auto written = base::parseNumber<std::uint64_t>(line.substr(0, line.find('\n')));
    if (written && *written <= mostWritten)
        m_written = *written;
}

void LabLock::setWritten(std::uint64_t revision)
{
    m_written = revision;
    std::array<char, 32> text {};
    const int size = std::snprintf(
        text.data(), text.size(), "%llu\n", static_cast<unsigned long long>(revision)); // it only grows
    [[maybe_unused]] const ssize_t ignored =
        ::pwrite(m_descriptor, text.data(), static_cast<std::size_t>(size), 0);
}

} // namespace core::lab
