// SPDX-License-Identifier: GPL-3.0-or-later
// The provider config as form and YAML: both show one document, and nothing that stands in it is lost.
#include "tests/ui/fakecluster.h"
#include "tests/ui/fakesession.h"
#include "ui/format.h"
#include "ui/provider/configdialog.h"
#include "ui/provider/configwords.h"
#include "ui/provider/recipepreview.h"
#include "ui/provider/yamltext.h"
#include "ui/widgets/yamledit.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTest>
#include <QToolButton>

#include <random>

using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;
using core::api::Json;
using core::engine::ChangeSet;
using core::engine::CreateMachineSet;
using core::engine::SetProviderConfig;
using ui::ConfigDocument;

namespace {

const QString plainYaml =
    u"image: a\nhealthyDuration: 40s # long enough\n\n# the next one is ours\nours: {x: 1}\n"_s;

struct Bench {
    Bench()
    {
        ChangeSet changes;
        changes.reset = true;
        changes.status = fake::status();
        changes.of<core::api::MachineSet>().upserts = {fake::machineSet("workers", 3, 3)};
        changes.of<core::api::MachineDeployment>().upserts = {fake::machineDeployment("workers", 3, 3)};
        cluster.apply(changes);
    }

    void sendSet(const std::string &version, const std::function<void(core::api::MachineSet &)> &change)
    {
        core::api::MachineSet set = *cluster.find<core::api::MachineSet>({"default", "workers"});
        set.metadata.resourceVersion = version;
        change(set);
        ChangeSet changes;
        changes.of<core::api::MachineSet>().upserts = {std::make_shared<const core::api::MachineSet>(set)};
        cluster.apply(changes);
        dialog->clusterChanged();
    }

    void open(const std::string &name, ui::Kind kind = ui::Kind::MachineSet)
    {
        dialog = new ui::ConfigDialog(cluster, commands, theme, {kind, {"default", name}}, nullptr);
        dialog->show();
    }
    ~Bench() { delete dialog; }

    template<typename T>
    T *find(const char16_t *name) const
    {
        T *found = dialog->findChild<T *>(QString::fromUtf16(name));
        Q_ASSERT(found);
        return found;
    }

    QString yaml() const { return find<ui::YamlEdit>(u"configYaml")->toPlainText(); }
    void type(const char16_t *field, const QString &words) const
    {
        auto *edit = find<QLineEdit>(field);
        edit->setFocus();
        edit->selectAll();
        QTest::keyClicks(edit, words);
    }

    fake::Session session;
    ui::ClusterView cluster;
    ui::Theme theme {ui::Scheme::Light};
    ui::CommandSender commands {session, cluster};
    QPointer<ui::ConfigDialog> dialog;
};

} // namespace

class ConfigTest : public QObject
{
    Q_OBJECT

private slots:
    void members_data()
    {
        QTest::addColumn<QString>("yaml");
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("edited");
        QTest::newRow("a value is replaced, its comment stays")
            << plainYaml << u"healthyDuration"_s << u"\"5s\""_s
            << u"image: a\nhealthyDuration: \"5s\" # long enough\n\n# the next one is ours\nours: {x: 1}\n"_s;
        QTest::newRow("a new member goes behind the one before it")
            << plainYaml << u"unhealthyDuration"_s << u"\"5s\""_s
            << u"image: a\nhealthyDuration: 40s # long enough\nunhealthyDuration: \"5s\"\n"
               u"\n# the next one is ours\nours: {x: 1}\n"_s;
        QTest::newRow("into an empty text") << u""_s << u"image"_s << u"\"b\""_s << u"image: b\n"_s;
        QTest::newRow("text that looks like a number is quoted")
            << u"image: a\n"_s << u"image"_s << u"\"12\""_s << u"image: \"12\"\n"_s;
        QTest::newRow("a block value is replaced whole")
            << u"image: |\n  two\n  lines\nnumCores: 2\n"_s << u"image"_s << u"\"b\""_s
            << u"image: b\nnumCores: 2\n"_s;
        QTest::newRow("a hash inside quotes is no comment")
            << u"image: \"a # b\"\n"_s << u"image"_s << u"\"c\""_s << u"image: c\n"_s;
        QTest::newRow("flow style is written anew, with all members")
            << u"{image: a, ours: 1}"_s << u"image"_s << u"\"b\""_s << u"image: b\nours: 1\n"_s;
    }

    void members()
    {
        QFETCH(QString, yaml);
        QFETCH(QString, name);
        QFETCH(QString, value);
        QFETCH(QString, edited);
        const Json json = core::api::parseJson(value.toStdString()).value();
        QCOMPARE(ui::withMember(yaml, name, json, ConfigDocument::fields()), edited);
    }

