// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/parse.h"

#include "core/api/machine.h"
#include "core/api/node.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

using namespace core;
using namespace core::scenario;
using namespace std::chrono_literals;

namespace {

QString problemsOf(const Parsed<Scenario> &parsed)
{
    if (parsed)
        return QStringLiteral("no problem");
    std::string text;
    for (const Problem &problem : parsed.error())
        text += (text.empty() ? "" : "\n") + problem.text();
    return QString::fromStdString(text);
}

/// Durations and recipes are judged by others, and files are read by others, in their own words.
bool isOfOthers(const Problem &problem)
{
    return problem.path.ends_with(".kind") || problem.path.ends_with(".file")
        || problem.message.text.find("duration") != std::string::npos;
}

std::string withStep(const QString &step)
{
    return "name: test\nsteps:\n  - " + step.toStdString() + "\n";
}

base::Result<std::string> readFile(const std::string &name)
{
    if (name == "good.yaml")
        return std::string("apiVersion: v1\nkind: Namespace\nmetadata: {name: a}\n---\napiVersion: v1\nkind: "
                           "Namespace\nmetadata: {name: b}\n");
    if (name == "nameless.yaml")
        return std::string("apiVersion: v1\nkind: Namespace\n");
    if (name == "broken.yaml")
        return std::string("a: [1");
    return base::fail(base::ErrorKind::NotFound, name + " can't be read");
}

} // namespace

class TestParse : public QObject
{
    Q_OBJECT

private slots:
    void steps_data()
    {
        QTest::addColumn<QString>("step");
        QTest::addColumn<QString>("description");
        const auto row = [](const char *name, const char *step, const char *description) {
            QTest::newRow(name) << QString::fromUtf8(step) << QString::fromUtf8(description);
        };
        row("apply one object", "apply: {apiVersion: v1, kind: Namespace, metadata: {name: a}}",
            "apply Namespace a");
        row("apply a list",
            "apply: [{apiVersion: v1, kind: Namespace, metadata: {name: a}}, {apiVersion: v1, kind: Pod, "
            "metadata: {name: b}}]",
            "apply Namespace a, Pod b");
        row("apply every document of a file", "apply: {file: good.yaml}", "apply Namespace a, Namespace b");
        row("scale", "scale: {machineSet: workers, replicas: 5}", "scale workers to 5");
        row("scale in a namespace", "scale: {machineSet: other/workers, replicas: 0}",
            "scale other/workers to 0");
        row("fault until replaced", "fault: {node: first Ready node of workers, kind: not-ready}",
            "fault: first Ready node of workers not-ready");
        row("fault for a while", "fault: {node: n1, kind: silent, for: 90s}",
            "fault: node n1 silent for 1m30s");
        row("fault of a machine's node",
            "fault: {machine: first 2 Running machines of workers, kind: not-ready}",
            "fault: first 2 Running machines of workers not-ready");
        row("any recipe is a fault", "fault: {node: n1, kind: 'flapping 10s up 5s down', for: 10m}",
            "fault: node n1 flapping 10s up 5s down for 10m0s");
        row("fault of a zone", "fault: {node: every Ready node in zone a, kind: silent}",
            "fault: every Ready node in zone a silent");
        row("heal", "heal: {node: every node in zone a}", "heal every node in zone a");
        row("delete a machine by state", "delete: {machine: every Failed machine of workers}",
            "delete every Failed machine of workers");
        row("delete a node by name", "delete: {node: n1}", "delete node n1");
        row("delete a set", "delete: {machineSet: workers}", "delete MachineSet workers");
        row("delete a health check", "delete: {healthCheck: workers}", "delete MachineHealthCheck workers");
        row("wait until counts hold",
            "waitUntil: {nodes: {of: workers, Ready: 4, NotReady: at least 1}, within: 1m}",
            "wait until Ready nodes of workers: 4; NotReady nodes of workers: at least 1 (within 1m0s)");
        row("wait until all nodes", "waitUntil: {nodes: {total: at most 3}, within: 5s}",
            "wait until nodes: at most 3 (within 5s)");
        row("wait for machines",
            "waitUntil: {machines: {of: workers, Running: 3}, complete: workers, within: 5s}",
            "wait until Running machines of workers: 3; workers complete, all Ready (within 5s)");
        row("assert existence", "assert: {exists: {machineSet: workers}, gone: {node: n1}}",
            "assert MachineSet workers exists; Node n1 is gone");
        row("assert episodes",
            "assert: {episodes: {of: workers, outcome: replaced, recoveredWithin: 60s, count: 1}}",
            "assert 1 episode of workers replaced within 1m0s");
        row("assert any episode", "assert: {episodes: {}}", "assert at least 1 episode");
        row("assert what a health check says",
            "assert: {healthCheck: {name: workers, expected: 5, healthy: at least 2, remediationsAllowed: "
            "0}}",
            "assert health check workers: expected 5, healthy at least 2, remediations allowed 0");
        row("assert pods", "assert: {pods: {of: crunch, Pending: 40, total: at least 40}}",
            "assert Pending pods of crunch: 40; pods of crunch: at least 40");
        row("assert what a job says",
            "assert: {job: {name: crunch, active: 0, succeeded: 40, failed: at most 1, ended: Complete}}",
            "assert job crunch: active 0, succeeded 40, failed at most 1, ended as Complete");
        row("wait", "wait: 1.5s", "wait 1.5s");
    }
    void steps()
    {
        QFETCH(QString, step);
        QFETCH(QString, description);
        const auto parsed = parseScenario(withStep(step), readFile);
        QVERIFY2(parsed.has_value(), qPrintable(problemsOf(parsed)));
        QCOMPARE(parsed->steps.size(), 1U);
        QCOMPARE(QString::fromStdString(describe(parsed->steps[0].verb).text), description);
    }

