// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/inspector.h"

#include "ui/format.h"
#include "ui/inspector/cards.h"
#include "ui/inspector/richtext.h"
#include "ui/inspector/why.h"
#include "ui/models/columns.h"
#include "ui/textsize.h"
#include "ui/timeline/recoverystory.h"
#include "ui/widgets/buttonlook.h"
#include "ui/widgets/closedbrowser.h"
#include "ui/widgets/flattabs.h"
#include "ui/widgets/objecttable.h"
#include "ui/widgets/ticker.h"
#include "ui/widgets/yamledit.h"

#include <QAction>
#include <QHBoxLayout>
#include <QLabel>
#include <QRegularExpression>
#include <QScrollBar>
#include <QTabBar>
#include <QToolBar>
#include <QVBoxLayout>

#include <algorithm>

namespace ui {

using namespace Qt::Literals::StringLiterals;

namespace {

constexpr int leastWidth = 180; // px
constexpr int leastLines = 16; // in a lower one what is said needs all the room

/// Keeps what it has no room for in a menu, and never makes the window larger.
class YieldingBar : public QToolBar
{
public:
    using QToolBar::QToolBar;
    QSize minimumSizeHint() const override { return {0, 0}; }
};

/// The same words in the colours of another theme.
QString recolored(const QString &html, const QStringList &before, const QStringList &after)
{
    static const QRegularExpression written(u"(?<=bgcolor=\"|color:)#[0-9a-f]{6}"_s);
    QString words;
    qsizetype end = 0;
    for (auto found = written.globalMatch(html); found.hasNext();) {
        const auto match = found.next();
        words += html.mid(end, match.capturedStart() - end);
        words += after.value(before.indexOf(match.captured()), match.captured());
        end = match.capturedEnd();
    }
    return words + html.mid(end);
}

/// Keeps the reader's place, and does nothing when nothing changed.
void setHtml(QTextBrowser *browser, const QString &html)
{
    if (browser->property("shownHtml").toString() == html)
        return;
    const int place = browser->verticalScrollBar()->value();
    browser->setProperty("shownHtml", html);
    browser->setHtml(html);
    browser->verticalScrollBar()->setValue(place);
}

} // namespace

Inspector::Inspector(const ClusterView &cluster, const Theme &theme, QWidget *parent)
    : QWidget(parent)
    , m_cluster(cluster)
    , m_theme(theme)
    , m_events(columnsOf<core::api::Event>(cluster), [&cluster] { return cluster.now(); })
    , m_shape(new QLabel(this))
    , m_name(new QLabel(this))
    , m_headline(new QLabel(this))
    , m_tabs(new FlatTabs(theme, this))
    , m_why(addBrowser(u"why"_s, tr("Why")))
    , m_summary(addBrowser(u"summary"_s, tr("Summary")))
    , m_conditions(addBrowser(u"conditions"_s, tr("Conditions")))
    , m_yaml(new YamlEdit(theme, this))
    , m_eventTable(new ObjectTable(m_events, theme, this))
    , m_buttons(new YieldingBar(this))
{
    m_name->setObjectName(u"inspectedName"_s);
    m_name->setTextFormat(Qt::RichText);
    m_name->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_name->setWordWrap(true);
    m_name->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // names may be long
    m_headline->setObjectName(u"headline"_s);
    m_headline->setTextFormat(Qt::RichText);
    m_headline->setWordWrap(true);
    m_headline->setForegroundRole(QPalette::PlaceholderText);
    m_headline->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    connect(m_headline, &QLabel::linkActivated, this,
        [this](const QString &link) { emit linkFollowed(fromLink(link)); });
    m_shape->setFixedSize(20, 20);
    m_yaml->setReadOnly(true);
    m_yaml->setObjectName(u"yaml"_s);
    m_yaml->setAccessibleName(tr("YAML"));
    m_tabs->addTab(m_yaml, tr("YAML"));
    m_tabs->addTab(m_eventTable, tr("Events"));
    m_tabs->setObjectName(u"inspectorTabs"_s);
    m_eventTable->setObjectName(u"events"_s);
    m_eventTable->setAccessibleName(tr("Events"));
    m_eventTable->setEmptyText(tr("No events about it."));
    for (const QString &id : {u"type"_s, u"object"_s, u"count"_s, u"source"_s})
        m_eventTable->setColumnHidden(m_events.columnIndex(id), true);
    m_eventTable->setChoosesFirst(false);
    m_eventTable->sortByColumn(0, Qt::AscendingOrder);

    auto *head = new QHBoxLayout;
    head->setContentsMargins(FlatTabs::besideWords, 8, FlatTabs::besideWords, 4);
    auto *words = new QVBoxLayout;
    words->addWidget(m_name);
    words->addWidget(m_headline);
    head->addWidget(m_shape, 0, Qt::AlignTop);
    head->addLayout(words, 1);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addLayout(head);
    layout->addWidget(m_tabs, 1); // where there is little room it gives way, and no button is cut
    layout->addStretch(); // while there is nothing to show, and no tab
    m_buttons->setObjectName(u"inspectorActions"_s);
    m_buttons->setContextMenuPolicy(Qt::PreventContextMenu);
    m_buttons->setToolButtonStyle(Qt::ToolButtonTextOnly);
    m_buttons->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Maximum);
    m_buttons->layout()->setContentsMargins(FlatTabs::besideWords, 4, FlatTabs::besideWords, 6);
    wearButtonLook(m_buttons, theme);
    layout->addWidget(m_buttons);
    setMinimumWidth(leastWidth);

