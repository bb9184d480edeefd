// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The program's own core on its thread, and its window on that core, in the process of the test.

#include "app/core.h"
#include "core/base/worker.h"
#include "ui/enginesession.h"
#include "ui/mainwindow.h"

#include <QEventLoop>

#include <optional>

namespace live {

inline app::Options inMemory()
{
    app::Options options;
    options.lab = ":memory:";
    options.seed = 1;
    return options;
}

inline app::Options external(const QString &kubeconfig)
{
    app::Options options;
    options.external = true;
    options.kubeconfig = kubeconfig.toStdString();
    return options;
}

struct Core {
    explicit Core(const app::Options &options = inMemory())
    {
        core = &worker.make<app::Core>(options);
        worker.run([&] { opened = core->open(); });
    }

    core::base::Worker worker {QStringLiteral("core")};
    app::Core *core = nullptr;
    core::base::Result<> opened;
};

/// Shown, if the core opened. Both have ended, what is on disk too, when the object is gone.
struct Window : Core {
    explicit Window(const app::Options &options = inMemory(), QSize size = {}) : Core(options)
    {
        if (!opened)
            return;
        session.emplace(core->engine());
        window.emplace(*session, ui::WindowOptions {.fresh = true, .theme = ui::Scheme::Light});
        if (size.isValid())
            window->resize(size);
        worker.run([this] { core->start(); });
        window->show();
    }
    ~Window()
    {
        if (!opened)
            return;
        QEventLoop loop;
        QObject::connect(core, &app::Core::stopped, &loop, &QEventLoop::quit);
        worker.run([this] { core->stop(); });
        loop.exec();
        window.reset();
        session.reset();
    }
    Window(const Window &) = delete;
    Window &operator=(const Window &) = delete;

    std::optional<ui::EngineSession> session;
    std::optional<ui::MainWindow> window;
};

} // namespace live
