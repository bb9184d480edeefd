// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/applydialog.h"

#include "core/api/codec.h"
#include "core/api/mergepatch.h"
#include "core/api/yaml.h"
#include "ui/dialogs/ask.h"
#include "ui/dialogs/objectdocument.h"
#include "ui/format.h"
#include "ui/spoken.h"
#include "ui/widgets/yamledit.h"

#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace ui {

using namespace Qt::Literals::StringLiterals;
using core::api::Json;

QString ApplyDialog::draftNameOf(const Proposal &proposal)
{
    return proposal.yaml.isEmpty() ? u"apply"_s : u"newCheck"_s;
}

namespace {

constexpr qsizetype mostChangeLines = 20; // lines of a question

/// What applying does to one object, as far as the window holds those of its kind.
QString changeBy(const ClusterView &cluster, const Json &object)
{
    const auto part = [&object](std::initializer_list<std::string_view> path) {
        return core::api::textAt(object, path);
    };
    const std::string_view ns = part({"metadata", "namespace"});
    const std::string key =
        std::string(ns) + (ns.empty() ? "" : "/") + std::string(part({"metadata", "name"}));
    const QString name = text(std::string(part({"kind"})) + ' ' + key);
    const auto kind = kindOf(part({"apiVersion"}), part({"kind"}));
    if (!kind)
        return ApplyDialog::tr("%1: created, or changed where it is there").arg(name);
    const std::string where =
        resourceOf(*kind).namespaced && ns.empty() ? cluster.status().defaultNamespace : std::string(ns);
    QString change = ApplyDialog::tr("%1: created").arg(name);
    cluster.withObject({*kind, {where, std::string(part({"metadata", "name"}))}}, [&](const auto &held) {
        const Json before = core::api::encodeObject(held);
        Json after = before;
        core::api::applyMergePatch(after, object);
        const QStringList fields = changedFields(editableForm(before), editableForm(after));
        change = fields.isEmpty() ? ApplyDialog::tr("%1: stays as it is").arg(name)
                                  : name + u"\n    "_s + fields.join(u"\n    "_s);
    });
    return change;
}

} // namespace

ApplyDialog::ApplyDialog(const ClusterView &cluster, CommandSender &commands, const Theme &theme,
    const Drafts &drafts, QWidget *parent, const Proposal &proposal)
    : EditorDialog(drafts, draftNameOf(proposal), parent)
    , m_cluster(cluster)
    , m_commands(commands)
    , m_theme(theme)
    , m_proposed(proposal.yaml)
    , m_yaml(new YamlEdit(theme, this))
    , m_state(new QLabel(this))
    , m_apply(new QPushButton(tr("&Apply"), this))
{
    setObjectName(u"applyDialog"_s);
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(proposal.title.isEmpty() ? tr("Apply YAML") : proposal.title);
    m_yaml->setObjectName(u"applyYamlText"_s);
    m_yaml->setAccessibleName(tr("YAML to apply"));
    m_yaml->setPlaceholderText(tr("Paste objects here, separated by ---"));
    m_yaml->setFrameShape(QFrame::StyledPanel);
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
    layout->addLayout(line);
    resize(640, 480);
    connect(close, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_yaml, &QPlainTextEdit::textChanged, this, &ApplyDialog::check);
    connect(m_apply, &QPushButton::clicked, this, &ApplyDialog::askToApply);
    connect(&commands, &CommandSender::finished, this, [this](quint64 id, const auto &result) {
        if (id == m_sent)
            finished(result);
    });
    const QJsonObject found = foundDraft();
    m_yaml->setPlainText(found.isEmpty() ? m_proposed : found[u"yaml"_s].toString());
    check();
    if (!found.isEmpty())
        say(tr("This is what you wrote last and did not apply."), false);
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
    m_yaml->setProblemLine(core::api::lineNamedIn(utf8(problem)), problem);
    m_apply->setEnabled(documents && !documents->empty());
    say(documents ? tr("Objects: %1").arg(documents->size()) : problem, !documents);
    keepDraft();
}

void ApplyDialog::askToApply()
{
    const core::engine::Status &status = m_cluster.status();
    const auto objects = core::api::parseYamlDocuments(utf8(m_yaml->written()));
    if (!objects || status.mode == core::engine::Mode::Lab || m_commands.isLocked())
        return apply();
    QStringList changes;
    for (const Json &object : *objects)
        changes += changeBy(m_cluster, object).split(u'\n');
    ask(this,
        {.title = windowTitle(),
            .text = tr("Apply %n objects to the cluster %1 (%2)?", nullptr, static_cast<int>(objects->size()))
                        .arg(text(status.contextName), text(status.server)),
            .details = firstLines(changes, mostChangeLines),
            .accept = tr("Apply")},
        [this] { apply(); });
}

void ApplyDialog::apply()
{
    setSent(m_commands.applyYaml(utf8(m_yaml->written())));
    if (m_sent != 0)
        say(tr("Sent, waiting for the answer …"), false);
}

void ApplyDialog::finished(const core::engine::CommandResult<> &result)
{
    setSent(0);
    if (result)
        return leave(Accepted);
    say(spoken(result.error().says), true);
}

void ApplyDialog::setSent(quint64 id)
{
    m_sent = id;
    m_apply->setEnabled(id == 0);
    m_yaml->setReadOnly(id != 0);
}

void ApplyDialog::say(const QString &words, bool problem)
{
    QPalette colors = palette();
    colors.setColor(QPalette::WindowText, m_theme.color(problem ? Tone::Problem : Tone::Quiet));
    m_state->setPalette(colors);
    m_state->setText(words);
}

} // namespace ui
