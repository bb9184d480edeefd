// SPDX-License-Identifier: GPL-3.0-or-later
// The list of clusters to change to (docs/window.md W43): what it shows, that it follows its files, that it
// asks before it leaves, and that nothing can be opened that can't.
#include "tests/ui/stage.h"
#include "ui/contexts.h"

#include <QAction>
#include <QDialog>
#include <QPointer>
#include <QPushButton>
#include <QTreeWidget>

using namespace Qt::Literals::StringLiterals;
using ui::ContextEntry;

namespace {

/// Tells what the test says, and remembers what it was asked.
class Listed : public ui::Contexts
{
public:
    void addFile(const QString &path) override { added << path; }
    void open(const ContextEntry &entry) override { opened.push_back(entry); }

    QStringList added;
    std::vector<ContextEntry> opened;
};

ContextEntry context(const std::string &name, const std::string &server)
{
    return {.name = name,
        .cluster = "of-" + name,
        .server = server,
        .user = "ada",
        .ns = "machines",
        .file = "/home/ada/.kube/config"};
}

ui::ContextList threeContexts()
{
    ContextEntry shown = context("prod", "https://prod:6443");
    shown.isShown = true;
    ContextEntry broken = context("old", "");
    broken.problem = "cluster \"old\" in /home/ada/.kube/config: no server is named";
    return {.entries = {shown, context("stage", "https://stage:6443"), broken,
                {.isLab = true, .name = "default", .file = "/home/ada/labs/default"}},
        .unreadable = {"/home/ada/.kube/torn: not valid YAML at line 3"}};
}

struct Offered : fake::Stage {
    Offered()
    {
        window.offerClusters([this] {
            auto made = std::make_unique<Listed>();
            contexts = made.get();
            return made;
        });
    }

    void openList(const ui::ContextList &list = threeContexts())
    {
        action("clusters")->trigger();
        QVERIFY(contexts);
        emit contexts->changed(list);
    }
    QDialog *dialog() const { return window.findChild<QDialog *>(u"contextsDialog"_s); }
    QTreeWidget *rows() const { return dialog()->findChild<QTreeWidget *>(u"contextList"_s); }
    QLineEdit *line() const { return dialog()->findChild<QLineEdit *>(u"contextFilter"_s); }
    QPushButton *button() const { return dialog()->findChild<QPushButton *>(u"open"_s); }
    QString state() const { return dialog()->findChild<QLabel *>(u"contextState"_s)->text(); }
    QStringList shown() const
    {
        QStringList names;
        for (int i = 0; i < rows()->topLevelItemCount(); ++i) {
            if (!rows()->topLevelItem(i)->isHidden())
                names << rows()->topLevelItem(i)->text(0);
        }
        return names;
    }

    QPointer<Listed> contexts;
};

} // namespace

class ContextsTest : public QObject
{
    Q_OBJECT

private slots:
    void offeredOnlyWhereItCanBeOpened()
    {
        fake::Stage stage;
        QVERIFY(!stage.action("clusters")->isEnabled());
        Offered offered;
        QVERIFY(offered.action("clusters")->isEnabled());
    }

    void everythingIsListed()
    {
        Offered stage;
        stage.openList();
        QCOMPARE(stage.shown(),
            QStringList({u"prod (shown)"_s, u"stage"_s, u"old"_s, u"default"_s,
                u"/home/ada/.kube/torn: not valid YAML at line 3"_s}));
        const QTreeWidgetItem *row = stage.rows()->topLevelItem(1);
        QStringList cells;
        for (int column = 0; column < row->columnCount(); ++column)
            cells << row->text(column);
        QCOMPARE(cells,
            QStringList({u"stage"_s, u"of-stage"_s, u"https://stage:6443"_s, u"ada"_s, u"machines"_s,
                u"/home/ada/.kube/config"_s}));
    }

