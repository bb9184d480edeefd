// SPDX-License-Identifier: GPL-3.0-or-later
// What is written in an editor is not lost: not by Escape, not by somebody else's change or deletion, not by
// any answer of the server or its absence, and not when the program is killed.
#include "core/api/yaml.h"
#include "tests/ui/ownplaces.h"
#include "tests/ui/stage.h"
#include "ui/dialogs/applydialog.h"
#include "ui/provider/configdialog.h"
#include "ui/widgets/yamledit.h"

#include <QAction>
#include <QDir>
#include <QFileInfo>
#include <QMessageBox>
#include <QProcess>
#include <QPushButton>
#include <QRegularExpression>
#include <QTreeWidget>

#include <cstdio>

using namespace Qt::Literals::StringLiterals;
using namespace core::engine;
using core::api::MachineSet;
using core::base::ErrorKind;
using core::base::fail;
using ui::Kind;

namespace {

const QString written = u"apiVersion: v1\nkind: ConfigMap\nmetadata: {name: mine}\n"_s;

struct Editors : fake::Stage {
    using Stage::Stage;

    template<typename T>
    T *find(const char *name) const
    {
        return window.findChild<T *>(QString::fromLatin1(name));
    }
    QDialog *apply() const { return find<QDialog>("applyDialog"); }
    QDialog *config() const { return find<QDialog>("configDialog"); }
    QMessageBox *question() const { return find<QMessageBox>("question"); }
    ui::YamlEdit *applyText() const { return find<ui::YamlEdit>("applyYamlText"); }
    ui::YamlEdit *configText() const { return find<ui::YamlEdit>("configYaml"); }
    QPushButton *button(const QDialog *dialog, const char *name) const
    {
        return dialog->findChild<QPushButton *>(QString::fromLatin1(name));
    }