    void fields_data()
    {
        QTest::addColumn<QString>("yaml");
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("value"); // empty: the field goes
        QTest::addColumn<QString>("edited");
        const QString check =
            u"# of the team\nspec:\n  # no more\n  maxUnhealthy: 40% # of five\n\n  other: {x: 1}\n"_s;
        QTest::newRow("deep inside, comments and order stay")
            << check << u"spec.maxUnhealthy"_s << u"2"_s
            << u"# of the team\nspec:\n  # no more\n  maxUnhealthy: 2 # of five\n\n  other: {x: 1}\n"_s;
        QTest::newRow("a new one goes behind the others")
            << check << u"spec.nodeStartupTimeout"_s << u"\"5m\""_s
            << u"# of the team\nspec:\n  # no more\n  maxUnhealthy: 40% # of five\n\n  other: {x: 1}\n"
               "  nodeStartupTimeout: \"5m\"\n"_s;
        QTest::newRow("one is taken away") << check << u"spec.maxUnhealthy"_s << QString()
                                           << u"# of the team\nspec:\n  # no more\n\n  other: {x: 1}\n"_s;
        QTest::newRow("what is not there is not taken away") << check << u"spec.a.b"_s << QString() << check;
        QTest::newRow("maps on the way are made")
            << u"spec:\n  replicas: 3\n"_s << u"spec.strategy.rollingUpdate.maxSurge"_s << u"\"25%\""_s
            << u"spec:\n  replicas: 3\n  strategy:\n    rollingUpdate:\n      maxSurge: \"25%\"\n"_s;
        QTest::newRow("and go with the last in them")
            << u"spec:\n  replicas: 3\n  strategy:\n    rollingUpdate:\n      maxSurge: 1\n"_s
            << u"spec.strategy.rollingUpdate.maxSurge"_s << QString() << u"spec:\n  replicas: 3\n"_s;
        QTest::newRow("a list that is not indented")
            << u"spec:\n  list:\n  - a\n  - b\n  size: 1\n"_s << u"spec.size"_s << u"2"_s
            << u"spec:\n  list:\n  - a\n  - b\n  size: 2\n"_s;
        QTest::newRow("a list is replaced whole")
            << u"spec:\n  list:\n  - a # why\n  - b\n  size: 1\n"_s << u"spec.list"_s << u"[\"c\"]"_s
            << u"spec:\n  list:\n    - c\n  size: 1\n"_s;
        QTest::newRow("flow style is written anew") << u"spec: {size: 1, list: [a]}\n"_s << u"spec.size"_s
                                                    << u"2"_s << u"spec:\n  size: 2\n  list:\n    - a\n"_s;
        QTest::newRow("a text with a colon at the start of a line is no member")
            << u"spec:\n  text: |\n    size: 7\n  size: 1\n"_s << u"spec.size"_s << u"2"_s
            << u"spec:\n  text: |\n    size: 7\n  size: 2\n"_s;
        QTest::newRow("into an empty text") << u""_s << u"spec.size"_s << u"1"_s << u"spec:\n  size: 1\n"_s;
    }

    void fields()
    {
        QFETCH(QString, yaml);
        QFETCH(QString, path);
        QFETCH(QString, value);
        QFETCH(QString, edited);
        std::optional<Json> json;
        if (!value.isEmpty())
            json = core::api::parseJson(value.toStdString()).value();
        QCOMPARE(ui::withField(yaml, path.split(u'.'), json), edited);
    }

    void problems_data()
    {
        QTest::addColumn<QString>("yaml");
        QTest::addColumn<QString>("field");
        QTest::addColumn<bool>("applicable");
        QTest::newRow("image is required") << u"numCores: 1\n"_s << u"image"_s << false;
        QTest::newRow("a unit is missing")
            << u"image: a\nhealthyDuration: \"12\"\n"_s << u"healthyDuration"_s << false;
        QTest::newRow("a number is no duration")
            << u"image: a\nunhealthyDuration: 12\n"_s << u"unhealthyDuration"_s << false;
        QTest::newRow("negative durations")
            << u"image: a\ndeletionTimeout: -5s\n"_s << u"deletionTimeout"_s << false;
        QTest::newRow("in turn needs both durations (§1.4 row 2)")
            << u"image: a\nturnUnhealthyPeriodically: true\nhealthyDuration: 5s\n"_s << u"unhealthyDuration"_s
            << false;
        QTest::newRow("both modes at once (§1.4 row 3)")
            << u"image: a\nturnUnhealthyPeriodically: true\nturnUnhealthyAfter: true\n"_s
            << u"turnUnhealthyPeriodically"_s << false;
        QTest::newRow("after without a duration only warns (§1.4 row 1)")
            << u"image: a\nturnUnhealthyAfter: true\n"_s << u"healthyDuration"_s << true;
        QTest::newRow("no core") << u"image: a\nnumCores: 0\n"_s << u"numCores"_s << false;
        QTest::newRow("cores as text") << u"image: a\nnumCores: two\n"_s << u"numCores"_s << false;
        QTest::newRow("too little memory")
            << u"image: a\nmemoryCapacity: 1000\n"_s << u"memoryCapacity"_s << false;
        QTest::newRow("a name that is mistyped") << u"image: a\nnumCore: 4\n"_s << u"numCore"_s << true;
    }

