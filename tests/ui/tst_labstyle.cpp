// SPDX-License-Identifier: GPL-3.0-or-later
// How boxes, fields, menus, tabs, headers and scroll bars look in each scheme.
#include "ui/labstyle.h"
#include "ui/theme.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QHeaderView>
#include <QImage>
#include <QMenu>
#include <QPainter>
#include <QPushButton>
#include <QScrollBar>
#include <QSpinBox>
#include <QStyleOption>
#include <QTabBar>
#include <QTest>
#include <QToolTip>
#include <QTreeWidget>

#include <algorithm>
#include <cmath>

using namespace Qt::Literals::StringLiterals;

namespace {

double luminance(const QColor &color)
{
    const auto part = [](float value) {
        return value <= 0.03928F ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * part(color.redF()) + 0.7152 * part(color.greenF()) + 0.0722 * part(color.blueF());
}

/// As WCAG has it: 3 is enough for what is no text.
double contrast(const QColor &one, const QColor &other)
{
    const auto [darker, lighter] = std::minmax({luminance(one), luminance(other)});
    return (lighter + 0.05) / (darker + 0.05);
}

QRect indicatorOf(const QCheckBox &box)
{
    QStyleOptionButton option;
    option.initFrom(&box);
    return box.style()->subElementRect(QStyle::SE_CheckBoxIndicator, &option, &box);
}

QStyleOptionSlider barOf(Qt::Orientation orientation, int position)
{
    QStyleOptionSlider bar;
    bar.orientation = orientation;
    bar.state = QStyle::State_Enabled;
    if (orientation == Qt::Horizontal)
        bar.state |= QStyle::State_Horizontal;
    bar.rect = orientation == Qt::Horizontal ? QRect(0, 0, 200, 14) : QRect(0, 0, 14, 200);
    bar.minimum = 0;
    bar.maximum = 300;
    bar.pageStep = 100;
    bar.sliderPosition = bar.sliderValue = position;
    return bar;
}

/// What the style draws around the row of a list that the keys go to.
QImage focusOfARow(const QWidget *list)
{
    QImage image(100, 20, QImage::Format_RGB32);
    image.fill(qApp->palette().color(QPalette::Base));
    QPainter painter(&image);
    QStyleOptionFocusRect option;
    option.rect = image.rect();
    option.palette = qApp->palette();
    option.state = QStyle::State_Enabled | QStyle::State_HasFocus | QStyle::State_KeyboardFocusChange;
    qApp->style()->drawPrimitive(QStyle::PE_FrameFocusRect, &option, &painter, list);
    return image;
}

QRect partOf(const QStyleOptionSlider &bar, QStyle::SubControl part)
{
    return qApp->style()->subControlRect(QStyle::CC_ScrollBar, &bar, part, nullptr);
}

} // namespace

class LabStyleTest : public QObject
{
    Q_OBJECT

private:
    static void schemes()
    {
        QTest::addColumn<ui::Scheme>("scheme");
        QTest::newRow("light") << ui::Scheme::Light;
        QTest::newRow("dark") << ui::Scheme::Dark;
        QTest::newRow("high contrast") << ui::Scheme::Contrast;
    }

private slots:
    void aCheckBoxIsSeenAndFilledWhenChecked_data() { schemes(); }
    void aCheckBoxIsSeenAndFilledWhenChecked()
    {
        QFETCH(ui::Scheme, scheme);
        const ui::Theme theme(scheme);
        QCheckBox box(u"waits"_s);
        box.resize(box.sizeHint());
        const QRect rect = indicatorOf(box);
        const QColor base = box.palette().color(QPalette::Base);
        QImage seen = box.grab().toImage();
        QVERIFY(contrast(seen.pixelColor(rect.left(), rect.center().y()), base) >= 3);
        QCOMPARE(seen.pixelColor(rect.center()), base);
        box.setChecked(true);
        seen = box.grab().toImage();
        const QColor accent = box.palette().color(QPalette::Highlight);
        QCOMPARE(seen.pixelColor(rect.center().x(), rect.bottom() - 1), accent);
        QVERIFY(contrast(accent, base) >= 3);
        box.setEnabled(false);
        seen = box.grab().toImage();
        QVERIFY(seen.pixelColor(rect.center().x(), rect.bottom() - 1) != accent);
    }

