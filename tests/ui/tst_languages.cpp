// SPDX-License-Identifier: GPL-3.0-or-later
// The window's languages (docs/window.md W32, docs/translations.md): the catalogues are in step with the
// sources and complete, the window and what the core says in it are in the language that was chosen, and no
// visible text is forgotten.
// HOLLOWLAB_WRITE_DOCS=1 writes translations/core.h.

#include "core/api/providerfields.h"
#include "core/api/troubles.h"
#include "core/controllers/healthcheck/healthcheckreasons.h"
#include "core/engine/engine.h"
#include "core/engine/forecast.h"
#include "core/engine/reasons.h"
#include "core/engine/sayings.h"
#include "core/experiment/parse.h"
#include "core/scenario/parse.h"
#include "core/scenario/sayings.h"
#include "core/timeline/text.h"
#include "resources/resources.h"
#include "tests/ui/spoken.h"
#include "tests/ui/stage.h"
#include "ui/language.h"
#include "ui/preferences.h"
#include "ui/spoken.h"

#include <QAbstractButton>
#include <QComboBox>
#include <QHeaderView>
#include <QMenuBar>
#include <QProcess>
#include <QRegularExpression>
#include <QTabBar>
#include <QTemporaryDir>
#include <QToolButton>
#include <QTranslator>
#include <QXmlStreamReader>

#include <algorithm>
#include <set>

using namespace Qt::Literals::StringLiterals;
using namespace core;

namespace {

const QString folder = QStringLiteral(HOLLOWLAB_SOURCE_DIR "/translations/");

struct Message {
    QString context;
    QString source;
    QString comment;
    QStringList forms; ///< one, or as many as the language has for numbers
    bool isFinished = true;