    void openConfig()
    {
        table(Kind::MachineSet)->selectFirst();
        action("editConfig")->trigger();
    }
    void writeImage(const QString &image) const
    {
        const QString line = configText()->toPlainText().split(u'\n').filter(u"image:"_s).value(0);
        configText()->setPlainText(configText()->toPlainText().replace(line, u"image: "_s + image));
    }
    void changeImage(const std::string &image, const std::string &version)
    {
        auto set = std::make_shared<MachineSet>(*fake::machineSet("workers", 3, 3));
        core::api::Json config = set->spec.template_.spec.providerSpec.value;
        config.as_object()["image"] = image;
        set->spec.template_.spec.providerSpec.value = config;
        set->metadata.resourceVersion = version;
        ChangeSet changes;
        changes.of<MachineSet>().upserts = {set};
        session.send(changes);
    }
    /// Answers the last command with the set as it is, or would be.
    void tellSet(std::int64_t replicas, const std::string &version,
        std::optional<std::int64_t> generation = std::nullopt)
    {
        MachineSet set = *fake::machineSet("workers", replicas, 3);
        set.metadata.resourceVersion = version;
        set.metadata.generation = generation;
        emit session.commandDone({session.commands.size(), std::string(), {}, nullptr,
            std::make_shared<const core::api::Json>(core::api::encodeObject(set))});
    }
    /// Answers the last command, which tries what is written.
    void tellTrials(std::vector<core::api::TriedObject> tried)
    {
        QVERIFY(session.last<TryWrite>());
        CommandOutcome outcome {session.commands.size(), std::string("Tried")};
        outcome.tried = std::move(tried);
        emit session.commandDone(outcome);
    }
    void enterSomebodysCluster()
    {
        ChangeSet cluster = fake::threeMachines(Mode::External);
        cluster.status->locked = false;
        session.send(std::move(cluster));
    }
    void sendSet(bool there)
    {
        ChangeSet changes;
        if (there)
            changes.of<MachineSet>().upserts = {fake::machineSet("workers", 3, 3)};
        else
            changes.of<MachineSet>().removed = {{"default", "workers"}};
        session.send(changes);
    }
};

core::api::JsonPtr object(const char *yaml)
{
    return core::api::share(*core::api::parseYaml(yaml));
}

core::api::Answered answered(const char *yaml, std::vector<std::string> warnings = {})
{
    return {object(yaml), std::move(warnings)};
}

const char *const mapYaml = "{apiVersion: v1, kind: ConfigMap, metadata: {name: typed}, data: {a: b}}";

/// A window whose drafts are kept, as without --fresh.
struct Kept : Editors {
    Kept() : Editors(fake::threeMachines(), {1280, 800}, ui::Scheme::Light, false) { }
};

} // namespace

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
        again.session.answer(std::string("Applied."));
        QTRY_VERIFY(!again.apply());
        QVERIFY(folder.entryInfoList(QDir::Files).isEmpty());
    }

    // docs/window.md W73
    void somebodysClusterIsShownWhatApplyingChanges()
    {
        Editors stage;
        stage.enterSomebodysCluster();
        stage.action("applyYaml")->trigger();
        stage.applyText()->setPlainText(
            u"{apiVersion: machine.openshift.io/v1beta1, kind: MachineSet, metadata: {name: workers, "
            "namespace: default}, spec: {replicas: 9}}\n---\n"
            "{apiVersion: v1, kind: ConfigMap, metadata: {name: typed}}\n"_s);
        stage.button(stage.apply(), "apply")->click();
        QVERIFY(!stage.question()); // the server is asked first
        QVERIFY(stage.applyText()->isReadOnly());
        const auto tell = [&] {
            stage.tellTrials(
                {{"MachineSet", "default", "workers", object("{spec: {replicas: 9}}"),
                     object("{spec: {replicas: 3}}"), answered("{spec: {replicas: 9, paused: false}}")},
                    {"ConfigMap", "default", "typed", object(mapYaml), nullptr,
                        answered("{apiVersion: v1, kind: ConfigMap, metadata: {name: typed}, "
                                 "data: {a: b}, immutable: true}",
                            {"maps are old"})}});
        };
        tell();
        QVERIFY(!stage.applyText()->isReadOnly());
        QVERIFY(stage.question());
        QVERIFY(stage.session.last<TryWrite>());
        QVERIFY(stage.question()->text().contains(u"https://api.prod-eu.example:6443"_s));
        const QString details = stage.question()->informativeText();
        QVERIFY2(details.contains(u"MachineSet default/workers: changed\n    spec.paused: – → false\n"
                                  "    spec.replicas: 3 → 9"_s),
            qPrintable(details));
        QVERIFY2(details.contains(u"ConfigMap default/typed: created\n    immutable: – → true\n"
                                  "    The server warns: maps are old"_s),
            qPrintable(details));
        QTest::keyClick(stage.question(), Qt::Key_Return); // Cancel is the default
        QTRY_VERIFY(!stage.question());
        QVERIFY(!stage.session.last<ApplyYaml>());
        stage.button(stage.apply(), "apply")->click();
        tell();
        stage.question()->findChild<QPushButton *>(u"accept"_s)->click();
        QVERIFY(stage.session.last<ApplyYaml>());
    }

    // docs/window.md W73
    void whatIsWrittenIsTriedWhileItIsWritten()
    {
        Editors stage;
        stage.action("applyYaml")->trigger();
        stage.applyText()->setPlainText(u"apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n---\n# none\n"
                                        "---\nkind: MachineSet\nspec:\n  replicas: -1\n"_s);
        const auto *changes = stage.find<QTreeWidget>("applyChanges");
        QVERIFY(!changes->isVisible());
        QTRY_VERIFY(stage.session.last<TryWrite>());
        const core::api::TriedObject accepted {
            "ConfigMap", "default", "a", object(mapYaml), nullptr, answered(mapYaml)};
        stage.tellTrials({accepted,
            {"MachineSet", "", "w", nullptr, nullptr,
                fail(ErrorKind::Invalid, "spec.replicas: Invalid value: -1")}});
        QVERIFY2(stage.label("applyState").contains(u"MachineSet w: refused: spec.replicas: Invalid value"_s),
            qPrintable(stage.label("applyState")));
        QCOMPARE(stage.applyText()->problemLine(), 9);
        QVERIFY(changes->isVisible());
        QCOMPARE(changes->topLevelItemCount(), 2);
        QVERIFY(changes->topLevelItem(0)->childCount() > 0); // all that a new one has

        stage.applyText()->setPlainText(written);
        QVERIFY(!changes->isVisible());
        QCOMPARE(stage.applyText()->problemLine(), 0);
        QTRY_COMPARE(stage.session.commands.size(), std::size_t(2));
        stage.tellTrials({accepted,
            {"ConfigMap", "edge", "b", nullptr, nullptr, fail(ErrorKind::NotFound, "no such namespace"),
                "Namespace edge"}});
        QVERIFY2(stage.label("applyState").contains(u"can be tried only once Namespace edge is there"_s),
            qPrintable(stage.label("applyState")));
        stage.button(stage.apply(), "apply")->click(); // a lab is asked nothing
        QVERIFY(stage.session.last<ApplyYaml>());
    }

    // docs/window.md W73
    void oneTrialIsUnderWayAtMost()
    {
        Editors stage;
        stage.action("applyYaml")->trigger();
        stage.applyText()->setPlainText(written);
        QTRY_COMPARE(stage.session.commands.size(), std::size_t(1));
        stage.applyText()->setPlainText(written + u"# more\n"_s);
        QCOMPARE(stage.session.dropped, std::vector<quint64> {1});
        stage.tellTrials({{"ConfigMap", "", "mine", nullptr, nullptr, fail(ErrorKind::Invalid, "too late")}});
        QVERIFY(!stage.label("applyState").contains(u"too late"_s));
        QTRY_COMPARE(stage.session.commands.size(), std::size_t(2));
        stage.apply()->close();
        stage.question()->findChild<QPushButton *>(u"accept"_s)->click();
        QCOMPARE(stage.session.dropped, (std::vector<quint64> {1, 2}));
    }

    // docs/window.md W73
    void whatAFormWritesIsTriedWhileItIsWritten()
    {
        Editors stage;
        stage.changeImage("theirs", "7");
        stage.openConfig();
        const auto *changes = stage.find<QTreeWidget>("configChanges");
        const auto tell = [&](core::base::Result<core::api::Answered> made) {
            stage.tellTrials({{"MachineSet", "default", "workers", nullptr, object("{spec: {image: theirs}}"),
                std::move(made)}});
        };
        stage.writeImage(u"mine"_s);
        QTRY_VERIFY(stage.session.last<TryWrite>());
        tell(fail(ErrorKind::Invalid, "no such image"));
        QVERIFY(stage.label("configState").contains(u"no such image"_s));
        QVERIFY(!changes->isVisible());

        stage.writeImage(u"other"_s);
        QVERIFY(!stage.label("configState").contains(u"no such image"_s));
        QTRY_COMPARE(stage.session.commands.size(), std::size_t(2));
        tell(fail(ErrorKind::Conflict, "the object has been modified")); // the watch is behind
        QVERIFY(!stage.label("configState").contains(u"changed meanwhile"_s));
        stage.changeImage("theirs", "8");
        QTRY_COMPARE(stage.session.commands.size(), std::size_t(3));
        tell(answered("{spec: {image: other}}", {"images are large"}));
        QVERIFY(changes->isVisible());
        QCOMPARE(changes->topLevelItem(0)->child(0)->text(2), u"\"other\""_s);
        QVERIFY2(stage.label("configState").contains(u"images are large"_s),
            qPrintable(stage.label("configState")));

        stage.writeImage(u"last"_s);
        QVERIFY(!changes->isVisible()); // that was of something else
        stage.button(stage.config(), "apply")->click(); // a lab is asked nothing
        QVERIFY(stage.session.last<SetProviderConfig>());
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

    // docs/window.md W73
    void whatTheServerRefusesIsNotAskedAbout_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<bool>("isAsked");
        QTest::newRow("refused") << int(ErrorKind::Invalid) << false;
        QTest::newRow("forbidden") << int(ErrorKind::Forbidden) << false;
        QTest::newRow("a webhook takes part in no trial") << int(ErrorKind::Unsupported) << true;
    }
    void whatTheServerRefusesIsNotAskedAbout()
    {
        QFETCH(int, kind);
        QFETCH(bool, isAsked);
        Editors stage;
        stage.enterSomebodysCluster();
        const auto tell = [&] {
            stage.tellTrials(
                {{"ConfigMap", "", "mine", nullptr, nullptr, fail(ErrorKind(kind), "not that one")}});
        };
        stage.action("applyYaml")->trigger();
        stage.applyText()->setPlainText(written);
        stage.button(stage.apply(), "apply")->click();
        tell();
        QCOMPARE(stage.question() != nullptr, isAsked);
        QVERIFY(stage.label("applyState").contains(u"not that one"_s));
        QVERIFY(stage.button(stage.apply(), "apply")->isEnabled());
        if (isAsked)
            QVERIFY(stage.question()->informativeText().contains(u"can't be tried: not that one"_s));
    }

    // docs/window.md W12
    void somebodysClusterIsShownWhatAConfigChanges()
    {
        Editors stage;
        stage.enterSomebodysCluster();
        stage.openConfig();
        stage.writeImage(u"mine"_s);
        auto *apply = stage.button(stage.config(), "apply");
        apply->click();
        QVERIFY(stage.configText()->isReadOnly());
        stage.tellTrials({{"MachineSet", "default", "workers", nullptr, object("{a: 1}"),
            fail(ErrorKind::Invalid, "no such image")}});
        QVERIFY(!stage.question());
        QVERIFY(stage.label("configState").contains(u"no such image"_s));
        apply->click();
        stage.tellTrials({{"MachineSet", "default", "workers", nullptr, object("{spec: {image: theirs}}"),
            answered("{spec: {image: mine}}")}});
        QVERIFY(stage.question());
        QVERIFY(stage.question()->text().contains(u"https://api.prod-eu.example:6443"_s));
        QVERIFY2(stage.question()->informativeText().contains(u"spec.image: \"theirs\" → \"mine\""_s),
            qPrintable(stage.question()->informativeText()));
        QVERIFY(!stage.session.last<SetProviderConfig>());
        stage.question()->findChild<QPushButton *>(u"accept"_s)->click();
        QVERIFY(stage.session.last<SetProviderConfig>());
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

    void theYamlOfAnObjectIsFoundAgain()
    {
        const auto open = [](Editors &stage) {
            stage.table(Kind::MachineSet)->selectFirst();
            stage.action("editYaml")->trigger();
            stage.tellSet(3, "7");
            return stage.find<ui::YamlEdit>("objectYaml");
        };
        {
            Kept stage;
            ui::YamlEdit *yaml = open(stage);
            yaml->setPlainText(yaml->written().replace(u"replicas: 3"_s, u"replicas: 4 # mine"_s));
            stage.window.close();
        }
        Kept stage;
        ui::YamlEdit *yaml = open(stage);
        QVERIFY(yaml->written().contains(u"replicas: 4 # mine"_s));
        stage.tellSet(3, "7");
        QVERIFY(stage.session.last<EditObject>()); // it is tried at once
        stage.tellSet(4, "7");
        QVERIFY2(
            stage.label("objectState").contains(u"did not apply"_s), qPrintable(stage.label("objectState")));
        yaml->setPlainText(yaml->written().replace(u"replicas: 4"_s, u"replicas: 5"_s));
        QVERIFY(!stage.label("objectState").contains(u"did not apply"_s));
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
