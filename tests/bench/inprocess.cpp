// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/inprocess.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QEventLoop>

namespace bench {

using core::base::ErrorKind;
using core::base::fail;
namespace api = core::api;
namespace engine = core::engine;

InProcessLab::InProcessLab() : m_worker(QStringLiteral("core")) { }

InProcessLab::~InProcessLab()
{
    if (m_core)
        m_worker.run([this] { disconnect(&m_core->engine(), nullptr, this, nullptr); });
}

core::base::Result<> InProcessLab::open()
{
    app::Options options;
    options.lab = ":memory:";
    options.headless = true;
    options.seed = 1;
    m_core = &m_worker.make<app::Core>(options);
    core::base::Result<> opened;
    m_worker.run([&] { opened = m_core->open(); });
    if (!opened)
        return opened;
    connect(&m_core->engine(), &engine::Engine::changed, this, &InProcessLab::take, Qt::QueuedConnection);
    m_worker.run([this] { m_core->start(); });
    QElapsedTimer timer;
    timer.start();
    while (!m_hasSet && timer.elapsed() < 10'000)
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    if (!m_hasSet)
        return fail(ErrorKind::Transient, "the default lab did not appear within 10 s");
    return {};
}

void InProcessLab::scale(int machines)
{
    m_worker.post([this, machines] {
        m_core->engine().submit(
            1, engine::Scale {{&api::resourceOf<api::MachineSet>(), {"default", "workers"}}, machines});
    });
}

core::base::Result<double> InProcessLab::waitForReady(int nodes, std::chrono::seconds limit)
{
    QElapsedTimer timer;
    timer.start();
    while (m_ready != nodes || static_cast<int>(m_nodes.size()) != nodes) {
        if (timer.hasExpired(std::chrono::milliseconds(limit).count()))
            return fail(ErrorKind::Transient,
                std::to_string(m_ready) + " of " + std::to_string(nodes) + " nodes are Ready after "
                    + std::to_string(limit.count()) + " s (" + std::to_string(m_nodes.size()) + " nodes)");
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    }
    return static_cast<double>(timer.nsecsElapsed()) / 1e9;
}

void InProcessLab::take(const engine::ChangeSetPtr &changes)
{
    m_hasSet = m_hasSet || !changes->of<api::MachineSet>().upserts.empty();
    for (const auto &node : changes->of<api::Node>().upserts) {
        if (node->metadata.name.starts_with("hollow-host-"))
            continue;
        bool &ready = m_nodes[node->metadata.name];
        m_ready += static_cast<int>(node->isReady()) - static_cast<int>(ready);
        ready = node->isReady();
    }
    for (const auto &key : changes->of<api::Node>().removed) {
        const auto found = m_nodes.find(key.name);
        if (found == m_nodes.end())
            continue;
        m_ready -= static_cast<int>(found->second);
        m_nodes.erase(found);
    }
    m_worker.post([this] { m_core->engine().acknowledge(); });
}

} // namespace bench
