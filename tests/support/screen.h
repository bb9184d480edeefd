// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// An X server that shows its screen to nobody, and what a person at it sees and does.

#include "tests/support/program.h"

#include <QSize>
#include <QTemporaryDir>

class QImage;

namespace tests {

/// A window with this title and no other.
QRegularExpression titled(const char *title);

class Screen
{
public:
    /// Waits until the server takes clients; false when it does not within 30 s.
    bool start(QSize size = {1280, 800});
    /// Brings a program's window to this screen when added to its environment.
    QMap<QString, QString> variables() const;

    /// The titles of all windows that are shown.
    QStringList titles() const;
    /// Waits for a window with a title that matches, and returns its id; empty when there is none in time.
    QString waitForTitle(
        const QRegularExpression &title, std::chrono::milliseconds limit = std::chrono::seconds(30)) const;
    /// Presses keys, by their X names ("s", "ctrl+q", "Return"), in the window.
    bool press(const QString &window, const QStringList &keys) const;
    /// Clicks at a place of the screen.
    bool click(QPoint place) const;
    /// The id of the window that is seen at a place of the screen.
    QString windowAt(QPoint place) const;
    /// Left, top, width and height.
    QRect geometry(const QString &window) const;
    void resize(const QString &window, QSize size) const;
    /// The window is as one that is minimised: nothing of it is seen.
    void hide(const QString &window) const;
    /// The window above all others, which a window manager would give the keys; empty when there is none.
    QString topWindow() const;
    /// All that is on the screen now.
    QImage picture() const;
    /// All that is on the screen once it has changed nothing for a tenth of a second, or the time is over.
    QImage still(std::chrono::milliseconds limit) const;
    /// Writes how the test ended, once the screen holds still or two seconds are over, as NAME.png into the
    /// folder $HOLLOWLAB_PICTURES, else "pictures" of the working directory; false when it can't.
    bool keep(const QString &name) const;

private:
    QString xdotool(const QStringList &arguments) const;
    QMap<QString, QString> shown() const; ///< titles by window

    QTemporaryDir m_frames; ///< the server's own file of what it shows, in the format XWD
    Program m_server;
    QString m_display;
};

} // namespace tests
