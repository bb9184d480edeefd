// SPDX-License-Identifier: GPL-3.0-or-later
// The timing of a lab in the window, from one start to the next (docs/machines.md §3.9), and the keys that
// change the pace of its time: on a real lab inside the process.
#include "tests/ui/livecore.h"
#include "tests/ui/stage.h"
#include "ui/language.h"

#include <QMenu>
#include <QTemporaryDir>
#include <QToolButton>

using namespace Qt::Literals::StringLiterals;

namespace {

/// One start of the program.
struct Start : live::Window {
    explicit Start(const app::Options &options)
        : Window(options, {1280, 800}) { } // room for the badge in full

    bool isLive()
    {
        return opened && QTest::qWaitFor([&] { return window->isLive(); }, 10'000);
    }
    QString label(const QString &name) { return window->findChild<QLabel *>(name)->text(); }
    void press(Qt::Key key, Qt::KeyboardModifiers with = Qt::AltModifier)
    {
        QTest::keyClick(&*window, key, with);
    }
};

} // namespace

class PaceTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { ui::speak(u"en"_s); }
    void aLabKeepsItsTiming();
    void anOldLabKeepsWhatItHad();
    void keysChangeThePace();
};

// §3.9
void PaceTest::aLabKeepsItsTiming()
{
    const QTemporaryDir home;
    app::Options options;
    options.lab = home.filePath(u"lab"_s).toStdString();
    app::Options first = options;
    first.newLabTiming = "demo";
    {
        Start start(first);
        QVERIFY(start.isLive());
        QTRY_COMPARE(start.label(u"timing"_s), u"Demo pace"_s);
        const QString tip = start.window->findChild<QLabel *>(u"timing"_s)->toolTip();
        QVERIFY2(tip.contains(u"1.5–4 s"_s) && tip.contains(u"8\u00a0s"_s), qPrintable(tip));
    }
    app::Options changed = options;
    changed.timing = "realistic";
    const std::pair<app::Options, QString> days[] = {
        {options, u"Demo pace"_s}, {changed, u"Realistic timing"_s}, {first, u"Realistic timing"_s}};
    for (const auto &[day, badge] : days) {
        Start start(day);
        QVERIFY(start.isLive());
        QTRY_COMPARE(start.label(u"timing"_s), badge);
    }
}

// §3.9
void PaceTest::anOldLabKeepsWhatItHad()
{
    const QTemporaryDir home;
    app::Options options;
    options.lab = home.filePath(u"lab"_s).toStdString();
    {
        Start start(options);
        QVERIFY(start.isLive());
        QTRY_COMPARE(start.label(u"connection"_s), u"live"_s);
        const auto *tables = start.window->findChild<ui::Tables *>();
        QTRY_COMPARE_WITH_TIMEOUT(tables->total(ui::Kind::Node), 4, 10'000); // it is no new lab any more
    }
    options.newLabTiming = "demo";
    Start start(options);
    QVERIFY(start.isLive());
    QTRY_COMPARE(start.label(u"connection"_s), u"live"_s);
    QVERIFY(start.window->findChild<QLabel *>(u"timing"_s)->isHidden());
}

void PaceTest::keysChangeThePace()
{
    app::Options options;
    options.lab = ":memory:";
    Start start(options);
    QVERIFY(start.isLive());
    QVERIFY(QTest::qWaitForWindowActive(&*start.window));
    const auto pace = [&] { return start.core->pacer().pace(); };
    const auto shown = [&] { // the next key goes on from there
        const QString words = start.label(u"pace"_s);
        if (!words.isEmpty() && words.startsWith(u'×'))
            return words.mid(1).toDouble();
        for (const int button : {1, 10, 100}) {
            if (start.window->findChild<QToolButton *>(u"pace%1"_s.arg(button))->isChecked())
                return double(button);
        }
        return 0.0;
    };
    for (const double expected : {2.0, 5.0, 10.0, 100.0}) {
        start.press(Qt::Key_Period);
        QTRY_COMPARE(pace(), expected);
        QTRY_COMPARE(shown(), expected);
    }
    start.window->findChild<QMenu *>(u"paces"_s)->actions().first()->trigger();
    QTRY_COMPARE(pace(), 0.25);
    QTRY_COMPARE(start.label(u"pace"_s), u"×¼"_s);
    start.press(Qt::Key_P, Qt::ControlModifier);
    QTRY_COMPARE(start.label(u"pace"_s), u"paused"_s);
    start.press(Qt::Key_P, Qt::ControlModifier);
    QTRY_COMPARE(start.label(u"pace"_s), u"×¼"_s);
}

QTEST_MAIN(PaceTest)
#include "tst_pace.moc"