    void problems()
    {
        QFETCH(QString, yaml);
        QFETCH(QString, field);
        QFETCH(bool, applicable);
        ConfigDocument document;
        document.setYaml(yaml);
        QVERIFY(!document.syntaxError());
        QVERIFY2(document.problems().contains(field),
            qPrintable(QStringList(document.problems().keys()).join(u' ')));
        QVERIFY(!document.problems()[field].message.isEmpty());
        QCOMPARE(document.isApplicable(), applicable);
    }

    void meaning_data()
    {
        QTest::addColumn<QString>("yaml");
        QTest::addColumn<QString>("words");
        QTest::newRow("never") << u"image: a"_s << u"only when told to"_s;
        QTest::newRow("by its recipe")
            << u"image: a\nmetadata: {annotations: {hollowlab.io/recipe: flapping 10s up 5s down}}"_s
            << u"flapping 10s up 5s down"_s;
        QTest::newRow("after") << u"turnUnhealthyAfter: true\nhealthyDuration: 40s"_s
                               << u"unhealthy after 40\u00a0s, for good"_s;
        QTest::newRow("after takes the other duration when healthy is 0 (§1.4 row 1)")
            << u"turnUnhealthyAfter: true\nunhealthyDuration: 40s"_s
            << u"unhealthy after 40\u00a0s, for good"_s;
        QTest::newRow("in turn")
            << u"turnUnhealthyPeriodically: true\nunhealthyDuration: \"5s\"\nhealthyDuration: 40s"_s
            << u"unhealthy 5\u00a0s, healthy 40\u00a0s, in turn"_s;
    }

    void meaning()
    {
        QFETCH(QString, yaml);
        QFETCH(QString, words);
        ConfigDocument document;
        document.setYaml(yaml);
        QVERIFY(document.config());
        QCOMPARE(ui::disruptionWords(*document.config()), words);
    }

    void formEditsTheYaml()
    {
        Bench bench;
        bench.open("workers");
        bench.type(u"image", u"registry.example/other:v2"_s);
        QVERIFY(bench.yaml().contains(u"image: \"registry.example/other:v2\""_s)
            || bench.yaml().contains(u"image: registry.example/other:v2"_s));
        bench.type(u"memoryCapacity", u"6Gi"_s);
        QVERIFY2(bench.yaml().contains(u"memoryCapacity: 6442450944"_s), qPrintable(bench.yaml()));
        QCOMPARE(bench.find<QLineEdit>(u"memoryCapacity")->text(), u"6Gi"_s);
        bench.type(u"healthyDuration", u"12"_s);
        QVERIFY(bench.find<QLabel>(u"healthyDurationNote")->text().contains(u"unit is missing"_s));
        QVERIFY(!bench.find<QPushButton>(u"apply")->isEnabled());
        bench.type(u"healthyDuration", u"12s"_s);
        QVERIFY(bench.find<QPushButton>(u"apply")->isEnabled());
        QVERIFY(bench.find<QLabel>(u"modeNote")->text().contains(u"healthy 12\u00a0s"_s));
        bench.find<QCheckBox>(u"deletionTimeoutPresent")->click();
        bench.type(u"deletionTimeout", u"30s"_s);
        QVERIFY(bench.yaml().contains(u"deletionTimeout: \"30s\""_s));
        bench.find<QCheckBox>(u"deletionTimeoutPresent")->click();
        QVERIFY(!bench.yaml().contains(u"30s"_s));
        bench.find<QComboBox>(u"mode")->setFocus();
        QTest::keyClick(bench.find<QComboBox>(u"mode"), Qt::Key_Home);
        QVERIFY(bench.yaml().contains(u"turnUnhealthyPeriodically: false"_s));
    }

