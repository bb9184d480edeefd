// SPDX-License-Identifier: GPL-3.0-or-later
// The same work for a lab and for a kube-apiserver with etcd, one after the other; neither has anything else
// to do.

#include "tests/bench/bench.h"
#include "tests/bench/serverwork.h"
#include "tests/realcluster/realplane.h"

#include <QElapsedTimer>
#include <QTemporaryDir>

namespace bench {

namespace {

struct Work {
    std::string name;
    std::string figure; ///< the one that is compared
    ServerWork run;
};

std::vector<Work> allWork()
{
    constexpr int many = 10'000;
    constexpr int watches = 1'000;
    constexpr int applied = 1'000;
    return {{"lease_puts_per_second", "per_second", putLeases},
        {"list_10000_ms", "ms", [](const Access &access) { return listObjects(access, many); }},
        {"fan_out_1000_ms", "ms", [](const Access &access) { return fanOut(access, watches); }},
        {"applies_per_second", "new_per_second",
            [](const Access &access) { return applyObjects(access, applied); }}};
}

/// The figures count the time until the server was there, which is now.
Figures measured(const ServerWork &work, const QString &kubeconfig, const QElapsedTimer &sinceStart)
{
    const double seconds = static_cast<double>(sinceStart.nsecsElapsed()) / 1e9;
    const auto access = readAccess(kubeconfig);
    auto figures = access ? work(*access) : tl::unexpected(access.error());
    if (figures)
        figures->emplace("start_seconds", seconds);
    return figures;
}

Figures onControlPlane(const ServerWork &work)
{
    tests::RealPlane plane;
    QElapsedTimer timer;
    timer.start();
    if (const QByteArray trouble = plane.startFetched({}); !trouble.isEmpty())
        return core::base::fail(core::base::ErrorKind::Transient, trouble.toStdString());
    return measured(work, plane.kubeconfig(), timer);
}

} // namespace

Figures onLab(const ServerWork &work)
{
    const QTemporaryDir directory;
    LabProcess lab;
    QElapsedTimer timer;
    timer.start();
    if (const auto started =
            lab.start({QStringLiteral("--lab"), directory.path(), QStringLiteral("--headless")});
        !started)
        return tl::unexpected(started.error());
    return measured(work, lab.kubeconfig(), timer);
}

Figures runBeside()
{
    if (const QByteArray trouble = tests::RealPlane::fetch(); !trouble.isEmpty())
        return core::base::fail(core::base::ErrorKind::Transient, trouble.toStdString());
    core::api::JsonObject all;
    core::api::JsonObject starts;
    for (const Work &work : allWork()) {
        const auto lab = onLab(work.run);
        const auto plane = lab ? onControlPlane(work.run) : lab;
        if (!plane)
            return tl::unexpected(plane.error());
        const auto pair = [&](const std::string &figure) {
            return core::api::JsonObject {{"lab", lab->at(figure)}, {"kube-apiserver", plane->at(figure)}};
        };
        all.emplace(work.name, pair(work.figure));
        starts = pair("start_seconds");
    }
    all.emplace("start_seconds", std::move(starts));
    return all;
}

} // namespace bench
