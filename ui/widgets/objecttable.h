// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The view of a TableModel: keeps the user's place while rows come and go, moves by the keys of k9s and vi,
// lets ages grow by repainting only, and says why it is empty.

#include "ui/models/tablemodel.h"
#include "ui/place.h"
#include "ui/widgets/celldelegate.h"
#include "ui/widgets/tablecolumns.h"

#include <QTableView>

class QToolButton;

namespace ui {

class ObjectTable : public QTableView
{
    Q_OBJECT

public:
    ObjectTable(TableModel &model, const Theme &theme, QWidget *parent = nullptr);

    TableModel &tableModel() const { return m_model; }
    CellDelegate &cells() const { return *m_delegate; }

    /// Draws anew, of the cells in sight, those whose age or countdown reads otherwise by now.
    void repaintGrowingCells();
    std::optional<core::api::ObjectKey> currentKey() const;
    /// The current key while it is selected. A row that leaves takes its selection along: no other one is
    /// chosen.
    std::optional<core::api::ObjectKey> chosenKey() const;
    /// Top to bottom.
    std::vector<core::api::ObjectKey> selectedKeys() const;
    /// Selects the row and brings it into sight. False when the row is not shown.
    bool selectKey(const core::api::ObjectKey &key);
    /// Makes the row the current one, which is the only chosen one then unless rows are being marked. False
    /// when it is not shown.
    bool goTo(const core::api::ObjectKey &key);
    /// Marks the current row, or unmarks it. As long as rows are marked they, and no others, are the chosen
    /// ones, wherever the keys go.
    void toggleMark();
    bool isMarking() const { return m_marking; }
    /// The current row alone is chosen.
    void endMarking();
    /// Selects those of them that are shown; the first is the current one.
    void selectKeys(const std::vector<core::api::ObjectKey> &keys);
    void selectFirst();
    /// What the user has chosen, also while it is not shown. Nothing when nobody has chosen anything.
    std::optional<ChosenObject> userChoice() const;
    /// Chosen as soon as it is shown, unless the user chooses before; until then nothing is.
    void awaitChoice(const ChosenObject &object);
    /// What is selected is what the user means: the first row is not followed any more.
    void keepSelection() { m_chosen = true; }
    /// Whether the first row is the chosen one until the user chooses; on unless switched off.
    void setChoosesFirst(bool choosesFirst) { m_choosesFirst = choosesFirst; }
    /// The actions whose keys (ui/keys.h) act while the table has the focus.
    void setKeyActions(const std::vector<QAction *> &actions) { m_actions = actions; }
    /// Asked before a cell is edited, as it may say why not.
    void setEditGuard(std::function<bool()> mayEdit) { m_mayEdit = std::move(mayEdit); }
    /// Makes the row so far below the chosen one the chosen one, or the last one; above when negative. Where
    /// nothing is chosen the current row is the next one below.
    void moveCurrent(int rows);
    void moveHalfPages(int pages);
    void moveToEnd() { moveCurrent(m_model.rowCount()); }
    void moveToBegin() { moveCurrent(-m_model.rowCount()); }
    /// The text is shown while there is no row, with a button for what helps, if anything does.
    void setEmptyText(const QString &text, QAction *help = nullptr);
    /// The rows are ordered by that column; where they are so already, the other way round.
    void orderBy(int column);
    /// Makes the next row that the filter accepts the chosen one, after the last one the first; the one
    /// before when the step is -1. Without any nothing changes.
    void moveToMatch(const Filter &filter, int step);
    /// Shows every column, or hides again those that were hidden before.
    void toggleAllColumns() { m_columns.toggleAll(); }
    /// The selected rows and the titles of the columns, as they are shown, separated by tabs (docs/window.md
    /// W3); empty when none is selected.
    QString selectedText() const;
    /// The column's title as its header shows it: the short one where the other has no room.
    QString shownTitle(int column) const { return m_columns.shownTitle(column); }
    /// What is left of the header for the title, px.
    int titleRoom(int column) const { return m_columns.titleRoom(column); }
    /// Opens the editor in the current row; false when the column can't be edited.
    bool editCurrent(const QString &columnId);

signals:
    void selectionMoved();
    void inspectAsked(); ///< Enter, or a double click on a cell that is not editable

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void selectionChanged(const QItemSelection &selected, const QItemSelection &deselected) override;
    void currentChanged(const QModelIndex &current, const QModelIndex &previous) override;
    void keyboardSearch(const QString &) override { } // letters are commands here
    /// Rows are what is chosen: Home and End go to the first and the last one. Where nothing is chosen a step
    /// down chooses the row where the keys are, which is the first one at first.
    QModelIndex moveCursor(CursorAction action, Qt::KeyboardModifiers modifiers) override;
    QItemSelectionModel::SelectionFlags selectionCommand(
        const QModelIndex &index, const QEvent *event) const override;
    bool edit(const QModelIndex &index, EditTrigger trigger, QEvent *event) override;
    void closeEditor(QWidget *editor, QAbstractItemDelegate::EndEditHint hint) override;

private:
    void chooseWhereKeysAre();
    struct Anchor {
        std::optional<core::api::ObjectKey> key;
        int line = 0; ///< the row's distance from the top, px
    };

    /// A chosen row, and where it was.
    struct Choice {
        core::api::ObjectKey key;
        std::string uid;
        int row = 0;
        int line = 0; ///< its distance from the top, px; negative while out of sight
    };

    bool isUnmarkedCurrent() const;
    void beforeRearranging();
    void afterRearranging();
    QAction *actionFor(const QKeyEvent &event) const;
    void followTop();
    void keepPlace();
    void restorePlace();
    void placeRow(int row, int line);
    void keepChoice();
    std::optional<Choice> choice() const;
    bool isShown(const Choice &choice) const;
    /// How many of the cells in sight were asked to paint again.
    int repaintCells(const std::function<bool(const QModelIndex &)> &which);
    void animateFlashes();
    void fitRows();
    void makeHelp();
    void showHelp();
    /// The words of the empty table stand in the middle of that room, with their button.
    QRect emptyTextRoom() const;

    TableModel &m_model;
    const Theme &m_theme;
    CellDelegate *m_delegate;
    TableColumns m_columns;
    Anchor m_anchor;
    QString m_emptyText;
    QToolButton *m_help = nullptr; ///< below the empty text; once something has helped
    std::function<bool()> m_mayEdit; ///< empty: always
    std::vector<QAction *> m_actions;
    bool m_choosesFirst = true;
    bool m_chosen = false; ///< the user has chosen a row
    bool m_marking = false;
    bool m_rearranging = false; ///< what the selection does meanwhile is not told
    std::optional<Choice> m_before; ///< chosen when the rearranging began
    std::optional<Choice> m_missing; ///< was chosen, and left: removed or filtered out
    QTimer m_flashTimer;
    core::api::Time m_agesAt; ///< when ages were last looked at
    core::api::Time m_ribbonsAt; ///< when ribbons were last painted for the time alone
};

} // namespace ui