    auto key() const { return std::tuple(context, source, comment); }
};

QString contents(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

Message messageAt(QXmlStreamReader &xml, const QString &context)
{
    Message message {.context = context};
    while (xml.readNextStartElement()) {
        if (xml.name() == "source"_L1) {
            message.source = xml.readElementText();
        } else if (xml.name() == "comment"_L1) {
            message.comment = xml.readElementText();
        } else if (xml.name() == "translation"_L1) {
            message.isFinished = !xml.attributes().hasAttribute("type"_L1);
            const QString all = xml.readElementText(QXmlStreamReader::IncludeChildElements);
            message.forms = {all};
        } else {
            xml.skipCurrentElement();
        }
    }
    return message;
}

std::vector<Message> messagesIn(const QString &path)
{
    std::vector<Message> messages;
    // The forms for numbers are told apart by a character that no text has.
    QXmlStreamReader xml(contents(path).replace(u"</numerusform>"_s, u"\u241e</numerusform>"_s));
    QString context;
    while (!xml.atEnd()) {
        xml.readNext();
        if (!xml.isStartElement())
            continue;
        if (xml.name() == "name"_L1)
            context = xml.readElementText();
        else if (xml.name() == "message"_L1)
            messages.push_back(messageAt(xml, context));
    }
    for (Message &message : messages) {
        if (message.forms.value(0).contains(u'\u241e')) {
            message.forms = message.forms[0].split(u'\u241e');
            message.forms.removeLast();
            for (QString &form : message.forms)
                form = form.trimmed();
        }
    }
    return messages;
}

/// What a translation has to keep: %1, {facts}, tags, and that there is a mnemonic.
QStringList keptParts(QString text)
{
    static const QRegularExpression part(u"%L?\\d|\\{\\w+\\}|</?\\w+>|\\n"_s);
    QStringList parts;
    for (auto match = part.globalMatch(text); match.hasNext();)
        parts += match.next().captured();
    parts.sort();
    if (text.remove(u"&&"_s).contains(u'&'))
        parts += u"&"_s;
    return parts;
}

QString catalogue(const QString &language)
{
    return folder + u"hollowlab_%1.ts"_s.arg(language);
}

std::map<std::string, QString> coreTranslations(const QString &language)
{
    std::map<std::string, QString> translations;
    for (const Message &message : messagesIn(catalogue(language))) {
        if (message.context == "Core"_L1)
            translations[message.source.toStdString()] = message.forms.front();
    }
    return translations;
}

void addTexts(const scenario::Scenario &scenario, std::set<std::string> &texts)
{
    texts.insert({scenario.name, scenario.description});
    for (const scenario::Step &step : scenario.steps) {
        if (!step.say.empty())
            texts.insert(step.say);
    }
}

/// The list is as it is compared, and written: one line for each sentence of the core's own catalogues.
QString coreList()
{
    std::set<std::string> sentences;
    for (const engine::ReasonFamily &family : engine::reasonCatalogue()) {
        for (const auto &kinds : {family.kinds, family.frames}) {
            for (const api::ReasonKind &kind : kinds)
                sentences.emplace(kind.sentence);
        }
    }
    for (const auto &table : engine::sayingTables()) {
        for (const api::ReasonKind &kind : table)
            sentences.emplace(kind.sentence);
    }
    for (const auto &[name, sentence] : engine::Engine::knownControllers())
        sentences.insert(sentence);
    for (const api::ProviderAnnotation &annotation : api::providerAnnotations()) {
        sentences.emplace(annotation.label);
        sentences.emplace(annotation.example);
    }
    for (const api::ProviderField &field : api::providerFields()) {
        for (const std::string_view words : {field.label, field.example, field.setLabel}) {
            if (!words.empty())
                sentences.emplace(words);
        }
    }
    for (const std::string &file : resources::files("scenarios"))
        addTexts(*scenario::parseScenario(resources::text("scenarios/" + file)), sentences);
    for (const std::string &file : resources::files("experiments")) {
        const auto experiment = core::experiment::parseExperiment(resources::text("experiments/" + file));
        sentences.insert({experiment->name, experiment->description});
    }
    QString list =
        u"// SPDX-License-Identifier: GPL-3.0-or-later\n"
        "// What the core says, for lupdate: reasons, sayings, controllers, fields, shipped scenarios and "
        "experiments.\n"
        "// Written by HOLLOWLAB_WRITE_DOCS=1 tst_languages from the core's tables; nothing includes it.\n"_s;
    for (const std::string &sentence : sentences) {
        QString quoted = QString::fromStdString(sentence);
        quoted.replace(u'\\', u"\\\\"_s).replace(u'"', u"\\\""_s);
        list += u"QT_TRANSLATE_NOOP(\"Core\", \"%1\")\n"_s.arg(quoted);
    }
    return list;
}

/// Puts every text into brackets, and makes it longer by two fifths; what is asked for and stands in no
/// catalogue is remembered.
class PseudoTranslator : public QTranslator
{
public:
    PseudoTranslator()
    {
        for (const Message &message : messagesIn(catalogue(u"de"_s)))
            m_known.insert({message.context, message.source});
    }

    bool isEmpty() const override { return false; }
    QString translate(const char *context, const char *source, const char *, int) const override
    {
        const QString in = QString::fromUtf8(context);
        const QString text = QString::fromUtf8(source);
        if (!m_known.contains({in, text})) {
            const bool isOfLibraries = in.startsWith(u'Q') || in.startsWith("Language"_L1); // Qt, KDE
            if (!isOfLibraries && in != "Core"_L1) // which stays English
                unknown.insert(in + u": "_s + text);
            return {};
        }
        return u"⟦"_s + text + QString(text.size() * 2 / 5, u'~') + u"⟧"_s;
    }

    mutable std::set<QString> unknown;

private:
    std::set<std::pair<QString, QString>> m_known;
};

/// The words of a text that stand outside of brackets and are neither Kubernetes' nor names.
QStringList forgottenWords(const QString &shown)
{
    static const QRegularExpression tag(u"<[^>]*>|&\\w+;"_s);
    static const QRegularExpression bracketed(u"⟦[^⟦⟧]*⟧"_s);
    static const QRegularExpression word(u"[A-Za-z]{3,}[A-Za-z0-9.-]*"_s);
    static const QRegularExpression name(u"^[a-z0-9]+([-./][\\w.-]*)+$"_s);
    static const std::set<QString> kept {u"Ready"_s, u"NotReady"_s, u"Unknown"_s, u"Provisioning"_s,
        u"Provisioned"_s, u"Deleting"_s, u"Failed"_s, u"Paused"_s, u"Running"_s, u"True"_s, u"False"_s,
        u"Machine"_s, u"MachineSet"_s, u"MachineDeployment"_s, u"MachineClass"_s, u"MachineHealthCheck"_s,
        u"Node"_s, u"Event"_s, u"GiB"_s, u"workers"_s, u"demo"_s, u"default"_s, u"Deutsch"_s, u"English"_s,
        u"Ctrl"_s, u"Shift"_s, u"Alt"_s, u"Del"_s, u"End"_s, u"Return"_s, u"Left"_s, u"Right"_s, u"Enter"_s,
        u"Esc"_s};
    QString rest = shown;
    rest.remove(tag);
    while (rest.contains(bracketed))
        rest.remove(bracketed);
    QStringList words;
    for (auto match = word.globalMatch(rest); match.hasNext();) {
        const QString found = match.next().captured();
        if (!kept.contains(found) && !name.match(found).hasMatch())
            words += found;
    }
    return words;
}

/// What stays as it is: what the cluster says, lines for kubectl, recipes of faults, Qt's own buttons.
std::set<QString> textsThatStay(const engine::Status &status)
{
    std::set<QString> texts {u"Close"_s, u"Float"_s, u"Scroll Left"_s, u"Scroll Right"_s, u"reboot"_s,
        u"silent"_s, ui::faultText("flapping 10s up 5s down", {}),
        ui::faultText("not-ready,silent in turn every 20s", {}), u"Random"_s, u"Newest"_s, u"Oldest"_s,
        u"KubeletNotReady: container runtime is down"_s, u"KubeletReady: kubelet is posting ready status"_s,
        u"kubectl --kubeconfig %1 get machines -A"_s.arg(QString::fromStdString(status.kubeconfigPath)),
        QString::fromStdString(status.server)};
    for (const engine::ControllerState &controller : status.controllers) {
        for (const std::string &text : {controller.name, controller.description, controller.note.text})
            texts.insert(QString::fromStdString(text));
    }
    return texts;
}

void collect(const QMenu &menu, QStringList &texts);

void collect(const QList<QAction *> &actions, QStringList &texts)
{
    for (const QAction *action : actions) {
        texts << action->text() << action->statusTip();
        if (action->menu())
            collect(*action->menu(), texts);
    }
}

void collect(const QMenu &menu, QStringList &texts)
{
    texts << menu.title();
    collect(menu.actions(), texts);
}

void collect(const QAbstractItemModel &model, const QModelIndex &parent, QStringList &texts)
{
    for (int row = 0; row < model.rowCount(parent); ++row) {
        for (int column = 0; column < model.columnCount(parent); ++column) {
            const QModelIndex index = model.index(row, column, parent);
            for (const int role : {Qt::DisplayRole, Qt::ToolTipRole, Qt::AccessibleTextRole})
                texts << index.data(role).toString();
        }
        collect(model, model.index(row, 0, parent), texts);
    }
}

/// What a widget shows, or tells a screen reader, of its own.
QStringList textsOf(const QWidget &widget)
{
    QStringList texts {widget.toolTip(), widget.accessibleName()};
    if (const auto *button = qobject_cast<const QAbstractButton *>(&widget))
        texts << button->text();
    if (const auto *label = qobject_cast<const QLabel *>(&widget))
        texts << label->text();
    if (const auto *edit = qobject_cast<const QLineEdit *>(&widget))
        texts << edit->placeholderText();
    if (const auto *menu = qobject_cast<const QMenu *>(&widget))
        collect(*menu, texts);
    if (const auto *bar = qobject_cast<const QMenuBar *>(&widget))
        collect(bar->actions(), texts);
    if (const auto *tabs = qobject_cast<const QTabBar *>(&widget)) {
        for (int i = 0; i < tabs->count(); ++i)
            texts << tabs->tabText(i);
    }
    if (const auto *box = qobject_cast<const QComboBox *>(&widget)) {
        for (int i = 0; i < box->count(); ++i)
            texts << box->itemText(i);
    }
    if (const auto *header = qobject_cast<const QHeaderView *>(&widget); header && header->model()) {
        for (int i = 0; i < header->count(); ++i)
            texts << header->model()->headerData(i, header->orientation()).toString();
    }
    if (const auto *view = qobject_cast<const QAbstractItemView *>(&widget); view && view->model())
        collect(*view->model(), {}, texts);
    return texts;
}

engine::ChangeSet oneFailing()
{
    engine::ChangeSet changes = fake::threeMachines();
    changes.of<api::Node>().upserts.push_back(fake::node("node-a", "False"));
    engine::Outlook outlook {{&api::resourceOf<api::Machine>(), {"default", "workers-a"}},
        engine::outlookSaying("Replaced", "{when}", "workers"),
        changes.status->now + std::chrono::seconds(9)};
    changes.outlooks = std::vector {outlook};
    return changes;
}

} // namespace

class TestLanguages : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { qputenv("XDG_CONFIG_HOME", m_config.path().toUtf8()); }
    void theCoresListIsUpToDate();
    void cataloguesFollowTheSources_data();
    void cataloguesFollowTheSources();
    void cataloguesAreComplete_data() { cataloguesFollowTheSources_data(); }
    void cataloguesAreComplete();
    void theWindowSpeaks_data();
    void theWindowSpeaks();
    void theCoreIsTranslated_data();
    void theCoreIsTranslated();
    void sayingsAreTranslated_data() { theCoreIsTranslated_data(); }
    void sayingsAreTranslated();
    void whatWasKeptIsTranslated_data() { theCoreIsTranslated_data(); }
    void whatWasKeptIsTranslated();
    void whatIsLostIsTranslated_data() { theCoreIsTranslated_data(); }
    void whatIsLostIsTranslated();
    void oneAndManyAreToldApart();
    void aChoiceIsKept();
    void noTextIsForgotten();

private:
    const QTemporaryDir m_config;
};

