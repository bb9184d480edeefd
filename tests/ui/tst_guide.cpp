// SPDX-License-Identifier: GPL-3.0-or-later
// The documentation inside the program (docs/window.md W38).
#include "tests/ui/stage.h"
#include "ui/dialogs/guide.h"

#include <QListWidget>
#include <QTabWidget>
#include <QTextBrowser>

#include <set>

using namespace Qt::Literals::StringLiterals;

class GuideTest : public QObject
{
    Q_OBJECT

private slots:
    void eachHeadingIsATopic()
    {
        std::set<QString> titles;
        for (const ui::GuideTopic &topic : ui::guideTopics()) {
            QVERIFY2(!topic.title.isEmpty() && !topic.markdown.isEmpty(), qPrintable(topic.title));
            titles.insert(topic.title);
        }
        for (const QString &title : {u"Hollow Lab"_s, u"Start"_s, u"What can go wrong"_s, u"Tables"_s,
                 u"Control plane"_s, u"Settings"_s})
            QVERIFY2(titles.contains(title), qPrintable(title));
    }

    void sheetOfKeysHasTheGuide()
    {
        fake::Stage stage;
        stage.action("shortcuts")->trigger();
        auto *pages = stage.window.findChild<QTabWidget *>(u"helpPages"_s);
        QVERIFY(pages);
        QCOMPARE(pages->currentIndex(), 0); // the keys
        auto *topics = pages->findChild<QListWidget *>(u"guideTopics"_s);
        auto *page = pages->findChild<QTextBrowser *>(u"guidePage"_s);
        topics->setCurrentItem(topics->findItems(u"Start"_s, Qt::MatchExactly).first());
        QVERIFY2(page->toPlainText().startsWith(u"Start\n"_s), qPrintable(page->toPlainText()));
        QVERIFY(page->toPlainText().contains(u"packaging/run.sh"_s));
    }
};

QTEST_MAIN(GuideTest)
#include "tst_guide.moc"
