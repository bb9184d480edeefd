// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A few words over the window that point at one of its widgets. Takes no focus and no key; it stands beside
// what it points at, and goes along with it.

#include "ui/theme.h"

#include <QPointer>
#include <QTimer>
#include <QWidget>

class QLabel;
class QPropertyAnimation;
class QToolButton;

namespace ui {

class Callout : public QWidget
{
    Q_OBJECT

public:
    Callout(const Theme &theme, QWidget *window);

    /// target: null, or not seen: it points at nothing.
    void point(QWidget *target, const QString &title, const QString &text);
    /// Whether there is something to pass over.
    void setSkippable(bool skippable);
    void setMotionReduced(bool reduced) { m_motionReduced = reduced; }
    /// What it points at now; null when that is not seen.
    QWidget *target() const;

signals:
    void skipAsked();
    void endAsked();

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    enum class Side { Above, Below, Left, Right, None }; ///< of the target, where it stands

    void place();
    QRect rectAt(Side side, const QRect &target) const;
    Side bestSide(const QRect &target) const;
    void moveTo(const QRect &rect);
    QRect bubble() const;
    QPolygonF arrow() const;

    const Theme &m_theme;
    QLabel *m_title;
    QLabel *m_text;
    QToolButton *m_skip;
    QPointer<QWidget> m_target;
    Side m_side = Side::None;
    QPoint m_tip; ///< what the arrow points at, in the window
    QTimer m_follow; ///< while it is shown
    QPropertyAnimation *m_motion;
    bool m_motionReduced = false;
};

} // namespace ui
