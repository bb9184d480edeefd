// SPDX-License-Identifier: GPL-3.0-or-later
// Lines for a shell, as a shell reads them.

#include "ui/format.h"

#include <QProcess>
#include <QTest>

class TestShellWord : public QObject
{
    Q_OBJECT

private slots:
    // T13
    void aShellReadsTheSameWord_data()
    {
        QTest::addColumn<QString>("word");
        for (const char *word : {"workers-x7k2p", "", " ", "$(touch /tmp/pwned)", "`id`", "a;b", "a && b",
                 "a|b>c", "it's", "'", "\"", "\\", "a\nb", "a\n", "\n", "tab\there", "*", "~", "=ls", "a=b",
                 "#x", "!x", "{a,b}", "für ×4", "-n", "--kubeconfig=/tmp/evil"})
            QTest::newRow(word) << QString::fromUtf8(word);
    }
    void aShellReadsTheSameWord()
    {
        QFETCH(QString, word);
        QProcess shell;
        shell.start(QStringLiteral("sh"),
            {QStringLiteral("-c"),
                QStringLiteral("printf '%s\\0' one ") + ui::shellWord(word) + QStringLiteral(" two")});
        QVERIFY(shell.waitForFinished());
        const QByteArray output = shell.readAllStandardOutput();
        QCOMPARE(output.split('\0'), (QByteArrayList {"one", word.toUtf8(), "two", ""}));
    }

    // T13
    void controlCharactersAreShown()
    {
        QCOMPARE(ui::shellWord(QStringLiteral("a\x03\nrm -rf x")), QStringLiteral("'a\\u0003\nrm -rf x'"));
        QCOMPARE(ui::shellWord(QStringLiteral("\x1b[201~")), QStringLiteral("'\\u001b[201~'"));
    }
};

QTEST_GUILESS_MAIN(TestShellWord)
#include "tst_shellword.moc"
