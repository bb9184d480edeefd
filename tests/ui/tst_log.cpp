// SPDX-License-Identifier: GPL-3.0-or-later
// The program's own log in its panel (docs/window.md W40), and what is copied for whoever looks for an error:
// no planted secret is in it (W41).
#include "core/base/log.h"
#include "tests/ui/stage.h"
#include "ui/logmodel.h"
#include "ui/masking.h"

#include <QAbstractItemModelTester>
#include <QClipboard>
#include <QComboBox>
#include <QDockWidget>
#include <QLabel>
#include <QSysInfo>
#include <QTemporaryDir>
#include <QToolButton>
#include <QTreeView>

#include <thread>

using namespace Qt::Literals::StringLiterals;
using ui::LogModel;

HOLLOWLAB_LOG(oneLog, "hollowlab.test.one")
HOLLOWLAB_LOG(otherLog, "hollowlab.test.other")

namespace {

constexpr auto reporting = QAbstractItemModelTester::FailureReportingMode::QtTest;

struct LogStage : fake::Stage {
    using fake::Stage::Stage;

    QTreeView *list() const { return window.findChild<QTreeView *>(u"logList"_s); }
    LogModel *model() const { return window.findChild<LogModel *>(); }
    QStringList shown() const
    {
        model()->refresh();
        QStringList texts;
        for (int row = 0; row < list()->model()->rowCount(); ++row)
            texts.append(list()->model()->index(row, LogModel::TextColumn).data().toString());
        return texts;
    }
    QString copied(const char *button = "logCopy")
    {
        window.findChild<QToolButton *>(QString::fromLatin1(button))->click();
        return QApplication::clipboard()->text();
    }
};

} // namespace

class LogTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        qputenv("XDG_CONFIG_HOME", m_home.path().toUtf8());
        core::base::setUpLogging(false);
        core::base::keepLog();
    }

    void init() { core::base::takeLog(); }

    void itGrowsAndIsFiltered()
    {
        LogStage stage;
        stage.action("showLog")->trigger();
        QVERIFY(stage.window.findChild<QDockWidget *>(u"log"_s)->isVisible());
        const auto *empty = stage.window.findChild<QLabel *>(u"logEmpty"_s);
        QTRY_VERIFY(empty->isVisible() && empty->text().contains(u"Nothing has been logged"_s));
        qCWarning(oneLog) << "the disk is full";
        std::thread([] { qCCritical(otherLog) << "a reconcile failed"; }).join();
        qCInfo(oneLog) << "nothing to do"; // a decision
        QTRY_COMPARE(stage.list()->model()->rowCount(), 2); // by itself
        const QAbstractItemView *list = stage.list();
        for (const int column : {LogModel::TimeColumn, LogModel::LevelColumn})
            QVERIFY(stage.list()->columnWidth(column) >= list->sizeHintForColumn(column));
        stage.window.findChild<QComboBox *>(u"logLevel"_s)->setCurrentIndex(2);
        QCOMPARE(stage.shown(), QStringList {u"a reconcile failed"_s});
        stage.window.findChild<QComboBox *>(u"logLevel"_s)->setCurrentIndex(0);
        stage.window.findChild<QLineEdit *>(u"logWords"_s)->setText(u"TEST.one warning"_s);
        QCOMPARE(stage.shown(), QStringList {u"the disk is full"_s});
        const QString copied = stage.copied();
        QVERIFY2(copied.endsWith(u" warning hollowlab.test.one: the disk is full\n"_s), qPrintable(copied));
        QCOMPARE(copied.count(u'\n'), 1);
        QVERIFY(empty->isHidden());
        stage.window.findChild<QLineEdit *>(u"logWords"_s)->setText(u"nowhere"_s);
        QVERIFY(empty->isVisible() && empty->text().startsWith(u"0 of 2 lines"_s));
        qCWarning(oneLog) << "the disk is full still";
        QTRY_VERIFY2(empty->text().startsWith(u"0 of 3 lines"_s), qPrintable(empty->text()));
    }

    void aLostConnectionIsNotLoggedForEachStream()
    {
        const QLoggingCategory streams("qt.network.http2");
        QVERIFY(!streams.isWarningEnabled());
        QVERIFY(streams.isCriticalEnabled());
        core::base::setUpLogging(true);
        QVERIFY(streams.isWarningEnabled());
        core::base::setUpLogging(false);
    }

    void decisionsAreLoggedOnRequest()
    {
        LogStage stage;
        auto &preferences = *stage.window.findChild<ui::Preferences *>();
        preferences.set(ui::Pref::LogDecisions, 1);
        qCInfo(oneLog) << "scales up";
        preferences.set(ui::Pref::LogDecisions, 0);
        qCInfo(oneLog) << "scales down";
        QCOMPARE(stage.shown(), QStringList {u"scales up"_s});
    }

    void itIsHeldStillAndGoesOn()
    {
        LogStage stage;
        auto *pause = stage.window.findChild<QToolButton *>(u"logPause"_s);
        qCWarning(oneLog) << "before";
        QCOMPARE(stage.shown().size(), 1);
        pause->click();
        qCWarning(oneLog) << "meanwhile";
        QCOMPARE(stage.shown(), QStringList {u"before"_s});
        pause->click();
        QCOMPARE(stage.shown(), (QStringList {u"before"_s, u"meanwhile"_s}));
        stage.window.findChild<QToolButton *>(u"logClear"_s)->click();
        QVERIFY(stage.shown().isEmpty());
    }

    void aStormOfLinesIsBounded()
    {
        LogStage stage;
        const QAbstractItemModelTester lines(stage.model(), reporting);
        const QAbstractItemModelTester filtered(stage.list()->model(), reporting);
        qCWarning(oneLog) << "before the storm";
        stage.model()->refresh();
        for (int i = 0; i < 12'000; ++i)
            qCWarning(oneLog) << i;
        stage.model()->refresh();
        QCOMPARE(stage.model()->rowCount(), int(LogModel::mostLines));
        qCWarning(oneLog) << "after the storm";
        QCOMPARE(stage.shown().last(), u"after the storm"_s);
        QCOMPARE(stage.model()->rowCount(), int(LogModel::mostLines));
    }

    void whatIsSaidStaysOneLine()
    {
        LogStage stage;
        qCWarning(oneLog) << "two\nlines \u001b[31mred";
        QCOMPARE(stage.shown().size(), 1);
        QVERIFY(!stage.shown().first().contains(u'\n') && !stage.shown().first().contains(u'\u001b'));
    }

    void noSecretIsCopied();
    void masks_data();
    void masks();

private:
    const QTemporaryDir m_home;
};

