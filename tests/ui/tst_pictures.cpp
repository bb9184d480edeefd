// SPDX-License-Identifier: GPL-3.0-or-later
// Every page and every dialog looks as it did when somebody last looked at it: in three schemes, in three
// sizes and at 200 %, in each language, in one whose texts are half as long again, and from right to left.
// tests/data/pictures holds whole pictures of two of these, and fingerprints of the others.
// HOLLOWLAB_WRITE_PICTURES=1 writes those that look otherwise now; look at them before they are committed.
// What differs is kept in $HOLLOWLAB_PICTURES, else in the folder "pictures" of the working directory.
#include "tests/ui/environment.h"
#include "tests/ui/looked.h"
#include "tests/ui/pages.h"
#include "tests/ui/picture.h"

#include <QDir>
#include <QFontDatabase>
#include <QLoggingCategory>
#include <QPainter>
#include <QTemporaryDir>

#include <cmath>

using namespace Qt::Literals::StringLiterals;
using picture::Difference;
using picture::Fingerprint;
using ui::Scheme;

namespace {

constexpr int patience = 3000; // ms until a page looks as expected: some of it is painted soon
constexpr int stillness = 250; // ms in which nothing changes: longer than what the window puts off
constexpr QSize smallest {1000, 640};
constexpr QSize middle {1440, 900};
constexpr QSize largest {1920, 1080};

const QString stored = QStringLiteral(HOLLOWLAB_SOURCE_DIR "/tests/data/pictures/");

bool isWriting()
{
    return qEnvironmentVariableIsSet("HOLLOWLAB_WRITE_PICTURES");
}

QString keptIn()
{
    const QString folder = qEnvironmentVariable("HOLLOWLAB_PICTURES", QDir::currentPath() + u"/pictures"_s);
    QDir().mkpath(folder);
    return folder;
}

struct Look {
    QString reading;
    Scheme scheme;
    QSize size;
    bool isDouble = false; ///< 200 %
};

QString nameOf(Scheme scheme)
{
    return scheme == Scheme::Light ? u"light"_s : scheme == Scheme::Dark ? u"dark"_s : u"contrast"_s;
}

QString nameOf(const Look &look)
{
    return u"%1-%2-%3x%4%5"_s.arg(look.reading, nameOf(look.scheme))
        .arg(look.size.width())
        .arg(look.size.height())
        .arg(look.isDouble ? u"-200%"_s : QString());
}

/// Whole pictures are kept of it.
bool isWhole(const Look &look)
{
    return look.reading == u"en"_s && !look.isDouble
        && ((look.scheme == Scheme::Light && look.size == middle)
            || (look.scheme == Scheme::Dark && look.size == smallest));
}

QImage whenStill(QWidget &widget)
{
    QImage image;
    for (int tries = 0; tries < 10; ++tries) {
        const QImage before = std::exchange(image, widget.grab().toImage());
        if (before == image)
            break;
        QTest::qWait(stillness);
    }
    return image;
}

/// The pictures of one look, as they are and as they should be.
class Album
{
public:
    explicit Album(const Look &look) : m_name(::nameOf(look)), m_isWhole(isWhole(look))
    {
        if (!m_isWhole)
            m_expected = picture::readFingerprints(fingerprintsPath());
    }

    void lookAt(const QString &page, QWidget &widget)
    {
        m_pages.append(page);
        QImage image;
        Difference difference;
        const auto looksRight = [&] {
            image = widget.grab().toImage();
            difference = comparedWithExpected(page, image);
            return !difference.isSeen();
        };
        if (QTest::qWaitFor(looksRight, mayTakeTime(page) ? patience : 0))
            return;
        if (isWriting())
            return write(page, whenStill(widget));
        keep(page, image, difference);
    }

    /// All of the look has been seen.
    void close()
    {
        if (isWriting() && !m_isWhole && m_isChanged)
            QVERIFY(QDir().mkpath(stored) && picture::writeFingerprints(fingerprintsPath(), m_expected));
        for (const QString &page : storedPages()) {
            if (!m_pages.contains(page))
                m_found += page + u": stored, and no such page"_s;
        }
    }

    /// Pages that do not look as expected; empty: all of them do.
    QString found() const
    {
        return m_found.isEmpty()
            ? QString()
            : u"Actual, expected and what differs is in %1\n%2"_s.arg(keptIn(), m_found.join(u'\n'));
    }

private:
    QString fingerprintsPath() const { return stored + m_name + u".txt"_s; }
    QString picturePath(const QString &page) const { return stored + m_name + u'/' + page + u".png"_s; }
    bool isKnown(const QString &page) const
    {
        return m_isWhole ? QFile::exists(picturePath(page)) : m_expected.contains(page);
    }

