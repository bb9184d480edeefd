// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Somebody's cluster, which writes down what it is asked over HTTPS. Lives on the thread of the test, whose
// event loop has to run.

#include "core/base/pacer.h"
#include "core/lab/apiserver.h"
#include "core/lab/front/httpsfront.h"

#include <QString>
#include <QStringList>

namespace tests {

class RecordedCluster
{
public:
    /// Keeps its credentials and its kubeconfig in the directory.
    explicit RecordedCluster(const QString &directory)
        : m_lab(std::move(*core::lab::ApiServer::create({m_clock, 3, ":memory:"})))
        , m_pacer(m_clock)
    {
        namespace front = core::lab::front;
        const auto credentials = *front::loadOrMakeCredentials(directory.toStdString());
        core::access::Server server = m_lab->frontServer();
        server.answer = [this, lab = server](
                            const core::api::Request &request, const core::access::Login &login) {
            ++requests;
            if (request.method != core::api::Method::Get)
                writes += QString::fromStdString(isTrial(request) ? request.path + "?dryRun" : request.path);
            if (request.method != core::api::Method::Get && wrote)
                wrote();
            return lab.answer(request, login);
        };
        const auto runOnCore = [this](std::function<void()> task) {
            QMetaObject::invokeMethod(
                &m_pacer, [this, task = std::move(task)] { m_pacer.enter(task); }, Qt::QueuedConnection);
        };
        m_front = std::move(*front::HttpsFront::start({0, credentials}, std::move(server), runOnCore));
        m_front->setCommitted(std::numeric_limits<std::uint64_t>::max());
        kubeconfig = directory + QStringLiteral("/kubeconfig");
        (void)front::writeKubeconfig(kubeconfig.toStdString(), "recorded", m_front->port(), credentials);
    }

    /// The request comes from inside, and is not written down.
    core::api::Response answer(const core::api::Request &request) { return m_lab->answer(request); }

    QString kubeconfig;
    int requests = 0;
    QStringList writes; ///< paths; those of trials, which keep nothing, end with "?dryRun"
    std::function<void()> wrote; ///< called with each, before it is carried out

private:
    static bool isTrial(const core::api::Request &request) { return !request.parameter("dryRun").empty(); }

    core::base::Clock m_clock {
        std::chrono::time_point_cast<core::base::Duration>(std::chrono::system_clock::now())};
    std::unique_ptr<core::lab::ApiServer> m_lab;
    core::base::Pacer m_pacer;
    std::unique_ptr<core::lab::front::HttpsFront> m_front;
};

} // namespace tests
