// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A thread with a Qt event loop that owns objects: make<T>() builds one on the thread, the destructor destroys all of
// them there in reverse order and joins.

#include <QObject>
#include <QThread>

#include <memory>
#include <vector>

namespace core::base {

class Worker
{
public:
    explicit Worker(const QString &name)
    {
        m_thread.setObjectName(name);
        m_gate.moveToThread(&m_thread);
        m_thread.start();
    }
    Worker(const Worker &) = delete;
    Worker &operator=(const Worker &) = delete;
    ~Worker()
    {
        run([this] {
            while (!m_objects.empty())
                m_objects.pop_back();
        });
        m_thread.quit();
        m_thread.wait();
    }

    /// Runs the function on the worker's thread and waits for it.
    template<typename Function>
    void run(Function function)
    {
        QMetaObject::invokeMethod(&m_gate, std::move(function), Qt::BlockingQueuedConnection);
    }

    /// Runs the function on the worker's thread later.
    template<typename Function>
    void post(Function function)
    {
        QMetaObject::invokeMethod(&m_gate, std::move(function), Qt::QueuedConnection);
    }

    template<typename T, typename... Args>
    T &make(Args &&...args)
    {
        std::shared_ptr<T> object;
        run([&] { object = std::make_shared<T>(std::forward<Args>(args)...); });
        T &reference = *object;
        run([&] { m_objects.push_back(std::move(object)); });
        return reference;
    }

private:
    QThread m_thread;
    QObject m_gate;
    std::vector<std::shared_ptr<void>> m_objects;
};

} // namespace core::base
