// SPDX-License-Identifier: GPL-3.0-or-later
// How the inspector says what it knows of an object.
#include "tests/ui/stage.h"
#include "ui/state.h"

#include <QTabWidget>
#include <QTextBrowser>

using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;
using ui::Kind;

namespace {

core::engine::ChangeSet connectionLost()
{
    core::engine::ChangeSet changes;
    changes.status = fake::status();
    changes.status->connection = core::engine::Connection::Reconnecting;
    changes.status->liveUntil = fake::now() - 30s;
    return changes;
}

QString conditionsOf(const fake::Stage &stage)
{
    return stage.window.findChild<QTextBrowser *>(u"conditions"_s)->toHtml();
}

} // namespace

class InspectorLookTest : public QObject
{
    Q_OBJECT

private slots:
    void nodeOfAMachineStandsBesideItsState()
    {
        fake::Stage stage;
        stage.table(Kind::Machine);
        QVERIFY2(
            stage.label("headline").startsWith(u"Ready · node <a "_s), qPrintable(stage.label("headline")));
        QVERIFY(stage.label("headline").endsWith(u">node-a</a>"_s));
        stage.session.send(connectionLost());
        QVERIFY2(!stage.label("headline").contains(u"node-a"_s), qPrintable(stage.label("headline")));
        stage.table(Kind::Node);
        QVERIFY2(!stage.label("headline").contains(u"<a "_s), qPrintable(stage.label("headline")));
    }

    /// docs/window.md W36
    void conditionsAreGreyWhileTheConnectionIsLost()
    {
        fake::Stage stage;
        stage.table(Kind::Machine);
        stage.window.findChild<QTabWidget *>(u"inspectorTabs"_s)
            ->setCurrentWidget(stage.window.findChild<QTextBrowser *>(u"conditions"_s));
        const QString ready = ui::colorOf(ui::State::Ready, false).name();
        QVERIFY2(conditionsOf(stage).contains(ready), qPrintable(conditionsOf(stage)));
        stage.session.send(connectionLost());
        QVERIFY2(!conditionsOf(stage).contains(ready), qPrintable(conditionsOf(stage)));
        QVERIFY(conditionsOf(stage).contains(ui::colorOf(ui::State::Paused, false).name()));
    }
};

QTEST_MAIN(InspectorLookTest)
#include "tst_inspectorlook.moc"