    connect(m_tabs, &QTabWidget::currentChanged, this, &Inspector::refresh);
    connect(&theme, &Theme::changed, this, &Inspector::wearTheme);
    const auto tick = [this] {
        watch(m_object);
        refresh();
    };
    new Ticker(this, std::chrono::seconds(1), tick, [this] { watch({}); });
    inspect({});
}

int Inspector::comfortableWidth() const
{
    return std::max(260, m_tabs->tabBar()->sizeHint().width());
}

QTextBrowser *Inspector::addBrowser(const QString &name, const QString &title)
{
    auto *browser = new ClosedBrowser(this);
    browser->setObjectName(name);
    browser->setAccessibleName(title);
    browser->document()->setDocumentMargin(FlatTabs::besideWords);
    m_tabs->addTab(browser, title);
    connect(
        browser, &QTextBrowser::anchorClicked, this, [this](const QUrl &link) { follow(link.toString()); });
    return browser;
}

void Inspector::follow(const QString &link)
{
    if (link == newCheckLink)
        return void(emit checkAsked());
    if (link != foldLink)
        return void(emit linkFollowed(fromLink(link)));
    m_unfolded = !m_unfolded;
    refresh();
}

void Inspector::inspect(const std::optional<ObjectRef> &object)
{
    turn();
    const bool isBack = m_sight && m_sight->goneAt && object && sightOf(m_cluster, *object);
    if (m_object && m_object == object && !isBack)
        return;
    m_object = object;
    forgetSight();
    watch(isVisible() ? m_object : std::nullopt);
    m_events.clear();
    clearPages();
    refresh();
}

void Inspector::clearPages()
{
    for (QTextBrowser *browser : {m_why, m_summary, m_conditions}) {
        browser->setProperty("shownHtml", {});
        browser->clear();
    }
}

void Inspector::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        refresh();
}

/// Links keep the colour that they were written with; what was said last can't be said anew.
void Inspector::wearTheme()
{
    const QStringList colors = cardColors(m_theme);
    m_lastWhy = recolored(m_lastWhy, m_whyColors, colors);
    m_whyColors = colors;
    m_headline->clear();
    for (QTextBrowser *browser : {m_why, m_summary, m_conditions})
        browser->setProperty("shownHtml", {});
    refresh();
}