    void whatDiffersFromItsDefaultHasAWayBack_data()
    {
        QTest::addColumn<QString>("yaml");
        QTest::addColumn<QString>("field");
        QTest::addColumn<QString>("back"); // to what; empty: there is no way
        QTest::addColumn<QString>("then");
        const auto row = [](const char *name, const QString &yaml, const QString &field, const QString &back,
                             const QString &then) {
            QTest::newRow(name) << u"image: a\n"_s + yaml << field << back << u"image: a\n"_s + then;
        };
        row("a duration", u"healthyDuration: 40s # long\n"_s, u"healthyDuration"_s, u"0s"_s,
            u"healthyDuration: \"0s\" # long\n"_s);
        row("a duration as by default", u"healthyDuration: 0s\n"_s, u"healthyDuration"_s, {}, {});
        row("what is not there", {}, u"unhealthyDuration"_s, {}, {});
        row("one that may be off", u"deletionTimeout: 30s\n"_s, u"deletionTimeout"_s,
            u"at once when asked for"_s, u"deletionTimeout: null\n"_s);
        row("a number", u"numCores: 2\n"_s, u"numCores"_s, u"1"_s, u"numCores: null\n"_s);
        row("the number that counts by default", u"numCores: 1\n"_s, u"numCores"_s, {}, {});
        row("no number", u"numCores: two\n"_s, u"numCores"_s, u"1"_s, u"numCores: null\n"_s);
        row("memory", u"memoryCapacity: 1073741824\n"_s, u"memoryCapacity"_s,
            ui::bytesText(core::api::defaultMemory), u"memoryCapacity: null\n"_s);
        row("an annotation", u"metadata:\n  annotations:\n    hollowlab.io/zone: a\n"_s, u"zone"_s, u"none"_s,
            {});
        row("how it fails", u"turnUnhealthyAfter: true\n"_s, u"mode"_s, u"only when told to"_s,
            u"turnUnhealthyAfter: false\nturnUnhealthyPeriodically: false\n"_s);
        row("an image, which has no default", {}, u"image"_s, {}, {});
    }

    void whatDiffersFromItsDefaultHasAWayBack()
    {
        QFETCH(QString, yaml);
        QFETCH(QString, field);
        QFETCH(QString, back);
        QFETCH(QString, then);
        Bench bench;
        bench.open("workers");
        bench.find<ui::YamlEdit>(u"configYaml")->setPlainText(yaml);
        auto *reset = bench.dialog->findChild<QToolButton *>(field + u"Reset"_s);
        QCOMPARE(reset->isHidden(), back.isEmpty());
        if (back.isEmpty())
            return;
        QVERIFY2(reset->toolTip().contains(back), qPrintable(reset->toolTip()));
        QVERIFY(reset->accessibleName().startsWith(u"Reset "_s));
        QVERIFY(!reset->accessibleName().contains(u'&'));
        QVERIFY(reset->focusPolicy() & Qt::TabFocus);
        reset->setFocus();
        QTest::keyClick(reset, Qt::Key_Space);
        QCOMPARE(bench.yaml(), then);
        QVERIFY(reset->isHidden());
    }

    // W62
    void aBoxIsToldWithWhatItIsOf()
    {
        Bench bench;
        bench.open("workers");
        QCOMPARE(bench.find<QCheckBox>(u"deletionTimeoutPresent")->accessibleName(), u"Deletion: waits"_s);
        QCOMPARE(bench.find<QCheckBox>(u"memoryCapacityPresent")->accessibleName(), u"Memory: set"_s);
    }

    void formEditsTheAnnotations()
    {
        Bench bench;
        bench.open("workers");
        const QString before = bench.yaml();
        const auto written = [&](const QString &key) {
            ConfigDocument document;
            document.setYaml(bench.yaml());
            return document.field(u"metadata.annotations[hollowlab.io/%1]"_s.arg(key));
        };
        bench.type(u"boot", u"20s..60s"_s);
        QCOMPARE(written(u"boot"_s), Json("20s..60s"));
        bench.type(u"zone", u"a b"_s);
        QVERIFY(bench.find<QLabel>(u"zoneNote")->text().contains(u"is no label value"_s));
        QVERIFY(!bench.find<QPushButton>(u"apply")->isEnabled());
        bench.type(u"zone", u"zone-a"_s);
        bench.type(u"region", u"europe"_s);
        bench.type(u"provider-errors", u"create 30% quota"_s);
        QVERIFY(bench.find<QPushButton>(u"apply")->isEnabled());
        QCOMPARE(written(u"provider-errors"_s), Json("create 30% quota"));
        QCOMPARE(written(u"zone"_s), Json("zone-a"));
        QVERIFY(
            bench.find<ui::RecipePreview>(u"recipePreview")->accessibleDescription().contains(u"boots"_s));
        bench.type(u"recipe", u"silent after 5m"_s);
        QCOMPARE(written(u"recipe"_s), Json("silent after 5m"));
        QVERIFY(bench.find<QLabel>(u"recipeNote")->text().contains(u"can't be combined"_s));
        for (const char16_t *name : {u"boot", u"zone", u"region", u"provider-errors", u"recipe"}) {
            bench.type(name, u"x"_s);
            QTest::keyClick(bench.find<QLineEdit>(name), Qt::Key_Backspace);
        }
        QCOMPARE(bench.yaml(), before);
    }

    void changesOfDifferentFieldsAreJoined_data()
    {
        QTest::addColumn<QString>("field"); // that is typed in here, while they change the cores
        QTest::addColumn<QString>("typed");
        QTest::addColumn<bool>("joins");
        QTest::newRow("another field") << u"healthyDuration"_s << u"90s"_s << true;
        QTest::newRow("an annotation") << u"zone"_s << u"zone-a"_s << true;
        QTest::newRow("the same field") << u"numCores"_s << u"8"_s << false;
    }

