// SPDX-License-Identifier: GPL-3.0-or-later
// The same commands and requests, sent to a kube-apiserver with etcd and to a lab without controllers: what
// comes back is the same, or marked with the reason why it is not (docs/api-semantics.md). With
// HOLLOWLAB_WRITE_DOCS set it writes the marks and the page; HOLLOWLAB_ROWS chooses subjects ("get,apply").

#include "tests/realcluster/realplane.h"
#include "tests/realcluster/side.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QSet>
#include <QTest>

#include <iostream>

using namespace Qt::Literals::StringLiterals;
using namespace tests::comparison;

namespace {

void write(const QString &path, const QString &text)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(text.toUtf8()) < 0)
        qFatal("%s can't be written", qPrintable(path));
}

} // namespace

class TestAnswers : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void answersAreTheSame();
    void marksAreRight();

private:
    void findPrograms();
    void compareSubject(const QString &subject);

    QTemporaryDir m_programs;
    tests::RealPlane m_plane;
    tests::Headless m_lab;
    Known m_known;
    QStringList m_subjects;
    std::unique_ptr<Side> m_there;
    std::unique_ptr<Side> m_here;
    QMap<QString, QString> m_differences;
    QSet<QString> m_sent;
};

void TestAnswers::initTestCase()
{
    m_known = readFiles();
    QVERIFY2(m_known.problem.isEmpty(), qPrintable(m_known.problem));
    for (const Row &row : m_known.rows) {
        if (m_subjects.isEmpty() || m_subjects.back() != row.subject)
            m_subjects.append(row.subject);
    }
    if (const QString chosen = qEnvironmentVariable("HOLLOWLAB_ROWS"); !chosen.isEmpty())
        m_subjects = chosen.split(u',');
    const QByteArray problem = m_plane.start({});
    QVERIFY2(problem.isEmpty(), problem.constData());
    const QStringList bare {
        u"--lab"_s, u":memory:"_s, u"--controllers"_s, u"none"_s, u"--authorization"_s, u"rbac"_s};
    QVERIFY(m_lab.start(bare));
    findPrograms();
    m_there = std::make_unique<Side>(m_plane.kubeconfig(), m_programs.path());
    m_here = std::make_unique<Side>(m_lab.kubeconfig(), m_programs.path());
}

/// "kubectl" is as old as the control plane, "kubectl-newer" that of Debian 13.
void TestAnswers::findPrograms()
{
    const QString programs = m_programs.path() + u'/';
    QVERIFY(QFile::link(tests::RealPlane::program(u"kubernetes-1.20.2/kubectl"_s), programs + u"kubectl"_s));
    QVERIFY(QFile::link(
        tests::RealPlane::program(u"kubectl-debian-13/kubectl"_s), programs + u"kubectl-newer"_s));
}

void TestAnswers::compareSubject(const QString &subject)
{
    Row makeNamespace;
    makeNamespace.run = u"POST /api/v1/namespaces"_s;
    makeNamespace.body = "{\"metadata\":{\"name\":\"" + subject.toUtf8() + "\"}}";
    for (Side *side : {m_there.get(), m_here.get()}) {
        side->enter(subject);
        const QString problem = side->prepare(makeNamespace);
        QVERIFY2(problem.isEmpty(), qPrintable(problem));
    }
    for (const Row &row : m_known.rows) {
        if (row.subject != subject)
            continue;
        m_there->start(row);
        m_here->start(row);
        const QString there = masked(m_there->answer(), row.hide);
        const QString here = masked(m_here->answer(), row.hide);
        m_sent.insert(row.name);
        if (const QString difference = differenceOf(there, here); !difference.isEmpty())
            m_differences[row.name] = difference;
        if (qEnvironmentVariableIsSet("HOLLOWLAB_SHOW_ROWS"))
            std::cout << "== " << qPrintable(row.name) << "\n$ " << qPrintable(row.run) << "\n-- there\n"
                      << qPrintable(there) << "\n-- here\n"
                      << qPrintable(here) << '\n';
    }
}

void TestAnswers::answersAreTheSame()
{
    QElapsedTimer timer;
    timer.start();
    for (const QString &subject : m_subjects)
        compareSubject(subject);
    QVERIFY(!m_sent.isEmpty());
    std::cout << "agree " << m_sent.size() - m_differences.size() << " of " << m_sent.size() << " ("
              << timer.elapsed() / 1000 << " s)\n";
}

/// Every difference is marked as it is, and nothing is marked that does not differ.
void TestAnswers::marksAreRight()
{
    QMap<QString, QString> expected;
    for (const Mark &mark : m_known.marks)
        expected.insert(mark.rows);
    QMap<QString, QString> now = m_differences;
    for (auto row = expected.begin(); row != expected.end(); ++row) {
        if (!m_sent.contains(row.key()) || isSameInAnyOrder(row.value(), now.value(row.key())))
            now[row.key()] = row.value();
    }
    if (qEnvironmentVariableIsSet("HOLLOWLAB_WRITE_DOCS")) {
        m_known.marks = marksFor(m_known.marks, now);
        write(marksFile, textOf(m_known.marks));
        write(page, withPart(m_known));
    }
    QMap<QString, QString> concerned = expected;
    concerned.insert(now);
    for (const QString &row : concerned.keys()) {
        if (expected.value(row) != now.value(row))
            std::cout << "\n"
                      << qPrintable(row) << "\nmarked:\n"
                      << qPrintable(expected.value(row)) << "now:\n"
                      << qPrintable(now.value(row));
    }
    QVERIFY2(expected == now, "differences that are not marked, or marks without one: see above");
}

QTEST_GUILESS_MAIN(TestAnswers)
#include "tst_answers.moc"