void Inspector::forgetSight()
{
    m_sight.reset();
    m_replacement.reset();
    m_lastWhy.clear();
    m_shownYaml = {};
}

/// The cluster shows another time before anybody says so: what was seen in the present is put by.
void Inspector::turn()
{
    if (m_isPast == m_cluster.isPast())
        return;
    m_isPast = !m_isPast;
    std::optional<Seen> ofPresent = std::exchange(m_ofPresent, {});
    if (m_isPast && m_object && m_sight)
        m_ofPresent = {*m_object, std::move(*m_sight), m_lastWhy, m_replacement};
    forgetSight();
    if (!m_isPast)
        bringBack(std::move(ofPresent));
}

void Inspector::lookAnew()
{
    turn();
    if (m_isPast)
        forgetSight();
    clearPages();
    m_shownYaml = {};
    m_yaml->setYaml({});
    m_watched = isVisible() ? m_object : std::nullopt;
    emit watchAsked(m_watched); // whoever looks for us may have forgotten
    refresh();
}

/// What is there is looked at anew.
void Inspector::bringBack(std::optional<Seen> seen)
{
    if (!seen || seen->object != m_object || sightOf(m_cluster, seen->object))
        return;
    m_sight = std::move(seen->sight);
    m_lastWhy = seen->why;
    m_replacement = seen->replacement;
    if (const auto goneAt = goneInRecord(m_cluster, *m_object))
        m_sight->goneAt = goneAt;
}

Inspector::Page Inspector::page() const
{
    return Page(m_tabs->currentIndex());
}

void Inspector::showPage(Page page)
{
    m_tabs->setCurrentIndex(static_cast<int>(page));
}

void Inspector::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    watch(m_object);
    refresh();
}

void Inspector::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    watch({});
}

void Inspector::watch(const std::optional<ObjectRef> &object)
{
    if (std::exchange(m_watched, object) != object)
        emit watchAsked(object);
}

void Inspector::setRemark(const QString &remark)
{
    if (remark == m_remark)
        return;
    m_remark = remark;
    refresh();
}

bool Inspector::look()
{
    auto sight = sightOf(m_cluster, *m_object);
    const bool same = sight && (!m_sight || m_sight->uid == sight->uid);
    if (same && !(m_sight && m_sight->goneAt)) {
        m_sight = std::move(sight);
        return true;
    }
    if (m_sight && !m_sight->goneAt)
        m_sight->goneAt = whenGone();
    return false;
}

/// Much may have happened before it is shown that it is gone: the record knows when.
core::api::Time Inspector::whenGone() const
{
    const auto recorded = goneInRecord(m_cluster, *m_object);
    return recorded && m_sight->made && *recorded >= *m_sight->made ? *recorded : m_cluster.now();
}

void Inspector::refresh()
{
    turn();
    const bool there = m_object && look(); // also unseen: it may be gone when somebody looks
    if (!isVisible())
        return;
    m_tabs->setVisible(m_object.has_value());
    m_shape->setVisible(m_object.has_value());
    m_name->setForegroundRole(m_object ? QPalette::WindowText : QPalette::PlaceholderText);
    if (!m_object) {
        m_shape->clear();
        m_name->setFont(font());
        m_name->setText(tr("Select a row to see all about it."));
        m_headline->clear();
        return showOffer({});
    }
    showName();
    if (!there)
        showGone();
    else
        showHead(m_sight->details);
    if (m_sight)
        showPages();
    else
        showRecord();
    showOffer(there && m_offer ? m_offer(*m_object) : std::vector<QAction *>());
}

