// SPDX-License-Identifier: GPL-3.0-or-later
// The window with a realistic cluster, in both themes and two sizes. The pictures are kept in $HOLLOWLAB_PICTURES when
// that is set; the test itself asks that they are not blank and that the window fits the size.
#include "tests/ui/fakecluster.h"
#include "tests/ui/fakesession.h"
#include "ui/mainwindow.h"

#include <QTest>

class Pictures : public QObject
{
    Q_OBJECT

private slots:
    void window_data()
    {
        QTest::addColumn<bool>("dark");
        QTest::addColumn<QSize>("size");
        QTest::newRow("light-1000x640") << false << QSize(1000, 640);
        QTest::newRow("dark-1000x640") << true << QSize(1000, 640);
        QTest::newRow("light-1920x1080") << false << QSize(1920, 1080);
        QTest::newRow("dark-1920x1080") << true << QSize(1920, 1080);
    }

    void window()
    {
        QFETCH(bool, dark);
        QFETCH(QSize, size);
        fake::Session session;
        ui::MainWindow window(session, {.fresh = true, .theme = dark ? ui::Scheme::Dark : ui::Scheme::Light});
        window.resize(size);
        session.send(fake::demoCluster());
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        QCOMPARE(window.size(), size);
        const QImage picture = window.grab();
        keep(picture, QString::fromUtf8(QTest::currentDataTag()));
        QCOMPARE(picture.pixelColor(5, size.height() / 2).lightness() < 128, dark);
        QVERIFY(colorsIn(picture) > 50);
    }

private:
    static void keep(const QImage &picture, const QString &name)
    {
        const QString folder = qEnvironmentVariable("HOLLOWLAB_PICTURES");
        if (!folder.isEmpty())
            QVERIFY(picture.save(folder + QLatin1Char('/') + name + QLatin1String(".png")));
    }

    static int colorsIn(const QImage &picture)
    {
        QSet<QRgb> colors;
        for (int y = 0; y < picture.height(); y += 2)
            for (int x = 0; x < picture.width(); x += 2)
                colors.insert(picture.pixel(x, y));
        return static_cast<int>(colors.size());
    }
};

QTEST_MAIN(Pictures)
#include "tst_pictures.moc"
