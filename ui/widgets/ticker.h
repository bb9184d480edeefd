// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A timer that ticks while somebody can see its widget, and wakes nobody else.

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
    /// Lives as long as the widget. Those of a second or more tick together. The tick comes at once too, when
    /// the widget comes into sight. Left is called when nobody sees it any more although it is shown: its
    /// window is minimised.
    Ticker(
        QWidget *watched, std::chrono::milliseconds every, std::function<void()> tick,
        std::function<void()> left = [] {})
        : QObject(watched)
        , m_watched(watched)
        , m_tick(std::move(tick))
        , m_left(std::move(left))
    {
        m_timer.setInterval(every);
        if (every >= std::chrono::seconds(1))
            m_timer.setTimerType(Qt::VeryCoarseTimer); // due at full seconds, as all of them
        connect(
            &m_timer, &QTimer::timeout, this, [this] { isInSight(*m_watched) ? m_tick() : waitForSight(); });
        watched->installEventFilter(this);
    }

protected:
    bool eventFilter(QObject *object, QEvent *event) override
    {
        if (event->type() == QEvent::Hide && object == m_watched)
            m_timer.stop();
        const bool appears = event->type() == QEvent::Expose && isInSight(*m_watched) && !m_timer.isActive();
        if (appears || (event->type() == QEvent::Show && object == m_watched)) {
            m_timer.start();
            m_tick();
        }
        return false;
    }

private:
    void waitForSight()
    {
        QWindow *window = m_watched->window()->windowHandle();
        if (!window)
            return;
        window->installEventFilter(this);
        m_timer.stop();
        m_left();
    }

    QWidget *m_watched;
    std::function<void()> m_tick;
    std::function<void()> m_left;
    QTimer m_timer;
};

} // namespace ui
