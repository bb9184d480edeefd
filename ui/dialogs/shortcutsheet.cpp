// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/shortcutsheet.h"

#include "ui/actions.h"

#include <QCoreApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QGridLayout>
#include <QLabel>
#include <QVBoxLayout>

namespace ui {

using namespace Qt::Literals::StringLiterals;

namespace {

struct SheetWords {
    Q_DECLARE_TR_FUNCTIONS(ui::ShortcutSheet)
};

struct KeyLine {
    QString keys;
    QString what;
};

std::vector<KeyLine> movingKeys()
{
    return {
        {u"j  k"_s, SheetWords::tr("next, previous row")},
        {u"g  G"_s, SheetWords::tr("first, last row")},
        {u"Ctrl+D  Ctrl+U"_s, SheetWords::tr("half a page down, up")},
        {u"Alt+1 … Alt+6"_s, SheetWords::tr("the tables")},
        {u"Enter"_s, SheetWords::tr("inspect the row")},
        {u"Ctrl+C"_s, SheetWords::tr("copy the rows with the columns' titles")},
        {u"Esc"_s, SheetWords::tr("clear the filter, leave the editor")},
        {u"0"_s, SheetWords::tr("chart: show everything")},
        {u"Ctrl++  Ctrl+-"_s, SheetWords::tr("chart: closer, wider")},
        {u"Ctrl+End"_s, SheetWords::tr("chart: follow what happens now")},
    };
}

std::vector<KeyLine> actionKeys(const Actions &actions)
{
    std::vector<KeyLine> lines;
    for (const QAction *action : actions.findChildren<QAction *>(Qt::FindDirectChildrenOnly)) {
        const QString key = keyOf(*action).toString(QKeySequence::NativeText);
        if (!key.isEmpty() && !action->statusTip().isEmpty())
            lines.push_back({key, action->statusTip()});
    }
    return lines;
}

void addColumn(QGridLayout *grid, int column, const std::vector<KeyLine> &lines)
{
    int row = 0;
    for (const KeyLine &line : lines) {
        auto *keys = new QLabel(u"<b>%1</b>"_s.arg(line.keys.toHtmlEscaped()));
        grid->addWidget(keys, row, column);
        grid->addWidget(new QLabel(line.what), row, column + 1);
        ++row;
    }
}

} // namespace

void showShortcuts(QWidget *window, const Actions &actions)
{
    auto *sheet = new QDialog(window);
    sheet->setObjectName(u"shortcutSheet"_s);
    sheet->setAttribute(Qt::WA_DeleteOnClose);
    sheet->setWindowTitle(SheetWords::tr("Keys"));
    auto *grid = new QGridLayout;
    grid->setHorizontalSpacing(16);
    addColumn(grid, 0, actionKeys(actions));
    addColumn(grid, 2, movingKeys());
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    QObject::connect(buttons, &QDialogButtonBox::rejected, sheet, &QDialog::reject);
    auto *layout = new QVBoxLayout(sheet);
    layout->addLayout(grid);
    layout->addWidget(buttons);
    sheet->show();
}

} // namespace ui