    void aCheckedBoxShowsThatKeysReachIt_data() { schemes(); }
    void aCheckedBoxShowsThatKeysReachIt()
    {
        QFETCH(ui::Scheme, scheme);
        const ui::Theme theme(scheme);
        QWidget window;
        QCheckBox first(&window);
        QCheckBox second(&window);
        second.move(0, 40);
        second.setChecked(true);
        window.resize(100, 80);
        window.show();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        first.setFocus();
        const QImage before = second.grab().toImage();
        QTest::keyClick(&first, Qt::Key_Tab);
        QVERIFY(second.hasFocus());
        const QImage after = second.grab().toImage();
        const QRect rect = indicatorOf(second);
        const QPoint insideFrame(rect.left() + 1, rect.center().y());
        QCOMPARE(before.pixelColor(insideFrame), second.palette().color(QPalette::Highlight));
        QVERIFY(contrast(after.pixelColor(insideFrame), second.palette().color(QPalette::Highlight)) >= 2.5);
    }

    void fieldsHaveAHairlineAround_data() { schemes(); }
    void fieldsHaveAHairlineAround()
    {
        QFETCH(ui::Scheme, scheme);
        const ui::Theme theme(scheme);
        QComboBox combo;
        combo.addItem(u"As the desktop"_s);
        QSpinBox spin;
        QPushButton button(u"Close"_s);
        for (QWidget *field : std::initializer_list<QWidget *> {&combo, &spin, &button}) {
            field->resize(field->sizeHint());
            const QImage seen = field->grab().toImage();
            const QColor line = field->palette().color(QPalette::Mid);
            QCOMPARE(seen.pixelColor(0, seen.height() / 2), line);
            QCOMPARE(seen.pixelColor(seen.width() - 1, seen.height() / 2), line);
            QVERIFY(seen.pixelColor(0, 0) != line); // the corners are round
        }
    }

    void thatThereAreFurtherButtonsIsSeen_data() { schemes(); }
    void thatThereAreFurtherButtonsIsSeen()
    {
        QFETCH(ui::Scheme, scheme);
        const ui::Theme theme(scheme);
        const QIcon icon = qApp->style()->standardIcon(QStyle::SP_ToolBarHorizontalExtensionButton);
        const QColor ground = QGuiApplication::palette().color(QPalette::Window);
        QImage seen(16, 16, QImage::Format_ARGB32_Premultiplied);
        seen.fill(ground);
        QPainter painter(&seen);
        icon.paint(&painter, seen.rect());
        painter.end();
        double most = 1;
        for (int x = 0; x < seen.width(); ++x) {
            for (int y = 0; y < seen.height(); ++y)
                most = std::max(most, contrast(seen.pixelColor(x, y), ground));
        }
        QVERIFY2(most >= 3, qPrintable(QString::number(most)));
    }

    void arrowsPointWhereTheyShould_data()
    {
        QTest::addColumn<int>("element");
        QTest::addColumn<QPoint>("tip");
        QTest::newRow("up") << int(QStyle::PE_IndicatorArrowUp) << QPoint(0, -1);
        QTest::newRow("down") << int(QStyle::PE_IndicatorArrowDown) << QPoint(0, 1);
        QTest::newRow("left") << int(QStyle::PE_IndicatorArrowLeft) << QPoint(-1, 0);
        QTest::newRow("right") << int(QStyle::PE_IndicatorArrowRight) << QPoint(1, 0);
    }

