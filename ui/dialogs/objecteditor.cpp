// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/objecteditor.h"

#include "core/api/yaml.h"
#include "core/engine/comparison.h"
#include "ui/clusterview.h"
#include "ui/dialogs/changetable.h"
#include "ui/dialogs/objectform.h"
#include "ui/dialogs/trialwords.h"
#include "ui/format.h"
#include "ui/provider/yamlproblems.h"
#include "ui/provider/yamltext.h"
#include "ui/spoken.h"
#include "ui/widgets/buttonlook.h"
#include "ui/widgets/downscroll.h"
#include "ui/widgets/yamledit.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPointer>
#include <QPushButton>
#include <QSplitter>
#include <QVBoxLayout>

#include <utility>

namespace ui {

using namespace Qt::Literals::StringLiterals;
using core::api::Json;
using core::base::ErrorKind;
using ObjectResult = core::engine::CommandResult<core::api::Answered>;

namespace {

constexpr int mostAttempts = 5; // an object that is written all the time must not keep the user waiting
constexpr QSize editorSize(760, 600);
constexpr int formWidth = 240;

void addRow(QTreeWidget &table, const QStringList &cells)
{
    auto *row = new QTreeWidgetItem(&table, cells);
    for (int column = 0; column < cells.size(); ++column)
        row->setToolTip(column, u"<p>"_s + cells[column].toHtmlEscaped() + u"</p>"_s);
}

} // namespace

QString ObjectEditor::draftNameOf(const ObjectRef &object)
{
    return u"edit "_s + linkTo(object);
}

ObjectEditor::ObjectEditor(const ClusterView &cluster, CommandSender &commands, const Theme &theme,
    const Drafts &drafts, const ObjectRef &object, QWidget *parent)
    : EditorDialog(drafts, draftNameOf(object), parent)
    , m_cluster(cluster)
    , m_commands(commands)
    , m_theme(theme)
    , m_object(object)
    , m_yaml(new YamlEdit(theme, this))
    , m_changes(new ChangeTable(this))
    , m_state(new QLabel(this))
    , m_theirs(new QPushButton(tr("Take &theirs"), this))
    , m_mine(new QPushButton(tr("Keep &mine"), this))
    , m_again(new QPushButton(tr("Try a&gain"), this))
    , m_apply(new QPushButton(tr("&Apply"), this))
{
    setObjectName(u"objectEditor"_s);
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Edit %1").arg(nameOf(object)));
    m_yaml->setObjectName(u"objectYaml"_s);
    m_yaml->setAccessibleName(tr("YAML of %1").arg(nameOf(object)));
    m_yaml->setFrameShape(QFrame::StyledPanel);
    m_changes->setObjectName(u"objectChanges"_s);
    m_changes->setAccessibleName(tr("What changes"));
    m_changes->setRootIsDecorated(false);
    wearSelectionTint(m_changes, theme);
    m_changes->setTextElideMode(Qt::ElideMiddle);
    auto *layout = new QVBoxLayout(this);
    addForm(*layout);
    layout->addWidget(m_changes);
    addFooter();
    resize((m_form ? editorSize + QSize(formWidth, 0) : editorSize).boundedTo(parent->size()));
    m_pause.setSingleShot(true);
    m_pause.setInterval(tryAfter);
    connect(&m_pause, &QTimer::timeout, this, &ObjectEditor::tryIt);
    connect(m_yaml, &QPlainTextEdit::textChanged, this, &ObjectEditor::takeText);
    setStage(Stage::Reading);
    read();
}

/// The form beside the YAML, where the kind has one.
void ObjectEditor::addForm(QVBoxLayout &layout)
{
    auto *sides = new QSplitter(this);
    sides->setChildrenCollapsible(false);
    if (!fieldsOf(m_object.kind).empty()) {
        m_form = new ObjectForm(m_object.kind, m_theme, this);
        auto *scroll = new DownScroll(m_form, this);
        scroll->keepContentWidth();
        sides->addWidget(scroll);
        connect(m_form, &ObjectForm::edited, this, &ObjectEditor::takeField);
    }
    sides->addWidget(m_yaml);
    sides->setStretchFactor(sides->count() - 1, 1);
    layout.addWidget(sides, 1);
}

void ObjectEditor::addFooter()
{
    m_state->setObjectName(u"objectState"_s);
    m_state->setWordWrap(true);
    m_state->setTextFormat(Qt::PlainText);
    m_theirs->setObjectName(u"takeTheirs"_s);
    m_mine->setObjectName(u"keepMine"_s);
    m_again->setObjectName(u"tryAgain"_s);
    m_apply->setObjectName(u"apply"_s);
    m_apply->setDefault(true);
    auto *close = new QPushButton(tr("Close"), this);
    auto *line = new QHBoxLayout;
    line->addWidget(m_state, 1);
    for (QPushButton *button : {m_theirs, m_mine, m_again, close, m_apply})
        line->addWidget(button);
    static_cast<QVBoxLayout *>(layout())->addLayout(line);
    connect(close, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_again, &QPushButton::clicked, this, &ObjectEditor::tryIt);
    connect(m_apply, &QPushButton::clicked, this, &ObjectEditor::askToApply);
    connect(
        m_theirs, &QPushButton::clicked, this, [this] { resolveClashes(ObjectDocument::Winner::Theirs); });
    connect(m_mine, &QPushButton::clicked, this, [this] { resolveClashes(ObjectDocument::Winner::Mine); });
}

QJsonObject ObjectEditor::draft() const
{
    return {{u"yaml"_s, raw(m_document.yaml())}, {u"base"_s, raw(core::api::writeJson(m_document.base()))}};
}

void ObjectEditor::read()
{
    say(tr("Reading …"));
    m_commands.read(m_object, [this, editor = QPointer(this)](const ObjectResult &object) {
        if (!editor)
            return;
        if (object)
            begin(*object->object);
        else
            fail(object.error());
    });
}

/// The editor begins with what was written last and never applied, if there is such a thing.
void ObjectEditor::begin(const Json &object)
{
    const QJsonObject found = foundDraft();
    const auto base = core::api::parseJson(utf8(found[u"base"_s].toString()));
    m_document.load(base ? *base : object);
    if (base)
        m_document.setYaml(utf8(found[u"yaml"_s].toString()));
    setStage(Stage::Writing);
    m_yaml->setYaml(raw(m_document.yaml()));
    m_restored = base.has_value();
    m_yaml->moveCursor(QTextCursor::Start);
    m_yaml->setFocus();
    if (base && m_document.problem().empty())
        send(Then::Show);
    else if (base)
        say(text(m_document.problem()), true);
    else
        say(tr("Status and what else the server keeps by itself is left out."));
}

void ObjectEditor::takeText()
{
    if (m_stage != Stage::Writing)
        return;
    if (const auto base = m_joins.takenBack(m_yaml->document()->availableUndoSteps()))
        m_document.goBackTo(*base);
    m_document.setYaml(utf8(m_yaml->written()));
    m_restored = false;
    showForm();
    ++m_question;
    m_pause.stop();
    m_document.isChanged() || !m_document.problem().empty() ? m_changes->outdate() : dropChanges();
    const QString problem = text(m_document.problem());
    markProblem(problem);
    setRefusal({});
    keepDraft();
    if (!problem.isEmpty())
        return say(problem, true);
    if (!m_document.isChanged())
        return say(tr("Nothing is changed."));
    say(tr("Changed; the server will be asked …"));
    m_pause.start();
}

void ObjectEditor::takeField(const QStringList &path, const std::optional<Json> &value)
{
    m_yaml->setYaml(withField(m_yaml->written(), path, value));
}

/// The form shows what was readable last, and can't be edited, while the text is no object.
void ObjectEditor::showForm()
{
    if (!m_form)
        return;
    const auto written = core::api::parseYaml(m_document.yaml());
    const bool isReadable = written && written->is_object();
    const Json &shown = isReadable ? *written : m_document.written();
    m_form->setEnabled(m_stage == Stage::Writing && isReadable);
    m_form->showObject(shown, machinesOf(m_document.base(), shown));
}

void ObjectEditor::clusterChanged()
{
    const bool isAsked = m_question != m_judged || m_pause.isActive();
    const bool isTried = m_document.isChanged() && m_document.problem().empty();
    if (!isTried || m_stage != Stage::Writing || isAsked)
        return;
    const Json *generation = core::api::find(m_document.base(), {"metadata", "generation"});
    const auto version = core::api::textAt(m_document.base(), {"metadata", "resourceVersion"});
    m_cluster.withObject(m_object, [&](const auto &now) {
        const std::string &seen = now.metadata.resourceVersion;
        const bool isSpecNew = generation && now.metadata.generation
            && !core::api::equal(*generation, Json(*now.metadata.generation));
        const bool isNew = m_refusal.isEmpty() ? isSpecNew : seen != version;
        if (isNew && std::exchange(m_askedFor, seen) != seen)
            m_pause.start();
    });
}

void ObjectEditor::tryIt()
{
    m_attempts = 0;
    send(Then::Show);
}

void ObjectEditor::askToApply()
{
    if (m_cluster.status().mode == core::engine::Mode::Lab)
        return apply();
    m_attempts = 0;
    setStage(Stage::Sending);
    say(tr("The server is being asked …"));
    send(Then::Ask);
}

void ObjectEditor::apply()
{
    m_attempts = 0;
    setStage(Stage::Sending);
    say(tr("Sent, waiting for the answer …"));
    send(Then::Keep);
}

void ObjectEditor::send(Then then)
{
    m_pause.stop(); // what it would ask is asked now
    m_commands.read(
        m_object, [this, editor = QPointer(this), then, question = ++m_question](const ObjectResult &live) {
            if (!editor || question != m_question)
                return;
            if (live)
                meetAndSend(*live->object, then);
            else
                fail(live.error());
        });
}

void ObjectEditor::meet(const Json &live, ObjectDocument::Winner winner)
{
    const Json before = m_document.base();
    m_document.meet(live, winner);
    const QSignalBlocker quiet(m_yaml);
    m_yaml->setYaml(raw(m_document.yaml()));
    if (!core::api::equal(editableForm(before), editableForm(live)))
        m_joins.add(m_yaml->document()->availableUndoSteps(), before);
}

void ObjectEditor::meetAndSend(const Json &live, Then then)
{
    if (!m_document.isOf(live))
        return fail({ErrorKind::NotFound, utf8(tr("another object of that name has come"))});
    if (const auto clashes = m_document.clashesWith(live); !clashes.empty())
        return showClashes(live, clashes);
    meet(live, ObjectDocument::Winner::Mine);
    showForm();
    keepDraft();
    m_commands.edit(
        m_object, m_document.patch(), then != Then::Keep,
        [this, editor = QPointer(this), then, question = m_question](const ObjectResult &result) {
            if (editor && question == m_question)
                answered(result, then);
        },
        m_document.base());
}

void ObjectEditor::answered(const ObjectResult &result, Then then)
{
    if (!result && result.error().kind == ErrorKind::Conflict && ++m_attempts < mostAttempts)
        return send(then);
    if (!result)
        return fail(result.error());
    if (then == Then::Keep)
        return leave(Accepted);
    if (then == Then::Ask)
        setStage(Stage::Writing);
    setRefusal({});
    markProblem({});
    showChanges(m_document.base(), *result);
    if (then == Then::Ask)
        ask(*result);
}

void ObjectEditor::ask(const core::api::Answered &made)
{
    const auto written = core::api::parseYaml(m_document.yaml());
    const core::api::TriedObject tried {resourceRef(m_object).resource->kind, m_object.key.ns,
        m_object.key.name, written ? core::api::share(*written) : nullptr,
        core::api::share(m_document.base()), made};
    askToWrite(this, m_cluster, {tried}, tr("Apply"), [this] { apply(); });
}

void ObjectEditor::fail(const core::engine::Problem &problem)
{
    const bool isGone = problem.kind == ErrorKind::NotFound;
    setStage(isGone ? Stage::Gone : m_stage == Stage::Reading ? Stage::Reading : Stage::Writing);
    dropChanges();
    const QString words = isGone && m_document.isWritten()
        ? tr("%1 is gone. What you wrote stays here, to be copied.").arg(nameOf(m_object))
        : spoken(problem.says);
    const bool isRefusal = problem.kind == ErrorKind::Invalid || problem.kind == ErrorKind::Forbidden;
    markProblem(words);
    setRefusal(isRefusal && !m_commands.isLocked() ? words : QString());
    say(words, true);
}

void ObjectEditor::showClashes(const Json &live, const std::vector<FieldClash> &clashes)
{
    m_live = live;
    setStage(Stage::Clashing);
    beginRows({tr("Field"), tr("It was"), tr("Theirs"), tr("Yours")});
    QStringList fields;
    for (const FieldClash &clash : clashes) {
        fields.append(text(clash.field));
        addRow(*m_changes,
            {fields.last(), valueText(clash.before), valueText(clash.theirs), valueText(clash.mine)});
    }
    m_changes->showRows();
    say(tr("You and somebody else have both changed %1.").arg(fewOf(fields)), true);
}

void ObjectEditor::resolveClashes(ObjectDocument::Winner winner)
{
    meet(std::exchange(m_live, nullptr), winner);
    setStage(Stage::Writing);
    dropChanges();
    takeText();
    m_yaml->setFocus();
}

void ObjectEditor::dropChanges()
{
    m_changes->clear();
    m_changes->hide();
}

void ObjectEditor::beginRows(const QStringList &titles)
{
    m_changes->clear();
    m_changes->setColumnCount(static_cast<int>(titles.size()));
    m_changes->setHeaderLabels(titles);
}

void ObjectEditor::showChanges(const Json &before, const core::api::Answered &after)
{
    const auto fields = core::engine::detailsThatDiffer(editableForm(before), editableForm(*after.object));
    beginRows({tr("Field"), tr("Now"), tr("Then")});
    for (const auto &field : fields)
        addRow(*m_changes, {text(field.field), valueText(field.before), valueText(field.after)});
    fields.empty() ? m_changes->hide() : m_changes->showRows();
    QStringList unknown;
    const auto written = core::api::parseYaml(m_document.yaml());
    for (const std::string &field :
        written ? fieldsLeftOut(*written, *after.object) : std::vector<std::string>())
        unknown.append(text(field));
    if (!unknown.isEmpty()) {
        const QString problem = tr("The server leaves out what it does not know: %1. Fields that change: %2")
                                    .arg(unknown.join(tr(", ")), countText(std::ssize(fields)));
        markProblem(problem);
        return say(problem, true);
    }
    const QString words = fields.empty()
        ? tr("The server would change nothing.")
        : tr("The server accepts it. Fields that change: %1").arg(fields.size());
    const QString warnings = warningWords(after.warnings);
    say(warnings.isEmpty() ? words : words + u'\n' + warnings, !warnings.isEmpty());
}

void ObjectEditor::setStage(Stage stage)
{
    m_stage = stage;
    m_yaml->setReadOnly(stage != Stage::Writing);
    showForm();
    showApply();
    for (QPushButton *button : {m_theirs, m_mine})
        button->setVisible(stage == Stage::Clashing);
}

void ObjectEditor::setRefusal(const QString &why)
{
    m_refusal = why;
    m_judged = m_question;
    showApply();
}

/// What is no object, and what the server has refused, is not sent; the tool tip says why.
void ObjectEditor::showApply()
{
    const bool isWriting = m_stage == Stage::Writing;
    const QString problem = m_refusal.isEmpty() ? text(m_document.problem()) : m_refusal;
    m_apply->setEnabled(isWriting && problem.isEmpty() && m_document.isChanged());
    m_apply->setToolTip(problem.isEmpty() ? QString() : u"<p>"_s + problem.toHtmlEscaped() + u"</p>"_s);
    const bool hadFocus = m_again->hasFocus();
    m_again->setVisible(isWriting && !m_refusal.isEmpty());
    if (hadFocus && m_again->isHidden())
        m_apply->setFocus();
}

void ObjectEditor::say(const QString &words, bool problem)
{
    QPalette colors = palette();
    colors.setColor(QPalette::WindowText, m_theme.color(problem ? Tone::Problem : Tone::Quiet));
    m_state->setPalette(colors);
    m_state->setText(
        m_restored ? tr("This is what you wrote last and did not apply.") + u' ' + words : words);
}

void ObjectEditor::markProblem(const QString &problem)
{
    m_yaml->setProblems(linesOf({{problem}}, m_yaml->written()));
}

} // namespace ui
