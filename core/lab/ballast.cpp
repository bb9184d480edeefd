// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/ballast.h"

#include <fcntl.h>
#include <unistd.h>

#include <filesystem>

namespace core::lab {

namespace fs = std::filesystem;

namespace {

constexpr std::uintmax_t mebibyte = 1024 * 1024;

std::uintmax_t sizeOf(const std::string &path)
{
    std::error_code error;
    const std::uintmax_t size = fs::file_size(path, error);
    return error ? 0 : size;
}

} // namespace

bool Ballast::take()
{
    m_held = sizeOf(m_path);
    if (m_held >= mebibyte)
        return true;
    for (const std::uintmax_t size : {16 * mebibyte, 4 * mebibyte, mebibyte}) {
        if (size >= m_given && take(size))
            return true;
    }
    return false;
}

bool Ballast::take(std::uintmax_t bytes)
{
    std::error_code error;
    const std::uintmax_t left = m_given > 0 ? mebibyte : bytes;
    if (fs::space(fs::path(m_path).parent_path(), error).available < bytes + left || error)
        return false;
    const int file = ::open(m_path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (file < 0)
        return false;
    const bool taken = ::posix_fallocate(file, 0, static_cast<off_t>(bytes)) == 0;
    ::close(file);
    m_held = taken ? bytes : 0;
    if (!taken)
        fs::remove(m_path, error);
    return taken;
}

bool Ballast::hasRoomBeside() const
{
    std::error_code error;
    return fs::space(fs::path(m_path).parent_path(), error).available >= mebibyte || error;
}

bool Ballast::give()
{
    const std::uintmax_t size = sizeOf(m_path);
    std::error_code error;
    if (size == 0 || !fs::remove(m_path, error))
        return false;
    m_given = size;
    m_held = 0;
    return true;
}

} // namespace core::lab