    /// On its axis an arrow has its tip alone.
    void arrowsPointWhereTheyShould()
    {
        QFETCH(int, element);
        QFETCH(QPoint, tip);
        QStyleOption option;
        option.rect = QRect(0, 0, 17, 17);
        option.state = QStyle::State_Enabled;
        QImage seen(17, 17, QImage::Format_ARGB32_Premultiplied);
        seen.fill(Qt::transparent);
        QPainter painter(&seen);
        qApp->style()->drawPrimitive(QStyle::PrimitiveElement(element), &option, &painter);
        painter.end();
        const auto inkTowards = [&](int sign) {
            int ink = 0;
            for (int step = 1; step <= 8; ++step)
                ink += qAlpha(seen.pixel(QPoint(8, 8) + sign * step * tip));
            return ink;
        };
        QVERIFY(inkTowards(1) > inkTowards(-1));
    }

    void aPressedButtonCanBeRead_data() { schemes(); }
    void aPressedButtonCanBeRead()
    {
        QFETCH(ui::Scheme, scheme);
        const ui::Theme theme(scheme);
        QPushButton button(u"Layout"_s);
        button.resize(button.sizeHint());
        const QPoint besideWords(4, button.height() / 2);
        const QColor before = button.grab().toImage().pixelColor(besideWords);
        button.setDown(true);
        const QColor ground = button.grab().toImage().pixelColor(besideWords);
        QVERIFY(ground != before);
        QVERIFY(contrast(ground, button.palette().color(QPalette::ButtonText)) >= 4.5);
    }

    void aMenuHasAnEdge_data() { schemes(); }
    void aMenuHasAnEdge()
    {
        QFETCH(ui::Scheme, scheme);
        const ui::Theme theme(scheme);
        QMenu menu;
        menu.addAction(u"Delete"_s);
        menu.resize(menu.sizeHint());
        const QImage seen = menu.grab().toImage();
        const QColor edge = menu.palette().color(QPalette::Mid);
        for (const QPoint place : {QPoint(0, seen.height() / 2), QPoint(seen.width() - 1, seen.height() / 2),
                 QPoint(seen.width() / 2, 0), QPoint(seen.width() / 2, seen.height() - 1)})
            QCOMPARE(seen.pixelColor(place), edge);
    }

    void whatPopsUpHasRoundCorners()
    {
        QMenu menu;
        menu.addAction(u"Delete"_s);
        menu.resize(menu.sizeHint());
        menu.grab(); // a mask comes with the size
        const QRegion seen = menu.mask();
        for (const QPoint corner : {menu.rect().topLeft(), menu.rect().bottomRight()})
            QVERIFY(!seen.contains(corner));
        QVERIFY(seen.contains(QPoint(menu.width() / 2, 0)));
        QVERIFY(seen.contains(QPoint(0, menu.height() / 2)));
        QVERIFY(seen.contains(QPoint(menu.width() - 1, menu.height() / 2)));
        QVERIFY(seen.contains(QPoint(menu.width() / 2, menu.height() - 1)));
    }

    void whatIsChosenInAMenuIsTinted_data() { schemes(); }
    void whatIsChosenInAMenuIsTinted()
    {
        QFETCH(ui::Scheme, scheme);
        const ui::Theme theme(scheme);
        QMenu menu;
        menu.addAction(u"Heal"_s);
        QAction *chosen = menu.addAction(u"Delete"_s);
        menu.resize(menu.sizeHint());
        const QRect rect = menu.actionGeometry(chosen);
        const QPoint bar(rect.left() + 1, rect.center().y());
        const QPoint beyondWords(rect.right() - 2, rect.center().y());
        const QColor before = menu.grab().toImage().pixelColor(beyondWords);
        menu.setActiveAction(chosen);
        const QImage seen = menu.grab().toImage();
        QCOMPARE(seen.pixelColor(bar), menu.palette().color(QPalette::Highlight));
        const QColor ground = seen.pixelColor(beyondWords);
        QVERIFY(ground != before);
        QVERIFY(contrast(ground, menu.palette().color(QPalette::Text)) >= 4.5);
    }

