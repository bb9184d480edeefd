// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The line at the top that is always there: which cluster this is and whether it is a real one, how the
// connection fares, how fast time runs, and whether the window may change anything.

#include "ui/clusterview.h"
#include "ui/theme.h"

#include <QTimer>
#include <QToolBar>

class QButtonGroup;
class QHBoxLayout;
class QLabel;
class QToolButton;

namespace ui {

class CommandSender;
class CrowdedLine;
class ElidedLabel;
class HealthSentence;

/// "retry in 8 s": of the lost connection.
QString retryText(const ClusterView &cluster);

class ContextBar : public QToolBar
{
    Q_OBJECT

public:
    ContextBar(
        const ClusterView &cluster, CommandSender &commands, const Theme &theme, QWidget *parent = nullptr);

    void showStatus();
    /// How long the cluster stays unlocked is told by the minute.
    void showLock();
    /// Locks, or asks whether to unlock; nothing where neither can be.
    void changeLock();
    /// The bar tells which moment is shown, unless it is now.
    void showMoment();
    /// How the machines fare.
    HealthSentence &sentence() const { return *m_sentence; }
    /// Puts the widget beside the cluster.
    void addChoice(QWidget *choice);
    /// The key that opens the command palette, as people read it; may be empty.
    void setSearchKey(const QString &key);
    /// "kubectl --kubeconfig PATH get machines"
    QString kubectlLine() const;

signals:
    void searchAsked();
    void presentAsked();

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    QToolButton *addButton(QHBoxLayout *line, const QString &name, const QString &text, const QString &tip);
    void makeRoomIn(CrowdedLine &line);
    void setPaceRoom(bool hasNoStep, bool hasFewPaces);
    std::vector<QWidget *> stepWidgets() const;
    std::vector<QWidget *> otherFastPaces() const;
    int roomOf(const std::vector<QWidget *> &widgets) const;
    void addCluster(QHBoxLayout *line);
    void addSearch(QHBoxLayout *line);
    void addPace(QHBoxLayout *line);
    void addMoment(QHBoxLayout *line);
    void addKubectlAndLock(QHBoxLayout *line);
    void showCluster();
    void showTiming();
    void showConnection();
    /// What was lost when, and when it is tried again, in place of %1 and %2.
    QString lossText(const QString &words) const;
    bool isRoomy() const;
    void showPace();
    void askAboutOtherCluster();

    const ClusterView &m_cluster;
    CommandSender &m_commands;
    const Theme &m_theme;
    QHBoxLayout *m_choices = nullptr;
    HealthSentence *m_sentence = nullptr;
    QLabel *m_badge = nullptr;
    QLabel *m_timing = nullptr;
    QLabel *m_name = nullptr;
    QLabel *m_server = nullptr;
    QLabel *m_connectionShape = nullptr;
    ElidedLabel *m_connection = nullptr;
    QToolButton *m_retry = nullptr; ///< while the connection is lost
    QToolButton *m_search = nullptr;
    QWidget *m_time = nullptr;
    QLabel *m_paceLabel = nullptr;
    QButtonGroup *m_paces = nullptr;
    QToolButton *m_step = nullptr;
    QToolButton *m_moment = nullptr;
    QToolButton *m_copy = nullptr;
    QToolButton *m_lock = nullptr;
    bool m_hasNoStep = false; ///< for want of room
    bool m_hasFewPaces = false;
    bool m_knowsOtherCluster = false;
    QTimer m_countdown; ///< to the next attempt, while the connection is lost
};

} // namespace ui
