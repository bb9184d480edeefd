// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A thread with a Qt event loop that owns objects: make<T>() builds one on the thread; the destructor runs
// what was posted before, destroys the objects there in reverse order, and joins. Once it returns, the thread
// is gone with all that libraries keep for it.

#include <QObject>
#include <QString>

#include <memory>
#include <thread>
#include <vector>

class QEventLoop;

namespace core::base {

class Worker
{
public:
    explicit Worker(const QString &name);
    Worker(const Worker &) = delete;
    Worker &operator=(const Worker &) = delete;
    ~Worker();

    /// Runs the function on the worker's thread and waits for it. Never from that thread itself.
    template<typename Function>
    void run(Function function)
    {
        QMetaObject::invokeMethod(m_gate, std::move(function), Qt::BlockingQueuedConnection);
    }

    /// Runs the function on the worker's thread later.
    template<typename Function>
    void post(Function function)
    {
        QMetaObject::invokeMethod(m_gate, std::move(function), Qt::QueuedConnection);
    }

    /// Builds a T on the worker's thread; it lives until the worker is destroyed.
    template<typename T, typename... Args>
    T &make(Args &&...args)
    {
        T *made = nullptr;
        run([&] {
            auto object = std::make_shared<T>(std::forward<Args>(args)...);
            made = object.get();
            m_objects.push_back(std::move(object));
        });
        return *made;
    }

private:
    QObject *m_gate = nullptr; // lives on the thread, as the loop does
    QEventLoop *m_loop = nullptr;
    std::vector<std::shared_ptr<void>> m_objects;
    std::thread m_thread;
};

} // namespace core::base