    void aToolTipHasAHairlineAround_data() { schemes(); }
    void aToolTipHasAHairlineAround()
    {
        QFETCH(ui::Scheme, scheme);
        const ui::Theme theme(scheme);
        QStyleOptionFrame tip;
        tip.palette = QToolTip::palette();
        tip.rect = QRect(0, 0, 60, 20);
        QImage seen(tip.rect.size(), QImage::Format_RGB32);
        QPainter painter(&seen);
        qApp->style()->drawPrimitive(QStyle::PE_PanelTipLabel, &tip, &painter, nullptr);
        painter.end();
        QCOMPARE(seen.pixelColor(0, 10), tip.palette.color(QPalette::Mid));
        QCOMPARE(seen.pixelColor(30, 10), tip.palette.color(QPalette::ToolTipBase));
    }

    void rowsOfTreesHaveRoom()
    {
        const ui::Theme theme(ui::Scheme::Light);
        QTreeWidget tree;
        tree.addTopLevelItem(new QTreeWidgetItem(QStringList {u"Machine"_s}));
        QCOMPARE(tree.visualItemRect(tree.topLevelItem(0)).height(), tree.fontMetrics().height() + 6);
    }

    void tabsAreWordsOfWhichThoseInFrontHaveALine_data() { schemes(); }
    void tabsAreWordsOfWhichThoseInFrontHaveALine()
    {
        QFETCH(ui::Scheme, scheme);
        const ui::Theme theme(scheme);
        QTabBar bar;
        bar.setShape(QTabBar::RoundedSouth);
        bar.addTab(u"Timeline"_s);
        bar.addTab(u"Activity"_s);
        bar.resize(bar.sizeHint());
        const QImage seen = bar.grab().toImage();
        const auto below = [&](int tab) {
            return seen.pixelColor(bar.tabRect(tab).center().x(), bar.tabRect(tab).bottom());
        };
        QCOMPARE(below(0), bar.palette().color(QPalette::Highlight));
        QCOMPARE(below(1), bar.palette().color(QPalette::Window));
    }

    void theRowThatKeysGoToHasABar_data() { schemes(); }
    void theRowThatKeysGoToHasABar()
    {
        QFETCH(ui::Scheme, scheme);
        const ui::Theme theme(scheme);
        const QTreeWidget list;
        for (const QWidget *widget :
            {static_cast<const QWidget *>(&list), static_cast<const QWidget *>(nullptr)}) {
            const QImage row = focusOfARow(widget); // trees draw theirs for no widget
            QVERIFY(contrast(row.pixelColor(1, 10), row.pixelColor(50, 10)) >= 3);
            for (const QPoint at : {QPoint(4, 0), QPoint(50, 0), QPoint(50, 19), QPoint(99, 10)})
                QCOMPARE(row.pixelColor(at), qApp->palette().color(QPalette::Base));
        }
    }

    void aHeaderHasAHairlineBelowAndNoneBetween_data() { schemes(); }
    void aHeaderHasAHairlineBelowAndNoneBetween()
    {
        QFETCH(ui::Scheme, scheme);
        const ui::Theme theme(scheme);
        QTreeWidget tree;
        tree.setHeaderLabels({u"Time"_s, u"What"_s});
        tree.resize(300, 100);
        const QHeaderView *header = tree.header();
        const QImage seen = tree.header()->grab().toImage();
        const QColor base = header->palette().color(QPalette::Base);
        const int between = header->sectionSize(0) - 1;
        QCOMPARE(seen.pixelColor(between, seen.height() / 2), base);
        QCOMPARE(seen.pixelColor(between + 1, seen.height() / 2), base);
        QCOMPARE(seen.pixelColor(between, seen.height() - 1), header->palette().color(QPalette::Mid));
    }

