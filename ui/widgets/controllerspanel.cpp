// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/controllerspanel.h"

#include "core/engine/machineunits.h"
#include "ui/dialogs/ask.h"
#include "ui/format.h"
#include "ui/spoken.h"
#include "ui/widgets/buttonlook.h"
#include "ui/widgets/downscroll.h"
#include "ui/widgets/elidedlabel.h"

#include <QAction>
#include <QCheckBox>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace ui {

using namespace Qt::Literals::StringLiterals;
using core::engine::ControllerGroup;
using core::engine::ControllerState;
using core::engine::Mode;

namespace {

QString titleOf(ControllerGroup group)
{
    switch (group) {
    case ControllerGroup::ControlPlane:
        return ControllersPanel::tr("Control plane");
    case ControllerGroup::HollowNodes:
        return ControllersPanel::tr("Hollow nodes");
    case ControllerGroup::MachineApi:
        return u"machine.openshift.io"_s;
    case ControllerGroup::Mcm:
        return u"machine.sapcloud.io"_s;
    }
    return {};
}

} // namespace

ControllersPanel::ControllersPanel(const ClusterView &cluster, CommandSender &commands, const Theme &theme,
    QAction *install, QWidget *parent)
    : QWidget(parent)
    , m_cluster(cluster)
    , m_commands(commands)
    , m_theme(theme)
    , m_missing(new QWidget(this))
    , m_missingText(new QLabel(m_missing))
{
    auto *missing = new QVBoxLayout(m_missing);
    m_missingText->setWordWrap(true);
    auto *installButton = new QPushButton(install->text(), m_missing);
    installButton->setObjectName(u"installPrerequisites"_s);
    connect(installButton, &QPushButton::clicked, install, &QAction::trigger);
    wearButtonLook(installButton, theme);
    missing->addWidget(m_missingText);
    missing->addWidget(installButton);

    auto *inner = new QWidget(this);
    m_list = new QVBoxLayout(inner);
    m_list->setContentsMargins(8, 6, 8, 6);
    m_list->addStretch(1);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_missing);
    layout->addWidget(new DownScroll(inner, this), 1);
    connect(&theme, &Theme::changed, this, &ControllersPanel::showAll);
    showAll();
}

const ControllersPanel::Line &ControllersPanel::lineOf(const ControllerState &controller)
{
    const auto known = std::ranges::find(m_lines, controller.name, &Line::name);
    if (known != m_lines.end())
        return *known;
    addLine(controller);
    return m_lines.back();
}

const ControllersPanel::Group &ControllersPanel::groupOf(ControllerGroup group)
{
    const auto known = std::ranges::find(m_groups, group, &Group::group);
    if (known != m_groups.end())
        return *known;
    Group made {.group = group, .title = new QLabel(this), .lines = new QVBoxLayout};
    made.title->setObjectName(u"controllerGroup"_s);
    made.title->setContentsMargins(0, 4, 0, 0);
    made.lines->setSpacing(2);
    m_list->insertWidget(m_list->count() - 1, made.title);
    if (group == ControllerGroup::MachineApi || group == ControllerGroup::Mcm) {
        made.all = new QToolButton(this);
        made.all->setObjectName(group == ControllerGroup::Mcm ? u"turnOnMcm"_s : u"turnOnMachines"_s);
        made.all->setText(tr("Turn on what machines need…"));
        made.all->setFocusPolicy(Qt::StrongFocus);
        wearButtonLook(made.all, m_theme);
        connect(made.all, &QToolButton::clicked, this, [this, group] { switchOnAll(group); });
        m_list->insertWidget(m_list->count() - 1, made.all);
    }
    made.note = makeNote(u"groupNote"_s);
    m_list->insertWidget(m_list->count() - 1, made.note);
    m_list->insertLayout(m_list->count() - 1, made.lines);
    m_groups.push_back(made);
    return m_groups.back();
}

QLabel *ControllersPanel::makeNote(const QString &name)
{
    auto *note = new QLabel(this);
    note->setObjectName(name);
    note->setWordWrap(true);
    note->setTextInteractionFlags(Qt::TextSelectableByMouse);
    note->setTextFormat(Qt::PlainText);
    return note;
}

void ControllersPanel::showNote(QLabel *note, const QString &words)
{
    note->setText(words);
    note->setVisible(!words.isEmpty());
    QPalette colors = palette();
    colors.setColor(QPalette::WindowText, m_theme.color(Tone::Warning));
    note->setPalette(colors);
}

/// What all of a group say that say anything, if they are several; empty else.
QString ControllersPanel::commonNote(ControllerGroup group) const
{
    const core::api::Saying *common = nullptr;
    int saying = 0;
    for (const ControllerState &controller : m_cluster.status().controllers) {
        if (controller.group != group || controller.note.empty())
            continue;
        if (common && *common != controller.note)
            return {};
        common = &controller.note;
        ++saying;
    }
    return saying > 1 ? spoken(*common) : QString();
}

