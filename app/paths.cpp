// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/paths.h"

#include <QCryptographicHash>
#include <QStandardPaths>
#include <QString>

#include <unistd.h>

#include <chrono>
#include <filesystem>

namespace app {

namespace fs = std::filesystem;
using core::base::ErrorKind;
using core::base::fail;
using core::base::Result;

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

Result<> prepare(const LabPaths &paths, bool fresh)
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
    if (!fresh || paths.inMemory || !fs::exists(paths.database))
        return {};
    const auto seconds =
        std::chrono::duration_cast<std::chrono::seconds>(fs::file_time_type::clock::now().time_since_epoch());
    const std::string aside = paths.directory + "/before-" + std::to_string(seconds.count());
    fs::create_directory(aside, error);
    for (const std::string &file : {paths.database, paths.timeline}) {
        for (const char *suffix : {"", "-wal", "-shm"}) {
            if (fs::exists(file + suffix))
                fs::rename(file + suffix, aside + "/" + fs::path(file + suffix).filename().string(), error);
            if (error)
                return fail(ErrorKind::Invalid, "can't move " + file + suffix + " aside: " + error.message());
        }
    }
    return {};
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