    /// A page where many look otherwise is not waited for.
    bool mayTakeTime(const QString &page) const
    {
        return !isWriting() && m_found.size() < 3 && isKnown(page);
    }

    QStringList storedPages() const
    {
        QStringList pages;
        for (const auto &[page, fingerprint] : m_expected)
            pages.append(page);
        for (const QString &file : QDir(stored + m_name).entryList({u"*.png"_s}, QDir::Files))
            pages.append(file.chopped(4));
        return pages;
    }

    Difference comparedWithExpected(const QString &page, const QImage &image)
    {
        if (m_isWhole)
            return picture::compared(image, QImage(picturePath(page)));
        const auto expected = m_expected.find(page);
        return expected == m_expected.end() ? picture::compared(image, QImage())
                                            : picture::compared(image, expected->second);
    }

    void write(const QString &page, const QImage &image)
    {
        m_isChanged = true;
        m_expected[page] = picture::fingerprintOf(image);
        if (m_isWhole) {
            QDir().mkpath(stored + m_name);
            QVERIFY(picture::inFewColors(image).save(picturePath(page), "PNG", 0));
        } else {
            image.save(u"%1/%2-%3.png"_s.arg(keptIn(), page, m_name));
        }
    }

    void keep(const QString &page, const QImage &image, const Difference &difference)
    {
        const QString path = u"%1/%2-%3-"_s.arg(keptIn(), page, m_name);
        const auto expected = m_expected.find(page);
        image.save(path + u"actual.png"_s);
        if (expected != m_expected.end())
            picture::imageOf(expected->second).save(path + u"expected.png"_s);
        else
            QImage(picturePath(page)).save(path + u"expected.png"_s);
        picture::marked(image, difference).save(path + u"differs.png"_s);
        m_found += isKnown(page) ? u"%1: %2 of %3 cells differ, by %4 levels of 255 at most"_s.arg(page)
                                       .arg(difference.cells.size())
                                       .arg(difference.grid.width() * difference.grid.height())
                                       .arg(difference.most)
                                 : page + u": nothing is stored of it"_s;
    }

    const QString m_name;
    const bool m_isWhole;
    std::map<QString, Fingerprint> m_expected;
    bool m_isChanged = false;
    QStringList m_pages;
    QStringList m_found;
};

struct LookedAt {
    explicit LookedAt(const Look &look)
        : looked(look.reading)
        , stage(fake::pagesCluster(), look.size, look.scheme, true, tests::screenOf(look.isDouble ? 2 : 1))
    {
        stage.window.findChild<ui::Preferences *>()->set(ui::Pref::ReducedMotion, 1);
    }
    const tests::Looked looked;
    fake::Stage stage;
};

/// What is seen of the stage after a change.
using Change = QImage (*)(fake::Stage &stage);

/// The place of the name stays.
QImage withoutName(fake::Stage &stage)
{
    auto *name = stage.window.findChild<QWidget *>(u"contextName"_s);
    QPalette palette = name->palette();
    palette.setColor(name->foregroundRole(), palette.color(QPalette::Window));
    name->setPalette(palette);
    return whenStill(stage.window);
}

QImage withAColumnAside(fake::Stage &stage)
{
    const auto *table = stage.tabs()->currentWidget()->findChild<ui::ObjectTable *>(u"table"_s);
    const QWidget *rows = table->viewport();
    const QRect column(rows->mapTo(&stage.window, QPoint(table->columnViewportPosition(1), 0)),
        QSize(table->columnWidth(1), rows->height()));
    const QImage before = whenStill(stage.window);
    QImage after = before;
    QPainter(&after).drawImage(column.topLeft() + QPoint(8, 0), before, column);
    return after;
}

QImage withAnotherTextRole(fake::Stage &stage)
{
    QPalette palette = QApplication::palette();
    palette.setColor(QPalette::Text, palette.color(QPalette::PlaceholderText));
    QApplication::setPalette(palette);
    return whenStill(stage.window);
}

} // namespace

Q_DECLARE_METATYPE(Look)
Q_DECLARE_METATYPE(Change)

class TestPictures : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void everyPageLooksAsItDid_data();
    void everyPageLooksAsItDid();
    void aChangeIsSeen_data();
    void aChangeIsSeen();
    void whatARasteriserRoundsIsNotSeen();
};