void ControllersPanel::addLine(const ControllerState &controller)
{
    auto *description = new ElidedLabel(spoken(controller.description), this);
    description->setElideMode(Qt::ElideRight);
    Line line {controller.name, new QCheckBox(unmarked(text(controller.name)), this), new QLabel(this),
        description, makeNote(u"note-"_s + text(controller.name))};
    line.on->setObjectName(u"controller-"_s + text(controller.name));
    line.on->setToolTip(tip(spoken(controller.description)));
    line.on->setAccessibleDescription(spoken(controller.description));
    line.description->setToolTip(tip(spoken(controller.description)));
    line.description->setForegroundRole(QPalette::PlaceholderText);
    auto *grid = new QGridLayout;
    grid->setVerticalSpacing(0);
    grid->setColumnStretch(1, 1);
    grid->addWidget(line.on, 0, 0);
    grid->addWidget(line.description, 0, 1);
    grid->addWidget(line.shape, 0, 2, Qt::AlignRight);
    grid->addWidget(line.note, 1, 0, 1, 3);
    groupOf(controller.group).lines->addLayout(grid);
    if (m_lines.empty())
        setFocusProxy(line.on);
    connect(
        line.on, &QCheckBox::clicked, this, [this, name = controller.name](bool on) { switchTo(name, on); });
    m_lines.push_back(line);
}

void ControllersPanel::showStatus()
{
    const auto &status = m_cluster.status();
    if (status.controllers != m_shown.controllers || status.missingCrds != m_shown.missingCrds)
        showAll();
}

void ControllersPanel::showAll()
{
    m_shown = m_cluster.status();
    for (const ControllerState &controller : m_cluster.status().controllers)
        showLine(lineOf(controller), controller);
    for (const Group &group : m_groups)
        showGroup(group);
    showMissing();
}

void ControllersPanel::showLine(const Line &line, const ControllerState &controller)
{
    line.on->setChecked(controller.wanted);
    const State state = controller.running ? State::Ready
        : controller.wanted                ? State::Provisioning
                                           : State::Paused;
    line.shape->setPixmap(iconOf(state, m_theme.isDark()).pixmap(16, 16));
    line.shape->setToolTip(controller.running ? tr("running")
            : !controller.wanted              ? tr("off")
            : controller.note.empty()         ? tr("starting")
                                              : spoken(controller.note));
    line.shape->setAccessibleName(line.shape->toolTip());
    showNote(line.note, commonNote(controller.group).isEmpty() ? spoken(controller.note) : QString());
}

void ControllersPanel::showGroup(const Group &group)
{
    const auto &all = m_cluster.status().controllers;
    const auto isOf = [&](const ControllerState &controller) { return controller.group == group.group; };
    const auto runs = [&](const ControllerState &controller) {
        return isOf(controller) && controller.running;
    };
    group.title->setText(u"<b>%1</b> &nbsp;%2"_s.arg(titleOf(group.group),
        tr("%1 of %2 running").arg(std::ranges::count_if(all, runs)).arg(std::ranges::count_if(all, isOf))));
    showNote(group.note, commonNote(group.group));
    if (group.all)
        group.all->setVisible(!missingOf(group.group).empty());
}

void ControllersPanel::showMissing()
{
    const auto &missing = m_cluster.status().missingCrds;
    m_missing->setVisible(!missing.empty());
    QStringList names;
    for (const std::string &name : missing)
        names.append(text(name));
    m_missingText->setText(tr("This cluster does not serve:\n%1").arg(names.join(u'\n')));
}

void ControllersPanel::switchTo(const std::string &name, bool on)
{
    showAll(); // the box shows what is, until the core says otherwise
    const auto &status = m_cluster.status();
    if (!on || !mustAsk())
        return m_commands.switchController(name, on);
    ask(this,
        {.title = tr("Turn a controller on"),
            .text = tr("Let the controller %1 change objects in the cluster %2?")
                        .arg(text(name), text(status.contextName)),
            .details =
                tr("Server: %1\nIt acts until you turn it off or close the window.").arg(text(status.server)),
            .accept = tr("Turn on")},
        [this, name] { m_commands.switchController(name, true); });
}

/// Nothing is at stake in a lab, and what is locked is refused anyway.
bool ControllersPanel::mustAsk() const
{
    return m_cluster.status().mode != Mode::Lab && !m_commands.isLocked();
}

std::vector<std::string> ControllersPanel::missingOf(ControllerGroup family) const
{
    std::vector<std::string> names = core::engine::unitsThatMachinesNeed(family);
    const auto &all = m_cluster.status().controllers;
    std::erase_if(names, [&all](const std::string &name) {
        const auto state = std::ranges::find(all, name, &ControllerState::name);
        return state == all.end() || state->wanted;
    });
    return names;
}

/// One question for them all, which names each.
void ControllersPanel::switchOnAll(ControllerGroup family)
{
    const auto &status = m_cluster.status();
    const std::vector<std::string> names = missingOf(family);
    if (names.empty())
        return;
    if (!mustAsk())
        return m_commands.switchOn(names);
    QStringList what {tr("Server: %1").arg(text(status.server))};
    for (const std::string &name : names) {
        const auto state = std::ranges::find(status.controllers, name, &ControllerState::name);
        what << text(name) + u": "_s + spoken(state->description);
    }
    what << tr("They act until you turn them off or close the window.");
    ask(this,
        {.title = tr("Turn controllers on"),
            .text = tr("Let these %n controllers change objects in the cluster %1?", nullptr,
                static_cast<int>(names.size()))
                        .arg(text(status.contextName)),
            .details = what.join(u'\n'),
            .accept = tr("Turn on")},
        [this, names] { m_commands.switchOn(names); });
}

} // namespace ui
