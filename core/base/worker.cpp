// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/worker.h"

#include <QEventLoop>
#include <QThread>

#include <future>

namespace core::base {

/// No QThread: its wait() returns while what libraries keep for the thread is still being freed, and OpenSSL
/// crashed or hung now and then where main() had returned meanwhile.
Worker::Worker(const QString &name)
{
    std::promise<void> begun;
    const std::future<void> isReady = begun.get_future();
    m_thread = std::thread([this, begun = std::move(begun), name]() mutable {
        QThread::currentThread()->setObjectName(name);
        pthread_setname_np(pthread_self(), name.left(15).toUtf8().constData());
        QObject gate;
        QEventLoop loop;
        m_gate = &gate;
        m_loop = &loop;
        begun.set_value();
        loop.exec();
    });
    isReady.wait();
}

Worker::~Worker()
{
    run([this] {
        while (!m_objects.empty())
            m_objects.pop_back();
    });
    post([this] { m_loop->quit(); });
    m_thread.join();
}

} // namespace core::base
