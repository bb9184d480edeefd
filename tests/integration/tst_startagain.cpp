// SPDX-License-Identifier: GPL-3.0-or-later
// When the kubeconfig of an open cluster names another one (KC9): what is said of it, and how it is opened.
#include "app/startagain.h"

#include <QTest>

using app::Options;
using core::client::ClusterAccess;

class TestStartAgain : public QObject
{
    Q_OBJECT

private slots:
    void whatMakesAnotherCluster_data();
    void whatMakesAnotherCluster();
    void nothingActsThereByItself();
};

void TestStartAgain::whatMakesAnotherCluster_data()
{
    QTest::addColumn<ClusterAccess>("changed");
    QTest::addColumn<std::string>("said");
    const ClusterAccess present {.context = "c", .server = "https://a:6443", .token = "t"};
    const auto row = [&](const char *name, const auto &change, const std::string &said) {
        ClusterAccess changed = present;
        change(changed);
        QTest::newRow(name) << changed << said;
    };
    row(
        "KC9 credentials do not", [](auto &access) { access.token = "another"; }, "");
    row(
        "KC9 the server does", [](auto &access) { access.server = "https://b:6443"; },
        "another server (https://b:6443 instead of https://a:6443)");
    row(
        "KC9 the authority does", [](auto &access) { access.caPem = "pem"; },
        "another certificate authority");
    row(
        "KC9 no check does", [](auto &access) { access.insecureSkipTlsVerify = true; },
        "a server whose certificate is not checked");
    row(
        "KC9 the name in the certificate does", [](auto &access) { access.tlsServerName = "x"; },
        "another name in the server's certificate");
    row(
        "KC9 the proxy does, whose password is not told",
        [](auto &access) { access.proxyUrl = "http://u:p@proxy"; }, "another proxy");
    row(
        "KC9 the command does",
        [](auto &access) {
            access.exec = {.apiVersion = "v1", .command = "login", .path = "/bin/login", .arguments = {"-x"}};
        },
        "another command to log in with (\"login\" (/bin/login) \"-x\")");
    row(
        "KC9 all that differs is told",
        [](auto &access) {
            access.server = "https://b:6443";
            access.caPem = "pem";
        },
        "another server (https://b:6443 instead of https://a:6443), another certificate authority");
}

void TestStartAgain::whatMakesAnotherCluster()
{
    QFETCH(ClusterAccess, changed);
    const ClusterAccess present {.context = "c", .server = "https://a:6443", .token = "t"};
    QTEST(app::changeOfCluster(present, changed).text, "said");
}

void TestStartAgain::nothingActsThereByItself()
{
    Options options;
    options.external = true;
    options.kubeconfig = "/home/ada/config";
    options.ns = "team";
    options.allowExec = true;
    options.allowedFiles = {"/etc/key"};
    options.controllers = "all";
    options.scenario = "break.yaml";
    options.readOnly = true;
    const std::vector<std::string> expected {
        "--context", "c", "--kubeconfig", "/home/ada/config", "--namespace", "team", "--read-only"};
    QCOMPARE(app::argumentsAgain(options, "c"), expected);
    const auto parsed = app::parseCommandLine(expected, {});
    QVERIFY2(parsed.options, parsed.text.c_str());
    QVERIFY(parsed.options->external && parsed.options->readOnly && !parsed.options->controllers);
    QVERIFY(!parsed.options->allowExec && parsed.options->allowedFiles.empty());
    QCOMPARE(parsed.options->context, std::string("c"));
}

QTEST_GUILESS_MAIN(TestStartAgain)
#include "tst_startagain.moc"