void TestPictures::initTestCase()
{
    const QStringList families = QFontDatabase::families();
    for (const QString &family : {u"DejaVu Sans"_s, u"DejaVu Sans Mono"_s, u"Droid Sans Fallback"_s})
        QVERIFY2(families.contains(family),
            qPrintable(u"not there: "_s + family + u" (packaging/deps.sh --test)"_s));
    QVERIFY(tests::screenOf(1) && tests::screenOf(2));
    QApplication::setCursorFlashTime(0);
}

void TestPictures::everyPageLooksAsItDid_data()
{
    QTest::addColumn<Look>("look");
    for (const char *reading : tests::readings) {
        for (const Scheme scheme : {Scheme::Light, Scheme::Dark, Scheme::Contrast}) {
            const QString words = QString::fromLatin1(reading);
            for (const Look &look : {Look {words, scheme, smallest}, Look {words, scheme, middle},
                     Look {words, scheme, largest}, Look {words, scheme, smallest, true}})
                QTest::newRow(qPrintable(nameOf(look))) << look;
        }
    }
}

void TestPictures::everyPageLooksAsItDid()
{
    QFETCH(const Look, look);
    LookedAt shown(look);
    Album album(look);
    const auto lookThrough = [&](const std::vector<fake::Page> &pages) {
        for (const fake::Page &page : pages) {
            QWidget *widget = page.open(shown.stage);
            QVERIFY2(widget, page.name);
            for (const QEvent::Type awaited : {QEvent::MetaCall, QEvent::LayoutRequest})
                QCoreApplication::sendPostedEvents(nullptr, awaited); // those to paint would paint twice
            album.lookAt(QString::fromLatin1(page.name), *widget);
            fake::leave(shown.stage, widget);
        }
    };
    if (look.isDouble || isWhole(look)) // dialogs do not go by the size of the window
        lookThrough(fake::dialogPages());
    lookThrough(fake::windowPages());
    album.close();
    QVERIFY2(album.found().isEmpty(), qPrintable(album.found()));
}

void TestPictures::aChangeIsSeen_data()
{
    QTest::addColumn<QSize>("size");
    QTest::addColumn<Change>("change");
    for (const QSize size : {smallest, middle, largest}) {
        const auto add = [size](const char *name, Change change) {
            QTest::addRow("%s, %d px wide", name, size.width()) << size << change;
        };
        add("a name is gone", withoutName);
        add("a column is 8 px further", withAColumnAside);
        add("texts have another role", withAnotherTextRole);
    }
}

void TestPictures::aChangeIsSeen()
{
    QFETCH(const QSize, size);
    QFETCH(const Change, change);
    LookedAt shown({u"en"_s, Scheme::Light, size});
    QWidget *page = fake::windowPages().front().open(shown.stage);
    const QImage before = whenStill(*page);
    QVERIFY(!picture::compared(whenStill(*page), before).isSeen());
    const QImage after = change(shown.stage);
    QVERIFY(picture::compared(after, before).isSeen());
    QVERIFY(picture::compared(after, picture::fingerprintOf(before)).isSeen());
}

void TestPictures::whatARasteriserRoundsIsNotSeen()
{
    LookedAt shown({u"en"_s, Scheme::Light, middle});
    const QImage before = whenStill(*fake::windowPages().front().open(shown.stage));
    QImage heavier = before.convertToFormat(QImage::Format_RGB32);
    QImage aside = heavier;
    for (int y = 0; y < heavier.height(); ++y) {
        for (int x = 0; x < heavier.width(); ++x) {
            const auto darker = [](int value) { return qRound(255 * std::pow(value / 255.0, 1.04)); };
            const QRgb color = heavier.pixel(x, y);
            heavier.setPixel(x, y, qRgb(darker(qRed(color)), darker(qGreen(color)), darker(qBlue(color))));
        }
    }
    QPainter painter(&aside);
    painter.setRenderHint(QPainter::SmoothPixmapTransform);
    painter.drawImage(QPointF(0.25, 0), before);
    painter.end();
    for (const QImage &other : {heavier, aside, picture::inFewColors(before)}) {
        QVERIFY(!picture::compared(other, before).isSeen());
        QVERIFY(!picture::compared(other, picture::fingerprintOf(before)).isSeen());
    }
}

int main(int argc, char **argv)
{
    const QTemporaryDir folder;
    tests::fixEnvironment(folder.path());
    QHashSeed::setDeterministicGlobalSeed();
    QLoggingCategory::setFilterRules(
        u"default.warning=false"_s); // what offscreen can't do, thousands of times
    const QApplication app(argc, argv);
    TestPictures test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_pictures.moc"
