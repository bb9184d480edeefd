// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// How all machines fare, in one sentence of numbers: "53 machines ● 49 Ready ▲ 1 NotReady ◔ 3 booting", or in
// brief "● 49 ▲ 1 ◔ 3" (docs/window.md W50). A click on a number asks for those machines alone.

#include "ui/clusterview.h"
#include "ui/theme.h"

#include <QAbstractButton>

class QHBoxLayout;

namespace ui {

class HealthSentence : public QWidget
{
    Q_OBJECT

public:
    HealthSentence(const ClusterView &cluster, const Theme &theme, QWidget *parent = nullptr);

    void show(Family family);
    /// "53 machines, 49 Ready, 1 NotReady"
    QString words() const;
    /// Shapes and numbers alone; the tool tips tell the words.
    void setBrief(bool isBrief);
    /// How much narrower it is in brief, in pixels.
    int savedWhenBrief() const;

signals:
    /// The filter of the machines that the number counts.
    void filterAsked(const QString &filter);

private:
    class Count;

    Count *add(const QString &filter);
    void showCounts();

    const ClusterView &m_cluster;
    const Theme &m_theme;
    QHBoxLayout *m_line;
    std::vector<Count *> m_counts; ///< of all machines first
    bool m_isBrief = false;
};

} // namespace ui
