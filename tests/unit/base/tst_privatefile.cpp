// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/privatefile.h"

#include <QDir>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>
#include <unistd.h>

using namespace core::base;

namespace {

mode_t modeOf(const QString &path)
{
    struct stat info {
    };
    return ::lstat(path.toLocal8Bit().constData(), &info) == 0 ? info.st_mode & 07777U : 0;
}

QByteArray read(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("unreadable");
}

void write(const QString &path, const QByteArray &content)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
        qFatal("cannot write %s", qPrintable(path));
}

} // namespace

class TestPrivateFile : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_dir = std::make_unique<QTemporaryDir>();
        m_umask = ::umask(0);
    }
    void cleanup() { ::umask(m_umask); }

    // T15
    void whatIsMadeIsPrivateWhateverTheUmask()
    {
        QVERIFY(makePrivateDirectory(path("a/b").toStdString()));
        QCOMPARE(modeOf(path("a")), mode_t(0700));
        QCOMPARE(modeOf(path("a/b")), mode_t(0700));
        QVERIFY(writePrivateFile(path("a/b/file").toStdString(), "x"));
        QCOMPARE(modeOf(path("a/b/file")), mode_t(0600));
        const auto made = makeTemporaryDirectory(m_dir->path().toStdString(), "lab-");
        QVERIFY(made);
        QCOMPARE(modeOf(QString::fromStdString(*made)), mode_t(0700));
    }

    // T15
    void whatIsThereIsNotAdjusted_data()
    {
        QTest::addColumn<int>("mode");
        QTest::addColumn<bool>("fit");
        QTest::newRow("private") << 0700 << true;
        QTest::newRow("readable") << 0755 << true;
        QTest::newRow("writable by the group") << 0775 << false;
        QTest::newRow("writable by all") << 0777 << false;
        QTest::newRow("sticky") << 01777 << false;
    }
    void whatIsThereIsNotAdjusted()
    {
        QFETCH(int, mode);
        QFETCH(bool, fit);
        QCOMPARE(::mkdir(path("it").toLocal8Bit().constData(), 0700), 0);
        QCOMPARE(::chmod(path("it").toLocal8Bit().constData(), static_cast<mode_t>(mode)), 0);
        const auto made = makePrivateDirectory(path("it").toStdString());
        QCOMPARE(made.has_value(), fit);
        if (!fit)
            QVERIFY2(made.error().message.starts_with(path("it").toStdString() + ": "),
                made.error().message.c_str());
        QCOMPARE(modeOf(path("it")), static_cast<mode_t>(mode));
        QCOMPARE(writePrivateFile(path("it/file").toStdString(), "x").has_value(), fit);
        QCOMPARE(QFileInfo::exists(path("it/file")), fit);
    }

    // T15
    void nothingIsMadeWhereOthersCanReplaceIt()
    {
        QCOMPARE(::chmod(m_dir->path().toLocal8Bit().constData(), 0777), 0);
        QVERIFY(!makeTemporaryDirectory(m_dir->path().toStdString(), "lab-"));
        QCOMPARE(::chmod(m_dir->path().toLocal8Bit().constData(), 01777), 0); // as /tmp is
        QVERIFY(makeTemporaryDirectory(m_dir->path().toStdString(), "lab-"));
    }

    // T15
    void aStrangersLinkIsNotFollowed()
    {
        if (::geteuid() != 0)
            QSKIP("only root can make the link of another user");
        QVERIFY(QDir(m_dir->path()).mkdir(QStringLiteral("target")));
        QCOMPARE(::chmod(path("target").toLocal8Bit().constData(), 0700), 0);
        QVERIFY(QFile::link(path("target"), path("link")));
        QVERIFY2(makePrivateDirectory(path("link").toStdString()), "our own link");
        QCOMPARE(::lchown(path("link").toLocal8Bit().constData(), 12345, 12345), 0);
        QVERIFY(!makePrivateDirectory(path("link").toStdString()));
        QVERIFY(!makePrivateDirectory(path("link/deeper").toStdString()));
        QVERIFY(!QFileInfo::exists(path("target/deeper")));
        QCOMPARE(::chown(path("target").toLocal8Bit().constData(), 12345, 12345), 0);
        QVERIFY2(!makePrivateDirectory(path("target").toStdString()), "another user's directory");
    }

    // T14
    void aLinkIsReplacedNotFollowed()
    {
        write(path("precious"), "mine");
        QVERIFY(QFile::link(path("precious"), path("report.html")));
        QVERIFY(replaceFile(path("report.html").toStdString(), "new"));
        QCOMPARE(read(path("precious")), QByteArray("mine"));
        QCOMPARE(read(path("report.html")), QByteArray("new"));
        QVERIFY(!QFileInfo(path("report.html")).isSymLink());
    }

    void aFailureLeavesNothingBehind()
    {
        QVERIFY(QDir(m_dir->path()).mkpath(QStringLiteral("taken/full")));
        QVERIFY(!replaceFile(path("taken").toStdString(), "x"));
        QVERIFY(!replaceFile(path("missing/file").toStdString(), "x"));
        QCOMPARE(QDir(m_dir->path()).entryList(QDir::NoDotAndDotDot | QDir::AllEntries | QDir::Hidden),
            QStringList {QStringLiteral("taken")});
    }

    void whatIsSetAsideStaysBesideIt()
    {
        for (const char *content : {"one", "two"}) {
            write(path("lab.db"), content);
            write(path("lab.db-wal"), content);
            const QString expected = path(*content == 'o' ? "lab.db.damaged" : "lab.db.damaged-2");
            QCOMPARE(QString::fromStdString(setAside(path("lab.db").toStdString())), expected);
            QCOMPARE(read(expected), QByteArray(content));
            QVERIFY(!QFile::exists(path("lab.db")) && !QFile::exists(path("lab.db-wal")));
        }
        QCOMPARE(read(path("lab.db.damaged-wal")), QByteArray("one"));
    }

    void privateFiles()
    {
        write(path("file"), "x");
        QCOMPARE(::chmod(path("file").toLocal8Bit().constData(), 0644), 0);
        QVERIFY(isPrivateFile(path("file").toStdString()));
        QCOMPARE(::chmod(path("file").toLocal8Bit().constData(), 0664), 0);
        QVERIFY(!isPrivateFile(path("file").toStdString()));
        QVERIFY(!isPrivateFile(path("none").toStdString()));
        QVERIFY(!isPrivateFile(m_dir->path().toStdString()));
    }

private:
    QString path(const char *name) const { return m_dir->filePath(QString::fromUtf8(name)); }

    std::unique_ptr<QTemporaryDir> m_dir;
    mode_t m_umask = 0;
};

QTEST_GUILESS_MAIN(TestPrivateFile)
#include "tst_privatefile.moc"
