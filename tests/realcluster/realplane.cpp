// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/realcluster/realplane.h"

#include "core/engine/prerequisitecheck.h"

#include <QDir>

namespace tests {

using namespace std::chrono_literals;

namespace {
const QString scripts = QStringLiteral(HOLLOWLAB_SOURCE_DIR "/tests/realcluster/");
} // namespace

QByteArray RealPlane::fetch()
{
    Program fetch;
    fetch.start(QStringLiteral("bash"), {scripts + QStringLiteral("fetch.sh")});
    return fetch.waitForEnd(25min) == 0 ? QByteArray() : "no control plane: " + fetch.errors();
}

QByteArray RealPlane::start(const QString &with)
{
    const QByteArray trouble = fetch();
    return trouble.isEmpty() ? startFetched(with) : trouble;
}

QByteArray RealPlane::startFetched(const QString &with)
{
    const QString directory = m_directory.filePath(QStringLiteral("plane"));
    m_plane.start(QStringLiteral("bash"),
        {scripts + QStringLiteral("controlplane.sh"), directory, QStringLiteral("--with"), with});
    if (!m_plane.waitForLine(QRegularExpression(QStringLiteral("^ready: ")), 90s).hasMatch())
        return "the control plane does not answer: " + m_plane.errors();
    m_kubeconfig = directory + QStringLiteral("/kubeconfig");
    m_cluster = std::make_unique<Cluster>(m_kubeconfig);
    m_variables = {{QStringLiteral("XDG_DATA_HOME"), m_directory.filePath(QStringLiteral("data"))}};
    if (!with.contains(QStringLiteral("controller-manager")))
        return {};
    const auto isSetUp = [this] { // the controller manager has made what it makes of its own accord
        return m_cluster->get("/api/v1/namespaces/kube-node-lease/serviceaccounts/default").has_value();
    };
    return eventually(isSetUp, 60s) ? QByteArray() : QByteArray("the controller manager makes nothing");
}

QString RealPlane::program(const QString &path)
{
    const QString caches =
        qEnvironmentVariable("XDG_CACHE_HOME", QDir::homePath() + QStringLiteral("/.cache"));
    return caches + QStringLiteral("/hollowlab/") + path;
}

QByteArray RealPlane::installPrerequisites()
{
    const auto installed = m_cluster->apply(core::engine::prerequisiteObjects());
    if (!installed)
        return QByteArray::fromStdString(installed.error().message);
    const auto allServed = [this] {
        const auto crds = m_cluster->get("/apis/apiextensions.k8s.io/v1/customresourcedefinitions");
        if (!crds)
            return false;
        return std::ranges::all_of(crds->at("items").as_array(), [this](const core::api::Json &crd) {
            const std::string group(core::api::textAt(crd, {"spec", "group"}));
            const std::string plural(core::api::textAt(crd, {"spec", "names", "plural"}));
            const std::string version(
                core::api::textAt(crd.at("spec").at("versions").as_array().front(), {"name"}));
            std::string path = "/apis/" + group;
            path += "/" + version + "/" + plural;
            return m_cluster->get(path).has_value();
        });
    };
    return eventually(allServed) ? QByteArray() : QByteArray("a kind is not served");
}

QStringList RealPlane::arguments(const QStringList &more) const
{
    return QStringList {QStringLiteral("--kubeconfig"), m_kubeconfig, QStringLiteral("--context"),
               QStringLiteral("realcluster")}
    + more;
}

bool RealPlane::startLab(Headless &lab, const QStringList &more) const
{
    const QStringList all {QStringLiteral("--controllers"), QStringLiteral("all")};
    return lab.start(arguments(all + more), m_variables);
}

int RealPlane::runShortly(const QStringList &more) const
{
    const QStringList briefly {
        QStringLiteral("--headless"), QStringLiteral("--exit-after"), QStringLiteral("5s")};
    return run(QStringLiteral(HOLLOWLAB_BINARY), briefly + arguments(more), {}, m_variables).code;
}

} // namespace tests
