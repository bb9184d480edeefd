// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// SQLite's way to the disk, watched: what was synced, and what only waits in caches. Gives the files as a
// power cut or a kill would leave them, and fails on demand.

#include <sqlite3.h>

#include <fstream>
#include <map>
#include <mutex>
#include <random>
#include <string>
#include <variant>
#include <vector>

class FragileDisk
{
public:
    enum class Cut { Power, Kill };

    /// Every database opened from now on, until it goes.
    FragileDisk() : m_real(sqlite3_vfs_find(nullptr))
    {
        m_vfs = *m_real;
        m_vfs.zName = "fragile";
        m_vfs.pAppData = this;
        m_vfs.szOsFile = static_cast<int>(sizeof(File)) + m_real->szOsFile;
        m_vfs.xOpen = [](sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *out) {
            return static_cast<FragileDisk *>(vfs->pAppData)->open(name, file, flags, out);
        };
        m_vfs.xDelete = [](sqlite3_vfs *vfs, const char *name, int sync) {
            auto *disk = static_cast<FragileDisk *>(vfs->pAppData);
            const std::lock_guard lock(disk->m_mutex);
            disk->m_contents.erase(name);
            return disk->m_real->xDelete(disk->m_real, name, sync);
        };
        watch(true);
    }
    ~FragileDisk() { sqlite3_vfs_unregister(&m_vfs); }
    FragileDisk(const FragileDisk &) = delete;
    FragileDisk &operator=(const FragileDisk &) = delete;

    void watch(bool on) { sqlite3_vfs_register(on ? &m_vfs : m_real, 1); }

    /// Every write and sync answers this code from now on, to all files or to the one; SQLITE_OK: none fails.
    void setFailure(int code, const std::string &only = {})
    {
        const std::lock_guard lock(m_mutex);
        m_failure = code;
        m_failing = only;
    }

    /// An image has where the file is, and where its copy goes.
    struct Image {
        std::string from;
        std::string to;
    };

    /// Writes the files as they would be found, all at the same moment.
    template<typename Dice>
    void cut(Cut kind, const std::vector<Image> &images, Dice &dice)
    {
        const std::lock_guard lock(m_mutex);
        for (const Image &image : images)
            if (const auto found = m_contents.find(image.from); found != m_contents.end())
                cut(kind, found->second, image.to, dice);
    }

private:
    struct Change {
        sqlite3_int64 position = 0;
        std::string bytes;
        bool cutsOff = false; ///< at the position
    };
    struct Content {
        std::string durable;
        std::vector<Change> waiting;
    };
    struct File {
        sqlite3_file base;
        FragileDisk *disk;
        Content *content; ///< null: not watched
        const char *name;

        sqlite3_file *real() { return reinterpret_cast<sqlite3_file *>(this + 1); }
    };

