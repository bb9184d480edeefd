// SPDX-License-Identifier: GPL-3.0-or-later
// What people come for, with the built program in a real window, by keyboard alone, within the key strokes
// that it may take: a lab that is Ready at the first start, a set scaled from 3 to 50, a node broken and
// healed. What is asked for shows on the screen, of which a picture is kept, and to kubectl.

#include "tests/support/home.h"
#include "tests/support/screen.h"

#include <QColor>
#include <QImage>
#include <QTest>

using namespace std::chrono_literals;
using tests::fleetSeenBy;
using tests::Program;
using tests::titled;
using tests::wellFleet;

namespace {

const QColor readyGreen(0x00, 0x7a, 0x5a);
const QColor notReadyOrange(0xd5, 0x5e, 0x00);
const QColor cardGround(0xf3, 0xf5, 0xf8);
const QColor waitedBrown(0xa0, 0x6a, 0x00); ///< of the bar that says what took the time of a recovery

int pixelsOf(const QImage &picture, const QColor &colour)
{
    int pixels = 0;
    for (int y = 0; y < picture.height(); ++y) {
        for (int x = 0; x < picture.width(); ++x)
            pixels += picture.pixel(x, y) == colour.rgb() ? 1 : 0;
    }
    return pixels;
}

} // namespace

class TestKeyStrokes : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void theFirstStartIsReady();
    void theWelcomeIsLeft();
    void aSetIsScaled_data();
    void aSetIsScaled();
    void aScalingIsTakenBack();
    void aNodeIsBrokenAndHeals_data();
    void aNodeIsBrokenAndHeals();

private:
    bool begin();
    bool press(const QStringList &keys);
    bool sees(const QColor &colour, int pixels) const;
    QString fleet() const { return fleetSeenBy(*m_kubectl); }
    QString namesOfMachines() const;

    std::unique_ptr<tests::Home> m_home;
    std::unique_ptr<tests::Screen> m_screen;
    std::unique_ptr<tests::Kubectl> m_kubectl;
    std::unique_ptr<Program> m_window;
    int m_strokes = 0;
};

void TestKeyStrokes::init()
{
    m_window.reset();
    m_home = std::make_unique<tests::Home>();
    m_screen = std::make_unique<tests::Screen>();
    m_kubectl = std::make_unique<tests::Kubectl>(
        m_home->path("data/hollowlab/labs/default/kubeconfig"), m_home->path());
    m_strokes = 0;
    QVERIFY2(m_screen->start(), "Xvfb is needed: packaging/deps.sh --test");
}

/// The first start, until all nodes are Ready.
bool TestKeyStrokes::begin()
{
    auto variables = m_home->variables();
    variables.insert(m_screen->variables());
    m_window = std::make_unique<Program>();
    m_window->start(QStringLiteral(HOLLOWLAB_BINARY), {}, variables);
    return !m_screen->waitForTitle(titled("[LAB default] Hollow Lab")).isEmpty()
        && tests::eventually([this] { return fleet() == wellFleet(3); });
}

/// One stroke each, to whatever is in front once the one before shows; what brings nothing new, or always
/// something, holds nobody up for long.
bool TestKeyStrokes::press(const QStringList &keys)
{
    return std::ranges::all_of(keys, [this](const QString &key) {
        ++m_strokes;
        const QImage before = m_screen->picture();
        const bool isPressed = m_screen->press(m_screen->topWindow(), {key});
        (void)tests::eventually([&] { return m_screen->picture() != before; }, 2s);
        (void)m_screen->still(500ms);
        return isPressed;
    });
}

bool TestKeyStrokes::sees(const QColor &colour, int pixels) const
{
    return tests::eventually([&] { return pixelsOf(m_screen->picture(), colour) >= pixels; });
}

QString TestKeyStrokes::namesOfMachines() const
{
    return QString::fromUtf8((*m_kubectl)(tests::words("get machines -A -o name")).output);
}

/// No stroke is needed.
void TestKeyStrokes::theFirstStartIsReady()
{
    QVERIFY2(begin(), qPrintable(fleet()));
    QVERIFY(sees(readyGreen, 100));
    QVERIFY(m_screen->keep(QStringLiteral("first-start")));
    QCOMPARE(m_strokes, 0);
}

