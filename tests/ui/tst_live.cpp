// SPDX-License-Identifier: GPL-3.0-or-later
// The three journeys by keyboard on a real lab inside the process: scale by typing and see the nodes Ready,
// break one and see it replaced with its recovery time, change the provider config. The lab's time runs fast.
#include "tests/support/program.h"
#include "tests/ui/livecore.h"
#include "ui/language.h"
#include "ui/pages/tables.h"
#include "ui/widgets/objecttable.h"
#include "ui/widgets/yamledit.h"

#include <QDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPointer>
#include <QPushButton>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>
#include <QTextBrowser>
#include <QToolButton>
#include <QTreeWidget>

#include <csignal>

using namespace Qt::Literals::StringLiterals;

namespace {

enum Tab { Machines, Sets };

} // namespace

class LiveTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { ui::speak(u"en"_s); }

    /// The window has buttons for what helps, a terminal its options.
    void aDamagedLabIsToldInNoWordsOfACommandLine() // X26
    {
        const QTemporaryDir folder;
        QFile damaged(folder.filePath(u"lab.db"_s));
        QVERIFY(damaged.open(QIODevice::WriteOnly) && damaged.write(QByteArray(8192, 'x')) > 0);
        damaged.close();
        app::Options options;
        options.lab = folder.path().toStdString();
        const live::Core core(options);
        QVERIFY(!core.opened);
        const std::string &said = core.opened.error().message;
        QVERIFY2(said.ends_with("It stays as it is.") && said.find("--") == std::string::npos, said.c_str());
    }

    void journeys()
    {
        live::Window lab;
        QVERIFY2(lab.opened, lab.opened ? "" : lab.opened.error().message.c_str());
        ui::MainWindow &window = *lab.window;
        m_window = &window;
        QVERIFY(QTest::qWaitForWindowActive(&window));
        QTRY_VERIFY_WITH_TIMEOUT(window.isLive(), 10'000);
        QTRY_COMPARE_WITH_TIMEOUT(inState(u"health"_s, u"Ready"_s), 3, 10'000);

        ui::ObjectTable *sets = table(Sets);
        QTest::keyClick(sets, Qt::Key_S);
        auto *box = sets->findChild<QSpinBox *>(u"replicas"_s);
        QVERIFY(box);
        QTest::keyClicks(box, u"7"_s);
        QTest::keyClick(box, Qt::Key_Return);
        QTRY_VERIFY(!sets->findChild<QSpinBox *>(u"replicas"_s)); // it is entered in a later turn
        QTRY_COMPARE_WITH_TIMEOUT(inState(u"health"_s, u"Ready"_s), 7, 10'000);
        QTRY_VERIFY(!notice().isEmpty());
        QTRY_COMPARE(cell(Sets, 0, u"desired"_s), u"7"_s);

        const QString broken = cell(Machines, 0, u"name"_s);
        QTest::keyClick(table(Machines), Qt::Key_U);
        auto *menu = qobject_cast<QMenu *>(QApplication::activePopupWidget());
        QVERIFY(menu);
        QTest::keyClick(menu, Qt::Key_Return); // NotReady until replaced
        QTRY_COMPARE_WITH_TIMEOUT(inState(u"health"_s, u"NotReady"_s), 1, 10'000);
        table(Sets);
        window.findChild<QAction *>(u"showWhy"_s)->trigger();
        auto *why = window.findChild<QTextBrowser *>(u"why"_s);
        QTRY_VERIFY(why->toPlainText().contains(broken + u": replaced in "_s));
        QVERIFY(why->toPlainText().contains(u"1 of 7 machines unhealthy, at most 2 may be."_s));
        window.findChild<QToolButton *>(u"pace10"_s)->click(); // the health check waits 15 s
        QTRY_VERIFY_WITH_TIMEOUT(!names().contains(broken), 30'000);
        QTRY_COMPARE_WITH_TIMEOUT(inState(u"health"_s, u"Ready"_s), 7, 10'000);
        QTRY_VERIFY(window.findChild<QLabel *>(u"statistics"_s)->text().startsWith(u"1 recovery"_s));

        // The offscreen platform makes a popup the active window, and nobody when it is gone; a desktop does
        // neither.
        window.activateWindow();
        QTRY_COMPARE(QApplication::activeWindow(), &window);
        QTest::keyClick(table(Sets), Qt::Key_E);
        auto *dialog = window.findChild<QDialog *>(u"configDialog"_s);
        QVERIFY(dialog);
        auto *cores = dialog->findChild<QLineEdit *>(u"numCores"_s);
        cores->setFocus();
        cores->selectAll();
        QTest::keyClicks(cores, u"8"_s);
        auto *apply = dialog->findChild<QPushButton *>(u"apply"_s);
        QTRY_VERIFY(apply->isEnabled());
        QTest::keyClick(apply, Qt::Key_Space);
        QTRY_VERIFY_WITH_TIMEOUT(!window.findChild<QDialog *>(u"configDialog"_s), 10'000);
        window.findChild<QAction *>(u"showYaml"_s)->trigger();
        auto *yaml = window.findChild<QPlainTextEdit *>(u"yaml"_s);
        QTRY_VERIFY(yaml->toPlainText().contains(u"numCores: 8"_s));
        window.findChild<QAction *>(u"showWhy"_s)->trigger();
        QTRY_VERIFY(why->toPlainText().contains(u"Nothing: all 7 machines are Ready."_s));
        emit why->anchorClicked(QUrl(u"fold:"_s));
        QTRY_VERIFY((u'\n' + why->toPlainText()).contains(u"\nmachineset "_s)); // among others
        QCOMPARE(window.resets(), ui::kindCount);
    }

    /// docs/window.md W26: the server refuses, tries and takes what is written; what somebody else changes
    /// meanwhile joins it, or is shown against it.
    void anObjectIsEdited()
    {
        live::Window lab;
        QVERIFY2(lab.opened, lab.opened ? "" : lab.opened.error().message.c_str());
        ui::MainWindow &window = *lab.window;
        m_window = &window;
        QVERIFY(QTest::qWaitForWindowActive(&window));
        QTRY_VERIFY_WITH_TIMEOUT(window.isLive(), 10'000);
        QTRY_COMPARE_WITH_TIMEOUT(cell(Sets, 0, u"desired"_s), u"3"_s, 10'000);

        QTest::keyClick(table(Sets), Qt::Key_E, Qt::ShiftModifier);
        auto *editor = window.findChild<QDialog *>(u"objectEditor"_s);
        QVERIFY(editor);
        auto *yaml = editor->findChild<QPlainTextEdit *>(u"objectYaml"_s);
        const auto *state = editor->findChild<QLabel *>(u"objectState"_s);
        const auto *changes = editor->findChild<QTreeWidget *>(u"objectChanges"_s);
        auto *apply = editor->findChild<QPushButton *>(u"apply"_s);
        QTRY_VERIFY(yaml->toPlainText().contains(u"replicas: 3"_s));
        QVERIFY(!yaml->toPlainText().contains(u"resourceVersion"_s));
        QVERIFY(!apply->isEnabled());
        const auto write = [yaml](const QString &before, const QString &after) {
            yaml->setPlainText(yaml->toPlainText().replace(before, after));
        };
        const auto inRow = [changes](int column) {
            const QTreeWidgetItem *row = changes->topLevelItem(0);
            return row ? row->text(column) : QString();
        };

        write(u"replicas: 3"_s, u"replicas: -3"_s);
        QTRY_VERIFY2(state->text().contains(u"spec.replicas"_s), qPrintable(state->text()));
        write(u"replicas: -3"_s, u"replicas: 5"_s);
        QTRY_COMPARE(inRow(0), u"spec.replicas"_s);
        QCOMPARE(inRow(1) + u' ' + inRow(2), u"3 5"_s);
        QCOMPARE(cell(Sets, 0, u"desired"_s), u"3"_s); // that was a trial

        const core::api::ResourceRef workers {
            &core::api::resourceOf<core::api::MachineSet>(), {"default", "workers"}};
        lab.worker.run([&] { lab.core->engine().submit(1U << 20U, core::engine::Scale {workers, 4}); });
        QTRY_COMPARE(cell(Sets, 0, u"desired"_s), u"4"_s);
        apply->click();
        auto *mine = editor->findChild<QPushButton *>(u"keepMine"_s);
        QTRY_VERIFY(mine->isVisible());
        QCOMPARE(inRow(0), u"spec.replicas"_s);
        QCOMPARE(inRow(1) + inRow(2) + inRow(3), u"345"_s);
        QCOMPARE(cell(Sets, 0, u"desired"_s), u"4"_s);
        mine->click();
        QTRY_COMPARE(inRow(1) + u' ' + inRow(2), u"4 5"_s);

        lab.worker.run([&] {
            lab.core->engine().submit(1U << 21U,
                core::engine::EditObject {
                    workers, *core::api::parseJson(R"({"metadata":{"labels":{"theirs":"kept"}}})")});
        });
        QPointer<QDialog> closing = editor;
        apply->click();
        QTRY_VERIFY(!closing);
        QTRY_COMPARE(cell(Sets, 0, u"desired"_s), u"5"_s);
        window.findChild<QAction *>(u"showYaml"_s)->trigger();
        const auto *shown = window.findChild<QPlainTextEdit *>(u"yaml"_s);
        QTRY_VERIFY(shown->toPlainText().contains(u"theirs: kept"_s));
    }

    /// docs/window.md W26: the form and the YAML beside it are one text.
    void aHealthCheckIsEditedByItsForm()
    {
        live::Window lab;
        QVERIFY2(lab.opened, lab.opened ? "" : lab.opened.error().message.c_str());
        ui::MainWindow &window = *lab.window;
        m_window = &window;
        QVERIFY(QTest::qWaitForWindowActive(&window));
        constexpr int checks = static_cast<int>(ui::Kind::HealthCheck);
        QTRY_COMPARE_WITH_TIMEOUT(table(checks)->tableModel().rowCount(), 1, 10'000);
        QTRY_COMPARE_WITH_TIMEOUT(cell(Sets, 0, u"ready"_s), u"3"_s, 10'000);
        table(checks)->selectFirst();
        QTest::keyClick(table(checks), Qt::Key_E, Qt::ShiftModifier);
        auto *editor = window.findChild<QDialog *>(u"objectEditor"_s);
        QVERIFY(editor);
        auto *yaml = editor->findChild<ui::YamlEdit *>(u"objectYaml"_s);
        auto *most = editor->findChild<QLineEdit *>(u"maxUnhealthy"_s);
        const auto *note = editor->findChild<QLabel *>(u"maxUnhealthyNote"_s);
        QTRY_VERIFY(most->isEnabled());
        const auto conditions = yaml->written().count(u"timeout: "_s);
        QVERIFY(conditions > 0);
        most->selectAll();
        QTest::keyClicks(most, u"many"_s);
        QVERIFY(yaml->written().contains(u"maxUnhealthy: many"_s));
        QVERIFY2(note->text().contains(u"percentage"_s), qPrintable(note->text()));
        yaml->setPlainText(yaml->written().replace(u"maxUnhealthy: many"_s, u"maxUnhealthy: 67% # two"_s));
        QCOMPARE(most->text(), u"67%"_s);
        QCOMPARE(note->text(), u"2 of 3 machines"_s);
        most->selectAll();
        QTest::keyClicks(most, u"2"_s);
        QVERIFY(yaml->written().contains(u"maxUnhealthy: 2 # two"_s));
        QVERIFY(note->text().isEmpty());
        QTest::mouseClick(editor->findChild<QPushButton *>(u"addCondition"_s), Qt::LeftButton);
        QCOMPARE(yaml->written().count(u"timeout: "_s), conditions + 1);
        const QString asWritten = yaml->written();
        yaml->setPlainText(QString(asWritten).replace(u"status: Unknown"_s, u"status: true"_s)); // no text
        QTest::mouseClick(editor->findChild<QPushButton *>(u"addCondition"_s), Qt::LeftButton);
        QVERIFY(yaml->written().contains(u"status: true"_s));
        yaml->setPlainText(asWritten);

        auto *apply = editor->findChild<QPushButton *>(u"apply"_s);
        QPointer<QDialog> closing = editor;
        QTRY_VERIFY(apply->isEnabled());
        apply->click();
        QTRY_VERIFY(!closing);
        window.findChild<QAction *>(u"showYaml"_s)->trigger();
        const auto *shown = window.findChild<QPlainTextEdit *>(u"yaml"_s);
        QTRY_VERIFY(shown->toPlainText().contains(u"maxUnhealthy: 2\n"_s));
        QCOMPARE(shown->toPlainText().count(u"timeout: "_s), conditions + 1);
    }

    /// What was written for an object reaches no other one of its name.
    void anObjectThatWasMadeAnewIsNotEdited()
    {
        live::Window lab;
        QVERIFY2(lab.opened, lab.opened ? "" : lab.opened.error().message.c_str());
        ui::MainWindow &window = *lab.window;
        m_window = &window;
        QVERIFY(QTest::qWaitForWindowActive(&window));
        QTRY_COMPARE_WITH_TIMEOUT(cell(Sets, 0, u"desired"_s), u"3"_s, 10'000);
        QTest::keyClick(table(Sets), Qt::Key_E, Qt::ShiftModifier);
        auto *editor = window.findChild<QDialog *>(u"objectEditor"_s);
        auto *yaml = editor->findChild<ui::YamlEdit *>(u"objectYaml"_s);
        QTRY_VERIFY(yaml->written().contains(u"replicas: 3"_s));
        const QString wish = yaml->written().replace(u"replicas: 3"_s, u"replicas: 5 # \u00a0"_s);
        yaml->setPlainText(wish);
        QCOMPARE(yaml->written(), wish);
        const auto *changes = editor->findChild<QTreeWidget *>(u"objectChanges"_s);
        QTRY_COMPARE(changes->topLevelItemCount(), 1);

        const core::api::ResourceRef workers {
            &core::api::resourceOf<core::api::MachineSet>(), {"default", "workers"}};
        lab.worker.run([&] { lab.core->engine().submit(1U << 20U, core::engine::DeleteThing {workers}); });
        QTRY_COMPARE_WITH_TIMEOUT(table(Sets)->tableModel().rowCount(), 0, 10'000);
        const std::string anew = R"(
apiVersion: machine.openshift.io/v1beta1
kind: MachineSet
metadata: {name: workers, namespace: default}
spec: {replicas: 0, selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: b}}, spec: {}}}
)";
        lab.worker.run([&] { lab.core->engine().submit(1U << 21U, core::engine::ApplyYaml {anew}); });
        QTRY_COMPARE_WITH_TIMEOUT(cell(Sets, 0, u"desired"_s), u"0"_s, 10'000);
        editor->findChild<QPushButton *>(u"apply"_s)->click();
        const auto *state = editor->findChild<QLabel *>(u"objectState"_s);
        QTRY_VERIFY2(state->text().contains(u" is gone"_s), qPrintable(state->text()));
        QCOMPARE(yaml->written(), wish);
        QVERIFY(!editor->findChild<QPushButton *>(u"apply"_s)->isEnabled());
        QCOMPARE(cell(Sets, 0, u"desired"_s), u"0"_s);
    }

    void aLostConnectionIsSeen_data()
    {
        QTest::addColumn<bool>("killed");
        QTest::newRow("killed (X1)") << true;
        QTest::newRow("stopped (X2)") << false;
    }

    void aLostConnectionIsSeen()
    {
        QFETCH(bool, killed);
        QTemporaryDir home;
        const QMap<QString, QString> places {{u"HOME"_s, home.path()}, {u"XDG_STATE_HOME"_s, home.path()},
            {u"XDG_RUNTIME_DIR"_s, home.path()}};
        tests::Headless server;
        QVERIFY(server.start({u"--lab"_s, home.filePath(u"lab"_s)}, places));
        live::Core cluster(live::external(server.kubeconfig()));
        QVERIFY2(cluster.opened, cluster.opened ? "" : cluster.opened.error().message.c_str());
        ui::EngineSession session(cluster.core->engine());
        ui::MainWindow window(session, {.fresh = true, .theme = ui::Scheme::Light});
        m_window = &window;
        cluster.worker.run([&] { cluster.core->start(); });
        window.show();
        QTRY_COMPARE_WITH_TIMEOUT(inState(u"health"_s, u"Ready"_s), 3, 20'000);
        const auto *words = window.findChild<QLabel *>(u"connection"_s);
        QTRY_COMPARE_WITH_TIMEOUT(words->text(), u"live"_s, 10'000);

        const QString port = server.server().section(u':', -1);
        server.program().signal(killed ? SIGKILL : SIGSTOP);
        QTRY_VERIFY_WITH_TIMEOUT(words->text().startsWith(u"connection lost at "_s), 35'000);
        QTRY_VERIFY(window.findChild<QToolButton *>(u"live"_s)->isHidden());
        if (killed)
            QVERIFY(server.start({u"--lab"_s, home.filePath(u"lab"_s), u"--listen"_s, port}, places));
        else
            server.program().signal(SIGCONT);
        QTRY_COMPARE_WITH_TIMEOUT(words->text(), u"live"_s, 15'000);
        QVERIFY(!window.findChild<QToolButton *>(u"live"_s)->isHidden());
        QCOMPARE(inState(u"health"_s, u"Ready"_s), 3);
        cluster.worker.run([&] { cluster.core->stop(); });
    }

private:
    ui::ObjectTable *table(int tab) const
    {
        auto *tabs = m_window->findChild<ui::Tables *>();
        tabs->bringToFront(ui::Kind(tab));
        auto *table = tabs->currentWidget()->findChild<ui::ObjectTable *>(u"table"_s);
        table->setFocus();
        return table;
    }
    QString cell(int tab, int row, const QString &column) const
    {
        const auto &model = table(tab)->tableModel();
        return model.index(row, model.columnIndex(column)).data(Qt::AccessibleTextRole).toString();
    }
    QStringList names() const
    {
        QStringList names;
        for (int row = 0; row < table(Machines)->tableModel().rowCount(); ++row)
            names.append(cell(Machines, row, u"name"_s));
        return names;
    }
    /// How many machines' cells begin with the word.
    int inState(const QString &column, const QString &word) const
    {
        int count = 0;
        for (int row = 0; row < table(Machines)->tableModel().rowCount(); ++row)
            count += cell(Machines, row, column).startsWith(word);
        return count;
    }
    QString notice() const
    {
        const auto labels = m_window->findChildren<QLabel *>(u"noticeText"_s);
        return labels.isEmpty() ? QString() : labels.last()->text();
    }

    ui::MainWindow *m_window = nullptr;
};

QTEST_MAIN(LiveTest)
#include "tst_live.moc"
