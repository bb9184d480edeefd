// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/paths.h"

#include "app/print.h"
#include "core/api/troubles.h"
#include "core/base/privatefile.h"

#include <QCryptographicHash>
#include <QDateTime>
#include <QDir>
#include <QStandardPaths>
#include <QString>

#include <sys/stat.h>

#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

namespace app {

namespace fs = std::filesystem;
using core::api::failWith;
using core::api::troubleSaying;
using core::base::ErrorKind;
using core::base::Result;
using core::lab::LabLock;

namespace {

std::string below(QStandardPaths::StandardLocation location, const std::string &name)
{
    return QStandardPaths::writableLocation(location).toStdString() + "/hollowlab/" + name;
}

/// The directory is named also when it is not there, unlike QDir's.
std::string temporaryDirectory()
{
    const QString wanted = qEnvironmentVariable("TMPDIR");
    return wanted.isEmpty() ? QDir::tempPath().toStdString() : wanted.toStdString();
}

std::string runtimeDirectory()
{
    const QString runtime = qEnvironmentVariable("XDG_RUNTIME_DIR");
    return runtime.isEmpty() ? temporaryDirectory() : runtime.toStdString();
}

bool isDirectory(const std::string &lab)
{
    return lab.find('/') != std::string::npos || lab == "." || lab == "..";
}

std::vector<std::string> filesOf(const LabPaths &paths)
{
    std::vector<std::string> files;
    for (const std::string &file : {paths.history, paths.timeline, paths.database}) {
        for (const char *suffix :
            {"-shm", "-wal", ""}) { // a log without its database is never taken for a lab
            if (isFileThere(file + suffix))
                files.push_back(file + suffix);
        }
    }
    return files;
}

/// What is wrong with a folder comes from below, where nothing is a saying.
core::base::Failure inOurWords(const core::base::Error &error, const std::string &folder)
{
    const std::string name = QDir::cleanPath(QString::fromStdString(folder)).toStdString();
    for (const core::api::Saying &known :
        {troubleSaying("NoFolder", name), troubleSaying("FolderOfOthers", name),
            troubleSaying("FolderForOthers", name), troubleSaying("FolderOpenToOthers", name)}) {
        if (known.text == error.message)
            return failWith(error.kind, known);
    }
    return core::base::Failure(error);
}

/// A new directory, named by the local date.
Result<std::string> makeKeepingPlace(const std::string &directory)
{
    const std::string first = directory + "/before-"
        + QDateTime::currentDateTime().toString(QStringLiteral("yyyy-MM-ddTHH.mm.ss")).toStdString();
    std::string place = first;
    for (int number = 2; ::mkdir(place.c_str(), S_IRWXU) != 0; ++number) {
        if (errno != EEXIST)
            return failWith(
                ErrorKind::Forbidden, troubleSaying("CannotMakeFolder", place, std::strerror(errno)));
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
            return failWith(ErrorKind::Forbidden, troubleSaying("CannotMoveAside", file, error.message()));
    }
    complain("the lab as it was is kept in " + *place);
    return {};
}

} // namespace

LabPaths labPaths(const Options &options)
{
    LabPaths paths;
    paths.inMemory = options.lab == ":memory:";
    paths.database = paths.timeline = paths.history = ":memory:";
    if (paths.inMemory)
        return paths;
    if (isDirectory(options.lab)) // its last part names the lab, also of "lab/", as shells complete it
        paths.directory = QDir::cleanPath(QString::fromStdString(absolutePath(options.lab))).toStdString();
    else
        paths.directory = below(QStandardPaths::GenericDataLocation, "labs/" + options.lab);
    paths.database = paths.directory + "/lab.db";
    paths.timeline = paths.directory + "/timeline.db";
    paths.history = paths.directory + "/history.db";
    paths.kubeconfig = paths.directory + "/kubeconfig";
    return paths;
}

Result<std::unique_ptr<LabLock>> prepare(LabPaths &paths, bool fresh)
{
    if (paths.inMemory) {
        auto made = core::base::makeTemporaryDirectory(runtimeDirectory(), "hollowlab-");
        if (!made)
            return inOurWords(made.error(), runtimeDirectory());
        paths.directory = std::move(*made);
        paths.isTemporary = true;
        paths.kubeconfig = paths.directory + "/kubeconfig";
        return nullptr;
    }
    if (!fs::path(paths.directory).is_absolute())
        return failWith(ErrorKind::Transient, troubleSaying("NoFolder", paths.directory));
    if (auto made = core::base::makePrivateDirectory(paths.directory); !made)
        return inOurWords(made.error(), paths.directory);
    auto lock = LabLock::take(paths.database);
    if (!lock || !fresh)
        return lock;
    if (auto moved = moveAside(paths); !moved)
        return tl::unexpected(moved.error());
    (*lock)->beginAnew();
    return lock;
}

Result<std::unique_ptr<LabLock>> copyToLookAt(LabPaths &paths)
{
    std::error_code problem;
    const bool isThere = fs::exists(paths.database, problem);
    if (problem)
        return failWith(ErrorKind::Forbidden, troubleSaying("CannotOpen", paths.database, problem.message()));
    if (!isThere)
        return failWith(ErrorKind::NotFound, troubleSaying("NoLab", paths.directory));
    const auto lock = LabLock::takeToLook(paths.database); // while it is copied
    if (!lock)
        return tl::unexpected(lock.error());
    auto made = core::base::makeTemporaryDirectory(temporaryDirectory(), "hollowlab-");
    if (!made)
        return inOurWords(made.error(), temporaryDirectory());
    const fs::path original = std::exchange(paths.directory, std::move(*made));
    paths.isTemporary = true;
    paths.database = paths.directory + "/lab.db";
    paths.timeline = paths.directory + "/timeline.db";
    paths.history = paths.directory + "/history.db";
    paths.kubeconfig = paths.directory + "/kubeconfig";
    for (const char *name :
        {"lab.db", "lab.db-wal", "timeline.db", "timeline.db-wal", "history.db", "history.db-wal"}) {
        std::error_code error;
        if (isFileThere(original / name)
            && !fs::copy_file(original / name, fs::path(paths.directory) / name, error))
            return failWith(
                ErrorKind::Invalid, troubleSaying("CannotCopy", (original / name).string(), error.message()));
    }
    return LabLock::take(paths.database);
}

std::string absolutePath(const std::string &path)
{
    std::error_code gone;
    const fs::path absolute = fs::absolute(path, gone);
    return gone ? path : absolute.string();
}

bool isFileThere(const fs::path &path)
{
    std::error_code ignored;
    return fs::exists(path, ignored);
}

std::vector<std::string> labNames()
{
    std::vector<std::string> names;
    std::error_code ignored;
    for (const fs::directory_entry &entry :
        fs::directory_iterator(below(QStandardPaths::GenericDataLocation, "labs"), ignored)) {
        if (isFileThere(entry.path() / "lab.db"))
            names.push_back(entry.path().filename().string());
    }
    std::ranges::sort(names);
    return names;
}

void removeLeftovers(const LabPaths &paths)
{
    std::error_code ignored;
    if (paths.isTemporary)
        fs::remove_all(paths.directory, ignored);
}

std::string describePaths(const Options &options)
{
    const LabPaths paths = labPaths(options);
    const std::string directory =
        paths.inMemory ? "a new one in " + runtimeDirectory() + " at each start" : paths.directory;
    return "lab directory: " + directory + "\nlab database: " + paths.database
        + "\ntimeline: " + paths.timeline + "\nhistory: " + paths.history
        + "\nkubeconfig: " + (paths.inMemory ? "in the lab directory" : paths.kubeconfig)
        + "\napproved files: " + approvedFilesPath() + "\n";
}

Result<std::string> externalTimeline(const std::string &contextName)
{
    const QByteArray hash =
        QCryptographicHash::hash(QByteArray::fromStdString(contextName), QCryptographicHash::Sha256);
    const std::string directory = below(QStandardPaths::GenericDataLocation, "external");
    if (auto made = core::base::makePrivateDirectory(directory); !made)
        return inOurWords(made.error(), directory);
    return directory + "/timeline-" + hash.toHex().left(16).toStdString() + ".db";
}

std::string approvedFilesPath()
{
    return below(QStandardPaths::GenericDataLocation, "external/approved-files.json");
}

} // namespace app
