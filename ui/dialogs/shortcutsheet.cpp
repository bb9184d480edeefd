// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/shortcutsheet.h"

#include "ui/actions.h"
#include "ui/dialogs/guide.h"
#include "ui/keys.h"
#include "ui/widgets/downscroll.h"
#include "ui/widgets/flattabs.h"

#include <QCoreApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QTabBar>
#include <QVBoxLayout>

#include <algorithm>
#include <iterator>
#include <span>

namespace ui {

using namespace Qt::Literals::StringLiterals;

namespace {

struct SheetWords {
    Q_DECLARE_TR_FUNCTIONS(ui::ShortcutSheet)
};

constexpr std::size_t sheetColumns = 2;
constexpr int scrollBarRoom = 50; // px

struct KeyLine {
    QString keys;
    QString what;
};

/// Those that stay as they are.
std::vector<KeyLine> fixedKeys()
{
    return {
        {u"1 … 9"_s, SheetWords::tr("the rows of the navigation; with Alt where text is written")},
        {u"Enter"_s, SheetWords::tr("inspect the row")},
        {u"Ctrl+C"_s, SheetWords::tr("copy the rows with the columns' titles")},
        {u"Esc"_s, SheetWords::tr("clear the filter, leave the editor")},
    };
}

std::vector<KeyLine> actionKeys(const Actions &actions)
{
    std::vector<KeyLine> lines;
    for (const QAction *action : actions.keyed()) {
        const QString key = keyText(*action);
        if (!key.isEmpty())
            lines.push_back({key, action->statusTip().isEmpty() ? action->iconText() : action->statusTip()});
    }
    return lines;
}

void addColumn(QGridLayout *grid, int column, std::span<const KeyLine> lines)
{
    int row = 0;
    for (const KeyLine &line : lines) {
        auto *keys = new QLabel(u"<b>%1</b>"_s.arg(line.keys.toHtmlEscaped()));
        auto *what = new QLabel(line.what);
        what->setObjectName(u"keyWords"_s);
        grid->addWidget(keys, row, column, Qt::AlignTop);
        grid->addWidget(what, row, column + 1, Qt::AlignTop);
        ++row;
    }
    grid->setColumnStretch(column + 1, 1);
}

/// What lines in a row need is the list's size hint no more.
void wrapWords(const QWidget &list)
{
    for (QLabel *words : list.findChildren<QLabel *>(u"keyWords"_s))
        words->setWordWrap(true);
}

} // namespace

void showShortcuts(QWidget *window, const Theme &theme, const Actions &actions,
    const std::function<void()> &changeKeys, const QString &topic)
{
    auto *sheet = new QDialog(window);
    sheet->setObjectName(u"shortcutSheet"_s);
    sheet->setAttribute(Qt::WA_DeleteOnClose);
    sheet->setWindowTitle(SheetWords::tr("Help"));
    auto *grid = new QGridLayout;
    grid->setHorizontalSpacing(16);
    std::vector<KeyLine> keys = actionKeys(actions);
    std::ranges::move(fixedKeys(), std::back_inserter(keys));
    const auto perColumn = (keys.size() + sheetColumns - 1) / sheetColumns;
    for (std::size_t begin = 0, column = 0; begin < keys.size(); begin += perColumn, column += 2)
        addColumn(grid, static_cast<int>(column),
            std::span(keys).subspan(begin, std::min(perColumn, keys.size() - begin)));
    auto *list = new QWidget;
    list->setLayout(grid);
    auto *pages = new FlatTabs(theme, sheet);
    pages->setObjectName(u"helpPages"_s);
    auto *scroll = new DownScroll(list, pages);
    scroll->setFocusPolicy(Qt::StrongFocus); // there is nothing in it that could be reached
    pages->addTab(scroll, SheetWords::tr("Keys"));
    auto *guide = new Guide(pages);
    pages->addTab(guide, SheetWords::tr("Guide"));
    if (!topic.isEmpty()) {
        guide->showTopic(topic);
        pages->setCurrentWidget(guide);
    }
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    QPushButton *change = buttons->addButton(SheetWords::tr("C&hange keys…"), QDialogButtonBox::ActionRole);
    change->setObjectName(u"changeKeys"_s);
    change->setAutoDefault(false);
    QObject::connect(change, &QPushButton::clicked, sheet, [sheet, changeKeys] {
        sheet->close();
        changeKeys();
    });
    QObject::connect(buttons, &QDialogButtonBox::rejected, sheet, &QDialog::reject);
    auto *layout = new QVBoxLayout(sheet);
    layout->addWidget(pages, 1);
    layout->addWidget(buttons);
    const QSize wanted = list->sizeHint()
        + QSize(scrollBarRoom,
            scrollBarRoom + buttons->sizeHint().height() + pages->tabBar()->sizeHint().height());
    wrapWords(*list);
    sheet->resize(wanted.boundedTo(window->size()));
    sheet->show();
}

} // namespace ui
