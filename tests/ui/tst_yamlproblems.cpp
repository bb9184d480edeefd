// SPDX-License-Identifier: GPL-3.0-or-later
// Which lines of a YAML text are marked for what a server says of them (docs/window.md W73).
#include "ui/provider/yamlproblems.h"

#include <QElapsedTimer>
#include <QStringList>
#include <QTest>

using namespace Qt::Literals::StringLiterals;

namespace {

const QString twoDocuments = u"apiVersion: v1\n"
                             "kind: ConfigMap\n"
                             "---\n"
                             "# nothing\n"
                             "---\n"
                             "kind: Deployment # 6\n"
                             "metadata:\n"
                             "  name: w\n"
                             "  labels:\n"
                             "    app.kubernetes.io/name: W W # 10\n"
                             "spec: # 11\n"
                             "  replicas: -1\n"
                             "  template:\n"
                             "    spec: # 14\n"
                             "      containers:\n"
                             "      - name: a # 16\n"
                             "        image: one\n"
                             "      # the second\n"
                             "      - image: two\n"
                             "        \"ports\": # 20\n"
                             "        - containerPort: 0\n"
                             "          name: image\n"
                             "  \"paused\": maybe\n"_s;

QString marksOf(const QString &words, qsizetype document, const QString &root = {})
{
    QStringList marks;
    for (const auto &[line, said] : ui::linesOf({{words, document}}, twoDocuments, root))
        marks.append(QString::number(line) + u": "_s + said);
    return marks.join(u'\n');
}

} // namespace

class YamlProblemsTest : public QObject
{
    Q_OBJECT

private slots:
    void everyFieldThatIsNamedIsMarked_data()
    {
        QTest::addColumn<QString>("words");
        QTest::addColumn<QString>("marks");
        const auto row = [](const char *name, const char *words, const char *marks) {
            QTest::newRow(name) << QString::fromUtf8(words) << QString::fromUtf8(marks);
        };
        row("one cause", "Deployment.apps \"w\" is invalid: spec.replicas: Invalid value: -1: [too] small",
            "12: spec.replicas: Invalid value: -1: [too] small");
        row("several causes",
            "Deployment.apps \"w\" is invalid: [spec.replicas: Invalid value: -1: must be 0, or more, "
            "spec.template.spec.containers[1].name: Required value, "
            "spec.template.spec.containers[1].ports[0].containerPort: Invalid value: 0: must be in [1, 9], "
            "spec.paused: Invalid value: \"string\": spec.paused in body must be of type boolean]",
            "12: spec.replicas: Invalid value: -1: must be 0, or more\n"
            "19: spec.template.spec.containers[1].name: Required value\n"
            "21: spec.template.spec.containers[1].ports[0].containerPort: Invalid value: 0: must be in [1, "
            "9]\n"
            "23: spec.paused: Invalid value: \"string\": spec.paused in body must be of type boolean");
        row("a field of the same name elsewhere",
            "spec.template.spec.containers[0].image: Unsupported value: \"one\"",
            "17: spec.template.spec.containers[0].image: Unsupported value: \"one\"");
        row("a name with dots", "metadata.labels.app.kubernetes.io/name: Invalid value: \"W W\"",
            "10: metadata.labels.app.kubernetes.io/name: Invalid value: \"W W\"");
        row("a name in brackets", "metadata.labels[app.kubernetes.io/name]: Invalid value: \"W W\"",
            "10: metadata.labels[app.kubernetes.io/name]: Invalid value: \"W W\"");
        row("where it would be", "spec.template.spec.nodeName: Required value",
            "14: spec.template.spec.nodeName: Required value");
        row("what the server does not know",
            "strict decoding error: unknown field \"spec.replicas\", unknown field \"metadata.name\"",
            "12: unknown field \"spec.replicas\"\n8: unknown field \"metadata.name\"");
        row("free words", "denied: spec.replicas is more than spec.paused allows.",
            "12: denied: spec.replicas is more than spec.paused allows.\n"
            "23: denied: spec.replicas is more than spec.paused allows.");
        row("the kind", "kind names another object", "6: kind names another object");
        row("no field", "the server is tired", "");
        row("a field that is not there at all", "data.colour: Required value", "");
        row("a line", "not valid YAML at line 3, column 2: no map",
            "3: not valid YAML at line 3, column 2: no map");
    }
    void everyFieldThatIsNamedIsMarked()
    {
        QFETCH(QString, words);
        QTEST(marksOf(words, 1), "marks");
    }

    void otherDocumentsAreLeftAlone()
    {
        QCOMPARE(marksOf(u"kind: Invalid value: \"a\""_s, 0), u"2: kind: Invalid value: \"a\""_s);
        QCOMPARE(marksOf(u"spec.replicas: Required value"_s, 0), QString());
        QCOMPARE(marksOf(u"kind: Invalid value: \"a\""_s, 2), QString());
    }

    void documentsThatSayNothingAreNotCounted_data()
    {
        QTest::addColumn<QString>("before");
        QTest::newRow("a comment beside the separator") << u"--- # nothing\n"_s;
        QTest::newRow("a comment below it") << u"---\n# nothing\n"_s;
        QTest::newRow("several separators") << u"---\n---\n"_s;
    }
    void documentsThatSayNothingAreNotCounted()
    {
        QFETCH(QString, before);
        const auto marked =
            ui::linesOf({{u"b: Required value"_s, 1}}, before + u"--- # 1\na: 1\n---\nb: 2\n"_s);
        QCOMPARE(marked.size(), 1);
        QCOMPARE(marked.first().line, before.count(u'\n') + 4);
    }

    /// As many as a large object has: neither the words nor the lines are copied for each cause.
    void manyCausesAreToldApartAtOnce()
    {
        constexpr int many = 5'000;
        QString yaml;
        QStringList causes;
        for (int i = 0; i < many; ++i) {
            yaml += u"- a%1: 0\n"_s.arg(i);
            causes.append(u"b%1: Invalid value: \"%2\""_s.arg(i).arg(QString(200, u'x')));
        }
        QElapsedTimer timer;
        timer.start();
        const QString words = u'[' + causes.join(u", "_s) + u']';
        QCOMPARE(ui::fieldProblemsIn(words).size(), many);
        QVERIFY(ui::linesOf({{words}}, yaml).isEmpty());
        QVERIFY2(timer.elapsed() < 5'000, qPrintable(QString::number(timer.elapsed())));
    }

    void aTextThatIsPartOfAnObjectHasItsFieldsAlone()
    {
        const QString words = u"is invalid: [root.kind: Invalid value: 1, spec.replicas: Invalid value: 2]"_s;
        QCOMPARE(marksOf(words, 0, u"root."_s), u"2: root.kind: Invalid value: 1"_s);
    }

    void linesAreMarkedUpToAHundred()
    {
        QString yaml;
        QStringList causes;
        for (int i = 0; i < 300; ++i) {
            yaml += u"f%1: 0\n"_s.arg(i);
            causes.append(u"f%1: Invalid value: 0"_s.arg(i));
        }
        const auto marked = ui::linesOf({{u'[' + causes.join(u", "_s) + u']'}}, yaml);
        QCOMPARE(marked.size(), 100);
        QCOMPARE(marked.last().words, u"f99: Invalid value: 0"_s);
        QCOMPARE(ui::fieldProblemsIn(causes.join(u", "_s)).size(), 300);
    }
};

QTEST_GUILESS_MAIN(YamlProblemsTest)

#include "tst_yamlproblems.moc"
