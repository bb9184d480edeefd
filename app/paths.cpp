// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/paths.h"

#include <QCryptographicHash>
#include <QDateTime>
#include <QStandardPaths>
#include <QString>

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

namespace app {

namespace fs = std::filesystem;
using core::base::ErrorKind;
using core::base::fail;
using core::base::Result;
using core::lab::LabLock;

namespace {

std::string below(QStandardPaths::StandardLocation location, const std::string &name)
{
    return QStandardPaths::writableLocation(location).toStdString() + "/hollowlab/" + name;
}

std::string runtimeDirectory()
{
    const QString runtime = qEnvironmentVariable("XDG_RUNTIME_DIR");
    const std::string base = runtime.isEmpty() ? fs::temp_directory_path().string() : runtime.toStdString();
    return base + "/hollowlab-" + std::to_string(getpid());
}

std::vector<std::string> filesOf(const LabPaths &paths)
{
    std::vector<std::string> files;
    for (const std::string &file : {paths.timeline, paths.database}) {
        for (const char *suffix :
            {"-shm", "-wal", ""}) { // a log without its database is never taken for a lab
            if (fs::exists(file + suffix))
                files.push_back(file + suffix);
        }
    }
    return files;
}

/// A new directory, named by the local date.
Result<std::string> makeKeepingPlace(const std::string &directory)
{
    const std::string first = directory + "/before-"
        + QDateTime::currentDateTime().toString(QStringLiteral("yyyy-MM-ddTHH.mm.ss")).toStdString();
    std::string place = first;
    for (int number = 2; ::mkdir(place.c_str(), S_IRWXU) != 0; ++number) {
        if (errno != EEXIST)
            return fail(
                ErrorKind::Invalid, "can't make the directory " + place + ": " + std::strerror(errno));
        place = first + "-" + std::to_string(number);
    }
    return place;
}

Result<> moveAside(const LabPaths &paths)
{
    const std::vector<std::string> files = filesOf(paths);
    if (files.empty())
        return {};
    const auto place = makeKeepingPlace(paths.directory);
    if (!place)
        return tl::unexpected(place.error());
    for (const std::string &file : files) {
        std::error_code error;
        fs::rename(file, *place + "/" + fs::path(file).filename().string(), error);
        if (error)
            return fail(ErrorKind::Invalid, "can't move " + file + " aside: " + error.message());
    }
    std::fprintf(stderr, "hollowlab: the lab as it was is kept in %s\n", place->c_str());
    return {};
}

} // namespace

LabPaths labPaths(const Options &options)
{
    LabPaths paths;
    paths.inMemory = options.lab == ":memory:";
    if (paths.inMemory)
        paths.directory = runtimeDirectory();
    else if (options.lab.find('/') != std::string::npos)
        paths.directory = fs::absolute(options.lab).lexically_normal().string();
    else
        paths.directory = below(QStandardPaths::GenericDataLocation, "labs/" + options.lab);
    paths.database = paths.inMemory ? ":memory:" : paths.directory + "/lab.db";
    paths.timeline = paths.inMemory ? ":memory:" : paths.directory + "/timeline.db";
    paths.kubeconfig = paths.directory + "/kubeconfig";
    return paths;
}

Result<std::unique_ptr<LabLock>> prepare(const LabPaths &paths, bool fresh)
{
    std::error_code error;
    fs::create_directories(paths.directory, error);
    if (error)
        return fail(
            ErrorKind::Invalid, "can't make the directory " + paths.directory + ": " + error.message());
    fs::permissions(paths.directory, fs::perms::owner_all, error);
    if (error)
        return fail(
            ErrorKind::Invalid, "can't protect the directory " + paths.directory + ": " + error.message());
    if (paths.inMemory)
        return nullptr;
    auto lock = LabLock::take(paths.database);
    if (!lock || !fresh)
        return lock;
    if (auto moved = moveAside(paths); !moved)
        return tl::unexpected(moved.error());
    return lock;
}

void removeLeftovers(const LabPaths &paths)
{
    std::error_code ignored;
    if (paths.inMemory)
        fs::remove_all(paths.directory, ignored);
}

std::string describePaths(const Options &options)
{
    const LabPaths paths = labPaths(options);
    return "lab directory: " + paths.directory + "\nlab database: " + paths.database + "\ntimeline: "
        + paths.timeline + "\nkubeconfig: " + paths.kubeconfig + "\nsettings: " + settingsFile() + "\n";
}

std::string settingsFile()
{
    return below(QStandardPaths::GenericConfigLocation, "hollowlab.ini");
}

std::string externalTimeline(const std::string &contextName)
{
    const QByteArray hash =
        QCryptographicHash::hash(QByteArray::fromStdString(contextName), QCryptographicHash::Sha256);
    const std::string directory = below(QStandardPaths::GenericDataLocation, "external");
    std::error_code ignored;
    fs::create_directories(directory, ignored);
    return directory + "/timeline-" + hash.toHex().left(16).toStdString() + ".db";
}

} // namespace app
