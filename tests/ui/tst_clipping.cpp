// SPDX-License-Identifier: GPL-3.0-or-later
// No text of the window is cut off, in any of its languages, in one whose texts are half as long again, or
// written from right to left. What may give way says so: an ElidedLabel or a box, whose whole text is in its
// tool tip, and what stands in cells of tables; titles of columns have room, or are shorter ones.
#include "core/base/log.h"
#include "tests/ui/looked.h"
#include "tests/ui/pages.h"
#include "ui/widgets/elidedlabel.h"

#include <QAbstractButton>
#include <QComboBox>
#include <QHeaderView>
#include <QRegularExpression>
#include <QTabBar>
#include <QTemporaryDir>
#include <QTextDocument>
#include <QToolButton>
#include <QtMath>

using namespace Qt::Literals::StringLiterals;

namespace {

constexpr int tolerance = 1; // pixel: sizes are whole, widths of letters are not

QString withoutMnemonic(QString text)
{
    static const QRegularExpression inBrackets(u"\\(&.\\)"_s);
    return text.remove(inBrackets).remove(u'&');
}

int textWidth(const QLabel &label)
{
    const bool isRich = label.textFormat() == Qt::RichText
        || (label.textFormat() == Qt::AutoText && Qt::mightBeRichText(label.text()));
    if (!isRich)
        return label.fontMetrics().size(0, withoutMnemonic(label.text())).width();
    QTextDocument document;
    document.setDefaultFont(label.font());
    document.setDocumentMargin(0);
    document.setHtml(label.text());
    return qCeil(document.idealWidth());
}

/// How much wider the text is than the room for it; 0 when it fits.
int missingIn(const QLabel &label)
{
    if (label.text().isEmpty() || label.wordWrap() || dynamic_cast<const ui::ElidedLabel *>(&label))
        return 0;
    return textWidth(label) - label.contentsRect().width();
}

int missingIn(const QAbstractButton &button)
{
    const auto *tool = qobject_cast<const QToolButton *>(&button);
    if (button.text().isEmpty() || (tool && tool->toolButtonStyle() == Qt::ToolButtonIconOnly))
        return 0;
    const int icon = button.icon().isNull() ? 0 : button.iconSize().width();
    return button.fontMetrics().size(Qt::TextShowMnemonic, button.text()).width() + icon - button.width();
}

int missingIn(const QComboBox &box)
{
    if (box.toolTip().contains(box.currentText()))
        return 0;
    return box.fontMetrics().horizontalAdvance(box.currentText()) - box.width();
}

int missingIn(const QTabBar &tabs)
{
    int missing = 0;
    for (int i = 0; i < tabs.count() && !tabs.usesScrollButtons(); ++i)
        missing = std::max(missing,
            tabs.fontMetrics().size(Qt::TextShowMnemonic, tabs.tabText(i)).width() - tabs.tabRect(i).width());
    return missing;
}

/// The result is for the title, among its columns in sight, for which there is least room.
int missingIn(const ui::ObjectTable &table)
{
    int missing = 0;
    for (int column = 0; column < table.tableModel().columnCount(); ++column) {
        if (!table.isColumnHidden(column))
            missing = std::max(missing,
                table.horizontalHeader()->fontMetrics().horizontalAdvance(table.shownTitle(column))
                    - table.titleRoom(column));
    }
    return missing;
}

/// A label that wraps, cut off below.
int lowerPartMissingIn(const QLabel &label)
{
    return label.wordWrap() && !label.text().isEmpty() ? label.heightForWidth(label.width()) - label.height()
                                                       : 0;
}

/// What is cut off in the window, with what it belongs to.
QStringList cutOffIn(const QWidget &window)
{
    QStringList found;
    const auto look = [&](const QWidget &widget, const QString &text, int missing) {
        if (missing > tolerance)
            found +=
                u"%1 \"%2\": %3 px missing of %4"_s
                    .arg(widget.objectName().isEmpty() ? QString::fromLatin1(widget.metaObject()->className())
                                                       : widget.objectName(),
                        text.left(60))
                    .arg(missing)
                    .arg(widget.width());
    };
    for (const QWidget *widget : window.findChildren<QWidget *>()) {
        if (!widget->isVisible() || widget->visibleRegion().isEmpty())
            continue;
        if (const auto *label = qobject_cast<const QLabel *>(widget)) {
            look(*label, label->text(), missingIn(*label));
            look(*label, label->text(), lowerPartMissingIn(*label));
        } else if (const auto *button = qobject_cast<const QAbstractButton *>(widget)) {
            look(*button, button->text(), missingIn(*button));
        } else if (const auto *box = qobject_cast<const QComboBox *>(widget)) {
            look(*box, box->currentText(), missingIn(*box));
        } else if (const auto *table = qobject_cast<const ui::ObjectTable *>(widget)) {
            look(*table, table->accessibleName(), missingIn(*table));
        } else if (const auto *tabs = qobject_cast<const QTabBar *>(widget)) {
            look(*tabs, tabs->tabText(0), missingIn(*tabs));
        }
    }
    return found;
}

void settle()
{
    QCoreApplication::sendPostedEvents();
    QTest::qWait(0);
    QCoreApplication::sendPostedEvents();
}

class Looks
{
public:
    void lookAt(const QString &where, QWidget &window)
    {
        settle();
        keep(where, window);
        for (const QString &one : cutOffIn(window))
            m_found += where + u": "_s + one;
    }
    const QStringList &found() const { return m_found; }

private:
    static void keep(const QString &where, QWidget &window)
    {
        const QString folder = qEnvironmentVariable("HOLLOWLAB_PICTURES");
        if (!folder.isEmpty())
            window.grab().save(u"%1/%2-%3.png"_s.arg(
                folder, where, QString::fromUtf8(QTest::currentDataTag()).replace(u' ', u'-')));
    }

