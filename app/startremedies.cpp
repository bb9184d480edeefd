// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/startremedies.h"

#include "app/paths.h"
#include "app/startagain.h"
#include "core/base/displaytext.h"

#include <QCoreApplication>

#include <algorithm>

namespace app {

namespace client = core::client;
using core::base::ErrorKind;
using Question = Remedy::Question;

namespace {

struct RemedyWords {
    Q_DECLARE_TR_FUNCTIONS(RemedyWords)
};

Arguments with(Arguments arguments, const std::vector<std::string> &more)
{
    arguments.insert(arguments.end(), more.begin(), more.end());
    return arguments;
}

void addForScenario(std::vector<Remedy> &remedies, const Arguments &given)
{
    const Arguments rest = without(given, {"--scenario"});
    remedies.push_back({RemedyWords::tr("Choose another scenario…"), RemedyWords::tr("It runs at once."),
        with(rest, {"--scenario="}), Question::Scenario});
    remedies.push_back({RemedyWords::tr("Start without a scenario"),
        RemedyWords::tr("The page Scenarios offers those that come with the program."), rest});
}

/// Allowed is what the page has shown, whatever the file says by then.
void addForCommand(
    std::vector<Remedy> &remedies, const client::CommandRequest &request, const Arguments &given)
{
    const auto allow = [request] {
        return client::ApprovedFiles(approvedFilesPath())
            .addCommand(request.file, client::identityOf(request.plugin));
    };
    remedies.push_back({.label = RemedyWords::tr("Run this command, now and later"),
        .effect =
            RemedyWords::tr("%1\nAsked again when the command, its arguments or its program change.")
                .arg(QString::fromStdString(core::base::printableLine(client::describe(request.plugin)))),
        .arguments = given,
        .first = allow});
}

void addForCluster(std::vector<Remedy> &remedies, const Options &options, const Arguments &given)
{
    if (const auto request = commandAskedFor(options))
        addForCommand(remedies, *request, given);
    remedies.push_back(
        {RemedyWords::tr("Choose another kubeconfig…"), RemedyWords::tr("Its current context is opened."),
            with(onAnotherCluster(options), {"--kubeconfig="}), Question::Kubeconfig});
    remedies.push_back({RemedyWords::tr("Open the lab of this computer"),
        RemedyWords::tr("A cluster of hollow nodes that needs nothing else."), onAnotherCluster(options)});
    remedies.push_back(
        {RemedyWords::tr("Try again"), RemedyWords::tr("Once what is said above is mended."), given});
}

void addForLab(std::vector<Remedy> &remedies, const Options &options, ErrorKind kind, const Arguments &given)
{
    const LabPaths paths = labPaths(options);
    const bool isThere = isFileThere(paths.database);
    if (kind == ErrorKind::Forbidden || (kind == ErrorKind::Transient && options.port == 0))
        remedies.push_back({RemedyWords::tr("Try again"),
            RemedyWords::tr("Once there is room on the disk, or the right to write there."), given});
    if (kind == ErrorKind::Forbidden && isThere && !options.readOnly)
        remedies.push_back({RemedyWords::tr("Only look at it"),
            RemedyWords::tr("It is shown as it was left; no controller runs, and nothing is changed."),
            with(without(given, {"--fresh", "--controllers"}), {"--read-only"})});
    if (kind == ErrorKind::Conflict && isFileThere(paths.kubeconfig))
        remedies.push_back({RemedyWords::tr("Look at it from here"),
            RemedyWords::tr("Connects to the lab that runs, as to any other cluster."),
            with(onAnotherCluster(options), {"--kubeconfig", paths.kubeconfig})});
    if (kind == ErrorKind::Transient && options.port != 0)
        remedies.push_back({RemedyWords::tr("Use any free port"),
            RemedyWords::tr("Its kubeconfig names the port, so kubectl finds it."),
            without(given, {"--listen"})});
    const bool isLeft = isThere || isFileThere(paths.database + "-wal");
    if (kind == ErrorKind::Invalid && isLeft && !options.readOnly)
        remedies.push_back({RemedyWords::tr("Keep it aside and begin a new lab"),
            RemedyWords::tr("Nothing is deleted: the files go to a folder beside it, with the date."),
            with(without(given, {"--fresh"}), {"--fresh"})});
    remedies.push_back({RemedyWords::tr("Open another lab…"), RemedyWords::tr("A new name makes a new lab."),
        with(without(given, {"--lab", "--fresh"}), {"--lab="}), Question::Lab});
    if (!options.readOnly && !paths.inMemory)
        remedies.push_back({RemedyWords::tr("Open a lab in memory"),
            RemedyWords::tr("It needs no files, and is gone when the window is closed."),
            with(without(given, {"--lab", "--fresh"}), {"--lab", ":memory:"})});
}

} // namespace

std::optional<client::CommandRequest> commandAskedFor(const Options &options)
{
    if (!options.external)
        return std::nullopt;
    auto kubeconfig = client::Kubeconfig::load(client::KubeconfigSource::ofProcess(options.kubeconfig));
    if (!kubeconfig)
        return std::nullopt;
    kubeconfig->approve(client::ApprovedFiles(approvedFilesPath()));
    return kubeconfig->commandToAllow(options.context);
}

Arguments without(const Arguments &given, const std::vector<std::string_view> &options)
{
    Arguments rest;
    for (std::size_t i = 0; i < given.size(); ++i) {
        const std::string_view name = std::string_view(given[i]).substr(0, given[i].find('='));
        if (std::ranges::find(options, name) == options.end()) {
            rest.push_back(given[i]);
            continue;
        }
        const bool hasValueNext = name.size() == given[i].size() && name != "--fresh";
        i += hasValueNext ? 1 : 0;
    }
    return rest;
}

std::vector<Remedy> remediesFor(
    const Options &options, const core::base::Error &error, int exitCode, const Arguments &given)
{
    std::vector<Remedy> remedies;
    if (exitCode == 2)
        addForScenario(remedies, given);
    else if (options.external)
        addForCluster(remedies, options, given);
    else
        addForLab(remedies, options, error.kind, given);
    return remedies;
}

} // namespace app
