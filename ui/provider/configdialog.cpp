// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/provider/configdialog.h"

#include "core/api/yaml.h"
#include "core/engine/comparison.h"
#include "ui/clusterview.h"
#include "ui/dialogs/trialtable.h"
#include "ui/format.h"
#include "ui/provider/configform.h"
#include "ui/spoken.h"
#include "ui/widgets/downscroll.h"
#include "ui/widgets/flattabs.h"
#include "ui/widgets/yamledit.h"

#include <QCheckBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpressionValidator>
#include <QSpinBox>
#include <QSplitter>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace ui {

using namespace Qt::Literals::StringLiterals;
using core::api::Json;

namespace {

constexpr int proposedReplicas = 3;

/// The config a new set is proposed with; the image is the one that the hollow-node examples use
/// (docs/machines.md §1.6).
Json proposedConfig()
{
    core::api::KubemarkProviderConfig config;
    config.image = "docker.io/gofed/kubemark:v1.14.3-beta.0-2";
    return core::api::writeProviderConfig(config);
}

ConfigDocument documentOf(const Json &config)
{
    ConfigDocument document;
    document.setYaml(raw(core::api::writeYaml(config)));
    return document;
}

struct Held {
    Json config;
    std::string version;
};

/// Nothing when the object is gone.
std::optional<Held> heldBy(const ClusterView &cluster, const ObjectRef &object)
{
    std::optional<Held> held;
    cluster.withObject(object, [&](const auto &found) {
        if constexpr (requires { found.spec.template_.spec.providerSpec; })
            held = Held {found.spec.template_.spec.providerSpec.value, found.metadata.resourceVersion};
    });
    return held;
}

/// Why it is not accepted; nothing where it is, or can't be tried.
std::optional<core::engine::Problem> problemOf(const CommandSender::Trials &trials)
{
    if (!trials)
        return trials.error();
    const auto refused = std::ranges::find_if(*trials, isTrialRefused);
    return refused == trials->end() ? std::nullopt
                                    : std::optional<core::engine::Problem>(refused->made.error());
}

} // namespace

QString ConfigDialog::draftNameOf(const ObjectRef &target)
{
    return u"config of "_s + linkTo(target);
}

ConfigDialog::ConfigDialog(const ClusterView &cluster, CommandSender &commands, const Theme &theme,
    const ObjectRef &target, QWidget *parent, const Drafts &drafts)
    : EditorDialog(drafts, draftNameOf(target), parent)
    , m_cluster(cluster)
    , m_commands(commands)
    , m_theme(theme)
    , m_target(target)
    , m_form(new ConfigForm(theme, this))
    , m_yaml(new YamlEdit(theme, this))
    , m_others(new FlatTabs(theme, this))
    , m_theirYaml(new YamlEdit(theme, this))
    , m_baseYaml(new YamlEdit(theme, this))
    , m_changes(new TrialTable(this))
    , m_trial(new WriteTrial(
          commands, [this] { return wantedWrite(); },
          [this](const auto &trials, WriteTrial::Then then) { tried(trials, then); }, this))
{
    setObjectName(u"configDialog"_s);
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(isNew() ? tr("New MachineSet") : tr("Provider config of %1").arg(text(target.key.name)));
    auto *layout = new QVBoxLayout(this);
    if (isNew())
        addSetFields(layout);
    auto *sides = new QSplitter(this);
    auto *scroll = new DownScroll(m_form, this);
    scroll->keepContentWidth();
    sides->addWidget(scroll);
    sides->addWidget(m_yaml);
    sides->addWidget(m_others);
    m_others->hide();
    m_others->addTab(m_theirYaml, tr("Theirs now"));
    m_others->addTab(m_baseYaml, tr("Both began with"));
    m_theirYaml->setObjectName(u"theirYaml"_s);
    m_baseYaml->setObjectName(u"baseYaml"_s);
    for (YamlEdit *edit : {m_theirYaml, m_baseYaml})
        edit->setReadOnly(true);
    sides->setChildrenCollapsible(false);
    m_yaml->setObjectName(u"configYaml"_s);
    m_yaml->setAccessibleName(tr("Provider config as YAML"));
    m_yaml->setFrameShape(QFrame::StyledPanel);
    m_changes->setObjectName(u"configChanges"_s);
    layout->addWidget(sides, 1);
    layout->addWidget(m_changes);
    addFooter(layout);
    resize(980, 560); // the YAML of a config without scrolling sideways

    connect(m_form, &ConfigForm::edited, this, &ConfigDialog::takeField);
    connect(m_yaml, &QPlainTextEdit::textChanged, this, &ConfigDialog::takeYaml);
    connect(&commands, &CommandSender::finished, this, [this](quint64 id, const auto &result) {
        if (id == m_sent)
            finished(result);
    });
    load();
    restoreDraft();
    if (isNew())
        m_name->setFocus();
}