    void changesOfDifferentFieldsAreJoined()
    {
        QFETCH(QString, field);
        QFETCH(QString, typed);
        QFETCH(bool, joins);
        Bench bench;
        bench.open("workers");
        auto *edit = bench.dialog->findChild<QLineEdit *>(field);
        edit->selectAll();
        QTest::keyClicks(edit, typed);
        bench.sendSet("9000", [](core::api::MachineSet &set) {
            Json config = set.spec.template_.spec.providerSpec.value;
            config.as_object()["numCores"] = 4;
            set.spec.template_.spec.providerSpec.value = config;
        });
        auto *both = bench.find<QPushButton>(u"joinBoth");
        QCOMPARE(both->isVisible(), joins);
        if (!joins)
            return;
        both->click();
        QVERIFY(bench.yaml().contains(u"numCores: 4"_s));
        QVERIFY(bench.yaml().contains(typed));
        QVERIFY(!both->isVisible());
        bench.find<QPushButton>(u"apply")->click();
        bench.session.acceptTrial();
        const auto *sent = bench.session.last<SetProviderConfig>();
        QVERIFY(sent);
        QCOMPARE(sent->resourceVersion, std::string("9000"));
        QCOMPARE(*core::api::find(sent->config, {"numCores"}), Json(4));
    }

    /// The set's config with what they have made of it.
    static void theyChange(
        Bench &bench, const std::string &version, const std::function<void(core::api::JsonObject &)> &change)
    {
        bench.sendSet(version, [&](core::api::MachineSet &set) {
            Json config = set.spec.template_.spec.providerSpec.value;
            change(config.as_object());
            set.spec.template_.spec.providerSpec.value = config;
        });
    }

    // W12
    void aFieldThatTheyRemovedIsJoined()
    {
        Bench bench;
        bench.open("workers");
        QVERIFY(bench.yaml().contains(u"image:"_s));
        bench.type(u"numCores", u"8"_s);
        theyChange(bench, "9000", [](auto &config) { config.erase("image"); });
        auto *both = bench.find<QPushButton>(u"joinBoth");
        QVERIFY(both->isVisible());
        both->click();
        QVERIFY(!bench.yaml().contains(u"image:"_s));
        QVERIFY(bench.yaml().contains(u"numCores: 8"_s));
    }

    // W12
    void aJoinThatIsTakenBackIsAskedAboutAgain_data()
    {
        QTest::addColumn<QString>("button"); // empty: nothing was written when they changed it
        QTest::newRow("joined") << u"joinBoth"_s;
        QTest::newRow("theirs") << u"takeTheirs"_s;
        QTest::newRow("kept") << u"keepMine"_s;
        QTest::newRow("loaded") << QString();
    }

    void aJoinThatIsTakenBackIsAskedAboutAgain()
    {
        QFETCH(const QString, button);
        Bench bench;
        bench.open("workers");
        auto *yaml = bench.find<ui::YamlEdit>(u"configYaml");
        if (!button.isEmpty())
            bench.type(u"healthyDuration", u"90s"_s);
        theyChange(bench, "9000", [](auto &config) { config["numCores"] = 4; });
        if (!button.isEmpty())
            bench.dialog->findChild<QPushButton *>(button)->click();
        const auto *elsewhere = bench.find<QLabel>(u"elsewhere");
        QVERIFY(!elsewhere->isVisible());
        yaml->undo();
        QCoreApplication::processEvents();
        if (button.isEmpty()) {
            QVERIFY(bench.yaml().contains(u"numCores: 4"_s)); // what is not written here follows theirs
            return;
        }
        QVERIFY(!bench.yaml().contains(u"numCores: 4"_s));
        QVERIFY(elsewhere->isVisible());
        QVERIFY(!bench.find<QPushButton>(u"apply")->isEnabled());
    }

    // W12
    void theFieldsThatDifferAreNamed_data()
    {
        QTest::addColumn<QString>("field"); // that is typed in here
        QTest::addColumn<QStringList>("theirs");
        QTest::addColumn<QString>("told");
        QTest::newRow("another one")
            << u"healthyDuration"_s << QStringList {u"numCores"_s}
            << u"Somebody changed numCores meanwhile. What you wrote is still here."_s;
        QTest::newRow("the same one")
            << u"numCores"_s << QStringList {u"numCores"_s, u"image"_s}
            << u"Somebody changed image, numCores meanwhile. What you wrote is still here. "
               "You changed numCores too."_s;
        QTest::newRow("many")
            << u"numCores"_s << QStringList {u"a"_s, u"b"_s, u"c"_s, u"d"_s, u"e"_s}
            << u"Somebody changed a, b, c and 2 more meanwhile. What you wrote is still here."_s;
    }

