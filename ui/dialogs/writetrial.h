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

    using Told = std::function<void(const CommandSender::Trials &, Then)>;
    /// write tells what is written.
    WriteTrial(
        CommandSender &commands, std::function<core::engine::TryWrite()> write, Told told, QDialog *dialog);
    ~WriteTrial() override;

    /// In EditorDialog::tryAfter, unless it is called again before; not while the cluster is locked.
    void trySoon();
    void tryNow(Then then);
    /// What is written is to be tried, or is being tried: nothing is known of it yet.
    bool isDue() const { return m_pause.isActive() || m_asked != 0; }
    /// Whatever is asked is over: nothing is told of it.
    void drop();

private:
    CommandSender &m_commands;
    const std::function<core::engine::TryWrite()> m_write;
    const Told m_told;
    QTimer m_pause;
    quint64 m_asked = 0; ///< id of the command under way
};

} // namespace ui
