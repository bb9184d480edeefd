// SPDX-License-Identifier: GPL-3.0-or-later
// What is written as YAML to apply or as a config is tried while it is written, and somebody's cluster is
// changed only after what would change was shown.
#include "core/api/yaml.h"
#include "tests/ui/editorstage.h"
#include "tests/ui/ownplaces.h"
#include "ui/dialogs/trialtable.h"
#include "ui/dialogs/trialwords.h"

#include <QAction>
#include <QHeaderView>
#include <QTreeWidget>

using namespace Qt::Literals::StringLiterals;
using namespace core::engine;
using core::base::ErrorKind;
using core::base::fail;
using fake::Editors;
using fake::written;

namespace {

core::api::JsonPtr object(const char *yaml)
{
    return core::api::share(*core::api::parseYaml(yaml));
}

core::api::Answered answered(const char *yaml, std::vector<std::string> warnings = {})
{
    return {object(yaml), std::move(warnings)};
}

QList<int> markedIn(const ui::YamlEdit &yaml)
{
    QList<int> lines;
    for (const ui::LineProblem &problem : yaml.problems())
        lines.append(problem.line);
    return lines;
}

const char *const mapYaml = "{apiVersion: v1, kind: ConfigMap, metadata: {name: typed}, data: {a: b}}";

} // namespace