    void theFieldsThatDifferAreNamed()
    {
        QFETCH(const QString, field);
        QFETCH(const QStringList, theirs);
        QFETCH(const QString, told);
        Bench bench;
        bench.open("workers");
        auto *edit = bench.dialog->findChild<QLineEdit *>(field);
        edit->selectAll();
        QTest::keyClicks(edit, u"8"_s);
        theyChange(bench, "9000", [&](auto &config) {
            for (const QString &name : theirs)
                config[name.toStdString()] = name == u"numCores"_s ? Json(4) : Json("x");
        });
        QCOMPARE(bench.find<QLabel>(u"elsewhere")->text(), told);
    }

    void aNewSetBeginsWithItsName()
    {
        Bench bench;
        bench.open("");
        QVERIFY(QTest::qWaitForWindowActive(bench.dialog));
        QStringList way;
        for (int i = 0; i < 5; ++i) {
            const QWidget *at = bench.dialog->focusWidget();
            way.append(at ? at->objectName() : QString());
            QTest::keyClick(bench.dialog, Qt::Key_Tab);
        }
        QCOMPARE(way.join(u' '), u"setName setNamespace setReplicas setHealthCheck image"_s);
        QVERIFY(bench.find<QLabel>(u"configState")->text().isEmpty());
        bench.type(u"image", u"other"_s);
        QCOMPARE(bench.find<QLabel>(u"configState")->text(), u"A name is missing."_s);
        bench.type(u"setName", u"spare"_s);
        QVERIFY(bench.find<QLabel>(u"configState")->text().isEmpty());
    }

    // W62
    void tabGoesAlongALineAsItStands()
    {
        Bench bench;
        bench.open("workers");
        QVERIFY(QTest::qWaitForWindowActive(bench.dialog));
        bench.find<ui::YamlEdit>(u"configYaml")->setPlainText(u"image: a\ndeletionTimeout: 30s\n"_s);
        bench.find<QCheckBox>(u"deletionTimeoutPresent")->setFocus();
        QStringList way;
        for (int i = 0; i < 3; ++i) {
            way.append(bench.dialog->focusWidget()->objectName());
            QTest::keyClick(bench.dialog, Qt::Key_Tab);
        }
        QCOMPARE(way.join(u' '), u"deletionTimeoutPresent deletionTimeout deletionTimeoutReset"_s);
    }

    void linesStayWhereTheyAreWhileOneIsHalfTyped()
    {
        Bench bench;
        bench.open("workers");
        const auto *above = bench.find<QLineEdit>(u"unhealthyDuration");
        const auto *note = bench.find<QLabel>(u"memoryCapacityNote");
        const QPoint place = above->pos();
        const QString told = note->text();
        QVERIFY(!told.isEmpty());
        bench.type(u"numCores", u"two"_s);
        QApplication::processEvents();
        QVERIFY(!bench.find<QPushButton>(u"apply")->isEnabled());
        QCOMPARE(above->pos(), place);
        QCOMPARE(note->text(), told);
        QVERIFY(!note->isHidden());
    }

    void theRecipeIsDrawnBeforehand()
    {
        Bench bench;
        bench.open("workers");
        auto *preview = bench.find<ui::RecipePreview>(u"recipePreview");
        auto *yaml = bench.find<ui::YamlEdit>(u"configYaml");
        yaml->setPlainText(u"image: a\n"_s);
        QCOMPARE(preview->accessibleDescription(), u"healthy for good"_s);
        const QImage sound = preview->grab().toImage();
        yaml->setPlainText(u"image: a\nturnUnhealthyAfter: true\nhealthyDuration: 40s\n"_s);
        QCOMPARE(preview->accessibleDescription(), u"healthy until 40\u00a0s, not-ready for good"_s);
        QVERIFY(preview->grab().toImage() != sound);
        yaml->setPlainText(u"image: a\nhealthyDuration: 12\n"_s);
        QCOMPARE(preview->accessibleDescription(), QString()); // it keeps its place
    }

    // docs/window.md W44
    void anUnreadableRecipeIsDrawnAsNothing()
    {
        Bench bench;
        bench.open("workers");
        auto *preview = bench.find<ui::RecipePreview>(u"recipePreview");
        auto *yaml = bench.find<ui::YamlEdit>(u"configYaml");
        const auto write = [&](const QString &annotation, const QString &value) {
            yaml->setPlainText(
                u"image: a\nmetadata:\n  annotations:\n    hollowlab.io/%1: %2\n"_s.arg(annotation, value));
        };
        write(u"recipe"_s, u"flapping 10s up 5s down"_s);
        QVERIFY(!preview->accessibleDescription().isEmpty());
        for (const QString &annotation : {u"recipe"_s, u"boot"_s}) {
            write(annotation, u"flapping 10s up 5s dwn"_s);
            QVERIFY(preview->accessibleDescription().isEmpty());
            QCOMPARE(bench.find<QLabel>(u"modeNote")->text(), u"Effect: –"_s);
            QVERIFY(bench.dialog->findChild<QLabel *>(annotation + u"Note"_s)->text().contains(u"dwn"_s));
        }
    }