    template<typename Dice>
    static void cut(Cut kind, const Content &content, const std::string &to, Dice &dice)
    {
        std::string bytes = content.durable;
        const auto chance = [&](unsigned most) {
            return std::uniform_int_distribution<unsigned>(0, most)(dice);
        };
        const unsigned luck = chance(3); // some cuts take all that waited
        for (Change change : content.waiting) {
            if (kind == Cut::Power && (luck == 0 || chance(2) == 0))
                continue;
            if (kind == Cut::Power && chance(3) == 0)
                change.bytes.resize(change.bytes.size() / 512 / 2 * 512);
            apply(bytes, change);
        }
        std::ofstream(to, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    }

    static File &fileOf(sqlite3_file *file) { return *reinterpret_cast<File *>(file); }

    static void apply(std::string &bytes, const Change &change)
    {
        const auto position = static_cast<std::size_t>(change.position);
        if (change.cutsOff)
            return bytes.resize(position);
        bytes.resize(std::max(bytes.size(), position + change.bytes.size()));
        bytes.replace(position, change.bytes.size(), change.bytes);
    }

    int open(const char *name, sqlite3_file *file, int flags, int *out)
    {
        File &mine = fileOf(file);
        mine.base.pMethods = nullptr;
        mine.disk = this;
        mine.content = nullptr;
        const int opened = m_real->xOpen(m_real, name, mine.real(), flags, out);
        if (opened != SQLITE_OK)
            return opened;
        if (name && (flags & (SQLITE_OPEN_MAIN_DB | SQLITE_OPEN_WAL | SQLITE_OPEN_MAIN_JOURNAL)) != 0) {
            const std::lock_guard lock(m_mutex);
            std::ifstream existing(name, std::ios::binary);
            mine.content = &m_contents[name];
            mine.content->durable.assign(std::istreambuf_iterator<char>(existing), {});
            mine.content->waiting.clear();
        }
        mine.name = name ? name : "";
        mine.base.pMethods = methods();
        return SQLITE_OK;
    }

    bool fails(const File &file) const
    {
        return m_failure != SQLITE_OK && (m_failing.empty() || m_failing == file.name);
    }

    int write(File &file, const void *bytes, int size, sqlite3_int64 position)
    {
        const std::lock_guard lock(m_mutex);
        if (fails(file))
            return m_failure;
        if (file.content)
            file.content->waiting.push_back({position,
                std::string(static_cast<const char *>(bytes), static_cast<std::size_t>(size)), false});
        return file.real()->pMethods->xWrite(file.real(), bytes, size, position);
    }

    int cutOff(File &file, sqlite3_int64 size)
    {
        const std::lock_guard lock(m_mutex);
        if (file.content)
            file.content->waiting.push_back({size, {}, true});
        return file.real()->pMethods->xTruncate(file.real(), size);
    }

    int sync(File &file)
    {
        const std::lock_guard lock(m_mutex);
        if (fails(file))
            return SQLITE_IOERR_FSYNC;
        for (const Change &change : file.content ? file.content->waiting : std::vector<Change>())
            apply(file.content->durable, change);
        if (file.content)
            file.content->waiting.clear();
        return SQLITE_OK; // the test needs no real disk
    }

    template<auto Method, typename... Values>
    static int pass(sqlite3_file *file, Values... values)
    {
        sqlite3_file *real = fileOf(file).real();
        return (real->pMethods->*Method)(real, values...);
    }

    static const sqlite3_io_methods *methods()
    {
        using Methods = sqlite3_io_methods;
        static const Methods all {
            .iVersion = 1, // no shared memory: the lab needs none
            .xClose = pass<&Methods::xClose>,
            .xRead = pass<&Methods::xRead, void *, int, sqlite3_int64>,
            .xWrite =
                [](sqlite3_file *file, const void *bytes, int size, sqlite3_int64 position) {
                    return fileOf(file).disk->write(fileOf(file), bytes, size, position);
                },
            .xTruncate = [](sqlite3_file *file,
                             sqlite3_int64 size) { return fileOf(file).disk->cutOff(fileOf(file), size); },
            .xSync = [](sqlite3_file *file, int) { return fileOf(file).disk->sync(fileOf(file)); },
            .xFileSize = pass<&Methods::xFileSize, sqlite3_int64 *>,
            .xLock = pass<&Methods::xLock, int>,
            .xUnlock = pass<&Methods::xUnlock, int>,
            .xCheckReservedLock = pass<&Methods::xCheckReservedLock, int *>,
            .xFileControl = pass<&Methods::xFileControl, int, void *>,
            .xSectorSize = pass<&Methods::xSectorSize>,
            .xDeviceCharacteristics = pass<&Methods::xDeviceCharacteristics>,
        };
        return &all;
    }

    sqlite3_vfs *m_real;
    sqlite3_vfs m_vfs {};
    std::mutex m_mutex;
    std::map<std::string, Content> m_contents;
    int m_failure = SQLITE_OK;
    std::string m_failing;
};