void ConfigDialog::addSetFields(QVBoxLayout *layout)
{
    m_name = new QLineEdit(this);
    m_name->setObjectName(u"setName"_s);
    m_name->setPlaceholderText(tr("required: lower-case letters, digits, -"));
    m_name->setMaxLength(54); // leaves room for what the names of machines and pods add
    m_name->setValidator(
        new QRegularExpressionValidator(QRegularExpression(u"[a-z0-9]([-a-z0-9.]*[a-z0-9])?"_s), this));
    m_namespace = new QLineEdit(raw(m_target.key.ns), this);
    m_namespace->setObjectName(u"setNamespace"_s);
    m_replicas = new QSpinBox(this);
    m_replicas->setObjectName(u"setReplicas"_s);
    m_replicas->setRange(0, mostTyped);
    m_replicas->setValue(proposedReplicas);
    m_healthCheck = new QCheckBox(tr("with a &health check that replaces failed machines"), this);
    m_healthCheck->setObjectName(u"setHealthCheck"_s);
    m_healthCheck->setChecked(true);
    auto *form = new QFormLayout;
    form->addRow(tr("&Name"), m_name);
    form->addRow(tr("Name&space"), m_namespace);
    form->addRow(tr("&Machines"), m_replicas);
    form->addRow(QString(), m_healthCheck);
    layout->addLayout(form);
    connect(m_name, &QLineEdit::textChanged, this, &ConfigDialog::writtenAnew);
    connect(m_namespace, &QLineEdit::textChanged, this, &ConfigDialog::writtenAnew);
    connect(m_replicas, &QSpinBox::valueChanged, this, &ConfigDialog::writtenAnew);
    connect(m_healthCheck, &QCheckBox::toggled, this, &ConfigDialog::writtenAnew);
}