    // docs/window.md W12
    void whatIsWrongIsMarkedInTheYaml()
    {
        Bench bench;
        bench.open("workers");
        auto *yaml = bench.find<ui::YamlEdit>(u"configYaml");
        const auto *state = bench.find<QLabel>(u"configState");
        const auto tone = [&] { return state->palette().color(QPalette::WindowText); };
        yaml->setPlainText(u"image: a\nnumCores: 2\nours: 1\n"_s);
        QVERIFY(yaml->problems().isEmpty()); // one may have members of one's own
        QCOMPARE(tone(), bench.theme.color(ui::Tone::Quiet));
        yaml->setPlainText(
            u"image: a\nnumCores: 0\nmetadata:\n  annotations:\n    hollowlab.io/recipe: flap\n"_s);
        QCOMPARE(yaml->problems().size(), 2);
        QCOMPARE(yaml->problems()[0].line, 5);
        QCOMPARE(yaml->problems()[1].line, 2);
        QVERIFY(yaml->problems()[1].words.startsWith(u"numCores "_s));
        QCOMPARE(tone(), bench.theme.color(ui::Tone::Problem));
        yaml->setPlainText(u"image: a\nnumCores: two\n"_s);
        QCOMPARE(yaml->problems().size(), 1);
        QCOMPARE(tone(), bench.theme.color(ui::Tone::Problem));
    }

    void yamlEditsTheForm()
    {
        Bench bench;
        bench.open("workers");
        auto *edit = bench.find<ui::YamlEdit>(u"configYaml");
        edit->setPlainText(
            u"# mine\nimage: b\nturnUnhealthyAfter: true\nhealthyDuration: 90s\nunknown: kept\n"_s);
        QCOMPARE(bench.find<QLineEdit>(u"image")->text(), u"b"_s);
        QCOMPARE(bench.find<QComboBox>(u"mode")->currentIndex(), 1);
        QCOMPARE(bench.find<QLineEdit>(u"healthyDuration")->text(), u"90s"_s);
        bench.type(u"image", u"c"_s);
        QCOMPARE(bench.yaml(),
            u"# mine\nimage: c\nturnUnhealthyAfter: true\nhealthyDuration: 90s\nunknown: kept\n"_s);
    }

    void brokenYamlMarksItsLineAndLosesNothing()
    {
        Bench bench;
        bench.open("workers");
        auto *edit = bench.find<ui::YamlEdit>(u"configYaml");
        const QString broken = u"image: b\nhealthyDuration: [40s\nnumCores: 2\n"_s;
        edit->setPlainText(broken);
        QCOMPARE(edit->problems().size(), 1);
        QVERIFY(edit->problems().first().line >= 2);
        QCOMPARE(edit->toPlainText(), broken);
        QVERIFY(!bench.find<QLineEdit>(u"image")->isEnabled());
        QVERIFY(!bench.find<QPushButton>(u"apply")->isEnabled());
        edit->setPlainText(u"image: b\nhealthyDuration: 40s\nnumCores: 2\n"_s);
        QVERIFY(edit->problems().isEmpty());
        QCOMPARE(bench.find<QLineEdit>(u"numCores")->text(), u"2"_s);
        QVERIFY(bench.find<QLineEdit>(u"image")->isEnabled());
    }

    void anUnreadableRecipeIsToldThoughItHasNoField()
    {
        Bench bench;
        bench.open("workers");
        auto *edit = bench.find<ui::YamlEdit>(u"configYaml");
        edit->setPlainText(u"image: b\nmetadata: {annotations: {hollowlab.io/recipe: silent for ever}}\n"_s);
        QVERIFY(!bench.find<QPushButton>(u"apply")->isEnabled());
        QCOMPARE(bench.find<QLabel>(u"configState")->text(),
            u"metadata.annotations[hollowlab.io/recipe] \"silent for ever\": \"ever\" is no duration such as "
            u"30s "
            "or 20s..60s"_s);
        edit->setPlainText(u"image: b\nmetadata: {annotations: {hollowlab.io/recipe: silent for 5m}}\n"_s);
        QVERIFY(bench.find<QPushButton>(u"apply")->isEnabled());
    }

    void appliesWithTheVersionLookedAt()
    {
        Bench bench;
        bench.open("workers");
        bench.type(u"image", u"other"_s);
        bench.sendSet("4712", [](core::api::MachineSet &set) { set.status.readyReplicas = 2; });
        bench.find<QPushButton>(u"apply")->click();
        bench.session.acceptTrial();
        const auto *sent = bench.session.last<SetProviderConfig>();
        QVERIFY(sent);
        QCOMPARE(sent->resourceVersion, std::string("4712")); // the change was not about the config
        QCOMPARE(core::api::textAt(sent->config, {"image"}), std::string_view("other"));
        bench.session.answer(std::string("Changed."));
        QTRY_VERIFY(!bench.dialog || !bench.dialog->isVisible());
    }

