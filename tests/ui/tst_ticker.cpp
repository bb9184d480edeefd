// SPDX-License-Identifier: GPL-3.0-or-later
// A timer that ticks only while somebody can see its widget: that nobody does is measured by another widget
// that is seen and ticks on.
#include "ui/widgets/ticker.h"

#include <QElapsedTimer>
#include <QProcess>
#include <QTest>

#include <algorithm>
#include <cstdlib>
#include <vector>

using namespace std::chrono_literals;
using namespace Qt::Literals::StringLiterals;

namespace {

constexpr auto soon = 5ms;

/// Two windows, each with something that ticks.
struct Stage {
    Stage()
    {
        new ui::Ticker(
            &watched, soon, [this] { ++ticks; }, [this] { ++left; });
        new ui::Ticker(&other, soon, [this] { ++otherTicks; });
        watched.show();
        other.show();
    }
    /// Whether the first ticks while the other does so five times.
    bool ticksOn()
    {
        const int before = ticks;
        const int until = otherTicks + 5;
        return QTest::qWaitFor([&] { return otherTicks >= until; }) && ticks > before;
    }

    QWidget watched;
    QWidget other;
    int ticks = 0;
    int left = 0;
    int otherTicks = 0;
};

/// Nobody else minimises a window without a window manager.
void tellScreen(const QString &what, const QWidget &window)
{
    QCOMPARE(QProcess::execute(u"xdotool"_s, {what, QString::number(window.winId())}), 0);
}

} // namespace

class TickerTest : public QObject
{
    Q_OBJECT

private slots:
    void ticksAtOnceAndOn();
    void restsWhileItIsHidden();
    void restsInAMinimisedWindow();
    void thoseThatCountSecondsTickTogether();
};

void TickerTest::ticksAtOnceAndOn()
{
    Stage stage;
    QVERIFY(stage.ticks > 0);
    QVERIFY(stage.ticksOn());
}

void TickerTest::restsWhileItIsHidden()
{
    Stage stage;
    stage.watched.hide();
    QVERIFY(!stage.ticksOn());
    const int before = stage.ticks;
    stage.watched.show();
    QVERIFY(stage.ticks > before);
    QVERIFY(stage.ticksOn());
}

void TickerTest::restsInAMinimisedWindow()
{
    Stage stage;
    QVERIFY(QTest::qWaitForWindowExposed(&stage.watched));
    QVERIFY(stage.ticksOn());
    stage.left = 0;
    tellScreen(u"windowunmap"_s, stage.watched);
    QTRY_VERIFY(!stage.watched.windowHandle()->isExposed());
    QVERIFY(stage.watched.isVisible());
    QTRY_COMPARE(stage.left, 1);
    QVERIFY(!stage.ticksOn());
    const int before = stage.ticks;
    tellScreen(u"windowmap"_s, stage.watched);
    QTRY_VERIFY(stage.ticks > before);
    QVERIFY(stage.ticksOn());
    QCOMPARE(stage.left, 1);
}

void TickerTest::thoseThatCountSecondsTickTogether()
{
    QWidget first;
    QWidget second;
    QElapsedTimer clock;
    clock.start();
    std::vector<qint64> firstTicks;
    std::vector<qint64> secondTicks;
    new ui::Ticker(&first, 1s, [&] { firstTicks.push_back(clock.elapsed()); });
    new ui::Ticker(&second, 1s, [&] { secondTicks.push_back(clock.elapsed()); });
    first.show();
    QTRY_VERIFY(clock.elapsed() > 300); // of the second that both count
    second.show();
    QTRY_VERIFY(firstTicks.size() >= 3 && secondTicks.size() >= 3);
    const qint64 last = secondTicks.back(); // the first one may have ticked once more since
    const bool together =
        std::ranges::any_of(firstTicks, [last](qint64 tick) { return std::abs(tick - last) < 200; });
    QVERIFY2(together, qPrintable(u"%1 and %2 ms"_s.arg(firstTicks.back()).arg(last)));
}

QTEST_MAIN(TickerTest)
#include "tst_ticker.moc"
