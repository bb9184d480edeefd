// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/nodefaults.h"

#include "core/api/providerconfig.h"
#include "core/api/recipe.h"
#include "core/engine/commander.h"
#include "ui/actions.h"
#include "ui/commandsender.h"
#include "ui/dialogs/ask.h"
#include "ui/format.h"
#include "ui/timeline/foreseen.h"

#include <QInputDialog>
#include <QLabel>
#include <QMenu>
#include <QWidgetAction>

#include <algorithm>

namespace ui {

using namespace Qt::Literals::StringLiterals;
using core::engine::FaultForecast;
using core::engine::Mode;

namespace {

constexpr int forecastWidth = 340; // px, at least
constexpr int forecastLines = 5; // of that width
constexpr int forecastMargin = 6;
constexpr int forecastIndent = 22; // px: its words begin where those of the entries do

/// Many are more than ten, more than a third of all, or more than a health check will replace.
bool touchesMany(const FaultForecast &forecast)
{
    return forecast.nodes > 10 || 2 * forecast.nodes > forecast.others
        || std::ranges::any_of(forecast.checks, &FaultForecast::Check::isOverBudget);
}

/// How long a replacement of these nodes' machines boots; empty where none comes, or that is not known.
QString bootWords(
    const ClusterView &cluster, const std::vector<std::string> &nodes, const FaultForecast &forecast)
{
    if (std::ranges::none_of(forecast.checks, [](const auto &check) { return check.replaced > 0; }))
        return {};
    std::vector<ObjectRef> sets;
    for (const std::string &node : nodes) {
        const auto *machine = cluster.machineOf(node);
        const auto set = machine ? ClusterView::setOf(machine->metadata) : std::nullopt;
        if (set && std::ranges::find(sets, *set) == sets.end())
            sets.push_back(*set);
    }
    const auto boots = bootsNow(cluster, sets);
    return boots ? Actions::tr("A replacement is Ready about %1 later.").arg(durationText(boots->usual))
                 : QString();
}

} // namespace

NodeFaults::NodeFaults(const ClusterView &cluster, CommandSender &commands,
    std::function<Selection()> selection, Actions &actions, QWidget *window)
    : QObject(&actions)
    , m_cluster(cluster)
    , m_commands(commands)
    , m_selection(std::move(selection))
    , m_actions(actions)
    , m_window(window)
    , m_unhealthyMenu(new QMenu(Actions::tr("Make &unhealthy"), window))
{
}

void NodeFaults::fill()
{
    m_unhealthyMenu->setObjectName(u"unhealthyMenu"_s);
    addFault(Actions::tr("Reports NotReady: Ready = False"), Actions::tr("NotReady %1"), "not-ready");
    addFault(Actions::tr("Stops heartbeats: Ready = Unknown after the grace period"),
        Actions::tr("Silent %1"), "silent");
    addOtherFaults();
    m_unhealthyMenu->addSeparator();
    m_unhealthyMenu->addAction(m_actions.heal);
    addForecast();
    connect(m_unhealthyMenu, &QMenu::aboutToShow, this, &NodeFaults::fitForecast);
    connect(m_unhealthyMenu, &QMenu::aboutToShow, this,
        [this] { showForecast(breakable(m_selection()), "not-ready"); });
    connect(m_unhealthyMenu, &QMenu::aboutToShow, this, &NodeFaults::showZone);
}

void NodeFaults::foresee(const std::vector<std::string> &nodes, const std::string &fault,
    const std::function<void(const QString &words)> &tell) const
{
    if (!nodes.empty())
        m_commands.foresee(
            nodes, fault, [this, nodes, tell](const FaultForecast &forecast, const QString &outlook) {
                tell((outlook + u' ' + bootWords(m_cluster, nodes, forecast)).trimmed());
            });
}

void NodeFaults::foresee(const std::string &fault, const Selection &machines,
    const std::function<void(const QString &words)> &tell) const
{
    foresee(breakable(machines), fault, tell);
}

/// What will follow, at the foot of the menu, as the core answers.
void NodeFaults::showForecast(const std::vector<std::string> &nodes, const std::string &fault)
{
    m_forecast->setText(Actions::tr("…"));
    foresee(nodes, fault, [this](const QString &words) { m_forecast->setText(words); });
}

/// Chosen it breaks the nodes; while it is highlighted, what that would bring is told.
void NodeFaults::addRecipe(QMenu *menu, const QString &words, const std::string &fault)
{
    const QAction *action = menu->addAction(words);
    connect(
        action, &QAction::hovered, this, [this, fault] { showForecast(breakable(m_selection()), fault); });
    connect(action, &QAction::triggered, this, [this, fault] { breakNodes(fault); });
}

/// A label, since an entry of a menu has one line only.
void NodeFaults::addForecast()
{
    m_forecast = new QLabel(m_unhealthyMenu);
    m_forecast->setObjectName(u"forecast"_s);
    m_forecast->setTextFormat(Qt::PlainText);
    m_forecast->setWordWrap(true);
    m_forecast->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_forecast->setForegroundRole(QPalette::PlaceholderText);
    m_forecast->setMargin(forecastMargin);
    m_forecast->setContentsMargins(forecastIndent, 0, 0, 0);
    auto *entry = new QWidgetAction(this);
    entry->setDefaultWidget(m_forecast);
    entry->setEnabled(false);
    m_unhealthyMenu->addAction(entry);
    m_forecastEntry = entry;
}

/// As wide as the other entries make the menu, and as high as what is told needs then: what changes while the
/// menu is open moves none of them.
void NodeFaults::fitForecast()
{
    m_forecastEntry->setVisible(false);
    const QRect widest = m_unhealthyMenu->actionGeometry(m_unhealthyMenu->actions().front());
    const int width = std::max(forecastWidth, widest.width());
    const int room = forecastLines * (forecastWidth - 2 * forecastMargin);
    const int line = width - 2 * forecastMargin - forecastIndent;
    const int lines = (room + line - 1) / line;
    m_forecast->setFixedSize(width, lines * m_forecast->fontMetrics().lineSpacing() + 2 * forecastMargin);
    m_forecastEntry->setVisible(true);
}

void NodeFaults::addFault(const QString &title, const QString &name, const std::string &fault)
{
    struct Choice {
        QString text;
        std::string lasts;
    };
    const Choice choices[] = {{Actions::tr("until healed"), {}}, {Actions::tr("for 10 s"), " for 10s"},
        {Actions::tr("for 1 min"), " for 1m"}};
    m_unhealthyMenu->addAction(title)->setEnabled(false);
    for (const Choice &choice : choices)
        addRecipe(m_unhealthyMenu, name.arg(choice.text), fault + choice.lasts);
    QAction *other = m_unhealthyMenu->addAction(name.arg(Actions::tr("for…")));
    connect(other, &QAction::hovered, this, [this, fault] { showForecast(breakable(m_selection()), fault); });
    connect(other, &QAction::triggered, this, [this, fault] { askFaultTime(fault); });
}

/// All that the grammar of recipes has besides, and whole zones.
void NodeFaults::addOtherFaults()
{
    m_unhealthyMenu->addSeparator();
    QMenu *more = m_unhealthyMenu->addMenu(Actions::tr("&More faults"));
    more->setObjectName(u"moreFaults"_s);
    std::vector<std::string> recipes {
        "flapping 10s up 5s down", "not-ready,silent in turn every 20s", "late-heartbeats 25s"};
    for (const auto &[kind, name] : core::api::faultNames) {
        if (kind != core::api::FaultKind::NotReady && kind != core::api::FaultKind::Silent)
            recipes.emplace_back(name);
    }
    for (const std::string &recipe : recipes)
        addRecipe(more, faultText(recipe, m_cluster.now()), recipe);
    more->addSeparator();
    connect(more->addAction(Actions::tr("&Other…")), &QAction::triggered, this, &NodeFaults::askFault);

    m_zoneMenu = m_unhealthyMenu->addMenu(Actions::tr("&Zone"));
    m_zoneMenu->setObjectName(u"zoneFaults"_s);
    for (const char *recipe : {"not-ready", "silent"}) {
        const QAction *action = m_zoneMenu->addAction(text(recipe));
        connect(action, &QAction::hovered, this,
            [this, recipe] { showForecast(nodesIn(zoneOf(m_selection())), recipe); });
        connect(action, &QAction::triggered, this, [this, recipe] { breakZone(recipe); });
    }
    m_actions.whenUnlocked(
        m_zoneMenu->addAction(Actions::tr("&Heal")), [this] { m_commands.healZone(zoneOf(m_selection())); });
}

void NodeFaults::showZone()
{
    const std::string zone = zoneOf(m_selection());
    m_zoneMenu->menuAction()->setVisible(!zone.empty());
    m_zoneMenu->setTitle(Actions::tr("All of &zone %1").arg(unmarked(text(zone))));
}

std::vector<std::string> NodeFaults::breakable(const Selection &chosen) const
{
    std::vector<std::string> nodes = m_actions.nodesOf(chosen);
    std::erase_if(nodes, [this](const std::string &name) {
        const core::api::Node *node = m_cluster.node(name);
        return !node || !core::engine::canFail(*node);
    });
    return nodes;
}

std::string NodeFaults::zoneOf(const Selection &chosen) const
{
    const auto nodes = breakable(chosen);
    const core::api::Node *node = nodes.empty() ? nullptr : m_cluster.node(nodes.front());
    return node ? std::string(node->metadata.label(core::api::keys::topologyZone)) : std::string();
}

void NodeFaults::breakNodes(const std::string &fault, const Selection &machines)
{
    const auto nodes = breakable(machines);
    if (nodes.empty() || m_actions.refuses())
        return;
    if (nodes.size() == 1 && m_cluster.status().mode == Mode::Lab)
        return breakAfterAsking(false, nodes, fault, {});
    m_commands.foresee(
        nodes, fault, [this, nodes, fault](const FaultForecast &forecast, const QString &outlook) {
            breakAfterAsking(touchesMany(forecast), nodes, fault, outlook);
        });
}

void NodeFaults::breakZone(const std::string &fault)
{
    const std::string zone = zoneOf(m_selection());
    if (zone.empty() || m_actions.refuses())
        return;
    const auto nodes = nodesIn(zone);
    m_commands.foresee(
        nodes, fault, [this, zone, nodes, fault](const FaultForecast &forecast, const QString &outlook) {
            const auto doIt = [this, zone, fault, outlook] { m_commands.breakZone(zone, fault, outlook); };
            if (!asksFirst(touchesMany(forecast)))
                return doIt();
            askToBreak(Actions::tr("Let all %n nodes of zone %1 fail in the %2?", nullptr,
                           static_cast<int>(nodes.size()))
                           .arg(text(zone), clusterWords()),
                outlook, doIt);
        });
}

bool NodeFaults::asksFirst(bool touchesMany) const
{
    return touchesMany || m_cluster.status().mode == Mode::External;
}

void NodeFaults::breakAfterAsking(
    bool touchesMany, const std::vector<std::string> &nodes, const std::string &fault, const QString &outlook)
{
    const auto doIt = [this, nodes, fault, outlook] { m_commands.breakNodes(nodes, fault, outlook); };
    if (!asksFirst(touchesMany))
        return doIt();
    const QString what = nodes.size() == 1 ? text(nodes.front())
                                           : Actions::tr("%n nodes", nullptr, static_cast<int>(nodes.size()));
    askToBreak(Actions::tr("Let %1 fail in the %2?").arg(what, clusterWords()), outlook, doIt);
}

void NodeFaults::askToBreak(
    const QString &question, const QString &outlook, const std::function<void()> &doIt)
{
    ask(m_window,
        {.title = Actions::tr("Make unhealthy"),
            .text = question,
            .details = outlook,
            .accept = Actions::tr("Make unhealthy")},
        doIt);
}

QString NodeFaults::clusterWords() const
{
    const auto &status = m_cluster.status();
    return status.mode == Mode::Lab ? Actions::tr("lab %1").arg(text(status.contextName))
                                    : Actions::tr("cluster %1").arg(text(status.contextName));
}

std::vector<std::string> NodeFaults::nodesIn(const std::string &zone) const
{
    std::vector<std::string> nodes;
    for (const auto &[key, node] : m_cluster.all<core::api::Node>()) {
        if (core::engine::canFail(*node) && node->metadata.label(core::api::keys::topologyZone) == zone)
            nodes.push_back(key.name);
    }
    return nodes;
}

void NodeFaults::askFaultTime(const std::string &fault)
{
    if (m_actions.refuses())
        return;
    auto *dialog = new QInputDialog(m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(Actions::tr("Make unhealthy"));
    dialog->setLabelText(Actions::tr("For how long? For example 45s, 5m, 1h30m"));
    dialog->setTextValue(u"45s"_s);
    connect(dialog, &QInputDialog::textValueSelected, this,
        [this, fault](const QString &typed) { breakAsTyped(fault + " for " + utf8(typed.trimmed())); });
    showPlain(*dialog);
    dialog->open();
}

void NodeFaults::askFault()
{
    if (m_actions.refuses())
        return;
    auto *dialog = new QInputDialog(m_window);
    dialog->setObjectName(u"faultDialog"_s);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(Actions::tr("Make unhealthy"));
    dialog->setLabelText(
        Actions::tr("How? For example: disk-pressure flapping every 1m 30% down, reboot after 10s..60s, "
                    "silent for 5m"));
    dialog->setTextValue(u"flapping 10s..20s up 5s down for 10m"_s);
    connect(dialog, &QInputDialog::textValueSelected, this,
        [this](const QString &typed) { breakAsTyped(utf8(typed.trimmed())); });
    showPlain(*dialog);
    dialog->open();
}

void NodeFaults::breakAsTyped(const std::string &fault)
{
    if (const auto recipe = core::api::parseRecipe(fault))
        breakNodes(core::api::recipeText(*recipe));
    else
        emit m_commands.noticed({.level = Notice::Level::Problem, .text = text(recipe.error().message)});
}

} // namespace ui
