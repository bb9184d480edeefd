// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/writetrial.h"

#include "ui/dialogs/editordialog.h"

#include <QPointer>

#include <utility>

namespace ui {

WriteTrial::WriteTrial(
    CommandSender &commands, std::function<core::engine::TryWrite()> write, Told told, QDialog *dialog)
    : QObject(dialog)
    , m_commands(commands)
    , m_write(std::move(write))
    , m_told(std::move(told))
{
    m_pause.setSingleShot(true);
    m_pause.setInterval(EditorDialog::tryAfter);
    connect(&m_pause, &QTimer::timeout, this, [this] {
        if (!m_commands.isLocked())
            tryNow(Then::Show);
    });
    connect(dialog, &QDialog::finished, this, &WriteTrial::drop);
}

WriteTrial::~WriteTrial()
{
    drop();
}

void WriteTrial::trySoon()
{
    drop();
    m_pause.start();
}

void WriteTrial::tryNow(Then then)
{
    drop();
    m_asked = m_commands.tryWrite(
        m_write(), [this, trial = QPointer(this), then](const CommandSender::Trials &trials) {
            if (!trial)
                return;
            m_asked = 0;
            m_told(trials, then);
        });
}

void WriteTrial::drop()
{
    m_pause.stop();
    m_commands.dropTrial(std::exchange(m_asked, 0));
}

} // namespace ui