void TestLanguages::theCoresListIsUpToDate()
{
    const QString path = folder + u"core.h"_s;
    if (qEnvironmentVariableIsSet("HOLLOWLAB_WRITE_DOCS")) {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(coreList().toUtf8());
    }
    QVERIFY2(contents(path) == coreList(), "HOLLOWLAB_WRITE_DOCS=1 tst_languages writes it anew");
}

void TestLanguages::cataloguesFollowTheSources_data()
{
    QTest::addColumn<QString>("language");
    for (const char *language : {"de", "zh_CN", "en"})
        QTest::newRow(language) << QString::fromLatin1(language);
}

void TestLanguages::cataloguesFollowTheSources()
{
    QFETCH(const QString, language);
    const QTemporaryDir place;
    const QString copy = place.filePath(u"copy.ts"_s);
    QVERIFY(QFile::copy(catalogue(language), copy));
    QProcess lupdate;
    lupdate.setWorkingDirectory(QStringLiteral(HOLLOWLAB_SOURCE_DIR));
    QStringList arguments {u"-silent"_s, u"-I"_s, u"."_s, u"-locations"_s, u"none"_s, u"-no-obsolete"_s,
        u"ui"_s, u"app"_s, u"translations"_s};
    if (language == "en"_L1)
        arguments += u"-pluralonly"_s;
    lupdate.start(QStringLiteral(HOLLOWLAB_LUPDATE), arguments + QStringList {u"-ts"_s, copy});
    QVERIFY(lupdate.waitForFinished());
    QCOMPARE(lupdate.exitCode(), 0);
    const auto keys = [](const QString &path) {
        std::set<std::tuple<QString, QString, QString>> all;
        for (const Message &message : messagesIn(path))
            all.insert(message.key());
        return all;
    };
    const auto kept = keys(catalogue(language));
    const auto found = keys(copy);
    QVERIFY(!kept.empty());
    for (const auto &[context, source, comment] : found) {
        if (!kept.contains({context, source, comment}))
            qInfo() << "new:" << context << source;
    }
    for (const auto &[context, source, comment] : kept) {
        if (!found.contains({context, source, comment}))
            qInfo() << "gone:" << context << source;
    }
    QVERIFY2(kept == found, "the target update_translations brings the catalogues in step");
}

