// SPDX-License-Identifier: GPL-3.0-or-later
// Text of objects and servers is text in the window: it is no HTML, loads nothing, turns no reading
// direction, and no length of it holds the window up (T12).
#include "core/api/codec.h"
#include "core/api/yaml.h"
#include "tests/ui/stage.h"
#include "ui/format.h"
#include "ui/pages/tables.h"
#include "ui/widgets/yamledit.h"

#include <QAbstractButton>
#include <QClipboard>
#include <QProcess>
#include <QTcpServer>
#include <QTextBlock>
#include <QTextBrowser>
#include <QTextDocumentFragment>

#include <ctime>
#include <set>

using namespace Qt::Literals::StringLiterals;
using namespace core::engine;
using core::api::Json;
using core::api::ObjectKey;
using ui::Kind;

namespace {

/// A server that nobody may come to.
QTcpServer &trap()
{
    static QTcpServer server;
    if (!server.isListening())
        server.listen(QHostAddress::LocalHost);
    return server;
}

std::string hostile()
{
    return "<img src=http://127.0.0.1:" + std::to_string(trap().serverPort())
        + "/x>\u202etxt.exe\nsecond & line\x1b[31m";
}

/// Members whose value decides what an object is, or must be a number or time.
bool isStructure(std::string_view name)
{
    static const std::set<std::string_view> names {"apiVersion", "kind", "namespace", "uid",
        "resourceVersion", "creationTimestamp", "deletionTimestamp", "lastTransitionTime",
        "lastHeartbeatTime", "lastUpdateTime", "lastTimestamp", "firstTimestamp", "lastUpdated", "eventTime",
        "timeout", "maxUnhealthy", "capacity", "allocatable", "providerSpec", "maxSurge", "maxUnavailable",
        "status", "phase", "preserveExpiryTime", "nodeStartupTimeout", "controller", "time", "operator"};
    return names.contains(name);
}

void poison(Json &json, const std::string &word)
{
    if (json.is_object()) {
        for (auto &[name, value] : json.as_object()) {
            if (value.is_string() && !isStructure(name))
                value = word;
            else if (!value.is_string() && (name == "status" || !isStructure(name)))
                poison(value, word);
        }
    } else if (json.is_array()) {
        for (Json &value : json.as_array())
            poison(value, word);
    }
}

/// The demo cluster with a second copy of an object of each kind, in which every text is hostile.
ChangeSet hostileCluster(const std::string &word)
{
    ChangeSet cluster = fake::demoCluster(Mode::External);
    cluster.objects.each([&]<typename T>(Changes<T> &changes) {
        if (changes.upserts.empty())
            return;
        Json json = core::api::encodeObject(*changes.upserts.front());
        poison(json, word);
        auto decoded = core::api::decode<T>(json);
        if (!decoded)
            qWarning("%s", decoded.error().message.c_str());
        else
            changes.upserts.push_back(std::make_shared<const T>(std::move(*decoded)));
    });
    cluster.status->contextName = word;
    cluster.status->server = word;
    cluster.status->connection = Connection::Reconnecting;
    cluster.status->connectionNote = word;
    cluster.status->kubeconfigPath = word;
    cluster.status->missingCrds = {word};
    cluster.status->controllers.front().note = word;
    cluster.status->controllers.front().description = word;
    return cluster;
}

bool steers(const QString &text)
{
    return std::ranges::any_of(text, [](QChar c) {
        return (c < u' ' && c != u'\n' && c != u'\t') || (c >= u'\u202a' && c <= u'\u202e')
            || (c >= u'\u2066' && c <= u'\u2069') || c == QChar::ObjectReplacementCharacter;
    });
}

void verifyTip(const QString &tip)
{
    QVERIFY2(!steers(tip), qPrintable(tip));
    if (tip.contains(u"127.0.0.1:"_s) && Qt::mightBeRichText(tip))
        QVERIFY2(QTextDocumentFragment::fromHtml(tip).toPlainText().contains(u"<img"_s), qPrintable(tip));
}

/// Everything that a widget and its children say.
void verifyWords(const QWidget &widget)
{
    QVERIFY2(!steers(widget.windowTitle()), qPrintable(widget.windowTitle()));
    for (const QWidget *child : widget.findChildren<QWidget *>())
        verifyTip(child->toolTip());
    for (const QLabel *label : widget.findChildren<QLabel *>()) {
        const QString words = label->text();
        QVERIFY2(!steers(words), qPrintable(words));
        const bool rich = label->textFormat() == Qt::RichText
            || (label->textFormat() == Qt::AutoText && Qt::mightBeRichText(words));
        QVERIFY2(!rich || !words.contains(u"<img"_s), qPrintable(label->objectName() + u": "_s + words));
    }
    for (const QAbstractButton *button : widget.findChildren<QAbstractButton *>())
        QVERIFY2(!steers(button->text()), qPrintable(button->text()));
    for (const QTextBrowser *browser : widget.findChildren<QTextBrowser *>()) {
        QVERIFY2(!steers(browser->toPlainText()), qPrintable(browser->toPlainText()));
        QVERIFY(!browser->toHtml().contains(u"<img"_s));
    }
    for (const ui::YamlEdit *yaml : widget.findChildren<ui::YamlEdit *>())
        QVERIFY2(!steers(yaml->toPlainText()), qPrintable(yaml->toPlainText()));
}

void verifyCells(const ui::ObjectTable &table)
{
    const auto &model = table.tableModel();
    for (int row = 0; row < model.rowCount(); ++row) {
        for (int column = 0; column < model.columnCount(); ++column) {
            const QModelIndex index = model.index(row, column);
            for (const int role : {int(Qt::DisplayRole), int(Qt::AccessibleTextRole)}) {
                const QString words = index.data(role).toString();
                QVERIFY2(!steers(words) && !words.contains(u'\n'), qPrintable(words));
            }
            verifyTip(index.data(Qt::ToolTipRole).toString());
        }
    }
}

std::optional<ObjectKey> hostileRow(const ui::ObjectTable &table)
{
    for (int row = 0; row < table.tableModel().rowCount(); ++row) {
        if (table.tableModel().keyAt(row).name.starts_with('<'))
            return table.tableModel().keyAt(row);
    }
    return std::nullopt;
}

} // namespace

