// SPDX-License-Identifier: GPL-3.0-or-later
// No text of the window is cut off, in any of its languages, in one whose texts are half as long again, or
// written from right to left. What may give way says so: an ElidedLabel, whose whole text is in its tool tip,
// and what stands in cells of tables.
#include "tests/ui/spoken.h"
#include "tests/ui/stage.h"
#include "ui/widgets/elidedlabel.h"

#include <QAbstractButton>
#include <QComboBox>
#include <QDialog>
#include <QDockWidget>
#include <QRegularExpression>
#include <QTabBar>
#include <QTemporaryDir>
#include <QTextDocument>
#include <QToolButton>
#include <QTranslator>
#include <QtMath>

using namespace Qt::Literals::StringLiterals;

namespace {

constexpr int tolerance = 1; // pixel: sizes are whole, widths of letters are not

/// Every text in brackets and half as long again, as a language that has no short words.
class LongWords : public QTranslator
{
public:
    QString translate(const char * /*context*/, const char *source, const char * /*disambiguation*/,
        int /*n*/) const override
    {
        const QString text = QString::fromUtf8(source);
        return u"["_s + text + QString((text.size() + 1) / 2, u'~') + u"]"_s;
    }
    bool isEmpty() const override { return false; }
};

/// One of the window's languages, or English as no language is.
class Looked
{
public:
    explicit Looked(const QString &language)
        : m_spoken(language == u"long" || language == u"right-to-left" ? u"en"_s : language)
    {
        if (language == u"long")
            QCoreApplication::installTranslator(&m_long);
        if (language == u"right-to-left")
            QGuiApplication::setLayoutDirection(Qt::RightToLeft);
    }
    ~Looked()
    {
        QCoreApplication::removeTranslator(&m_long);
        QGuiApplication::setLayoutDirection(Qt::LeftToRight);
    }
    Q_DISABLE_COPY_MOVE(Looked)

private:
    const tests::Spoken m_spoken;
    LongWords m_long;
};

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
    void lookAtDialog(QWidget &window, const QString &name, bool closes = true)
    {
        auto *dialog = window.findChild<QDialog *>(name);
        if (!dialog) {
            m_found += name + u": does not open"_s;
            return;
        }
        lookAt(name, *dialog);
        if (closes)
            dialog->close();
        settle();
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
    void initTestCase() { qputenv("XDG_CONFIG_HOME", m_config.path().toUtf8()); }
    void noTextIsCutOff_data();
    void noTextIsCutOff();
    void whatIsCutOffIsSeen();

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
    for (const char *language : {"en", "de", "zh_CN", "long", "right-to-left"}) {
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
    const Looked looked(language);
    fake::Stage stage(fake::demoCluster(), size, scheme);
    Looks looks;
    looks.lookAt(u"fleet"_s, stage.window);
    for (const ui::Kind kind : stage.tabs()->shownKinds()) {
        stage.table(kind)->selectFirst();
        looks.lookAt(ui::apiName(kind), stage.window);
    }
    for (const char *dock : {"controllers", "timeline"}) {
        auto *widget = stage.window.findChild<QDockWidget *>(QString::fromLatin1(dock));
        widget->show();
        widget->raise();
        looks.lookAt(QString::fromLatin1(dock), stage.window);
    }
    stage.table(ui::Kind::MachineSet)->selectFirst();
    stage.action("editConfig")->trigger();
    looks.lookAtDialog(stage.window, u"configDialog"_s);
    stage.action("newSet")->trigger();
    looks.lookAtDialog(stage.window, u"configDialog"_s);
    stage.action("shortcuts")->trigger();
    looks.lookAtDialog(stage.window, u"shortcutSheet"_s);
    stage.action("applyYaml")->trigger();
    looks.lookAtDialog(stage.window, u"applyDialog"_s);
    stage.table(ui::Kind::HealthCheck)->selectFirst();
    stage.action("editYaml")->trigger();
    looks.lookAtDialog(stage.window, u"objectEditor"_s);
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

QTEST_MAIN(TestClipping)
#include "tst_clipping.moc"
