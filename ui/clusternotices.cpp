// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/clusternotices.h"

#include "ui/dialogs/ask.h"
#include "ui/format.h"
#include "ui/mainwindow.h"
#include "ui/spoken.h"
#include "ui/widgets/notices.h"

#include <QAction>

#include <ranges>

namespace ui {

using namespace Qt::Literals::StringLiterals;
using core::engine::Mode;

namespace {

Notice problem(const QString &topic, const QString &text)
{
    return {.level = Notice::Level::Problem, .text = text, .action = {}, .seconds = 0, .topic = topic};
}

/// Of a lab "Not all of it could be read back from /home/ada/…/lab.db:", and the first few sentences.
QString lossText(const core::engine::Status &status)
{
    constexpr std::size_t most = 3;
    QStringList words;
    if (!status.labFile.empty())
        words.append(
            MainWindow::tr("Not all of the lab could be read back from %1:").arg(text(status.labFile)));
    for (const core::api::Saying &loss : status.losses | std::views::take(most))
        words.append(spoken(loss));
    if (status.losses.size() > most)
        words.append(
            MainWindow::tr("… and %1 more, which /readyz?verbose tells").arg(status.losses.size() - most));
    return words.join(u'\n');
}

/// What keeps a lab from writing; empty when nothing does.
core::api::Saying troubleIn(const core::engine::Status &status)
{
    return status.mode == Mode::Lab && status.connection == core::engine::Connection::Live
        ? status.connectionNote
        : core::api::Saying();
}

} // namespace

ClusterNotices::ClusterNotices(
    const ClusterView &cluster, Notices &notices, QAction &openOther, QWidget &window)
    : m_cluster(cluster)
    , m_notices(notices)
    , m_openOther(openOther)
    , m_window(window)
{
}

void ClusterNotices::showLabTrouble(const core::engine::Status &before)
{
    const auto &status = m_cluster.status();
    if (status.losses != before.losses && !status.losses.empty())
        m_notices.show(problem(u"losses"_s, lossText(status)));
    const auto trouble = troubleIn(status);
    if (trouble == troubleIn(before))
        return;
    m_notices.dismiss(u"trouble"_s);
    if (trouble.empty())
        return;
    Notice notice = problem(u"trouble"_s, spoken(trouble));
    if (m_openOther.isEnabled()) {
        notice.actionText = MainWindow::tr("Open another lab…");
        notice.action = [this] { m_openOther.trigger(); };
    }
    m_notices.show(notice);
}

void ClusterNotices::tellKubeconfigChange(const QString &what, const std::function<void()> &open)
{
    const QString topic = u"kubeconfig"_s;
    const auto &status = m_cluster.status();
    m_notices.dismiss(topic);
    if (what.isEmpty())
        return;
    const QString change = text(utf8(what));
    Notice notice = problem(topic,
        MainWindow::tr("The kubeconfig has changed: %1. This window stays with %2.")
            .arg(change, text(status.server)));
    if (open) {
        notice.actionText = MainWindow::tr("Use it…");
        notice.action = [this, change, open] {
            ask(&m_window,
                {.title = MainWindow::tr("Use the changed kubeconfig"),
                    .text = MainWindow::tr("Leave this cluster, and open what the context names now?"),
                    .details = MainWindow::tr("The kubeconfig has changed: %1.").arg(change) + u'\n'
                        + MainWindow::tr("Controllers that run here stop. The window opens locked."),
                    .accept = MainWindow::tr("Use it")},
                open);
        };
    }
    m_notices.show(notice);
}

} // namespace ui