class SpoofingTest : public QObject
{
    Q_OBJECT

private slots:
    void textIsCleanedAndBounded_data()
    {
        QTest::addColumn<QString>("from");
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("lines");
        QTest::newRow("plain") << u"workers-a"_s << u"workers-a"_s << u"workers-a"_s;
        QTest::newRow("letters of people")
            << u"Köln 東京 🙂"_s << u"Köln 東京 🙂"_s << u"Köln 東京 🙂"_s;
        QTest::newRow("a line break") << u"a\nb"_s << u"a\\nb"_s << u"a\nb"_s;
        QTest::newRow("an escape") << u"a\u001b[31m"_s << u"a\\u001b[31m"_s << u"a\\u001b[31m"_s;
        QTest::newRow("a direction") << u"\u202egpj.exe"_s << u"\\u202egpj.exe"_s << u"\\u202egpj.exe"_s;
        QTest::newRow("a long line") << QString(5000, u'x') << QString(2000, u'x') + u'…'
                                     << QString(2000, u'x') + u"… (5000 characters)"_s;
        QTest::newRow("cut between two characters")
            << QString(1999, u'x') + QString(9, u'ü') << QString(1999, u'x') + u'…'
            << QString(1999, u'x') + u"ü… (2008 characters)"_s;
    }

    void textIsCleanedAndBounded()
    {
        QFETCH(QString, from);
        QTEST(ui::text(from.toStdString()), "line");
        QTEST(ui::lines(from.toStdString()), "lines");
    }

