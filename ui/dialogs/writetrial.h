// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a dialog has the server try: what is written there, once nobody has written for a while, or at once.
// The server is asked about the newest alone: what it is still asked about something older ends, and so it
// does when the dialog closes.

#include "ui/commandsender.h"

#include <QTimer>

class QDialog;

namespace ui {

class WriteTrial : public QObject
{
    Q_OBJECT

public:
    enum class Then {
        Show,
        Ask, ///< whether it is to be written
    };

    /// write tells what is written.
    WriteTrial(
        CommandSender &commands, std::function<core::engine::TryWrite()> write, QDialog *dialog);
    ~WriteTrial() override;

    /// In EditorDialog::tryAfter, unless it is called again before; not while the cluster is locked.
    void trySoon();
    void tryNow(Then then);
    /// Whatever is asked is over: told() does not come.
    void drop();

signals:
    void told(const ui::CommandSender::Trials &trials, ui::WriteTrial::Then then);

private:
    CommandSender &m_commands;
    const std::function<core::engine::TryWrite()> m_write;
    QTimer m_pause;
    quint64 m_asked = 0; ///< id of the command under way
};

} // namespace ui
