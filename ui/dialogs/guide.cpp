// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/guide.h"

#include "resources/resources.h"
#include "ui/widgets/closedbrowser.h"

#include <QCoreApplication>
#include <QHBoxLayout>
#include <QListWidget>
#include <QRegularExpression>
#include <QTextFrame>
#include <QTextTable>

#include <algorithm>

namespace ui {

using namespace Qt::Literals::StringLiterals;

namespace {

struct GuideWords {
    Q_DECLARE_TR_FUNCTIONS(ui::Guide)
};

constexpr int topicsWidth = 210; // px
constexpr int pageMargin = 10;
constexpr int cellPadding = 4;

/// The page loses the lines that Markdown's tables have by themselves.
void openTables(const QTextDocument &page)
{
    for (QTextFrame *child : page.rootFrame()->childFrames()) {
        auto *table = qobject_cast<QTextTable *>(child);
        if (!table)
            continue;
        QTextTableFormat format = table->format();
        format.setBorder(0);
        format.setCellSpacing(0);
        format.setCellPadding(cellPadding);
        table->setFormat(format);
    }
}

} // namespace

std::vector<GuideTopic> guideTopics()
{
    static const QRegularExpression beforeHeading(u"^(?=#{1,3} )"_s, QRegularExpression::MultilineOption);
    std::vector<GuideTopic> topics;
    for (const char *page : {"README.md", "docs/window.md", "docs/controllers.md", "docs/settings.md"}) {
        const QString markdown = QString::fromStdString(resources::text(page));
        for (const QString &part : markdown.split(beforeHeading, Qt::SkipEmptyParts)) {
            const QString title = part.section(u'\n', 0, 0).remove(u'#').trimmed();
            const QString words = part.section(u'\n', 1).section(u"!["_s, 0, 0); // pictures stand last
            if (!words.trimmed().isEmpty())
                topics.push_back({title, words});
        }
    }
    return topics;
}

Guide::Guide(QWidget *parent)
    : QWidget(parent)
    , m_topics(guideTopics())
    , m_list(new QListWidget(this))
    , m_page(new ClosedBrowser(this))
{
    m_list->setObjectName(u"guideTopics"_s);
    m_list->setAccessibleName(GuideWords::tr("Topics"));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setMaximumWidth(topicsWidth);
    m_page->setObjectName(u"guidePage"_s);
    m_page->setAccessibleName(GuideWords::tr("Guide"));
    m_page->document()->setDocumentMargin(pageMargin);
    auto *line = new QHBoxLayout(this);
    line->setContentsMargins(0, 0, 0, 0);
    line->addWidget(m_list, 1);
    line->addWidget(m_page, 3);
    for (const GuideTopic &topic : m_topics)
        m_list->addItem(topic.title);
    connect(m_list, &QListWidget::currentRowChanged, this, &Guide::showChosen);
    m_list->setCurrentRow(0);
    setFocusProxy(m_list);
}

void Guide::showTopic(const QString &title)
{
    const auto topic = std::ranges::find(m_topics, title, &GuideTopic::title);
    if (topic != m_topics.end())
        m_list->setCurrentRow(static_cast<int>(topic - m_topics.begin()));
}

void Guide::showChosen(int row)
{
    if (row < 0)
        return;
    const GuideTopic &topic = m_topics[static_cast<std::size_t>(row)];
    m_page->setMarkdown(u"### %1\n\n%2"_s.arg(topic.title, topic.markdown));
    openTables(*m_page->document());
}

} // namespace ui