class TrialsTest : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_places = std::make_unique<tests::OwnPlaces>(); }

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
                                        "---\nkind: MachineSet\nspec:\n  replicas: -1\n  paused: 1\n"_s);
        const auto *changes = stage.find<QTreeWidget>("applyChanges");
        QVERIFY(!changes->isVisible());
        QTRY_VERIFY(stage.session.last<TryWrite>());
        const core::api::TriedObject accepted {
            "ConfigMap", "default", "a", object(mapYaml), nullptr, answered(mapYaml)};
        stage.tellTrials({accepted,
            {"MachineSet", "", "w", nullptr, nullptr,
                fail(ErrorKind::Invalid,
                    "[spec.replicas: Invalid value: -1, spec.paused: Invalid value: 1]")}});
        QVERIFY2(
            stage.label("applyState").contains(u"MachineSet w: refused: [spec.replicas: Invalid value"_s),
            qPrintable(stage.label("applyState")));
        QCOMPARE(markedIn(*stage.applyText()), (QList<int> {9, 10}));
        QVERIFY(changes->isVisible());
        QCOMPARE(changes->topLevelItemCount(), 2);
        QVERIFY(changes->topLevelItem(0)->childCount() > 0); // all that a new one has
        QCOMPARE(changes->topLevelItem(1)->childCount(), 2); // all that is wrong
        QCOMPARE(changes->topLevelItem(1)->child(1)->text(0), u"spec.paused: Invalid value: 1"_s);

        QVERIFY(changes->isEnabled());
        for (const QString &text : {u"a: ["_s, written}) {
            stage.applyText()->setPlainText(text);
            QVERIFY(changes->isVisible() && !changes->isEnabled()); // that was of something else
        }
        QVERIFY(stage.applyText()->problems().isEmpty());
        QTRY_COMPARE(stage.session.commands.size(), std::size_t(2));
        QCOMPARE(changes->topLevelItemCount(), 2);
        stage.tellTrials({accepted,
            {"ConfigMap", "edge", "b", nullptr, nullptr, fail(ErrorKind::NotFound, "no such namespace"),
                "Namespace edge"}});
        QVERIFY(changes->isEnabled());
        QVERIFY2(stage.label("applyState").contains(u"can be tried only once Namespace edge is there"_s),
            qPrintable(stage.label("applyState")));
        stage.applyText()->setPlainText(u"# nothing\n"_s);
        QVERIFY(!changes->isVisible());
        stage.applyText()->setPlainText(written);
        QTRY_COMPARE(stage.session.commands.size(), std::size_t(3));
        stage.tellTrials({accepted});
        stage.button(stage.apply(), "apply")->click(); // a lab is asked nothing
        QVERIFY(stage.session.last<ApplyYaml>());
    }

    // docs/window.md W73
    void whatIsDueToBeTriedIsNotAppliedBefore()
    {
        Editors stage;
        stage.action("applyYaml")->trigger();
        stage.applyText()->setPlainText(written);
        auto *apply = stage.button(stage.apply(), "apply");
        const auto tell = [&](core::base::Result<core::api::Answered> made) {
            QVERIFY(stage.applyText()->isReadOnly());
            stage.tellTrials({{"ConfigMap", "default", "mine", object(mapYaml), nullptr, std::move(made)}});
            QVERIFY(!stage.question());
        };
        apply->click(); // before anything was tried
        tell(fail(ErrorKind::Invalid, "not that one"));
        QVERIFY(!stage.session.last<ApplyYaml>());
        QVERIFY(stage.label("applyState").contains(u"not that one"_s));
        QVERIFY(!stage.applyText()->isReadOnly());

        stage.applyText()->setPlainText(written + u"# more\n"_s);
        QTRY_COMPARE(stage.session.commands.size(), std::size_t(2));
        apply->click(); // while it is tried
        QVERIFY(stage.session.last<TryWrite>());
        tell(answered(mapYaml));
        QVERIFY(stage.session.last<ApplyYaml>());
    }

    void whatATrialTellsIsAsHighAsItsRows()
    {
        ui::TrialTable table(nullptr);
        table.resize(600, 400);
        QVERIFY(table.isHidden());
        core::api::TriedObject tried {"MachineSet", "default", "workers", nullptr,
            object("{a: 1, spec: {template: {spec: {providerSpec: {value: {}}}}}}"),
            answered("{a: 2, spec: {template: {spec: {providerSpec: {value: {healthyDuration: 30s}}}}}}")};
        const auto heightOf = [&](std::vector<core::api::TriedObject> trials) {
            table.tell(trials);
            return table.sizeHint().height();
        };
        const int one = heightOf({tried});
        const int two = heightOf({tried, tried});
        const int row = (two - one) / (1 + table.topLevelItem(0)->childCount());
        QVERIFY(row >= table.fontMetrics().height());
        table.topLevelItem(0)->setExpanded(false);
        QVERIFY(table.sizeHint().height() < two);
        QCOMPARE(heightOf(std::vector(50, tried)), heightOf(std::vector(60, tried)));
        QVERIFY(heightOf(std::vector(50, tried)) < 13 * row);
        QVERIFY(table.minimumSizeHint().height() < heightOf(std::vector(50, tried)));

        heightOf({tried});
        table.grab(); // lays it out
        const QString longest = table.topLevelItem(0)->child(1)->text(0);
        QVERIFY2(longest.contains(u"template"_s), qPrintable(longest));
        const int wanted = table.fontMetrics().horizontalAdvance(longest);
        QVERIFY(table.header()->sectionSize(0) >= std::min(wanted, table.viewport()->width() / 2));
        QVERIFY(table.header()->sectionSize(0) <= table.viewport()->width() / 2);
    }

    void ofManyObjectsTheFirstAreToldAndHowManyMore()
    {
        ui::TrialTable table(nullptr);
        std::vector<core::api::TriedObject> trials(
            5'000, {"ConfigMap", "default", "a", object(mapYaml), nullptr, answered(mapYaml)});
        trials[4'000] = {"ConfigMap", "default", "bad", nullptr, nullptr, fail(ErrorKind::Invalid, "bad")};
        core::api::Json many = core::api::JsonObject();
        for (int i = 0; i < 5'000; ++i)
            many.get_object()["f" + std::to_string(i)] = i;
        trials[4'001].made = core::api::Answered {core::api::share(many), {}};
        table.tell(trials);
        QCOMPARE(table.topLevelItemCount(), 101);
        QCOMPARE(table.topLevelItem(0)->text(0), u"ConfigMap default/bad: refused: bad"_s);
        QCOMPARE(table.topLevelItem(100)->text(0), u"and 4900 more"_s);
        table.tell({trials[4'001]});
        QCOMPARE(table.topLevelItemCount(), 1);
        QCOMPARE(table.topLevelItem(0)->childCount(), 101);
        QCOMPARE(table.topLevelItem(0)->child(100)->text(0), u"and 4900 more"_s);
    }

    void whatManyObjectsHaveInCommonIsToldOnce()
    {
        const char *kept = "{spec: {known: 1}}";
        const core::api::TriedObject one {"Thing", "default", "a", object("{spec: {known: 1, typo: 2}}"),
            nullptr, answered(kept, {"things are old"})};
        std::vector<core::api::TriedObject> trials(5'000, one);
        ui::TrialSummary summary = ui::trialSummary(trials);
        QVERIFY(summary.isProblem);
        QCOMPARE(summary.words,
            u"The server accepts it. The server leaves out what it does not know: spec.typo. "
            "The server warns: things are old"_s);
        for (std::size_t i = 0; i < trials.size(); ++i)
            trials[i] = {"Thing", "default", "a", object(kept), nullptr, answered(kept, {std::to_string(i)})};
        summary = ui::trialSummary(trials);
        QCOMPARE(summary.words, u"The server accepts it. The server warns: 0; 1; 2; 3; 4; and 4995 more"_s);
        trials.push_back({"Thing", "default", "b", object(kept), nullptr, fail(ErrorKind::Invalid, "bad")});
        QCOMPARE(ui::trialSummary(trials).words, u"Thing default/b: refused: bad"_s);
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
        tell(fail(ErrorKind::Invalid,
            "is invalid: spec.template.spec.providerSpec.value.image: Invalid value: 1: no such image"));
        QCOMPARE(markedIn(*stage.find<ui::YamlEdit>("configYaml")).size(), 1);
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
        QVERIFY(changes->isVisible() && !changes->isEnabled()); // that was of something else
        stage.button(stage.config(), "apply")->click();
        QVERIFY(stage.configText()->isReadOnly());
        tell(fail(ErrorKind::Invalid, "nor such a one"));
        QVERIFY(!stage.session.last<SetProviderConfig>());
        QVERIFY(stage.label("configState").contains(u"nor such a one"_s));
        QVERIFY(!changes->isVisible());
        stage.button(stage.config(), "apply")->click(); // a lab is asked nothing
        QVERIFY(stage.session.last<SetProviderConfig>());
    }

    // docs/window.md W73
    void whatIsAskedWithApplyIsNotAskedAnewBeforeItsAnswer()
    {
        Editors stage;
        stage.enterSomebodysCluster();
        stage.changeImage("theirs", "7");
        stage.openConfig();
        stage.writeImage(u"mine"_s);
        const auto tell = [&](core::base::Result<core::api::Answered> made) {
            stage.tellTrials({{"MachineSet", "default", "workers", nullptr, object("{spec: {image: theirs}}"),
                std::move(made)}});
        };
        QTRY_VERIFY(stage.session.last<TryWrite>());
        tell(fail(ErrorKind::Conflict, "the object has been modified")); // the watch is behind
        stage.button(stage.config(), "apply")->click();
        QCOMPARE(stage.session.commands.size(), std::size_t(2));
        stage.changeImage("theirs", "8"); // and has come
        QVERIFY(stage.session.dropped.empty());
        tell(answered("{spec: {image: mine}}"));
        QVERIFY(stage.question());
        QVERIFY(!stage.configText()->isReadOnly());
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

private:
    std::unique_ptr<tests::OwnPlaces> m_places;
};

QTEST_MAIN(TrialsTest)
#include "tst_trials.moc"