/// The buttons' actions are others than the offered ones, which are of what is chosen.
void Inspector::showOffer(const std::vector<QAction *> &offered)
{
    if (offered != m_offered) {
        m_offered = offered;
        for (QAction *button : m_buttons->actions()) {
            m_buttons->removeAction(button);
            button->deleteLater(); // it may be the one that is being pressed
        }
        for (QAction *action : offered) {
            auto *button = new QAction(action->iconText(), m_buttons);
            const auto wearTip = [button, action] { button->setToolTip(action->toolTip()); };
            connect(action, &QAction::changed, button, wearTip); // with its key
            wearTip();
            connect(button, &QAction::triggered, this, [this, action] {
                if (m_object)
                    emit actionAsked(*m_object, action);
            });
            m_buttons->addAction(button);
            m_buttons->widgetForAction(button)->setObjectName(u"inspected-"_s + action->objectName());
        }
    }
    makeRoom();
}

void Inspector::makeRoom()
{
    m_buttons->setVisible(!m_offered.empty() && height() >= leastLines * fontMetrics().height());
}

void Inspector::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    makeRoom();
    if (m_object && event->size().width() != event->oldSize().width())
        refresh();
}

/// A label wraps no name, which has no place to break it.
QString Inspector::inHead(const std::string &name, const QFont &font) const
{
    return QFontMetrics(font).elidedText(text(name), Qt::ElideMiddle, m_name->width());
}

QString Inspector::linkInHead(const ObjectRef &object) const
{
    return link(object, inHead(object.key.name, m_headline->font()));
}

void Inspector::showName()
{
    const QString remark =
        m_remark.isEmpty() || (m_sight && m_sight->goneAt) ? QString() : u" · "_s + m_remark;
    m_name->setFont(enlarged(titleTimes));
    m_name->setToolTip(text(m_object->key.name).toHtmlEscaped());
    m_name->setText(u"<b>%1</b>  <span style=\"font-size:%2pt\">%3</span>"_s.arg(
        inHead(m_object->key.name, enlarged(titleTimes, true)).toHtmlEscaped(),
        QString::number(enlarged(1).pointSizeF()),
        colored(apiName(m_object->kind) + remark.toHtmlEscaped(), m_theme.color(Tone::Quiet))));
}

void Inspector::showPages()
{
    switch (Page(m_tabs->currentIndex())) {
    case Page::Summary:
        return setHtml(m_summary, summaryHtml(m_sight->details));
    case Page::Why:
        return setHtml(m_why, whyNow());
    case Page::Conditions:
        return setHtml(m_conditions, conditionsHtml(m_sight->details));
    case Page::Yaml:
        return showYaml();
    case Page::Events:
        return showEvents();
    }
}

/// Each version is written once: a large object takes a while.
void Inspector::showYaml()
{
    const auto version = std::pair(m_sight->uid, m_sight->version);
    if (m_shownYaml == version && !m_sight->version.empty())
        return;
    m_shownYaml = version;
    m_yaml->setYaml(m_sight->yaml());
}

/// What was said last of an object stays when it is gone.
QString Inspector::whyNow()
{
    if (m_cluster.isPast())
        return decisionsHtml(m_cluster, m_theme, *m_object, m_unfolded);
    if (!m_sight->goneAt) {
        m_whyColors = cardColors(m_theme);
        return m_lastWhy = whyHtml(m_cluster, m_theme, *m_object, m_unfolded);
    }
    const auto quiet = [this](const QString &words) {
        return u"<p>%1</p>"_s.arg(colored(words, m_theme.color(Tone::Quiet)));
    };
    return m_lastWhy.isEmpty() ? quiet(tr("It is gone: no controller looks at it."))
                               : quiet(tr("It is gone. This was said of it last:")) + m_lastWhy;
}

/// Nobody looked at it while it was there, or it was gone by the moment that is shown: its recovery tells
/// what became of it.
void Inspector::showRecord()
{
    showEvents();
    m_yaml->setYaml({});
    if (m_cluster.isPast() && !goneInRecord(m_cluster, *m_object))
        return; // it comes later, and the headline says so
    const QString html = recordHtml();
    for (QTextBrowser *browser : {m_why, m_summary, m_conditions})
        setHtml(browser, html);
}