void ConfigDialog::addFooter(QVBoxLayout *layout)
{
    m_elsewhere = new QWidget(this);
    auto *banner = new QHBoxLayout(m_elsewhere);
    banner->setContentsMargins(0, 0, 0, 0);
    m_elsewhereText = new QLabel(m_elsewhere);
    m_elsewhereText->setObjectName(u"elsewhere"_s);
    m_elsewhereText->setWordWrap(true);
    m_elsewhereText->setTextFormat(Qt::PlainText);
    m_theirs = new QPushButton(tr("Take &theirs"), m_elsewhere);
    m_theirs->setObjectName(u"takeTheirs"_s);
    m_theirs->setToolTip(tr("Forget what is written here"));
    m_mine = new QPushButton(tr("&Keep mine"), m_elsewhere);
    m_mine->setObjectName(u"keepMine"_s);
    m_mine->setToolTip(tr("Apply replaces their change"));
    banner->addWidget(m_elsewhereText, 1);
    m_both = new QPushButton(tr("&Join both"), m_elsewhere);
    m_both->setObjectName(u"joinBoth"_s);
    m_both->setToolTip(tr("What they changed joins what is written here"));
    for (QPushButton *button : {m_theirs, m_mine, m_both})
        banner->addWidget(button);
    m_elsewhere->hide();
    layout->addWidget(m_elsewhere);
    connect(m_theirs, &QPushButton::clicked, this, &ConfigDialog::load);
    connect(m_mine, &QPushButton::clicked, this, &ConfigDialog::keepMine);
    connect(m_both, &QPushButton::clicked, this, &ConfigDialog::joinBoth);

    m_state = new QLabel(this);
    m_state->setObjectName(u"configState"_s);
    m_state->setWordWrap(true);
    m_state->setTextFormat(Qt::PlainText);
    m_apply = new QPushButton(isNew() ? tr("&Create") : tr("&Apply"), this);
    m_apply->setObjectName(u"apply"_s);
    m_apply->setDefault(true);
    auto *close = new QPushButton(tr("Close"), this);
    close->setAutoDefault(false);
    auto *line = new QHBoxLayout;
    line->addWidget(m_state, 1);
    line->addWidget(close);
    line->addWidget(m_apply);
    layout->addLayout(line);
    // Of a new set, Tab goes from its own fields on to the form, and comes here last.
    QWidget *before = m_yaml;
    for (QWidget *next : std::initializer_list<QWidget *> {m_theirs, m_mine, m_both, close, m_apply})
        setTabOrder(std::exchange(before, next), next);
    connect(m_apply, &QPushButton::clicked, this, &ConfigDialog::askToApply);
    connect(close, &QPushButton::clicked, this, &ConfigDialog::reject);
}

void ConfigDialog::load()
{
    const auto held = heldBy(m_cluster, m_target);
    const bool isFirst = m_loadedYaml.isEmpty();
    const Begin before = begin();
    m_loadedConfig = held ? held->config : proposedConfig();
    m_version = held ? held->version : std::string();
    m_loadedYaml = raw(core::api::writeYaml(m_loadedConfig.is_null() ? proposedConfig() : m_loadedConfig));
    hideElsewhere();
    m_document.setYaml(m_loadedYaml);
    m_yaml->setYaml(m_loadedYaml);
    if (!isFirst)
        m_joins.add(undoSteps(), before);
    m_form->showDocument(m_document);
    writtenAnew();
}

void ConfigDialog::writtenAnew()
{
    m_problem.clear();
    m_restored = false;
    m_isAsking = false;
    m_isOvertaken = false;
    m_summary = {};
    isChanged() ? m_changes->outdate() : m_changes->hide();
    showState();
    m_apply->isEnabled() ? m_trial->trySoon() : m_trial->drop();
}

int ConfigDialog::undoSteps() const
{
    return m_yaml->document()->availableUndoSteps();
}

/// What others have changed since is asked about again, once the text is at rest.
void ConfigDialog::goBackTo(const Begin &begin)
{
    m_loadedConfig = begin.config;
    m_version = begin.version;
    m_loadedYaml = begin.yaml;
    QMetaObject::invokeMethod(this, &ConfigDialog::clusterChanged, Qt::QueuedConnection);
}

QJsonObject ConfigDialog::draft() const
{
    QJsonObject draft {{u"yaml"_s, m_document.yaml()}, {u"base"_s, raw(core::api::writeYaml(m_loadedConfig))},
        {u"version"_s, raw(m_version)}};
    if (isNew()) {
        draft[u"name"_s] = m_name->text();
        draft[u"namespace"_s] = m_namespace->text();
        draft[u"replicas"_s] = m_replicas->value();
        draft[u"healthCheck"_s] = m_healthCheck->isChecked();
    }
    return draft;
}

