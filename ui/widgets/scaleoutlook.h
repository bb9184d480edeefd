// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What scaling will do, below the number while it is typed: which sets change, who comes or goes and why, how
// long it takes and how much memory, which machines wait for which budget, what the health checks allow then.

#include "ui/clusterview.h"

#include <QLabel>
#include <QPointer>

class QSpinBox;

namespace ui {

class CommandSender;
class ScaleChips;

/// "3 → 6. 3 machines more. Ready within about 4.0 s. …"
QString scaleWords(
    const ClusterView &cluster, const ObjectRef &target, const core::engine::ScaleForecast &forecast);

class ScaleOutlook : public QLabel
{
    Q_OBJECT

public:
    ScaleOutlook(const ClusterView &cluster, CommandSender &commands, QWidget *window);

    /// The number of machines of that set or deployment is typed there; the usual numbers stand beside it.
    void attend(QSpinBox *box, const ObjectRef &target);

private:
    void ask(const ObjectRef &target, std::int64_t replicas);
    void place();
    void showChips(const ObjectRef &target);

    const ClusterView &m_cluster;
    CommandSender &m_commands;
    QPointer<QSpinBox> m_box;
    QPointer<ScaleChips> m_chips;
};

} // namespace ui