    void wholeValues()
    {
        const auto parsed = parseScenario("name: N\ndescription: D\nsteps:\n- say: Look\n  fault: {node: "
                                          "first 3 Ready nodes of ns/w, kind: silent, for: 5s}\n");
        QVERIFY(parsed.has_value());
        const Target target {
            Target::Kind::Node, {}, {"ns", "w"}, "Ready", 3, "first 3 Ready nodes of ns/w", {}};
        const Scenario expected {"N", "D", {{"Look", Fault {target, "silent for 5s"}}}};
        QVERIFY(*parsed == expected);
    }

    void errors_data()
    {
        QTest::addColumn<QString>("step");
        QTest::addColumn<QString>("problems");
        const auto row = [](const char *name, const char *step, const char *problems) {
            QTest::newRow(name) << QString::fromUtf8(step) << QString::fromUtf8(problems);
        };
        const char *verbs = "known are apply, scale, fault, heal, delete, waitUntil, assert, wait (and say)";
        row("an unknown verb", "explode: now",
            (std::string("steps[0].explode: unknown verb; ") + verbs).c_str());
        row("only a caption", "say: hello", "steps[0]: the step has no verb");
        row("two verbs", "{wait: 1s, scale: {machineSet: a, replicas: 1}}",
            "steps[0]: the step has more than one verb");
        row("a step that is a word", "wait", "steps[0]: expected fields (name: value)");
        row("scale without a set", "scale: {replicas: 3}", "steps[0].scale: \"machineSet\" is missing");
        row("scale to less than nothing", "scale: {machineSet: a, replicas: -1}",
            "steps[0].scale.replicas: must not be negative");
        row("scale to a word", "scale: {machineSet: a, replicas: many}",
            "steps[0].scale.replicas: expected a whole number");
        row("scale with a misspelt field", "scale: {machineset: a, replicas: 1}",
            "steps[0].scale.machineset: unknown field; known are machineSet, replicas\nsteps[0].scale: "
            "\"machineSet\" is missing");
        row("a fault of no kind", "fault: {node: n1}", "steps[0].fault: \"kind\" is missing");
        row("a fault of an unknown kind", "fault: {node: n1, kind: fire}",
            "steps[0].fault.kind: \"fire\": \"fire\" is no fault; known are not-ready, silent, "
            "memory-pressure, "
            "disk-pressure, pid-pressure, network-unavailable, kernel-deadlock, readonly-filesystem, reboot, "
            "late-heartbeats and flapping");
        row("a fault with two lengths", "fault: {node: n1, kind: silent for 5s, for: 6s}",
            "steps[0].fault.kind: \"silent for 5s for 6s\": only one of \"for\" and \"until\"");
        row("machines of a zone", "heal: {machine: every machine in zone a}",
            "steps[0].heal.machine: \"every machine in zone a\" is not understood; write a name, \"first "
            "Ready "
            "node of workers\", \"first 2 Running machines of workers\", \"every NotReady node of workers\" "
            "or "
            "\"every node in zone a\"");
        row("a fault of nothing", "fault: {kind: silent}",
            "steps[0].fault: expected exactly one of node, machine");
        row("a fault of two things", "fault: {node: a, machine: b, kind: silent}",
            "steps[0].fault: expected exactly one of node, machine");
        row("a target that is not understood", "fault: {node: some node, kind: silent}",
            "steps[0].fault.node: \"some node\" is not understood; write a name, \"first Ready node of "
            "workers\", "
            "\"first 2 Running machines of workers\", \"every NotReady node of workers\" or \"every node in "
            "zone "
            "a\"");
        row("a phase is no health", "fault: {node: first Running node of w, kind: silent}",
            "steps[0].fault.node: \"Running\" is no state of a node, but of a machine");
        row("a machine where a node is expected", "fault: {node: first machine of w, kind: silent}",
            "steps[0].fault.node: this names machines, a node is expected");
        row("a duration without a unit", "fault: {node: n1, kind: silent, for: '30'}",
            "steps[0].fault.for: \"30\" is not a duration: the unit is missing (write 40s, 1h30m, 250ms)");
        row("a duration that is a number", "wait: 5", "steps[0].wait: expected a duration such as 30s or 2m");
        row("no time at all", "wait: 0s", "steps[0].wait: must be longer than nothing");
        row("waiting for ever", "waitUntil: {complete: w}", "steps[0].waitUntil: \"within\" is missing");
        row("waiting for nothing", "waitUntil: {within: 5s}", "steps[0].waitUntil: no condition is given");
        row("an unknown condition", "assert: {weather: fine}",
            "steps[0].assert.weather: unknown condition; known are nodes, machines, complete, exists, gone, "
            "episodes, healthCheck, pods, job");
        row("an assertion does not wait", "assert: {complete: w, within: 5s}",
            "steps[0].assert.within: an assertion holds at once; to wait, use waitUntil");
        row("an unknown health", "assert: {nodes: {of: w, Sick: 1}}",
            "steps[0].assert.nodes.Sick: unknown field; known are of, Ready, NotReady, Unknown, total");
        row("nodes without a count", "assert: {nodes: {of: w}}",
            "steps[0].assert.nodes: no count is given, such as Ready: 3");
        row("a count that is none", "assert: {nodes: {Ready: more than 3}}",
            "steps[0].assert.nodes.Ready: \"more than 3\" is no count; write 3, \"at least 3\" or \"at most "
            "3\"");
        row("a negative count", "assert: {nodes: {Ready: -3}}",
            "steps[0].assert.nodes.Ready: expected a count: 3, \"at least 3\" or \"at most 3\"");
        row("an unknown outcome", "assert: {episodes: {outcome: lost}}",
            "steps[0].assert.episodes.outcome: unknown outcome \"lost\"; known are open, replaced, healed, "
            "gone");
        row("a health check of which nothing is asked", "assert: {healthCheck: {name: w}}",
            "steps[0].assert.healthCheck: give at least one of expected, healthy, remediationsAllowed");
        row("pods without a count", "assert: {pods: {of: a}}",
            "steps[0].assert.pods: no count is given, such as Pending: 3");
        row("a job of which nothing is asked", "assert: {job: {name: a}}",
            "steps[0].assert.job: give at least one of active, succeeded, failed, ended");
        row("a job that ends otherwise", "assert: {job: {name: a, ended: Lost}}",
            "steps[0].assert.job.ended: a job ends as Complete or Failed");
        row("existence of two things", "assert: {exists: {node: a, machine: b}}",
            "steps[0].assert.exists: expected exactly one of machine, machineSet, node, healthCheck");
        row("deleting an unknown kind", "delete: {pod: a}",
            "steps[0].delete.pod: unknown field; known are machine, machineSet, node, "
            "healthCheck");
        row("an object without a name", "apply: {apiVersion: v1, kind: Pod}",
            "steps[0].apply: the object has no \"metadata.name\"");
        row("an object of no kind, in a list", "apply: [{metadata: {name: a}}]",
            "steps[0].apply[0]: the object has no \"apiVersion\"\nsteps[0].apply[0]: the object has no "
            "\"kind\"");
        row("a file that is not there", "apply: {file: none.yaml}",
            "steps[0].apply.file: none.yaml can't be read");
        row("a file with an object without a name", "apply: {file: nameless.yaml}",
            "steps[0].apply.file: the object has no \"metadata.name\"");
        row("a file outside", "apply: {file: ../../etc/passwd}",
            "steps[0].apply.file: \"../../etc/passwd\" leads out of the scenario's folder");
        row("a file outside, by a detour", "apply: {file: a/../../x}",
            "steps[0].apply.file: \"a/../../x\" leads out of the scenario's folder");
        row("an absolute file", "apply: {file: /etc/passwd}",
            "steps[0].apply.file: \"/etc/passwd\" leads out of the scenario's folder");
    }
    void errors()
    {
        QFETCH(QString, step);
        QFETCH(QString, problems);
        const auto parsed = parseScenario(withStep(step), readFile);
        QCOMPARE(problemsOf(parsed), problems);
        for (const Problem &problem : parsed.error())
            QVERIFY2(problem.message.kind || isOfOthers(problem), problem.text().c_str());
    }

