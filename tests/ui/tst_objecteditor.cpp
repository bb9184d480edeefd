// SPDX-License-Identifier: GPL-3.0-or-later
// The YAML of an object is edited: what others change meanwhile, what the server says of it, and what is
// asked before it is sent.
#include "tests/ui/editorstage.h"
#include "tests/ui/ownplaces.h"

#include <QAction>
#include <QLineEdit>
#include <QRegularExpression>
#include <QTreeWidget>

using namespace Qt::Literals::StringLiterals;
using namespace core::engine;
using core::api::MachineSet;
using core::base::ErrorKind;
using core::base::fail;
using fake::Editors;
using fake::Kept;
using ui::Kind;

namespace {

ui::YamlEdit *openEditorOfASet(Editors &stage)
{
    stage.table(Kind::MachineSet)->selectFirst();
    stage.action("editYaml")->trigger();
    stage.tellSet(3, "7");
    return stage.find<ui::YamlEdit>("objectYaml");
}

} // namespace

class ObjectEditorTest : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_places = std::make_unique<tests::OwnPlaces>(); }

    // docs/window.md W26
    void theFieldsThatBothHaveChangedAreNamed()
    {
        Editors stage;
        stage.table(Kind::MachineSet)->selectFirst();
        stage.action("editYaml")->trigger();
        stage.tellSet(3, "7");
        const auto *editor = stage.find<QDialog>("objectEditor");
        auto *yaml = editor->findChild<ui::YamlEdit *>(u"objectYaml"_s);
        yaml->setPlainText(yaml->written().replace(u"replicas: 3"_s, u"replicas: 7"_s));
        QTRY_COMPARE(stage.session.commands.size(), std::size_t(2));
        stage.tellSet(4, "8");
        QVERIFY(stage.button(editor, "keepMine")->isVisible());
        QVERIFY2(stage.label("objectState").contains(u"both changed spec.replicas."_s),
            qPrintable(stage.label("objectState")));
    }

    // docs/window.md W26
    void somebodysClusterIsShownWhatAnObjectsYamlChanges()
    {
        Editors stage;
        stage.enterSomebodysCluster();
        stage.table(Kind::MachineSet)->selectFirst();
        stage.action("editYaml")->trigger();
        stage.tellSet(3, "7");
        auto *yaml = stage.find<ui::YamlEdit>("objectYaml");
        yaml->setPlainText(yaml->written().replace(u"replicas: 3"_s, u"replicas: 4"_s));
        auto *apply = stage.button(stage.find<QDialog>("objectEditor"), "apply");
        const auto tryIt = [&] {
            apply->click(); // before the server was asked about what is written
            QVERIFY(yaml->isReadOnly());
            stage.tellSet(3, "7");
            QVERIFY(stage.session.last<EditObject>() && stage.session.last<EditObject>()->onTrial);
        };
        tryIt();
        stage.session.answer(fail(ErrorKind::Invalid, "four is too many"));
        QVERIFY(!stage.question());
        QVERIFY(!yaml->isReadOnly());

        yaml->setPlainText(yaml->written().replace(u"replicas: 4"_s, u"replicas: 5"_s));
        tryIt();
        stage.tellSet(5, "7");
        QVERIFY(stage.question());
        QVERIFY(stage.question()->text().contains(u"https://api.prod-eu.example:6443"_s));
        QVERIFY2(stage.question()->informativeText().contains(u"spec.replicas: 3 → 5"_s),
            qPrintable(stage.question()->informativeText()));
        stage.question()->findChild<QPushButton *>(u"accept"_s)->click();
        stage.tellSet(3, "7");
        QVERIFY(stage.session.last<EditObject>() && !stage.session.last<EditObject>()->onTrial);
    }

    // docs/window.md W26
    void whatChangesTakesRoomWhileItIsToldAlone()
    {
        Editors stage;
        stage.table(Kind::MachineSet)->selectFirst();
        stage.action("editYaml")->trigger();
        stage.tellSet(3, "7");
        const auto *changes = stage.find<QTreeWidget>("objectChanges");
        auto *yaml = stage.find<ui::YamlEdit>("objectYaml");
        const QString began = yaml->written();
        const auto write = [&](const QString &replicas) {
            yaml->setPlainText(QString(began).replace(u"replicas: 3"_s, u"replicas: "_s + replicas));
        };
        QVERIFY(!changes->isVisible());
        write(u"5"_s);
        QVERIFY(!changes->isVisible());
        QTRY_COMPARE(stage.session.commands.size(), std::size_t(2));
        stage.tellSet(3, "7");
        stage.tellSet(5, "7");
        QVERIFY(changes->isVisible() && changes->isEnabled());
        QCOMPARE(changes->topLevelItemCount(), 1);
        QTRY_VERIFY(changes->height() < 5 * changes->sizeHintForRow(0));
        write(u"["_s);
        QVERIFY(changes->isVisible() && !changes->isEnabled());
        write(u"6"_s);
        QVERIFY(changes->isVisible() && !changes->isEnabled());
        QCOMPARE(changes->topLevelItemCount(), 1);
        write(u"3"_s);
        QVERIFY(!changes->isVisible());
    }

    // docs/window.md W26
    void whatChangesWithinAListIsToldWhereItDiffers()
    {
        Editors stage;
        ui::YamlEdit *yaml = openCheck(stage);
        yaml->setPlainText(yaml->written().replace(u"15s"_s, u"5s"_s));
        QTRY_COMPARE(stage.session.commands.size(), std::size_t(2));
        stage.tellCheck();
        stage.tellCheck("5s");
        const auto *changes = stage.find<QTreeWidget>("objectChanges");
        QCOMPARE(changes->topLevelItemCount(), 1);
        const QTreeWidgetItem *row = changes->topLevelItem(0);
        QCOMPARE(row->text(0), u"spec.unhealthyConditions[0].timeout"_s);
        QCOMPARE(row->text(1), u"\"15s\""_s);
        QCOMPARE(row->text(2), u"\"5s\""_s);
    }

    // docs/window.md W26
    void aTimeoutWithoutAUnitIsToldBelowIt()
    {
        Editors stage;
        openCheck(stage);
        const auto *note = stage.find<QLabel>("unhealthyConditionsNote");
        QVERIFY(note->isHidden());
        auto *timeout = stage.find<QWidget>("unhealthyConditions")->findChildren<QLineEdit *>().last();
        timeout->setFocus();
        timeout->selectAll();
        QTest::keyClicks(timeout, u"12"_s);
        QVERIFY(note->isVisible());
        QVERIFY2(note->text().contains(u"12s"_s), qPrintable(note->text()));
        QTest::keyClicks(timeout, u"s"_s);
        QVERIFY(note->isHidden());
    }

    // docs/window.md W26
    void whatTheServerWarnsOfIsTold()
    {
        Editors stage;
        stage.table(Kind::MachineSet)->selectFirst();
        stage.action("editYaml")->trigger();
        stage.tellSet(3, "7");
        auto *yaml = stage.find<ui::YamlEdit>("objectYaml");
        yaml->setPlainText(yaml->written().replace(u"replicas: 3"_s, u"replicas: 4"_s));
        QTRY_COMPARE(stage.session.commands.size(), std::size_t(2));
        stage.tellSet(3, "7");
        CommandOutcome outcome {stage.session.commands.size(), std::string("Tried")};
        outcome.object = std::make_shared<const core::api::Json>(
            core::api::encodeObject(*fake::machineSet("workers", 4, 3)));
        outcome.warnings = {"four is a lot"};
        emit stage.session.commandDone(outcome);
        QVERIFY2(stage.label("objectState").contains(u"The server warns: four is a lot"_s),
            qPrintable(stage.label("objectState")));
    }

    void theYamlOfAnObjectIsFoundAgain()
    {
        {
            Kept stage;
            ui::YamlEdit *yaml = openEditorOfASet(stage);
            yaml->setPlainText(yaml->written().replace(u"replicas: 3"_s, u"replicas: 4 # mine"_s));
            stage.window.close();
        }
        Kept stage;
        ui::YamlEdit *yaml = openEditorOfASet(stage);
        QVERIFY(yaml->written().contains(u"replicas: 4 # mine"_s));
        stage.tellSet(3, "7");
        QVERIFY(stage.session.last<EditObject>()); // it is tried at once
        stage.tellSet(4, "7");
        QVERIFY2(
            stage.label("objectState").contains(u"did not apply"_s), qPrintable(stage.label("objectState")));
        yaml->setPlainText(yaml->written().replace(u"replicas: 4"_s, u"replicas: 5"_s));
        QVERIFY(!stage.label("objectState").contains(u"did not apply"_s));
    }

    // docs/window.md W26
    void theFormOfAnUnreadableDraftShowsTheObject()
    {
        {
            Kept stage;
            ui::YamlEdit *yaml = openEditorOfASet(stage);
            yaml->setPlainText(yaml->written().replace(u"replicas: 3"_s, u"replicas: 8\n  ["_s));
            QCOMPARE(stage.find<QLineEdit>("replicas")->text(), u"3"_s);
            stage.window.close();
        }
        Kept stage;
        ui::YamlEdit *yaml = openEditorOfASet(stage);
        QVERIFY(yaml->written().contains(u"replicas: 8"_s));
        const auto *replicas = stage.find<QLineEdit>("replicas");
        QVERIFY(!replicas->isEnabled());
        QCOMPARE(replicas->text(), u"3"_s);
        yaml->setPlainText(u"mine"_s); // YAML, but no object
        QVERIFY(!replicas->isEnabled());
        QCOMPARE(replicas->text(), u"3"_s);
        yaml->setPlainText({});
        QCOMPARE(replicas->text(), u"3"_s);
    }

    // docs/window.md W13
    void aCommentIsNotLost()
    {
        const auto comment = u"# mine\n"_s;
        {
            Kept stage;
            ui::YamlEdit *yaml = openCheck(stage);
            const QPointer<QDialog> editor = stage.find<QDialog>("objectEditor");
            yaml->setPlainText(yaml->written() + comment);
            editor->reject();
            QVERIFY(editor->isVisible());
            QVERIFY(stage.question());
            stage.question()->findChild<QPushButton *>(u"other"_s)->click();
            QTRY_VERIFY(!editor);
        }
        Kept stage;
        ui::YamlEdit *yaml = openCheck(stage);
        QVERIFY(yaml->written().endsWith(comment));
        const QPointer<QDialog> editor = stage.find<QDialog>("objectEditor");
        yaml->setPlainText(yaml->written().chopped(comment.size()));
        editor->reject(); // it is as it was read
        QTRY_VERIFY(!editor);
    }

    // docs/window.md W26
    void undoDoesNotTakeBackWhatOthersChanged()
    {
        Editors stage;
        stage.changeImage("theirs", "7");
        stage.table(Kind::MachineSet)->selectFirst();
        stage.action("editYaml")->trigger();
        stage.tellSet(3, "7");
        const auto *editor = stage.find<QDialog>("objectEditor");
        auto *yaml = editor->findChild<ui::YamlEdit *>(u"objectYaml"_s);
        const auto type = [&](const QString &name) {
            yaml->setYaml(yaml->written().replace(
                u"\nmetadata:\n"_s, u"\nmetadata:\n  generateName: %1\n"_s.arg(name)));
        };
        // The set is to have five machines by now.
        const auto tryIt = [&](std::size_t asked) {
            QTRY_COMPARE(stage.session.commands.size(), asked + 1);
            QVERIFY(stage.session.last<ReadObject>());
            stage.tellSet(5, "8");
            const auto *edit = stage.session.last<EditObject>();
            QVERIFY(edit);
            QVERIFY(!core::api::find(edit->patch, {"spec", "replicas"}));
        };
        std::size_t asked = stage.session.commands.size();
        type(u"a"_s);
        tryIt(asked);
        QVERIFY(yaml->written().contains(u"replicas: 5"_s));
        stage.tellSet(5, "8");

        asked = stage.session.commands.size();
        yaml->undo();
        QVERIFY(yaml->written().contains(u"replicas: 3"_s));
        tryIt(asked);
        QVERIFY(yaml->written().contains(u"replicas: 5"_s));
    }

    // docs/window.md W26
    void whatTheServerRefusedIsNotSentAsItIs()
    {
        Editors stage;
        stage.changeImage("theirs", "7");
        stage.table(Kind::MachineSet)->selectFirst();
        stage.action("editYaml")->trigger();
        stage.tellSet(3, "7");
        const auto *editor = stage.find<QDialog>("objectEditor");
        auto *yaml = editor->findChild<ui::YamlEdit *>(u"objectYaml"_s);
        auto *apply = stage.button(editor, "apply");
        auto *again = stage.button(editor, "tryAgain");
        const auto write = [&](int replicas) {
            static const QRegularExpression line(u"replicas: \\d+"_s);
            yaml->setPlainText(yaml->written().replace(line, u"replicas: %1"_s.arg(replicas)));
        };
        // Answers the question that what is written becomes after a while.
        const auto answer = [&](std::size_t asked, const std::string &version, ErrorKind kind) {
            QTRY_COMPARE(stage.session.commands.size(), asked + 1);
            QVERIFY(stage.session.last<ReadObject>());
            stage.tellSet(3, version);
            QVERIFY(stage.session.last<EditObject>());
            stage.session.answer(fail(kind, "no more machines than these"));
        };
        const auto asked = [&] { return stage.session.commands.size(); };

        write(4);
        QVERIFY(apply->isEnabled());
        answer(asked(), "7", ErrorKind::Invalid);
        QVERIFY(!apply->isEnabled());
        QVERIFY(apply->toolTip().contains(u"no more machines"_s));
        QVERIFY(stage.label("objectState").contains(u"no more machines"_s));
        QVERIFY(again->isVisible());

        std::size_t before = asked();
        again->click();
        answer(before, "7", ErrorKind::Forbidden);
        QVERIFY(!apply->isEnabled());

        write(5); // another draft
        QVERIFY(apply->isEnabled());
        QVERIFY(again->isHidden());
        answer(asked(), "7", ErrorKind::Invalid);
        QVERIFY(!apply->isEnabled());

        before = asked();
        stage.changeImage("theirs", "8"); // another object
        QTRY_COMPARE(asked(), before + 1);
        stage.tellSet(3, "8");
        QVERIFY(stage.session.last<EditObject>());
        stage.tellSet(5, "8");
        QVERIFY(apply->isEnabled());
        QVERIFY(apply->toolTip().isEmpty());
        QVERIFY(again->isHidden());

        before = asked();
        apply->click();
        answer(before, "8", ErrorKind::Transient); // that is no judgment
        QVERIFY(apply->isEnabled());
    }

    // docs/window.md W26
    void whatWasAcceptedIsTriedAgainOnAnotherSpec()
    {
        Editors stage;
        stage.table(Kind::MachineSet)->selectFirst();
        stage.action("editYaml")->trigger();
        stage.tellSet(3, "7", 1);
        const auto *editor = stage.find<QDialog>("objectEditor");
        auto *yaml = editor->findChild<ui::YamlEdit *>(u"objectYaml"_s);
        yaml->setPlainText(yaml->written().replace(u"replicas: 3"_s, u"replicas: 7"_s));
        QTRY_COMPARE(stage.session.commands.size(), std::size_t(2));
        stage.tellSet(3, "7", 1);
        QVERIFY(stage.session.last<EditObject>());
        stage.tellSet(7, "7", 1);
        QVERIFY(stage.label("objectState").contains(u"accepts"_s));

        const std::size_t asked = stage.session.commands.size();
        auto theirs = std::make_shared<MachineSet>(*fake::machineSet("workers", 4, 3));
        theirs->metadata.resourceVersion = "8";
        theirs->metadata.generation = 2;
        ChangeSet changes;
        changes.of<MachineSet>().upserts = {theirs};
        stage.session.send(changes);
        QTRY_COMPARE(stage.session.commands.size(), asked + 1);
        QVERIFY(stage.session.last<ReadObject>());
        stage.tellSet(4, "8", 2);
        QVERIFY(stage.button(editor, "takeTheirs")->isVisible());
    }

private:
    static ui::YamlEdit *openCheck(Editors &stage)
    {
        stage.table(Kind::HealthCheck)->selectFirst();
        stage.action("editYaml")->trigger();
        stage.tellCheck();
        return stage.find<ui::YamlEdit>("objectYaml");
    }

    std::unique_ptr<tests::OwnPlaces> m_places;
};

QTEST_MAIN(ObjectEditorTest)
#include "tst_objecteditor.moc"