void TestLanguages::cataloguesAreComplete()
{
    QFETCH(const QString, language);
    QStringList faults;
    for (const Message &message : messagesIn(catalogue(language))) {
        const bool isWhole = message.isFinished && !message.forms.contains(QString());
        if (!isWhole)
            faults += u"unfinished: "_s + message.source;
        if (message.context.isEmpty())
            faults += u"without context: "_s + message.source;
        for (const QString &form : message.forms) {
            if (keptParts(form) != keptParts(message.source))
                faults += message.source + u" → "_s + form;
        }
        // "the only node" needs no number, several do
        if (message.source.contains(u"%n"_s) && !message.forms.last().contains(u"%n"_s))
            faults += u"without number: "_s + message.source;
    }
    QVERIFY2(faults.isEmpty(), qPrintable(faults.join(u'\n')));
}

void TestLanguages::theWindowSpeaks_data()
{
    QTest::addColumn<QString>("menu");
    QTest::addColumn<QString>("page");
    QTest::addColumn<QString>("column");
    QTest::addColumn<QString>("next");
    QTest::newRow("de") << u"&Datei"_s << u"Flotte"_s << u"Was als Nächstes geschieht"_s
                        << u"wird in 9\u00a0s durch Health-Check workers ersetzt"_s;
    QTest::newRow("zh_CN") << u"文件(&F)"_s << u"机群"_s << u"接下来会发生什么"_s
                           << u"9\u00a0秒 后由健康检查 workers 替换"_s;
}

