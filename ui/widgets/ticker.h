// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A timer that ticks while somebody can see its widget.

#include <QEvent>
#include <QTimer>
#include <QWidget>
#include <QWindow>

#include <functional>

namespace ui {

/// Whether the widget is shown in a window that is neither minimised nor on another desktop.
inline bool isInSight(const QWidget &widget)
{
    const QWindow *window = widget.window()->windowHandle();
    return widget.isVisible() && window && window->isExposed();
}

class Ticker : public QObject
{
public:
    /// Lives as long as the widget. The tick comes at once too, when the widget comes into sight.
    Ticker(QWidget *watched, std::chrono::milliseconds every, std::function<void()> tick)
        : QObject(watched)
        , m_tick(std::move(tick))
    {
        m_timer.setInterval(every);
        connect(&m_timer, &QTimer::timeout, this, [this, watched] {
            if (isInSight(*watched))
                m_tick();
        });
        watched->installEventFilter(this);
    }

protected:
    bool eventFilter(QObject *, QEvent *event) override
    {
        if (event->type() == QEvent::Hide)
            m_timer.stop();
        if (event->type() == QEvent::Show) {
            m_timer.start();
            m_tick();
        }
        return false;
    }

private:
    std::function<void()> m_tick;
    QTimer m_timer;
};

} // namespace ui