/// Whatever has the keys.
void TestKeyStrokes::theWelcomeIsLeft()
{
    QVERIFY2(begin(), qPrintable(fleet()));
    QVERIFY(sees(cardGround, 10'000));
    QVERIFY(press({QStringLiteral("Escape")}));
    QVERIFY(tests::eventually([this] { return pixelsOf(m_screen->picture(), cardGround) == 0; }));
    QVERIFY(press({QStringLiteral("s")})); // the rows have the keys
    QVERIFY(!m_screen->waitForTitle(titled("Scale MachineSet workers"), 5s).isEmpty());
    QCOMPARE(m_strokes, 2);
}

void TestKeyStrokes::aSetIsScaled_data()
{
    QTest::addColumn<QString>("keys");
    QTest::addColumn<int>("most");
    QTest::newRow("from the first page") << QStringLiteral("s 5 0 Return") << 4;
    QTest::newRow("in the cell") << QStringLiteral("3 s 5 0 Return") << 5;
    QTest::newRow("in the palette") << QStringLiteral("ctrl+k s c a l e space w o r space 5 0 Return") << 14;
}

void TestKeyStrokes::aSetIsScaled()
{
    QFETCH(QString, keys);
    QFETCH(int, most);
    QVERIFY2(begin(), qPrintable(fleet()));
    const int green = pixelsOf(m_screen->picture(), readyGreen);
    QVERIFY(press(keys.split(u' ')));
    QVERIFY2(tests::eventually([this] { return fleet() == wellFleet(50); }, 60s), qPrintable(fleet()));
    QVERIFY(tests::eventually([&] { return pixelsOf(m_screen->picture(), readyGreen) != green; }));
    QVERIFY(m_screen->keep(
        QStringLiteral("scaled-") + QString::fromUtf8(QTest::currentDataTag()).replace(u' ', u'-')));
    QVERIFY2(m_strokes <= most, qPrintable(QString::number(m_strokes)));
}

/// The notice offers it.
void TestKeyStrokes::aScalingIsTakenBack()
{
    QVERIFY2(begin(), qPrintable(fleet()));
    QVERIFY(press(QStringLiteral("s 9 Return").split(u' ')));
    QVERIFY2(tests::eventually([this] { return fleet() == wellFleet(9); }), qPrintable(fleet()));
    QVERIFY(press({QStringLiteral("ctrl+Return")}));
    QVERIFY2(tests::eventually([this] { return fleet() == wellFleet(3); }), qPrintable(fleet()));
    QVERIFY(m_screen->keep(QStringLiteral("scaled-back")));
    QCOMPARE(m_strokes, 4);
}

void TestKeyStrokes::aNodeIsBrokenAndHeals_data()
{
    QTest::addColumn<QString>("story"); // the key that shows it
    QTest::newRow("the recoveries") << QStringLiteral("ctrl+e");
    QTest::newRow("what the notice offers") << QStringLiteral("ctrl+Return");
}

void TestKeyStrokes::aNodeIsBrokenAndHeals()
{
    QFETCH(QString, story);
    QVERIFY2(begin(), qPrintable(fleet()));
    const QString before = namesOfMachines();
    const int brown = pixelsOf(m_screen->picture(), waitedBrown);
    QVERIFY(press({QStringLiteral("u")}));
    QVERIFY(m_screen->keep(QStringLiteral("forecast-of-a-failure")));
    QVERIFY(press({QStringLiteral("Return")}));
    QVERIFY(sees(notReadyOrange, 100));
    QVERIFY2(fleet().endsWith(QStringLiteral("2 of 3 Ready")), qPrintable(fleet()));
    QVERIFY(m_screen->keep(QStringLiteral("broken")));
    QVERIFY2(tests::eventually([&] { return namesOfMachines() != before && fleet() == wellFleet(3); }, 60s),
        qPrintable(fleet()));
    QVERIFY(m_screen->keep(QStringLiteral("healed")));
    QVERIFY(press({story}));
    QVERIFY(sees(waitedBrown, brown + 2000));
    QVERIFY(m_screen->keep(QStringLiteral("recovery")));
    QCOMPARE(m_strokes, 3);
}

QTEST_GUILESS_MAIN(TestKeyStrokes)
#include "tst_keystrokes.moc"