QString Inspector::recordHtml() const
{
    const QColor quiet = m_theme.color(Tone::Quiet);
    QString html = u"<p>%1</p>"_s.arg(colored(tr("It is gone: no controller looks at it."), quiet));
    if (const auto *episode = episodeInRecord(m_cluster, *m_object)) {
        const RecoveryStory story = knownStoryOf(*episode, m_cluster);
        html += u"<p><b>%1</b><br>%2</p>"_s.arg(story.title, story.outcome.toHtmlEscaped())
            + marksHtml(story, quiet);
    }
    return html;
}

/// "deleted at 14:03:07 · replaced by workers-q9d4m"
void Inspector::showGone()
{
    m_shape->setPixmap(iconOf(State::Deleting, m_theme.isDark()).pixmap(20, 20));
    const auto goneAt = m_sight ? m_sight->goneAt : goneInRecord(m_cluster, *m_object);
    if (!goneAt && m_cluster.isPast())
        return m_headline->setText(tr("was not there"));
    if (!goneAt)
        return m_headline->setText(tr("is not there any more"));
    if (!m_replacement)
        m_replacement = m_sight ? replacementOf(m_cluster, *m_object, *m_sight)
                                : replacementInRecord(m_cluster, *m_object);
    QString words = tr("deleted at %1").arg(clockText(*goneAt)).toHtmlEscaped();
    if (m_replacement)
        words += u" · "_s + tr("replaced by %1").arg(linkInHead(*m_replacement));
    m_headline->setText(words);
}

void Inspector::showHead(const Details &details)
{
    m_shape->setPixmap(
        details.state == State::None ? QPixmap() : iconOf(details.state, m_theme.isDark()).pixmap(20, 20));
    QString words = details.headline.toHtmlEscaped();
    if (details.node)
        words += u" · "_s + tr("node %1").arg(linkInHead(*details.node));
    m_headline->setText(words);
}

QString Inspector::summaryHtml(const Details &details) const
{
    QString rows;
    for (const auto &line : details.summary) {
        rows +=
            u"<tr><td style=\"padding:3px 10px 3px 0\">%1</td><td style=\"padding:3px 0\">%2</td></tr>"_s.arg(
                colored(line.label, m_theme.color(Tone::Quiet)), line.html);
    }
    return u"<table cellspacing=\"0\">%1</table>"_s.arg(rows);
}

QString Inspector::conditionsHtml(const Details &details) const
{
    QString html;
    for (const auto &condition : details.conditions) {
        const QString since = condition.since ? tr("since %1").arg(clockText(*condition.since)) : QString();
        html += u"<p style=\"margin:4px 0\">%1 <b>%2</b> = %3 &nbsp;%4<br>%5</p>"_s.arg(
            colored(glyphOf(condition.state), tint(m_cluster, m_theme, condition.state)),
            condition.type.toHtmlEscaped(), condition.status.toHtmlEscaped(),
            colored(since, m_theme.color(Tone::Quiet)),
            colored(
                (condition.reason + u' ' + condition.message).toHtmlEscaped(), m_theme.color(Tone::Quiet)));
    }
    return html.isEmpty() ? colored(tr("No conditions."), m_theme.color(Tone::Quiet)) : html;
}

void Inspector::showEvents()
{
    core::engine::Changes<core::api::Event> changes;
    changes.upserts = eventsAbout(m_cluster, *m_object);
    for (int row = 0; row < m_events.rowCount(); ++row) {
        if (!m_cluster.all<core::api::Event>().contains(m_events.keyAt(row)))
            changes.removed.push_back(m_events.keyAt(row));
    }
    std::erase_if(changes.upserts, [this](const auto &event) {
        const int row = m_events.rowOf(event->key());
        return row >= 0 && m_events.objectAt(row) == event;
    });
    m_events.apply(changes);
}

} // namespace ui