void TestLanguages::theWindowSpeaks()
{
    QFETCH(const QString, menu);
    QFETCH(const QString, page);
    QFETCH(const QString, column);
    QFETCH(const QString, next);
    const tests::Spoken language(QString::fromLatin1(QTest::currentDataTag()));
    const fake::Stage stage(oneFailing());
    QCOMPARE(stage.window.menuBar()->actions().front()->text(), menu);
    QStringList shown;
    for (const QWidget *widget : stage.window.findChildren<QWidget *>())
        shown += textsOf(*widget);
    QVERIFY2(shown.join(u'\n').contains(page), qPrintable(shown.join(u'\n')));
    QVERIFY(shown.contains(column));
    const ui::TableModel &model = stage.table(ui::Kind::Machine)->tableModel();
    QStringList cells;
    for (int row = 0; row < model.rowCount(); ++row) {
        for (int i = 0; i < model.columnCount(); ++i)
            cells += model.index(row, i).data().toString();
    }
    QVERIFY2(cells.contains(next), qPrintable(cells.join(u'\n')));
}

void TestLanguages::theCoreIsTranslated_data()
{
    QTest::addColumn<QString>("language");
    QTest::newRow("de") << u"de"_s;
    QTest::newRow("zh_CN") << u"zh_CN"_s;
}

/// What has no values is looked for as a whole; what others said stays.
void TestLanguages::theCoreIsTranslated()
{
    QFETCH(const QString, language);
    const tests::Spoken spoken(language);
    QStringList faults;
    for (const auto &[english, translation] : coreTranslations(language)) {
        if (english.find('{') == std::string::npos && ui::spoken(english) != translation)
            faults += QString::fromStdString(english) + u" → "_s + ui::spoken(english);
    }
    QVERIFY2(faults.isEmpty(), qPrintable(faults.join(u'\n')));
    const std::string foreign = "dial tcp 10.0.0.1:6443: connection refused";
    QCOMPARE(ui::spoken(foreign), QString::fromStdString(foreign));
}