    QStringList m_found;
};

} // namespace

class TestClipping : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        qputenv("XDG_CONFIG_HOME", m_config.path().toUtf8());
        core::base::setUpLogging(false);
        core::base::logDecisions(true);
        core::base::keepLog();
    }
    void noTextIsCutOff_data();
    void noTextIsCutOff();
    void guidanceIsNotCutOff_data();
    void guidanceIsNotCutOff();
    void whatIsCutOffIsSeen();
    void timeRunsFromLeftToRight();
    void yamlIsReadFromLeftToRight();
    void theChosenRowIsMarkedWhereItBegins_data();
    void theChosenRowIsMarkedWhereItBegins();

private:
    QTemporaryDir m_config;
};

void TestClipping::noTextIsCutOff_data()
{
    QTest::addColumn<QString>("language");
    QTest::addColumn<QSize>("size");
    QTest::addColumn<ui::Scheme>("scheme");
    const auto rows = [](const char *language, QSize size, ui::Scheme scheme) {
        QTest::addRow("%s %dx%d", language, size.width(), size.height())
            << QString::fromLatin1(language) << size << scheme;
    };
    for (const char *language : tests::readings) {
        rows(language, {1000, 640}, ui::Scheme::Light);
        rows(language, {1440, 900}, ui::Scheme::Dark);
    }
    rows("de", {1920, 1080}, ui::Scheme::Contrast);
}

void TestClipping::noTextIsCutOff()
{
    QFETCH(const QString, language);
    QFETCH(const QSize, size);
    QFETCH(const ui::Scheme, scheme);
    const tests::Looked looked(language);
    fake::Stage stage(fake::pagesCluster(), size, scheme);
    Looks looks;
    for (const std::vector<fake::Page> &pages : {fake::dialogPages(), fake::windowPages()}) {
        for (const fake::Page &page : pages) {
            QWidget *widget = page.open(stage);
            QVERIFY2(widget, page.name);
            looks.lookAt(QString::fromLatin1(page.name), *widget);
            fake::leave(stage, widget);
        }
    }
    QVERIFY2(looks.found().isEmpty(), qPrintable(looks.found().join(u'\n')));
}

