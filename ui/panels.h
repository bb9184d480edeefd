// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The panels around the front of the window: where they are, and the layouts that put all of them into their
// places at one stroke (docs/window.md W33).

#include <QDockWidget>
#include <QMainWindow>

#include <optional>

class QStackedWidget;

namespace ui {

class Inspector;

enum class Layout {
    Explore, ///< everything beside the table: the first one
    Demo, ///< large letters, and a large timeline, for those who watch
    Debug ///< a wide inspector above the controllers
};

/// Where all panels are, for another time.
struct SavedLayout {
    QByteArray places; ///< empty: nothing is saved
    Layout kind = Layout::Explore; ///< which it was made from
};

class Panels : public QObject
{
    Q_OBJECT

public:
    struct Contents {
        QWidget &navigation;
        Inspector &inspector;
        QWidget &controllers;
        QWidget &timeline;
        QWidget &variant; ///< has the inspector's place while experiments are in front
    };

    /// The window outlives them. Its letters, and those of all windows, are as large as the layout wants.
    Panels(QMainWindow &window, const Contents &contents);

    /// One that is beside the timeline when it is asked for, and in no layout of the program.
    void addMore(const QString &name, const QString &title, QWidget &content);
    /// Shows that one in front of what shares its place.
    void bring(const QString &name);

    /// It is called also after the window's size has changed much.
    void arrange(Layout layout);
    /// The last one arranged or restored: panels may have been moved since.
    Layout layout() const { return m_layout; }
    SavedLayout now() const;
    /// False, and nothing has changed, when that is nothing, damaged, or of other panels.
    bool restore(const SavedLayout &layout);

    /// Full screen with large letters, without menus and status bar; and back to what was before.
    void present(bool on);
    bool isPresenting() const { return m_before.has_value(); }

    /// In front of what else may have its place.
    void showInspector();
    /// Where the inspector is, if that is shown: the variant, or the inspector again.
    void showVariant(bool shown);
    void showControllers();
    std::vector<QDockWidget *> all() const;
    /// Panels are moved by their titles.
    void showTitles(bool shown);
    /// The size is in per cent of the system's; the letters that a layout enlarges are enlarged from there.
    void setTextSize(int percent);
    /// The navigation has words where the window has room for them, else icons.
    void fitNavigation();
    /// The window has another size.
    void resized();
    /// The window may have been taken out of its full screen.
    void windowStateChanged();

private:
    struct Before {
        SavedLayout layout;
        Qt::WindowStates state;
    };

    QDockWidget *add(const QString &name, const QString &title, QWidget &content, Qt::DockWidgetArea area);
    void arrangeBeside();
    void arrangeForDebugging();
    void arrangeForWatching();
    void takeAllAway();
    void putMoreAside();
    std::vector<QDockWidget *> main() const { return {m_navigation, m_inspector, m_controllers, m_timeline}; }
    void setKind(Layout layout);
    void setLetters(bool large);
    void showFrame(bool shown);

    QMainWindow &m_window;
    Contents m_contents;
    QDockWidget *m_navigation;
    QDockWidget *m_inspector;
    QStackedWidget *m_inspected; ///< in m_inspector
    QDockWidget *m_controllers;
    QDockWidget *m_timeline;
    std::vector<QDockWidget *> m_more;
    Layout m_layout = Layout::Explore;
    int m_textSize = 100; ///< of layouts that enlarge no letters, per cent of the system's
    std::optional<Before> m_before;
    bool m_roomy = true; ///< the navigation has room for its words
};

} // namespace ui