    void aScrollBarIsItsHandleAlone_data()
    {
        QTest::addColumn<Qt::Orientation>("orientation");
        QTest::newRow("upright") << Qt::Vertical;
        QTest::newRow("level") << Qt::Horizontal;
    }
    void aScrollBarIsItsHandleAlone()
    {
        QFETCH(Qt::Orientation, orientation);
        const ui::Theme theme(ui::Scheme::Light);
        const auto length = [orientation](const QRect &rect) {
            return orientation == Qt::Horizontal ? rect.width() : rect.height();
        };
        for (const int position : {0, 150, 300}) {
            const QStyleOptionSlider bar = barOf(orientation, position);
            for (const auto part : {QStyle::SC_ScrollBarAddLine, QStyle::SC_ScrollBarSubLine})
                QVERIFY(partOf(bar, part).isEmpty());
            const QRect handle = partOf(bar, QStyle::SC_ScrollBarSlider);
            QCOMPARE(length(handle), 50);
            QCOMPARE(length(partOf(bar, QStyle::SC_ScrollBarSubPage)), position / 2);
            QCOMPARE(length(partOf(bar, QStyle::SC_ScrollBarAddPage)), 150 - position / 2);
            QCOMPARE(partOf(bar, QStyle::SC_ScrollBarGroove), bar.rect);
        }
    }

    /// However much there is to scroll through.
    void theHandleCanBeTakenHoldOf()
    {
        const ui::Theme theme(ui::Scheme::Light);
        QStyleOptionSlider bar = barOf(Qt::Vertical, 0);
        bar.maximum = 2'000'000'000;
        QCOMPARE(partOf(bar, QStyle::SC_ScrollBarSlider).height(), 24);
        bar.sliderPosition = bar.maximum;
        QCOMPARE(partOf(bar, QStyle::SC_ScrollBarSlider).bottom(), 199);
        bar.rect.setHeight(10);
        QCOMPARE(partOf(bar, QStyle::SC_ScrollBarSlider).height(), 10);
        QStyleOptionSlider turned = barOf(Qt::Horizontal, 0);
        turned.direction = Qt::RightToLeft;
        QCOMPARE(partOf(turned, QStyle::SC_ScrollBarSlider), QRect(150, 0, 50, 14));
    }

    void theMouseTakesTheHandle()
    {
        const ui::Theme theme(ui::Scheme::Light);
        QScrollBar bar(Qt::Vertical);
        bar.setRange(0, 300);
        bar.setPageStep(100);
        bar.resize(14, 200);
        bar.show();
        QVERIFY(QTest::qWaitForWindowExposed(&bar));
        QTest::mousePress(&bar, Qt::LeftButton, Qt::NoModifier, {7, 25});
        QTest::mouseMove(&bar, {7, 100});
        QTest::mouseRelease(&bar, Qt::LeftButton, Qt::NoModifier, {7, 100});
        QCOMPARE(bar.value(), 150);
    }

    /// Rows whose words are away from their edges have a header whose words begin where theirs do.
    void aHeadersWordsMayBeAwayFromTheEdge()
    {
        QTreeWidget tree;
        tree.setHeaderLabels({u"IIIIIIIIIIII"_s});
        tree.resize(200, 100);
        QHeaderView *header = tree.header();
        const auto firstOfWords = [&] {
            const QImage seen = header->grab().toImage();
            for (int x = 0; x < seen.width(); ++x) {
                for (int y = 2; y < seen.height() - 3; ++y) {
                    if (contrast(seen.pixelColor(x, y), seen.pixelColor(seen.width() - 2, y)) > 2)
                        return x;
                }
            }
            return -1;
        };
        const int atTheEdge = firstOfWords();
        const int width = header->sectionSizeHint(0);
        header->setProperty(ui::LabStyle::besideHeaderWords, 7);
        QCOMPARE(firstOfWords(), atTheEdge + 7);
        QCOMPARE(header->sectionSizeHint(0), width + 14);
    }
};

QTEST_MAIN(LabStyleTest)
#include "tst_labstyle.moc"