/// Nothing of it, or of a reason, is looked for in its text: a name that reads like a sentence of the core
/// stays, and what was found out is translated in its place.
void TestLanguages::sayingsAreTranslated()
{
    QFETCH(const QString, language);
    const tests::Spoken spoken(language);
    std::map<std::string, QString> translations = coreTranslations(language);
    std::vector<std::span<const api::ReasonKind>> tables = engine::sayingTables();
    for (const engine::ReasonFamily &family : engine::reasonCatalogue())
        tables.insert(tables.end(), {family.kinds, family.frames});
    QStringList faults;
    for (const auto &table : tables) {
        for (const api::ReasonKind &kind : table) {
            api::Saying saying;
            saying.kind = &kind;
            saying.text = "what it is in English tells nothing";
            api::Facts values;
            api::FactNames names(kind);
            for (auto name = names.next(); !name.empty(); name = names.next()) {
                saying.values.emplace_back("v-" + std::to_string(values.size()));
                values.emplace(name, saying.values.back().text);
            }
            const std::string translation = translations[std::string(kind.sentence)].toStdString();
            const QString wanted = QString::fromStdString(api::rendered(translation, values));
            if (const QString got = ui::spoken(saying); got != wanted || wanted.isEmpty())
                faults +=
                    QString::fromUtf8(kind.sentence.data(), qsizetype(kind.sentence.size())) + u" → "_s + got;
        }
    }
    QVERIFY2(faults.isEmpty(), qPrintable(faults.join(u'\n')));
    const QString paused = QString::fromStdString(api::rendered(
        translations["stays: health check {check} is paused"].toStdString(), {{"check", "boots"}}));
    QCOMPARE(ui::spoken(engine::outlookSaying("Paused", "boots")), paused);
    const auto judging = [&](const std::string &problem) {
        return QString::fromStdString(
            api::rendered(translations["judges nothing: {problem}"].toStdString(), {{"problem", problem}}));
    };
    QCOMPARE(ui::spoken(engine::verdictSaying("NothingJudged", engine::outlookSaying("Deleting"))),
        judging(translations["is being deleted"].toStdString()));
    QCOMPARE(
        ui::spoken(engine::verdictSaying("NothingJudged", "is being deleted")), judging("is being deleted"));
    const auto error = api::failWith(core::base::ErrorKind::Invalid,
        api::listOf({api::troubleSaying("NoServer"), api::troubleSaying("NoUser", "ada")}))
                           .value();
    QCOMPARE(ui::spokenLines(api::sayingOf(error)),
        translations["no server is named"] + u'\n'
            + QString::fromStdString(
                api::rendered(translations["there is no user \"{name}\""].toStdString(), {{"name", "ada"}})));
}

/// What comes from the timeline's file is translated by code and values; by its text alone it stays English.
void TestLanguages::whatWasKeptIsTranslated()
{
    QFETCH(const QString, language);
    const tests::Spoken spoken(language);
    const api::Reason said = controllers::healthCheckReason(
        controllers::remediatingReason, "m", controllers::finding("NodeNotFound", "n"));
    timeline::Fact fact;
    fact.detail = said.text;
    QCOMPARE(ui::spoken(timeline::sayingOf(fact)), QString::fromStdString(said.text));
    fact.said = timeline::saidText(said);
    QCOMPARE(ui::spoken(timeline::sayingOf(fact)), ui::spoken(said));
    QVERIFY(ui::spoken(said) != QString::fromStdString(said.text));
    const api::Saying found = scenario::stepSaying("Failing", "x", scenario::stepSaying("NoEpisode"));
    const api::Saying kept = timeline::sayingOf(found.text, timeline::saidText(found));
    QVERIFY(!kept.kind);
    QCOMPARE(ui::spoken(kept), ui::spoken(found));
    QVERIFY(ui::spoken(found) != QString::fromStdString(found.text));
    fact.detail = "What another version said.";
    QCOMPARE(ui::spoken(timeline::sayingOf(fact)), QString::fromStdString(fact.detail));
}

void TestLanguages::whatIsLostIsTranslated()
{
    QFETCH(const QString, language);
    const tests::Spoken spoken(language);
    const api::Saying loss =
        api::troubleSaying("NewCredentials", "/lab/credentials.json", api::troubleSaying("AreDamaged"));
    fake::Stage stage;
    engine::ChangeSet changes;
    changes.status = fake::status();
    changes.status->losses = {loss};
    stage.session.send(changes);
    QVERIFY2(stage.notice().contains(ui::spoken(loss)), qPrintable(stage.notice()));
    QVERIFY(!stage.notice().contains(u"credentials, since"_s));
}