void TestClipping::guidanceIsNotCutOff_data()
{
    QTest::addColumn<QString>("language");
    QTest::addColumn<QSize>("size");
    for (const char *language :
        {"en", "de", "zh_CN", "right-to-left"}) { // "long" has words wider than a callout
        for (const QSize size : {QSize(1000, 640), QSize(1920, 1080)})
            QTest::addRow("%s %dx%d", language, size.width(), size.height())
                << QString::fromLatin1(language) << size;
    }
}

void TestClipping::guidanceIsNotCutOff()
{
    QFETCH(const QString, language);
    QFETCH(const QSize, size);
    const tests::Looked looked(language);
    fake::Stage stage(fake::pagesCluster(), size, ui::Scheme::Dark);
    stage.window.findChild<ui::Preferences *>()->set(ui::Pref::ReducedMotion, 1);
    Looks looks;
    for (const fake::Page &page : fake::guidancePages())
        looks.lookAt(QString::fromLatin1(page.name), *page.open(stage));
    QVERIFY2(looks.found().isEmpty(), qPrintable(looks.found().join(u'\n')));
}

void TestClipping::whatIsCutOffIsSeen()
{
    QWidget window;
    auto *label = new QLabel(u"a text that is longer than its label"_s, &window);
    label->setFixedWidth(40);
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    QCOMPARE(cutOffIn(window).size(), 1);
    label->setFixedWidth(label->sizeHint().width());
    QVERIFY2(cutOffIn(window).isEmpty(), qPrintable(cutOffIn(window).join(u'\n')));
}

namespace {

/// A widget of the window as it is read, and as it is read from right to left.
std::pair<QImage, QImage> readBothWays(const QString &name)
{
    const auto seen = [&name](const char *reading) {
        const tests::Looked looked(QString::fromLatin1(reading));
        fake::Stage stage(fake::pagesCluster(), {1440, 900});
        for (const fake::Page &page : fake::windowPages()) {
            if (name.startsWith(QString::fromLatin1(page.name)))
                page.open(stage);
        }
        settle();
        auto *widget = stage.window.findChild<QWidget *>(name);
        widget->resize(600, 200);
        return widget->grab().toImage();
    };
    return {seen("en"), seen("right-to-left")};
}

} // namespace

/// Counts, names and times are where they are beside what they tell of.
void TestClipping::timeRunsFromLeftToRight()
{
    const auto [one, other] = readBothWays(u"healthChart"_s);
    QVERIFY(one == other);
}

void TestClipping::yamlIsReadFromLeftToRight()
{
    const auto [one, other] = readBothWays(u"yaml"_s);
    QVERIFY(one == other);
}

void TestClipping::theChosenRowIsMarkedWhereItBegins_data()
{
    QTest::addColumn<QString>("reading");
    for (const char *reading : {"en", "right-to-left"})
        QTest::newRow(reading) << QString::fromLatin1(reading);
}

void TestClipping::theChosenRowIsMarkedWhereItBegins()
{
    QFETCH(const QString, reading);
    const tests::Looked looked(reading);
    const fake::Stage stage;
    ui::ObjectTable *table = stage.table(ui::Kind::Machine);
    table->selectFirst();
    settle();
    const QImage seen = table->viewport()->grab().toImage();
    const int middle = table->rowHeight(0) / 2;
    const QColor bar = ui::Theme(ui::Scheme::Light).color(ui::Tone::Accent);
    const bool isLeft = seen.pixelColor(1, middle) == bar;
    const bool isRight = seen.pixelColor(seen.width() - 2, middle) == bar;
    QCOMPARE(isLeft, reading == u"en");
    QCOMPARE(isRight, reading != u"en");
    stage.filter()->setFocus(); // the row stays chosen, and the keys are elsewhere
    settle();
    const QImage left = table->viewport()->grab().toImage();
    const QColor greyBar = ui::Theme(ui::Scheme::Light).color(ui::Tone::Quiet);
    QCOMPARE(left.pixelColor(isLeft ? 1 : left.width() - 2, middle), greyBar);
}

QTEST_MAIN(TestClipping)
#include "tst_clipping.moc"
