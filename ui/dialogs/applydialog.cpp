// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/applydialog.h"

#include "core/api/yaml.h"
#include "ui/dialogs/trialtable.h"
#include "ui/dialogs/trialwords.h"
#include "ui/format.h"
#include "ui/provider/yamlproblems.h"
#include "ui/spoken.h"
#include "ui/widgets/yamledit.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace ui {

using namespace Qt::Literals::StringLiterals;

QString ApplyDialog::draftNameOf(const Proposal &proposal)
{
    return proposal.yaml.isEmpty() ? u"apply"_s : u"newCheck"_s;
}

ApplyDialog::ApplyDialog(const ClusterView &cluster, CommandSender &commands, const Theme &theme,
    const Drafts &drafts, QWidget *parent, const Proposal &proposal)
    : EditorDialog(drafts, draftNameOf(proposal), parent)
    , m_cluster(cluster)
    , m_commands(commands)
    , m_theme(theme)
    , m_proposed(proposal.yaml)
    , m_yaml(new YamlEdit(theme, this))
    , m_changes(new TrialTable(this))
    , m_state(new QLabel(this))
    , m_apply(new QPushButton(tr("&Apply"), this))
    , m_trial(new WriteTrial(
          commands,
          [this] { return core::engine::TryWrite {core::engine::ApplyYaml {utf8(m_yaml->written())}}; },
          [this](const auto &trials, WriteTrial::Then then) { tried(trials, then); }, this))
{
    setObjectName(u"applyDialog"_s);
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(proposal.title.isEmpty() ? tr("Apply YAML") : proposal.title);
    m_yaml->setObjectName(u"applyYamlText"_s);
    m_yaml->setAccessibleName(tr("YAML to apply"));
    m_yaml->setPlaceholderText(tr("Paste objects here, separated by ---"));
    m_yaml->setFrameShape(QFrame::StyledPanel);
    m_changes->setObjectName(u"applyChanges"_s);
    m_state->setObjectName(u"applyState"_s);
    m_state->setWordWrap(true);
    m_state->setTextFormat(Qt::PlainText);
    m_apply->setObjectName(u"apply"_s);
    auto *close = new QPushButton(tr("Close"), this);
    auto *line = new QHBoxLayout;
    line->addWidget(m_state, 1);
    line->addWidget(close);
    line->addWidget(m_apply);
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(m_yaml, 1);
    layout->addWidget(m_changes);
    layout->addLayout(line);
    resize(640, 480);
    connect(close, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_yaml, &QPlainTextEdit::textChanged, this, [this] {
        m_restored = false;
        check();
    });
    connect(m_apply, &QPushButton::clicked, this, &ApplyDialog::askToApply);
    connect(&commands, &CommandSender::finished, this, [this](quint64 id, const auto &result) {
        if (id == m_sent)
            finished(result);
    });
    const QJsonObject found = foundDraft();
    m_yaml->setPlainText(found.isEmpty() ? m_proposed : found[u"yaml"_s].toString());
    m_restored = !found.isEmpty();
    check();
}

bool ApplyDialog::isWritten() const
{
    const QString written = m_yaml->written().trimmed();
    return !written.isEmpty() && written != m_proposed.trimmed();
}

QJsonObject ApplyDialog::draft() const
{
    return {{u"yaml"_s, m_yaml->written()}};
}

void ApplyDialog::check()
{
    const auto documents = core::api::parseYamlDocuments(utf8(m_yaml->written()));
    const QString problem = documents ? QString() : text(documents.error().message);
    m_yaml->setProblems({{core::api::lineNamedIn(utf8(problem)), problem}});
    const bool hasObjects = documents && !documents->empty();
    m_apply->setEnabled(hasObjects);
    documents && !hasObjects ? m_changes->hide() : m_changes->outdate();
    hasObjects ? m_trial->trySoon() : m_trial->drop();
    say(documents ? tr("Objects: %1").arg(documents->size()) : problem, !documents);
    keepDraft();
}

void ApplyDialog::askToApply()
{
    const bool isLab = m_cluster.status().mode == core::engine::Mode::Lab;
    if (m_commands.isLocked() || (isLab && !m_trial->isDue()))
        return apply();
    setWaiting(true);
    say(tr("The server is being asked …"), false);
    m_trial->tryNow(WriteTrial::Then::Ask);
}

void ApplyDialog::tried(const CommandSender::Trials &trials, WriteTrial::Then then)
{
    const bool isToBeAsked = then == WriteTrial::Then::Ask;
    if (isToBeAsked)
        setWaiting(false);
    if (!trials) {
        m_changes->hide();
        return say(spoken(trials.error().says), true);
    }
    m_changes->tell(*trials);
    markRefused(*trials);
    const TrialSummary summary = trialSummary(*trials);
    say(summary.words, summary.isProblem);
    if (isToBeAsked && std::ranges::none_of(*trials, isTrialRefused))
        askToWrite(this, m_cluster, *trials, tr("Apply"), [this] { apply(); });
}

void ApplyDialog::markRefused(const std::vector<core::api::TriedObject> &trials)
{
    QList<DocumentProblem> refusals;
    for (auto tried = trials.begin(); tried != trials.end(); ++tried) {
        if (isTrialRefused(*tried))
            refusals.append({text(tried->made.error().message), tried - trials.begin()});
    }
    m_yaml->setProblems(linesOf(refusals, m_yaml->written()));
}

void ApplyDialog::apply()
{
    m_trial->drop();
    m_sent = m_commands.applyYaml(utf8(m_yaml->written()));
    setWaiting(m_sent != 0);
    if (m_sent != 0)
        say(tr("Sent, waiting for the answer …"), false);
}

void ApplyDialog::finished(const core::engine::CommandResult<> &result)
{
    m_sent = 0;
    setWaiting(false);
    if (result)
        return leave(Accepted);
    say(spoken(result.error().says), true);
}

void ApplyDialog::setWaiting(bool waits)
{
    m_apply->setEnabled(!waits);
    m_yaml->setReadOnly(waits);
}

void ApplyDialog::say(const QString &words, bool problem)
{
    QPalette colors = palette();
    colors.setColor(QPalette::WindowText, m_theme.color(problem ? Tone::Problem : Tone::Quiet));
    m_state->setPalette(colors);
    m_state->setText(
        m_restored ? tr("This is what you wrote last and did not apply.") + u' ' + words : words);
}

} // namespace ui
