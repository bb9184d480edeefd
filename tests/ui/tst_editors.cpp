// SPDX-License-Identifier: GPL-3.0-or-later
// What is written in an editor is not lost: not by Escape, not by somebody else's change or deletion, not by
// any answer of the server or its absence, and not when the program is killed.
#include "core/api/json.h"
#include "tests/ui/editorstage.h"
#include "tests/ui/ownplaces.h"
#include "ui/drafts.h"

#include <QAction>
#include <QDir>
#include <QFileInfo>
#include <QProcess>
#include <QRegularExpression>

#include <cstdio>

using namespace Qt::Literals::StringLiterals;
using namespace core::engine;
using core::base::ErrorKind;
using core::base::fail;
using fake::Editors;
using fake::Kept;
using fake::written;
using ui::Kind;

class EditorsTest : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_places = std::make_unique<tests::OwnPlaces>(); }

    void escapeAsksBeforeTheTextIsLost_data()
    {
        QTest::addColumn<QString>("editor");
        QTest::newRow("YAML to apply") << u"applyDialog"_s;
        QTest::newRow("a config") << u"configDialog"_s;
        QTest::newRow("a new set, of which only the name was typed") << u"new"_s;
    }

    void escapeAsksBeforeTheTextIsLost()
    {
        QFETCH(QString, editor);
        Editors stage;
        if (editor == "applyDialog"_L1) {
            stage.action("applyYaml")->trigger();
            stage.applyText()->setPlainText(written);
        } else if (editor == "configDialog"_L1) {
            stage.openConfig();
            stage.writeImage(u"mine"_s);
        } else {
            stage.action("newSet")->trigger();
            QTest::keyClicks(stage.find<QLineEdit>("setName"), u"spare"_s);
            editor = u"configDialog"_s;
        }
        QPointer<QDialog> dialog = stage.window.findChild<QDialog *>(editor);
        QVERIFY(QTest::qWaitForWindowActive(dialog));
        QTest::keyClick(dialog, Qt::Key_Escape);
        QVERIFY(dialog->isVisible());
        QVERIFY(stage.question());
        QTest::keyClick(stage.question(), Qt::Key_Return); // Cancel is the default
        QTRY_VERIFY(!stage.question());
        QVERIFY(dialog->isVisible());
        dialog->close(); // the window's own button
        stage.question()->findChild<QPushButton *>(u"accept"_s)->click();
        QTRY_VERIFY(!dialog);
    }

    void escapeLeavesAtOnceWhenNothingWasWritten()
    {
        Editors stage;
        for (const char *action : {"applyYaml", "newSet"}) {
            stage.action(action)->trigger();
            QPointer<QDialog> dialog = stage.window.findChildren<QDialog *>().last();
            QVERIFY(QTest::qWaitForWindowActive(dialog));
            QTest::keyClick(dialog, Qt::Key_Escape);
            QTRY_VERIFY(!dialog);
        }
    }

    void aDraftIsWrittenInOneDialog_data()
    {
        QTest::addColumn<QString>("action");
        QTest::addColumn<QString>("editor");
        QTest::newRow("YAML to apply") << u"applyYaml"_s << u"applyDialog"_s;
        QTest::newRow("a health check") << u"newCheck"_s << u"applyDialog"_s;
        QTest::newRow("a config") << u"editConfig"_s << u"configDialog"_s;
        QTest::newRow("a new set") << u"newSet"_s << u"configDialog"_s;
    }

    void aDraftIsWrittenInOneDialog()
    {
        QFETCH(QString, action);
        QFETCH(QString, editor);
        Editors stage;
        stage.table(Kind::MachineSet)->selectFirst();
        const QByteArray name = action.toLatin1();
        stage.action(name.constData())->trigger();
        QPointer<QDialog> first = stage.window.findChild<QDialog *>(editor);
        const bool applies = editor == "applyDialog"_L1;
        stage.action(name.constData())->trigger();
        if (applies)
            QTRY_VERIFY(!first); // nothing is written: another proposal may take its place
        QCOMPARE(stage.window.findChildren<QDialog *>(editor).size(), 1);
        first = stage.window.findChild<QDialog *>(editor);
        QVERIFY(first);
        (applies ? stage.applyText() : stage.configText())->setPlainText(written);
        stage.action(name.constData())->trigger();
        QCOMPARE(stage.window.findChildren<QDialog *>(editor).size(), 1);
        QCOMPARE(stage.window.findChild<QDialog *>(editor), first.data());
        QVERIFY(first->isVisible());
    }

    // docs/window.md W13
    void whatIsEditedAlreadyComesForward_data()
    {
        QTest::addColumn<QString>("action");
        QTest::addColumn<QString>("editor");
        QTest::newRow("a config") << u"editConfig"_s << u"configDialog"_s;
        QTest::newRow("the YAML of an object") << u"editYaml"_s << u"objectEditor"_s;
    }

    void whatIsEditedAlreadyComesForward()
    {
        QFETCH(QString, action);
        QFETCH(QString, editor);
        Editors stage;
        stage.table(Kind::MachineSet)->selectFirst();
        const QByteArray name = action.toLatin1();
        stage.action(name.constData())->trigger();
        const QPointer<QDialog> first = stage.window.findChild<QDialog *>(editor);
        QVERIFY(first);
        first->showMinimized();
        stage.action(name.constData())->trigger();
        QTRY_VERIFY(first && first->isActiveWindow());
        QVERIFY(!first->isMinimized());
        QCOMPARE(stage.window.findChildren<QDialog *>(editor).size(), 1);
        first->close();
        stage.action(name.constData())->trigger(); // the closed one may still be there
        QTRY_VERIFY(!first);
        const auto *second = stage.window.findChild<QDialog *>(editor);
        QVERIFY(second && second->isVisible());
    }

    void closingTheWindowAsksWhereNoDraftIsKept()
    {
        Editors stage;
        stage.action("applyYaml")->trigger();
        stage.applyText()->setPlainText(written);
        stage.window.close();
        QVERIFY(stage.window.isVisible());
        QVERIFY(stage.question());
        stage.question()->findChild<QPushButton *>(u"accept"_s)->click();
        stage.window.close();
        QVERIFY(!stage.window.isVisible());
    }

    void aDraftIsFoundAgainAndPrivate()
    {
        {
            Kept stage;
            stage.action("applyYaml")->trigger();
            stage.applyText()->setPlainText(written);
            stage.window.close();
        }
        const QDir folder(m_places->path(u"hollowlab/drafts"_s));
        const QFileInfoList files = folder.entryInfoList(QDir::Files);
        QCOMPARE(files.size(), 1);
        QCOMPARE(files.first().permissions() & 0x77, QFile::Permissions());
        Kept again;
        again.action("applyYaml")->trigger();
        QCOMPARE(again.applyText()->toPlainText(), written);
        QVERIFY(again.label("applyState").contains(u"did not apply"_s));
        again.button(again.apply(), "apply")->click();
        again.session.acceptTrial();
        again.session.answer(std::string("Applied."));
        QTRY_VERIFY(!again.apply());
        QVERIFY(folder.entryInfoList(QDir::Files).isEmpty());
    }

    // docs/window.md W13
    void aDraftIsKeptForLater()
    {
        Kept stage;
        stage.action("applyYaml")->trigger();
        stage.applyText()->setPlainText(written);
        QPointer<QDialog> dialog = stage.apply();
        dialog->close();
        stage.question()->findChild<QPushButton *>(u"other"_s)->click();
        QTRY_VERIFY(!dialog);
        stage.action("applyYaml")->trigger();
        QCOMPARE(stage.applyText()->toPlainText(), written);
        dialog = stage.apply();
        dialog->close(); // as it was found
        stage.question()->findChild<QPushButton *>(u"other"_s)->click();
        QTRY_VERIFY(!dialog);
        stage.action("applyYaml")->trigger();
        QCOMPARE(stage.applyText()->toPlainText(), written);
    }

    void aDraftThatNobodyGoesOnWithIsKeptForAMonth()
    {
        const auto keep = [&](const QString &name, int days) {
            QVERIFY(ui::Drafts(ui::Drafts::userFolder(), u"lab/demo"_s).keep(name, {{u"yaml"_s, name}}));
            const QDir folder(ui::Drafts::userFolder());
            QFile file(folder.filePath(folder.entryList(QDir::Files, QDir::Time).first()));
            QVERIFY(file.open(QIODevice::ReadWrite));
            QVERIFY(file.setFileTime(
                QDateTime::currentDateTime().addDays(-days), QFileDevice::FileModificationTime));
        };
        keep(u"of last year"_s, 365);
        keep(u"of a month ago"_s, 31);
        keep(u"of last week"_s, 7);
        const ui::Drafts drafts(ui::Drafts::userFolder(), u"lab/demo"_s);
        {
            Editors fresh; // changes nothing that is kept
            QVERIFY(!drafts.find(u"of last year"_s).isEmpty());
        }
        Kept stage;
        QVERIFY(drafts.find(u"of last year"_s).isEmpty());
        QVERIFY(drafts.find(u"of a month ago"_s).isEmpty());
        QVERIFY(!drafts.find(u"of last week"_s).isEmpty());
    }

    void aDraftThatCannotBeKeptIsTold()
    {
        QVERIFY(QDir().mkpath(m_places->path(u"hollowlab"_s)));
        QFile inTheWay(m_places->path(u"hollowlab/drafts"_s));
        QVERIFY(inTheWay.open(QIODevice::WriteOnly));
        inTheWay.close();
        QTest::ignoreMessage(QtWarningMsg, QRegularExpression(u"a draft is not kept"_s));
        Kept stage;
        stage.action("applyYaml")->trigger();
        stage.applyText()->setPlainText(written);
        const auto refusal = [&] { return stage.apply()->findChild<QLabel *>(u"draftRefusal"_s); };
        QTRY_VERIFY(refusal());
        QVERIFY(refusal()->isVisible());
        QVERIFY2(refusal()->text().contains(inTheWay.fileName()), qPrintable(refusal()->text()));
        stage.window.close();
        QVERIFY(stage.window.isVisible()); // it asks first
        QVERIFY(inTheWay.remove());
        stage.applyText()->setPlainText(written + u"# more\n"_s);
        QTRY_VERIFY(refusal()->isHidden());
    }

    // X34
    void aDraftOutlivesAKill()
    {
        QProcess typist;
        typist.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        typist.start(QCoreApplication::applicationFilePath(), {u"--type"_s});
        QVERIFY(typist.waitForStarted());
        QVERIFY(typist.waitForReadyRead(30'000)); // it says so when it has typed
        const QDir folder(m_places->path(u"hollowlab/drafts"_s));
        QTRY_COMPARE_WITH_TIMEOUT(folder.entryList(QDir::Files).size(), 2, 10'000);
        typist.kill();
        QVERIFY(typist.waitForFinished());

        Kept stage;
        stage.action("applyYaml")->trigger();
        QCOMPARE(stage.applyText()->toPlainText(), written);
        stage.openConfig();
        QVERIFY(stage.configText()->toPlainText().contains(u"image: mine"_s));
        QVERIFY(stage.button(stage.config(), "apply")->isEnabled());
    }

    // X34
    void aDraftOfWhatSomebodyChangedMeanwhileOverwritesNothing()
    {
        {
            Kept stage;
            stage.openConfig();
            stage.writeImage(u"mine"_s);
        }
        Kept stage;
        stage.changeImage("theirs", "9000");
        stage.openConfig();
        QVERIFY(stage.configText()->toPlainText().contains(u"image: mine"_s));
        QVERIFY(stage.find<QLabel>("elsewhere")->isVisible());
        QVERIFY(!stage.button(stage.config(), "apply")->isEnabled());
    }

    // X34
    void theThreeVersionsAreShownWhenSomebodyChangedIt()
    {
        Editors stage;
        stage.openConfig();
        const QString base = stage.configText()->toPlainText();
        stage.writeImage(u"mine"_s);
        QVERIFY(!stage.find<ui::YamlEdit>("theirYaml")->isVisibleTo(stage.config()));
        stage.changeImage("theirs", "9000");
        QVERIFY(stage.configText()->toPlainText().contains(u"image: mine"_s));
        QVERIFY(stage.find<ui::YamlEdit>("theirYaml")->isVisibleTo(stage.config()));
        QVERIFY(stage.find<ui::YamlEdit>("theirYaml")->toPlainText().contains(u"image: theirs"_s));
        QCOMPARE(stage.find<ui::YamlEdit>("baseYaml")->toPlainText(), base);
        stage.button(stage.config(), "keepMine")->click();
        stage.button(stage.config(), "apply")->click();
        stage.session.acceptTrial();
        QCOMPARE(stage.session.last<SetProviderConfig>()->resourceVersion, std::string("9000"));
        QCOMPARE(core::api::textAt(stage.session.last<SetProviderConfig>()->config, {"image"}),
            std::string_view("mine"));
    }

    // X34
    void aDeletionBelowTheEditKeepsTheText()
    {
        Editors stage;
        stage.openConfig();
        stage.writeImage(u"mine"_s);
        const QString mine = stage.configText()->toPlainText();
        stage.sendSet(false);
        QVERIFY(stage.label("elsewhere").contains(u"deleted"_s));
        QVERIFY(!stage.button(stage.config(), "takeTheirs")->isVisible()); // there is nothing to take
        QVERIFY(!stage.button(stage.config(), "apply")->isEnabled());
        QCOMPARE(stage.configText()->toPlainText(), mine);
        stage.sendSet(true);
        QVERIFY(!stage.find<QLabel>("elsewhere")->isVisible());
        QVERIFY(stage.button(stage.config(), "apply")->isEnabled());
        QCOMPARE(stage.configText()->toPlainText(), mine);
    }

    // X34
    void noAnswerCostsTheText_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<QString>("message");
        QTest::newRow("X34 409") << int(ErrorKind::Conflict) << u"the object has been modified"_s;
        QTest::newRow("X34 422") << int(ErrorKind::Invalid) << u"spec.x: invalid value"_s;
        QTest::newRow("X34 connection lost") << int(ErrorKind::Transient) << u"the connection was lost"_s;
        QTest::newRow("X34 none: another cluster instead") << -1 << u"exchanged before it answered"_s;
    }

    void noAnswerCostsTheText()
    {
        QFETCH(int, kind);
        QFETCH(QString, message);
        const auto answer = [&](Editors &stage) {
            if (kind < 0)
                stage.session.send(fake::threeMachines());
            else
                stage.session.answer(fail(ErrorKind(kind), message.toStdString()));
        };
        Editors stage;
        stage.action("applyYaml")->trigger();
        stage.applyText()->setPlainText(written);
        stage.button(stage.apply(), "apply")->click();
        stage.session.acceptTrial();
        QVERIFY(stage.applyText()->isReadOnly()); // nothing is typed that the answer is not about
        QVERIFY(!stage.button(stage.apply(), "apply")->isEnabled());
        answer(stage);
        QVERIFY(!stage.applyText()->isReadOnly());
        QCOMPARE(stage.applyText()->toPlainText(), written);
        QVERIFY2(stage.label("applyState").contains(message), qPrintable(stage.label("applyState")));
        QVERIFY(stage.button(stage.apply(), "apply")->isEnabled());

        stage.openConfig();
        stage.writeImage(u"mine"_s);
        const QString mine = stage.configText()->toPlainText();
        stage.button(stage.config(), "apply")->click();
        stage.session.acceptTrial();
        QVERIFY(stage.configText()->isReadOnly());
        answer(stage);
        QVERIFY(!stage.configText()->isReadOnly());
        QCOMPARE(stage.configText()->toPlainText(), mine);
        QVERIFY(stage.label("configState")
                    .contains(kind == int(ErrorKind::Conflict) ? u"Nothing you wrote is lost"_s : message));
    }

private:
    std::unique_ptr<tests::OwnPlaces> m_places;
};

namespace {

/// Writes into both editors and waits to be killed.
int type()
{
    Kept stage;
    stage.action("applyYaml")->trigger();
    stage.applyText()->setPlainText(written);
    stage.openConfig();
    stage.writeImage(u"mine"_s);
    std::puts("typed");
    std::fflush(stdout);
    return QApplication::exec();
}

} // namespace

int main(int argc, char **argv)
{
    QApplication application(argc, argv);
    if (QApplication::arguments().contains(u"--type"_s))
        return type();
    EditorsTest test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_editors.moc"