    void everyProblemIsToldAtOnce()
    {
        const auto parsed =
            parseScenario("title: x\nsteps:\n- wait: soon\n- scale: {machineSet: w}\n- dance: 1\n");
        QCOMPARE(problemsOf(parsed),
            QStringLiteral(
                "title: unknown field; known are name, description, steps\n"
                "\"name\" is missing\n"
                "steps[0].wait: \"soon\" is not a duration: a number is missing (write 40s, 1h30m, 250ms)\n"
                "steps[1].scale: \"replicas\" is missing\n"
                "steps[2].dance: unknown verb; known are apply, scale, fault, heal, delete, waitUntil, "
                "assert, "
                "wait (and say)"));
    }

    void wholeFile_data()
    {
        QTest::addColumn<QString>("yaml");
        QTest::addColumn<QString>("part");
        QTest::newRow("no YAML names line and column") << QStringLiteral("a: [1") << QStringLiteral("line");
        QTest::newRow("an empty file") << QString() << QString();
        QTest::newRow("a list") << QStringLiteral("- a") << QStringLiteral("expected fields");
        QTest::newRow("no steps") << QStringLiteral("name: a") << QStringLiteral("\"steps\" is missing");
        QTest::newRow("steps is empty")
            << QStringLiteral("name: a\nsteps: []") << QStringLiteral("steps: there is no step");
        QTest::newRow("steps is no list")
            << QStringLiteral("name: a\nsteps: 5") << QStringLiteral("steps: expected a list (- …)");
    }
    void wholeFile()
    {
        QFETCH(QString, yaml);
        QFETCH(QString, part);
        const auto parsed = parseScenario(yaml.toStdString());
        QVERIFY(!parsed.has_value());
        QVERIFY2(problemsOf(parsed).contains(part), qPrintable(problemsOf(parsed)));
    }

    void filesAreReadBesideTheScenario()
    {
        QTemporaryDir directory;
        const auto write = [&](const QString &name, const QByteArray &content) {
            QFile file(directory.filePath(name));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(content);
        };
        write(QStringLiteral("s.yaml"), "name: n\nsteps:\n- apply: {file: o.yaml}\n");
        write(QStringLiteral("o.yaml"), "apiVersion: v1\nkind: Namespace\nmetadata: {name: beside}\n");
        const auto parsed = loadScenario(directory.filePath(QStringLiteral("s.yaml")).toStdString());
        QVERIFY2(parsed.has_value(), qPrintable(problemsOf(parsed)));
        QCOMPARE(describe(parsed->steps[0].verb).text, std::string("apply Namespace beside"));
        QVERIFY(!loadScenario(directory.filePath(QStringLiteral("none.yaml")).toStdString()).has_value());
        QVERIFY(!loadScenario(directory.path().toStdString()).has_value());
    }
};

QTEST_GUILESS_MAIN(TestParse)
#include "tst_parse.moc"