/// The draft comes with what it was based on: whether somebody changed that meanwhile is then seen as ever.
void ConfigDialog::restoreDraft()
{
    const QJsonObject found = foundDraft();
    const auto base = core::api::parseYaml(utf8(found[u"base"_s].toString()));
    if (found.isEmpty() || !base)
        return;
    m_loadedConfig = *base;
    m_version = utf8(found[u"version"_s].toString());
    m_document.setYaml(found[u"yaml"_s].toString());
    m_yaml->setYaml(m_document.yaml());
    m_form->showDocument(m_document);
    if (isNew()) {
        m_name->setText(found[u"name"_s].toString());
        m_namespace->setText(found[u"namespace"_s].toString());
        m_replicas->setValue(found[u"replicas"_s].toInt());
        m_healthCheck->setChecked(found[u"healthCheck"_s].toBool());
    }
    writtenAnew();
    m_restored = true;
    showState();
    clusterChanged();
}

void ConfigDialog::takeYaml()
{
    const QString typed = m_yaml->written();
    if (typed == m_document.yaml())
        return;
    if (const auto begin = m_joins.takenBack(undoSteps()))
        goBackTo(*begin);
    m_document.setYaml(typed);
    m_form->showDocument(m_document);
    writtenAnew();
}

void ConfigDialog::takeField(const QString &field, const Json &value)
{
    m_document.setField(field, value);
    m_yaml->setYaml(m_document.yaml());
    m_form->showDocument(m_document);
    writtenAnew();
}

bool ConfigDialog::isChanged() const
{
    const bool named = isNew()
        && (!m_name->text().isEmpty() || m_namespace->text() != raw(m_target.key.ns)
            || m_replicas->value() != proposedReplicas || !m_healthCheck->isChecked());
    return named || m_document.yaml() != m_loadedYaml;
}

void ConfigDialog::showState()
{
    const auto &error = m_document.syntaxError();
    m_yaml->setProblems(error ? QList<LineProblem> {{error->line, error->message}} : problemLines());
    if (m_elsewhere->isVisibleTo(this)) {
        m_elsewhereText->setText(elsewhereText());
        m_both->setVisible(joined().has_value());
    }
    const bool ready = m_document.isApplicable() && !isWaiting() && !m_elsewhere->isVisibleTo(this);
    const bool named = !isNew() || (m_name->hasAcceptableInput() && !m_namespace->text().isEmpty());
    const bool fits = whyTooMany().isEmpty();
    m_apply->setEnabled(ready && named && fits && (isNew() || isChanged()));
    const bool wrong = !m_document.isApplicable() || !m_problem.isEmpty() || !fits || m_summary.isProblem;
    QPalette colors = palette();
    colors.setColor(QPalette::WindowText, m_theme.color(wrong ? Tone::Problem : Tone::Quiet));
    m_state->setPalette(colors);
    QStringList lines {m_summary.words, stateText()};
    lines.removeAll(QString());
    m_state->setText(lines.join(u'\n'));
    // Nothing can be written that the answer on its way would not be about.
    m_yaml->setReadOnly(isWaiting());
    m_form->setEnabled(!isWaiting() && !error);
    if (isNew()) {
        for (QWidget *field :
            std::initializer_list<QWidget *> {m_name, m_namespace, m_replicas, m_healthCheck})
            field->setEnabled(!isWaiting());
    }
    keepDraft();
}

/// What is known here to be wrong, and what the server says of the set, as far as that is of its config.
QList<LineProblem> ConfigDialog::problemLines() const
{
    QList<FieldProblem> wrong;
    for (const auto &[field, problem] : m_document.problems().asKeyValueRange()) {
        if (problem.severity == ConfigDocument::Severity::Error)
            wrong.append({field, text(utf8(field)) + u' ' + problem.message});
    }
    return linesOfFields(wrong, m_document.yaml())
        + linesOf({{m_problem}}, m_document.yaml(), u"spec.template.spec.providerSpec.value."_s);
}

/// Of the machines of a new set; empty where they fit.
QString ConfigDialog::whyTooMany() const
{
    return isNew() ? m_commands.whyTooMany(m_replicas->value()) : QString();
}