void LogTest::noSecretIsCopied()
{
    const QString pem =
        u"-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA75\n-----END RSA PRIVATE KEY-----"_s;
    const QString secrets[] = {u"eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhZGEifQ.c2lnbmF0dXJl"_s,
        u"MIIEpAIBAAKCAQEA75"_s, u"hunter2"_s, u"abcdef.0123456789abcdef"_s, u"prod-bank"_s,
        u"api.bank.example"_s, u"adalovelace"_s, u"10.20.30.40"_s, QSysInfo::machineHostName(),
        u"LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tCk1JSUM1"_s, u"s3cr3t"_s};
    qputenv("USER", "adalovelace");
    core::engine::ChangeSet changes = fake::threeMachines(core::engine::Mode::External);
    changes.status->contextName = "prod-bank";
    changes.status->server = "https://api.bank.example:6443";
    changes.status->kubeconfigPath = "/home/adalovelace/.kube/config";
    changes.status->connectionNote =
        "nodes: Get \"https://adalovelace:hunter2@api.bank.example:6443\": refused";
    changes.status->controllers[0].note =
        "waiting for lease held by " + QSysInfo::machineHostName().toStdString();
    LogStage stage(std::move(changes));
    qCWarning(oneLog).noquote() << "Authorization: Bearer" << secrets[0] << "to 10.20.30.40:6443";
    qCWarning(oneLog).noquote() << pem;
    qCWarning(oneLog).noquote()
        << "password=hunter2&user=x client-key-data: LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tCk1JSUM1";
    qCWarning(oneLog).noquote() << R"({"token":"s3cr3t","join":"abcdef.0123456789abcdef"})";
    qCWarning(oneLog).noquote() << "read /home/adalovelace/.kube/config of prod-bank";
    stage.action("diagnostics")->trigger();
    const QString copied = QApplication::clipboard()->text();
    for (const QString &secret : secrets)
        QVERIFY2(secret.isEmpty() || !copied.contains(secret, Qt::CaseInsensitive),
            qPrintable(secret + u" is in:\n"_s + copied));
    for (const QString &wanted : {u"Qt "_s, u"platform: offscreen"_s, u"mode: external, locked"_s,
             u"machines.machine.openshift.io: 3"_s, u"machines that are Ready: 3"_s, u"window/theme = "_s,
             u"hollowlab.test.one: read"_s})
        QVERIFY2(copied.contains(wanted), qPrintable(wanted + u" is not in:\n"_s + copied));
    QVERIFY(stage.notice().startsWith(u"Copied: program"_s));
}

void LogTest::masks_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("masked");
    const auto row = [](const char *name, const QString &text, const QString &masked) {
        QTest::newRow(name) << text << masked;
    };
    row("names of Kubernetes stay", u"machinehealthcheck-workers-unhealthy-condition-timeouts-5d5f"_s,
        u"machinehealthcheck-workers-unhealthy-condition-timeouts-5d5f"_s);
    row("uids stay", u"7b2f0c9e-3d5a-4f6b-8c7d-9e0f1a2b3c4d"_s, u"7b2f0c9e-3d5a-4f6b-8c7d-9e0f1a2b3c4d"_s);
    row("loopback stays", u"https://127.0.0.1:4217"_s, u"https://127.0.0.1:4217"_s);
    row("versions stay", u"Qt 6.4.2"_s, u"Qt 6.4.2"_s);
    row("a whole word", u"bob bobcat Bob's"_s, u"USER bobcat USER's"_s);
    row("a key that was cut off", u"x -----BEGIN EC PRIVATE KEY-----\\nMHcCAQ"_s, u"x <PEM>"_s);
    row("quoted", u"password: \"a b c\", next"_s, u"password: <secret>, next"_s);
    row("an address of another family", u"[fd00::1]:6443"_s, u"[<address>]:6443"_s);
    row("basic", u"authorization: basic YWRhOmh1bnRlcjI="_s, u"authorization: basic <secret>"_s);
    row("nothing", QString(), QString());
}

void LogTest::masks()
{
    QFETCH(QString, text);
    QFETCH(QString, masked);
    ui::Masking masking;
    masking.hide(u"bob"_s, u"USER"_s);
    masking.hide(u"x"_s, u"NOT"_s); // one letter is no name
    QCOMPARE(masking(text), masked);
}

QTEST_MAIN(LogTest)
#include "tst_log.moc"
