// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The documentation that the program carries (README.md and pages of docs/), topic by topic: a whole page
// would take a second to lay out.

#include <QWidget>

#include <vector>

class QListWidget;
class QTextBrowser;

namespace ui {

struct GuideTopic {
    QString title;
    QString markdown; ///< without the title
};

/// The topics are in the order of the pages; each heading begins one.
std::vector<GuideTopic> guideTopics();

class Guide : public QWidget
{
public:
    explicit Guide(QWidget *parent);

    /// The first topic of that title.
    void showTopic(const QString &title);

private:
    void showChosen(int row);

    std::vector<GuideTopic> m_topics;
    QListWidget *m_list;
    QTextBrowser *m_page;
};

} // namespace ui