QString ConfigDialog::stateText() const
{
    if (m_document.syntaxError())
        return tr("%1. The form follows when it is mended.").arg(m_document.syntaxError()->message);
    if (!m_problem.isEmpty())
        return m_problem;
    if (m_isAsking)
        return tr("The server is being asked …");
    if (m_sent != 0)
        return tr("Sent, waiting for the answer …");
    const auto &problems = m_document.problems();
    for (auto problem = problems.begin(); problem != problems.end(); ++problem) {
        if (!ConfigDocument::fields().contains(problem.key())) // the form has no place to tell it
            return text(utf8(problem.key())) + u' ' + problem->message;
    }
    if (!m_document.isApplicable())
        return tr("Problems: %1, see below the fields.").arg(problems.size());
    if (const QString why = whyTooMany(); !why.isEmpty())
        return why;
    if (m_restored)
        return tr("This is what you wrote last and did not apply.");
    if (isNew())
        return isChanged() && m_name->text().isEmpty() ? tr("A name is missing.") : QString();
    if (!isChanged())
        return tr("Nothing changed.");
    return (m_target.kind == Kind::MachineDeployment
            ? tr("Based on version %1. Every machine is replaced by one that has it.")
            : tr("Based on version %1. New machines get it; old ones stay as they are."))
        .arg(text(m_version));
}

void ConfigDialog::clusterChanged()
{
    if (isNew())
        return;
    const auto held = heldBy(m_cluster, m_target);
    if (!held)
        return showElsewhere(true);
    if (held->config == m_loadedConfig) {
        // Only other parts of the object changed.
        const bool isNewer = std::exchange(m_version, held->version) != held->version;
        if (isNewer && std::exchange(m_isOvertaken, false))
            m_trial->trySoon();
        if (!m_elsewhere->isHidden()) {
            hideElsewhere(); // it is as it was again
            showState();
        }
        return;
    }
    if (held->config == m_document.json() || !isChanged())
        return load();
    m_theirYaml->setYaml(raw(core::api::writeYaml(held->config)));
    m_baseYaml->setYaml(raw(core::api::writeYaml(m_loadedConfig)));
    if (!isWaiting())
        showElsewhere(false);
}

void ConfigDialog::showElsewhere(bool deleted)
{
    m_elsewhere->show();
    m_summary = {};
    m_changes->hide();
    for (QWidget *only : std::initializer_list<QWidget *> {m_theirs, m_mine, m_others})
        only->setVisible(!deleted);
    showState();
}

QString ConfigDialog::elsewhereText() const
{
    const auto held = heldBy(m_cluster, m_target);
    if (!held)
        return tr("The %1 was deleted meanwhile. What you wrote is still here.").arg(apiName(m_target.kind));
    QStringList theirs;
    QStringList both;
    const auto mine = core::engine::fieldsThatDiffer(m_loadedConfig, m_document.json());
    for (const auto &change : core::engine::fieldsThatDiffer(m_loadedConfig, held->config)) {
        theirs.append(text(change.field));
        const auto same = std::ranges::find(mine, change.field, &core::engine::FieldDifference::field);
        if (same != mine.end() && same->after != change.after)
            both.append(text(change.field));
    }
    const QString words =
        tr("Somebody changed %1 meanwhile. What you wrote is still here.").arg(fewOf(theirs));
    return both.isEmpty() ? words : words + u' ' + tr("You changed %1 too.").arg(fewOf(both));
}

void ConfigDialog::hideElsewhere()
{
    m_elsewhere->hide();
    m_others->hide();
}

void ConfigDialog::keepMine()
{
    const auto held = heldBy(m_cluster, m_target);
    if (!held)
        return;
    m_joins.add(undoSteps(), begin());
    m_loadedConfig = held->config;
    m_version = held->version;
    hideElsewhere();
    writtenAnew();
}

