// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The tour of six steps (docs/window.md W42): each names one thing to do and points at where, and the next
// one comes when it was done. Whatever else is done meanwhile stays possible.

#include "ui/commandsender.h"
#include "ui/place.h"
#include "ui/theme.h"

#include <QObject>
#include <QTimer>

namespace ui {

class Actions;
class Callout;
class Tables;
class TimelinePanel;

class Tour : public QObject
{
    Q_OBJECT

public:
    static constexpr int steps = 6;

    struct Context {
        const ClusterView &cluster;
        CommandSender &commands;
        Tables &tables;
        TimelinePanel &timeline;
        const Actions &actions;
    };

    Tour(const Context &context, const Theme &theme, QWidget *window);

    /// Goes on where it was left; begins anew when it is on.
    void start();
    void stop();
    void setMotionReduced(bool reduced);
    bool isOn() const { return m_step != Step::None; }
    /// The number is from 1 on; 0 while there is none.
    int step() const;
    /// The step ends without what it asks for.
    void skip();
    /// Something has changed: it may be what was to be done.
    void look();

signals:
    /// It has begun or ended.
    void changed();

protected:
    bool eventFilter(QObject *object, QEvent *event) override;

private:
    enum class Step { None, Choose, Break, Watch, Card, Past, Present, Done };

    void go(Step step);
    bool isDone() const;
    bool hasChosen() const;
    bool hasRecovered() const;
    QString title() const;
    QString words() const;
    QWidget *target() const;

    const Context m_context;
    QWidget *m_window;
    Callout *m_callout;
    Step m_step = Step::None;
    Step m_left = Step::Choose; ///< where it goes on when it begins again
    std::optional<ChosenObject> m_choiceBefore; ///< the step
    bool m_hasInspected = false; ///< since the step began
    bool m_hasBroken = false;
    core::api::Time m_brokenAt;
    QTimer m_looking; ///< while it is on: not all that can be done tells
};

} // namespace ui
