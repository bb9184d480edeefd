// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// One table with its filter line and the buttons for what can be done to its rows.

#include "ui/pages/emptystates.h"
#include "ui/selection.h"
#include "ui/widgets/objecttable.h"

class QAction;
class QLabel;
class QBoxLayout;
class QLineEdit;
class QToolBar;
class QToolButton;

namespace ui {

class CrowdedLine;

class ObjectPage : public QWidget
{
    Q_OBJECT

public:
    ObjectPage(Kind kind, TableModel &model, const Theme &theme, QWidget *parent = nullptr);

    Kind kind() const { return m_kind; }
    ObjectTable &table() const { return *m_table; }
    /// Each says its key too where that is a letter alone, while the line has room for all of them.
    void addButtons(const std::vector<QAction *> &actions, QAction *withMenu, QMenu *menu);
    /// What to say, and to offer, while there is no object at all.
    void setEmptyState(const EmptyState &state);
    /// What clears the filter: offered while it hides all.
    void setClearAction(QAction *clear);
    /// Gives the keys to what shows the rows.
    virtual void focusRows() { m_table->setFocus(); }
    /// Where a menu about the current row belongs, on the screen.
    virtual QPoint currentPlace() const;
    void focusFilter();
    /// Goes to the next row, or with -1 to the one before, that has what the filter line has, or had at last;
    /// into the line when nothing was searched for yet.
    void goToMatch(int step);
    QString filterText() const;
    void setFilterText(const QString &text);
    void clearFilter() { setFilterText({}); }
    /// The key that leads to the filter, as people read it; may be empty.
    void setFilterKey(const QString &key);

protected:
    void keyPressEvent(QKeyEvent *event) override;

    /// The switch stands at the beginning of the line, while there is room.
    void addSwitch(QWidget *choice);
    /// The widget stands between the line and the table.
    void addAbove(QWidget *widget);
    /// So much of the page's height may stand there beside so many rows, px.
    int roomAbove(int rows) const;

private:
    void makeRoomFor(const std::vector<QWidget *> &others);
    void showKeys(bool shown);
    void wearWords(QAction *action) const;
    int roomForKeys() const;
    void showCounts();

    Kind m_kind;
    EmptyState m_empty;
    QAction *m_clear = nullptr;
    QString m_searched; ///< what the line had at last
    QLineEdit *m_filter;
    QLabel *m_counts;
    QToolButton *m_order;
    QToolBar *m_buttons;
    bool m_showsKeys = true; ///< on the buttons
    CrowdedLine *m_bar;
    QBoxLayout *m_line;
    QBoxLayout *m_layout;
    ObjectTable *m_table;
};

} // namespace ui