    // T12
    void nothingThatAnObjectSaysIsMoreThanText()
    {
        fake::Stage stage(hostileCluster(hostile()));
        auto *tables = stage.window.findChild<ui::Tables *>();
        auto *inspector = stage.window.findChild<QTabWidget *>(u"inspectorTabs"_s);
        int rows = 0;
        for (const ui::Family family : {ui::Family::MachineApi, ui::Family::Mcm}) {
            tables->setFamily(family);
            for (int kind = 0; kind < ui::kindCount; ++kind) {
                if (!tables->isShown(ui::Kind(kind)))
                    continue;
                ui::ObjectTable *table = stage.table(Kind(kind));
                verifyCells(*table);
                const auto row = hostileRow(*table);
                QVERIFY2(row, qPrintable(ui::apiName(Kind(kind))));
                QVERIFY(table->selectKey(*row));
                ++rows;
                for (int page = 0; page < inspector->count(); ++page) {
                    inspector->setCurrentIndex(page);
                    verifyWords(stage.window);
                }
            }
        }
        QVERIFY(rows >= 10);
        stage.window.grab();
        QCoreApplication::processEvents();
        QVERIFY(!trap().hasPendingConnections());
    }

    // T12
    void noQuestionOrNoticeIsMoreThanText()
    {
        fake::Stage stage(hostileCluster(hostile()));
        stage.window.findChild<QAbstractButton *>(u"lock"_s)->click();
        ui::ObjectTable *machines = stage.table(Kind::Machine);
        QVERIFY(machines->selectKey(hostileRow(*machines).value()));
        for (const char *name : {"remove", "scale", "copyName", "copyKubectl", "install", "about"}) {
            stage.action(name)->trigger();
            verifyWords(stage.window);
        }
        ui::ObjectTable *sets = stage.table(Kind::MachineSet);
        QVERIFY(sets->selectKey(hostileRow(*sets).value()));
        stage.action("editConfig")->trigger();
        verifyWords(stage.window);
        QVERIFY(!trap().hasPendingConnections());
    }

    // T13
    void theLineForKubectlIsOneCommandWhateverTheNames_data()
    {
        QTest::addColumn<QString>("name");
        for (const char *name : {"plain", "$(touch /tmp/no)", "`id`", "a;b", "a && b", "it's", "\"q\"", "a b",
                 "two\nlines", "line\n", "-o", "*", "~", "a\\b", "#no", "!x", "<in >out"})
            QTest::newRow(qPrintable(u"T13 %1"_s.arg(QString::fromLatin1(name))))
                << QString::fromLatin1(name);
    }

    void theLineForKubectlIsOneCommandWhateverTheNames()
    {
        QFETCH(QString, name);
        ChangeSet cluster = fake::threeMachines(Mode::External);
        cluster.status->contextName = name.toStdString();
        cluster.status->kubeconfigPath = name.toStdString();
        auto machine =
            std::make_shared<core::api::Machine>(*cluster.of<core::api::Machine>().upserts.front());
        machine->metadata.name = name.toStdString();
        machine->metadata.ns = name.toStdString();
        cluster.of<core::api::Machine>().upserts = {machine};
        fake::Stage stage(cluster);
        stage.table(Kind::Machine)->selectFirst();
        stage.action("copyKubectl")->trigger();
        QProcess shell;
        shell.start(u"sh"_s,
            {u"-c"_s,
                u"kubectl() { for word; do printf '%s\\0' \"$word\"; done; }\n"_s
                    + QApplication::clipboard()->text()});
        QVERIFY(shell.waitForFinished());
        const QString words = QString::fromUtf8(shell.readAllStandardOutput());
        QCOMPARE(words.split(QChar(0)),
            (QStringList {u"--kubeconfig"_s, name, u"--context"_s, name, u"-n"_s, name, u"get"_s,
                ui::kubectlName(Kind::Machine) + u'/' + name, u"-o"_s, u"yaml"_s, {}}));
        QCOMPARE(shell.readAllStandardError(), QByteArray());
    }