    /// docs/faults-and-threats.md T12
    void aNameThatIsNoFieldIsMadeSafeToShow()
    {
        Bench bench;
        bench.open("workers");
        auto *edit = bench.find<ui::YamlEdit>(u"configYaml");
        edit->setPlainText(u"image: b\n\"num\\u202eCores\": 8\n"_s);
        const QString words = bench.find<QLabel>(u"configState")->text();
        QVERIFY2(words.endsWith(u"is no field of a provider config"_s), qPrintable(words));
        QVERIFY(!words.contains(QChar(0x202e)));
    }

    void deploymentsHaveAConfigToo()
    {
        Bench bench;
        bench.open("workers", ui::Kind::MachineDeployment);
        bench.type(u"numCores", u"8"_s);
        QVERIFY(bench.find<QLabel>(u"configState")->text().contains(u"Every machine is replaced"_s));
        bench.find<QPushButton>(u"apply")->click();
        bench.session.acceptTrial();
        const auto *sent = bench.session.last<SetProviderConfig>();
        QVERIFY(sent);
        QCOMPARE(sent->target.resource, &core::api::resourceOf<core::api::MachineDeployment>());
        QCOMPARE(*core::api::find(sent->config, {"numCores"}), Json(8));
    }

    void conflictKeepsWhatWasWritten()
    {
        Bench bench;
        bench.open("workers");
        bench.type(u"image", u"other"_s);
        const QString written = bench.yaml();
        bench.find<QPushButton>(u"apply")->click();
        bench.session.acceptTrial();
        bench.session.answer(
            core::base::fail(core::base::ErrorKind::Conflict, "the object has been modified"));
        QVERIFY(bench.dialog->isVisible());
        QVERIFY(bench.find<QLabel>(u"configState")->text().contains(u"Nothing you wrote is lost"_s));
        bench.sendSet("5000", [](core::api::MachineSet &set) {
            core::api::Json config = set.spec.template_.spec.providerSpec.value;
            config.as_object()["image"] = "theirs";
            set.spec.template_.spec.providerSpec.value = config;
        });
        QVERIFY(bench.find<QLabel>(u"elsewhere")->isVisible());
        QVERIFY(!bench.find<QPushButton>(u"apply")->isEnabled());
        QCOMPARE(bench.yaml(), written);
        bench.find<QPushButton>(u"keepMine")->click();
        bench.find<QPushButton>(u"apply")->click();
        bench.session.acceptTrial();
        QCOMPARE(bench.session.last<SetProviderConfig>()->resourceVersion, std::string("5000"));
    }

    void createsASet()
    {
        Bench bench;
        bench.open("");
        QVERIFY(!bench.find<QPushButton>(u"apply")->isEnabled());
        bench.type(u"setName", u"Spare_9"_s); // capitals and _ can't be typed
        QCOMPARE(bench.find<QLineEdit>(u"setName")->text(), u"pare9"_s);
        QVERIFY(bench.find<QPushButton>(u"apply")->isEnabled());
        bench.find<QPushButton>(u"apply")->click();
        bench.session.acceptTrial();
        const auto *sent = bench.session.last<CreateMachineSet>();
        QVERIFY(sent);
        QCOMPARE(sent->key.name, std::string("pare9"));
        QCOMPARE(sent->replicas, 3);
        QVERIFY(sent->withHealthCheck);
        QVERIFY(core::api::parseProviderConfig(sent->config).has_value());
    }

    void formAndYamlAgreeOnRandomEdits()
    {
        ConfigDocument document;
        document.setYaml(plainYaml);
        std::mt19937 dice(5);
        const QStringList values {
            u"40s"_s, u"1h30m"_s, u"a: b"_s, u"# no"_s, u"\"q\""_s, u" lead"_s, u"null"_s, u"-"_s, u""_s};
        for (int round = 0; round < 300; ++round) {
            const QString field = ConfigDocument::fields()[static_cast<qsizetype>(dice() % 10)];
            const auto pick = dice() % 12;
            const Json value = pick < 9 ? Json(values[static_cast<qsizetype>(pick)].toStdString())
                : pick == 9             ? Json(std::int64_t(dice() % 100))
                : pick == 10            ? Json(true)
                                        : Json();
            document.setField(field, value);
            QVERIFY(!document.syntaxError());
            QVERIFY2(document.field(field) == value, qPrintable(document.yaml()));
            ConfigDocument other;
            other.setYaml(document.yaml());
            QVERIFY(other.json() == document.json());
            QVERIFY(document.yaml().contains(u"# the next one is ours"_s));
            QVERIFY(document.yaml().contains(u"ours: {x: 1}"_s));
        }
    }
};

QTEST_MAIN(ConfigTest)
#include "tst_config.moc"