std::optional<ConfigDocument> ConfigDialog::joined() const
{
    const auto held = heldBy(m_cluster, m_target);
    if (!held || m_document.syntaxError())
        return std::nullopt;
    const ConfigDocument begin = documentOf(m_loadedConfig);
    const ConfigDocument theirs = documentOf(held->config);
    ConfigDocument both = m_document;
    ConfigDocument told = begin; // with those of their changes that can be told field by field
    for (const QString &name : ConfigDocument::fieldsAndAnnotations()) {
        const Json there = theirs.field(name);
        const Json before = begin.field(name);
        const Json here = m_document.field(name);
        if (there == before)
            continue;
        if (here != before && here != there)
            return std::nullopt;
        both.takeField(name, theirs);
        told.takeField(name, theirs);
    }
    return core::api::equal(told.json(), theirs.json()) ? std::optional(both) : std::nullopt;
}

void ConfigDialog::joinBoth()
{
    const auto both = joined();
    if (!both)
        return;
    m_document = *both;
    m_yaml->setYaml(m_document.yaml());
    m_form->showDocument(m_document);
    keepMine();
}

core::engine::CreateMachineSet ConfigDialog::wantedSet() const
{
    return {{utf8(m_namespace->text()), utf8(m_name->text())}, m_replicas->value(), m_document.json(),
        m_healthCheck->isChecked()};
}

core::engine::SetProviderConfig ConfigDialog::wantedConfig() const
{
    return {resourceRef(m_target), m_document.json(), m_version};
}

core::engine::TryWrite ConfigDialog::wantedWrite() const
{
    return isNew() ? core::engine::TryWrite {wantedSet()} : core::engine::TryWrite {wantedConfig()};
}

void ConfigDialog::askToApply()
{
    const bool isLab = m_cluster.status().mode == core::engine::Mode::Lab;
    if (m_commands.isLocked() || (isLab && !m_trial->isDue()))
        return apply();
    m_problem.clear();
    m_isAsking = true;
    m_isOvertaken = false; // nothing else is asked before this is answered
    showState();
    m_trial->tryNow(WriteTrial::Then::Ask);
}

void ConfigDialog::tried(const CommandSender::Trials &trials, WriteTrial::Then then)
{
    m_isAsking = false;
    if (const auto problem = problemOf(trials)) {
        m_isOvertaken = then == WriteTrial::Then::Show && problem->kind == core::base::ErrorKind::Conflict;
        if (!m_isOvertaken)
            m_changes->hide();
        return m_isOvertaken ? showState() : fail(*problem);
    }
    showTried(*trials);
    clusterChanged(); // what came meanwhile
    if (then == WriteTrial::Then::Show)
        return;
    if (trials->empty()) // the words alone are others
        return apply();
    if (m_apply->isEnabled())
        askToWrite(this, m_cluster, *trials, isNew() ? tr("Create") : tr("Apply"), [this] { apply(); });
}

void ConfigDialog::showTried(const std::vector<core::api::TriedObject> &trials)
{
    m_problem.clear();
    if (trials.empty()) {
        m_changes->hide();
    } else {
        m_changes->tell(trials);
        m_summary = trialSummary(trials);
    }
    showState();
}

void ConfigDialog::apply()
{
    m_trial->drop();
    m_problem.clear();
    m_sent = isNew() ? m_commands.createMachineSet(wantedSet())
                     : m_commands.setProviderConfig(m_target, m_document.json(), m_version);
    showState();
}

void ConfigDialog::finished(const core::engine::CommandResult<> &result)
{
    m_sent = 0;
    if (result)
        return leave(Accepted);
    fail(result.error());
}

void ConfigDialog::fail(const core::engine::Problem &problem)
{
    const bool conflict = problem.kind == core::base::ErrorKind::Conflict;
    m_problem = conflict ? tr("Not applied: the %1 changed meanwhile. Nothing you wrote is lost; "
                              "check it and apply again.")
                               .arg(apiName(m_target.kind))
                         : spoken(problem.says);
    showState();
}

} // namespace ui