    // T12
    void anAnnotationOfAMegabyteHoldsNothingUp()
    {
        ChangeSet cluster = fake::threeMachines();
        auto large = std::make_shared<core::api::Machine>(*cluster.of<core::api::Machine>().upserts.front());
        large->metadata.annotations["note"] = std::string(1'000'000, 'x');
        large->metadata.labels["note"] = std::string(1'000'000, 'y');
        large->status.errorMessage = std::string(1'000'000, 'z');
        fake::Stage stage(cluster);
        auto *inspector = stage.window.findChild<QTabWidget *>(u"inspectorTabs"_s);
        stage.table(Kind::Machine)->selectFirst();
        ChangeSet changes;
        changes.of<core::api::Machine>().upserts = {large};
        const auto spent = [](const auto &work) { // of the processor: others may be using it too
            const std::clock_t begin = std::clock();
            work();
            return 1000.0 * static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
        };
        const double taken = spent([&] { stage.session.send(changes); });
        QVERIFY2(taken < mostSpent, qPrintable(u"taken in: %1 ms"_s.arg(taken)));
        for (int page = 0; page < inspector->count(); ++page) {
            const double shown = spent([&] {
                inspector->setCurrentIndex(page);
                stage.window.grab();
            });
            QVERIFY2(shown < mostSpent, qPrintable(u"page %1: %2 ms"_s.arg(page).arg(shown)));
        }
        const double again = spent([&] {
            for (int i = 0; i < 10; ++i)
                stage.session.send({});
        });
        QVERIFY2(again < mostSpent, qPrintable(u"ten more: %1 ms"_s.arg(again)));
    }

    // T12
    void whatIsShownOfAMegabyteIsBounded_data()
    {
        QTest::addColumn<std::string>("note");
        std::string lines;
        std::string shortLines;
        while (lines.size() < 1'000'000)
            lines += "  - quoted: \"value\" # of a line\n";
        while (shortLines.size() < 1'000'000)
            shortLines += "y\n";
        QTest::newRow("T12 one line") << std::string(1'000'000, 'x');
        QTest::newRow("T12 lines") << lines;
        QTest::newRow("T12 short lines") << shortLines;
    }

    void whatIsShownOfAMegabyteIsBounded()
    {
        QFETCH(std::string, note);
        ChangeSet cluster = fake::threeMachines();
        auto large = std::make_shared<core::api::Machine>(*cluster.of<core::api::Machine>().upserts.front());
        large->metadata.annotations["note"] = note;
        large->status.errorMessage = note;
        cluster.of<core::api::Machine>().upserts.front() = large;
        fake::Stage stage(cluster);
        stage.table(Kind::Machine)->selectFirst();
        stage.action("showYaml")->trigger();
        const auto *yaml = stage.window.findChild<QPlainTextEdit *>(u"yaml"_s);
        QVERIFY(yaml->isVisible());
        QVERIFY2(yaml->blockCount() <= 2100, qPrintable(QString::number(yaml->blockCount())));
        QVERIFY2(
            yaml->toPlainText().size() <= 110'000, qPrintable(QString::number(yaml->toPlainText().size())));
        QVERIFY(yaml->toPlainText().contains(u"… (976.6 KiB in all)"_s));
        QVERIFY(yaml->toPlainText().contains(u"providerSpec:"_s)); // what follows is not pushed away
        auto *pages = stage.window.findChild<QTabWidget *>(u"inspectorTabs"_s);
        for (const auto *browser : stage.window.findChildren<QTextBrowser *>()) {
            pages->setCurrentIndex(pages->indexOf(const_cast<QTextBrowser *>(browser)));
            QVERIFY2(browser->toPlainText().size() <= 20'000, qPrintable(browser->objectName()));
        }
    }

    void whatIsEditedKeepsItsCharactersAndShowsThem()
    {
        const std::string word = "a\u202eb";
        const std::string yaml = core::api::writeYaml(Json(word));
        QVERIFY(!steers(ui::raw(yaml)));
        QCOMPARE(core::api::parseYaml(yaml).value(), Json(word));
    }

private:
    static constexpr double mostSpent = 500; // ms, built without optimisation
};

QTEST_MAIN(SpoofingTest)
#include "tst_spoofing.moc"