    void onlyWhatCanBeOpenedIsOpened_data()
    {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<bool>("opens");
        QTest::addColumn<QString>("said");
        QTest::newRow("the one that is shown") << u"prod"_s << false << u"This window shows it."_s;
        QTest::newRow("one without a server")
            << u"old"_s << false << u"cluster \"old\" in /home/ada/.kube/config: no server is named"_s;
        QTest::newRow("a file that can't be read")
            << u"torn"_s << false << u"/home/ada/.kube/torn: not valid YAML at line 3"_s;
        QTest::newRow("by its server") << u"stage:6443"_s << true << QString();
        QTest::newRow("nothing fits") << u"nowhere"_s << false << u"None of them contains that."_s;
    }
    void onlyWhatCanBeOpenedIsOpened()
    {
        QFETCH(QString, typed);
        QFETCH(bool, opens);
        QFETCH(QString, said);
        Offered stage;
        stage.openList();
        QTest::keyClicks(stage.line(), typed);
        QCOMPARE(stage.button()->isEnabled(), opens);
        QCOMPARE(stage.state(), said);
        QTest::keyClick(stage.line(), Qt::Key_Return);
        QCOMPARE(stage.window.findChild<QDialog *>(u"question"_s) != nullptr, opens);
        QVERIFY(stage.contexts->opened.empty());
    }

    /// The namespaces of others contain it as well.
    void aNameCountsBeforeOtherColumns()
    {
        Offered stage;
        ui::ContextList list = threeContexts();
        for (ContextEntry &entry : list.entries)
            entry.ns = "default";
        stage.openList(list);
        QTest::keyClicks(stage.line(), u"defa"_s);
        QCOMPARE(stage.rows()->currentItem()->text(0), u"default"_s);
    }

    void asksBeforeItLeaves()
    {
        Offered stage;
        stage.openList();
        QTest::keyClicks(stage.line(), u"stage"_s);
        QTest::keyClick(stage.line(), Qt::Key_Return);
        auto *question = stage.window.findChild<QDialog *>(u"question"_s);
        QVERIFY(question);
        QString words;
        for (const QLabel *label : question->findChildren<QLabel *>())
            words += label->text() + u'\n';
        QVERIFY2(
            words.contains(u"open stage?"_s) && words.contains(u"https://stage:6443"_s), qPrintable(words));
        question->findChild<QPushButton *>(u"accept"_s)->click();
        QCOMPARE(stage.contexts->opened.size(), 1U);
        QCOMPARE(stage.contexts->opened.front(), threeContexts().entries[1]);
    }

    void aCommandIsNamed()
    {
        ui::ContextList list = threeContexts();
        list.entries[1].command = "/usr/bin/aws eks get-token";
        Offered stage;
        stage.openList(list);
        QTest::keyClicks(stage.line(), u"stage"_s);
        QVERIFY(stage.button()->isEnabled());
        QVERIFY2(stage.state().contains(u"/usr/bin/aws eks get-token"_s), qPrintable(stage.state()));
    }

    /// What was typed and chosen stays when a file changes.
    void followsTheFiles()
    {
        Offered stage;
        stage.openList();
        QTest::keyClick(stage.line(), Qt::Key_Down);
        QCOMPARE(stage.rows()->currentItem()->text(0), u"stage"_s);
        ui::ContextList list = threeContexts();
        list.entries.insert(list.entries.begin(), context("new", "https://new:6443"));
        list.entries[2].server = "https://moved:6443";
        emit stage.contexts->changed(list);
        QCOMPARE(stage.rows()->currentItem()->text(0), u"stage"_s);
        QCOMPARE(stage.rows()->currentItem()->text(2), u"https://moved:6443"_s);
        list.entries.erase(list.entries.begin() + 2);
        emit stage.contexts->changed(list);
        QVERIFY(!stage.shown().contains(u"stage"_s));
        QTest::keyClicks(stage.line(), u"new"_s);
        QCOMPARE(stage.shown(), QStringList({u"new"_s}));
    }

    // T12
    void namesAreShownAsTheyAre()
    {
        ui::ContextList list;
        list.entries = {context("<b>x</b>\u202e", "https://stage:6443")};
        list.entries[0].problem = "<img src=x>";
        Offered stage;
        stage.openList(list);
        QCOMPARE(stage.shown(), QStringList({u"<b>x</b>\\u202e"_s}));
        QCOMPARE(stage.state(), u"<img src=x>"_s);
    }

    void nothingToOpen()
    {
        Offered stage;
        stage.openList({});
        QVERIFY(!stage.button()->isEnabled());
        QVERIFY2(stage.state().contains(u"Add the file"_s), qPrintable(stage.state()));
    }

    void byThePalette()
    {
        Offered stage;
        stage.action("palette")->trigger();
        auto *line = stage.window.findChild<QLineEdit *>(u"command"_s);
        QTest::keyClicks(line, u":ctx"_s);
        QTest::keyClick(line, Qt::Key_Return);
        QTRY_VERIFY(stage.dialog());
    }
};

QTEST_MAIN(ContextsTest)
#include "tst_contexts.moc"