void TestLanguages::oneAndManyAreToldApart()
{
    const tests::Spoken english(u"en"_s);
    QCOMPARE(QCoreApplication::translate("ui::RecoveryStory", "%n recoveries", nullptr, 1), u"1 recovery"_s);
    QCOMPARE(
        QCoreApplication::translate("ui::RecoveryStory", "%n recoveries", nullptr, 2), u"2 recoveries"_s);
    engine::FaultForecast forecast;
    forecast.checks = {{.name = "workers",
        .failing = 5000,
        .unhealthy = 5000,
        .expected = 5000,
        .maxUnhealthy = 2000,
        .maxUnhealthyText = "40%"}};
    forecast.unchecked = 1200;
    const tests::Spoken german(u"de"_s);
    QCOMPARE(ui::spoken(sayingsOf(forecast)),
        u"Health-Check workers: erlaubt 40% von 5.000 = 2.000, 5.000 wären ungesund: keine wird ersetzt. "
        "1.200 werden von keinem Health-Check ausgewählt und bleiben, wie sie sind."_s);
}

void TestLanguages::aChoiceIsKept()
{
    {
        fake::Stage stage(fake::threeMachines(), {1280, 800}, ui::Scheme::Light, false);
        const auto *menu = stage.window.findChild<QMenu *>(u"languages"_s);
        const auto startAgain = [&]() -> QToolButton * {
            const auto offers = stage.window.findChildren<QToolButton *>(u"noticeAction"_s);
            const auto found = std::ranges::find(offers, u"Start again"_s, &QToolButton::text);
            return found == offers.end() ? nullptr : *found;
        };
        const auto actions = menu->actions();
        const auto german = std::ranges::find(actions, u"Deutsch"_s, &QAction::text);
        QVERIFY(german != actions.end());
        QVERIFY(actions.front()->isChecked());
        (*german)->trigger();
        QCOMPARE(stage.notice(), u"The window speaks that language from its next start on."_s);
        QVERIFY(!startAgain()); // a lab that is not kept would begin anew
        int starts = 0;
        stage.window.offerStartAgain([&] { ++starts; });
        actions.front()->trigger();
        (*german)->trigger();
        QVERIFY(startAgain());
        startAgain()->click();
        QCOMPARE(starts, 1);
    }
    const QString kept = ui::choiceValue(ui::Pref::Language, ui::savedPreference(ui::Pref::Language));
    QCOMPARE(kept, u"de"_s);
    const tests::Spoken language(kept);
    QCOMPARE(QCoreApplication::translate("ui::ViewMenu", "&Language"), u"&Sprache"_s);
}

void TestLanguages::noTextIsForgotten()
{
    PseudoTranslator pseudo;
    QVERIFY(QCoreApplication::installTranslator(&pseudo));
    QLocale::setDefault(QLocale(QLocale::German)); // what the core says is translated
    std::set<QString> forgotten;
    const std::set<QString> stays = textsThatStay(fake::status(engine::Mode::Lab));
    {
        const fake::Stage stage(oneFailing());
        const auto look = [&] {
            for (const QWidget *widget : stage.window.findChildren<QWidget *>()) {
                for (const QString &text : textsOf(*widget)) {
                    if (const QStringList words = forgottenWords(text);
                        !words.isEmpty() && !stays.contains(text))
                        forgotten.insert(words.join(u' ') + u"   in: "_s + text);
                }
            }
        };
        for (int kind = 0; kind < ui::kindCount; ++kind) {
            stage.tabs()->bringToFront(ui::Kind(kind));
            look();
        }
        for (const ui::Kind kind : {ui::Kind::MachineSet, ui::Kind::HealthCheck}) {
            stage.table(kind)->selectFirst();
            for (const char *opens : {"editConfig", "newSet", "editYaml", "applyYaml"})
                stage.action(opens)->trigger();
            look();
        }
    }
    QLocale::setDefault(QLocale::c());
    for (const QString &text : forgotten)
        qInfo().noquote() << "forgotten:" << text;
    for (const QString &text : pseudo.unknown)
        qInfo().noquote() << "in no catalogue:" << text;
    QVERIFY(forgotten.empty());
    QVERIFY(pseudo.unknown.empty());
}

QTEST_MAIN(TestLanguages)
#include "tst_languages.moc"
