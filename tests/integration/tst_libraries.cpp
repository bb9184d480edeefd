// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/libraries.h"

#include <QTest>
#include <QVersionNumber>

class TestLibraries : public QObject
{
    Q_OBJECT

private slots:
    // T21
    void knownProblems_data()
    {
        QTest::addColumn<QString>("library");
        QTest::addColumn<QString>("version");
        QTest::addColumn<QStringList>("names");
        const auto row = [](const char *library, const char *version, const QStringList &names) {
            QTest::addRow("%s %s", library, version)
                << QString::fromUtf8(library) << QString::fromUtf8(version) << names;
        };
        const QString decision = QStringLiteral("CVE-2024-39936");
        const QString headers = QStringLiteral("CVE-2023-51714");
        const QString authorities = QStringLiteral("CVE-2023-34410");
        const QString directory = QStringLiteral("CVE-2025-14575");
        const QString wal = QStringLiteral("WAL-reset");
        row("Qt", "6.4.2", {decision, headers, authorities, directory});
        row("Qt", "6.5.3", {decision, headers, directory});
        row("Qt", "6.5.7", {directory});
        row("Qt", "6.8.2", {directory});
        row("Qt", "6.9.2", {});
        row("Qt", "6.10.0", {});
        row("SQLite", "3.40.1", {wal});
        row("SQLite", "3.51.3", {});
        row("OpenSSL", "3.0.15", {});
        row("Unknown", "1.0", {});
    }
    void knownProblems()
    {
        QFETCH(QString, library);
        QFETCH(QString, version);
        QFETCH(QStringList, names);
        const auto problems = app::knownProblems({{library.toStdString(), version.toStdString()}});
        QCOMPARE(problems.size(), std::size_t(names.size()));
        for (qsizetype i = 0; i < names.size(); ++i) {
            const QString text = QString::fromStdString(problems[std::size_t(i)]);
            QVERIFY2(text.startsWith(library + u' ' + version) && text.contains(names[i]), qPrintable(text));
        }
    }

    // T21
    void whatIsLoadedIsKnown()
    {
        for (const app::Library &library : app::librariesInUse())
            QVERIFY2(!QVersionNumber::fromString(QString::fromStdString(library.version)).isNull(),
                library.name.c_str());
        QVERIFY(app::versionsText(app::librariesInUse()).starts_with(std::string("Qt ") + qVersion()));
    }
};

QTEST_GUILESS_MAIN(TestLibraries)
#include "tst_libraries.moc"
