// SPDX-License-Identifier: GPL-3.0-or-later
// What the desktop and the shells know of Hollow Lab agrees with the program, and is where they look for it.

#include "tests/support/program.h"

#include <QDirIterator>
#include <QFile>
#include <QFileInfo>
#include <QImage>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

using namespace std::chrono_literals;
using namespace Qt::Literals::StringLiterals;
using tests::Finished;

namespace {

const QString binary = QStringLiteral(HOLLOWLAB_BINARY);
const QString source = QStringLiteral(HOLLOWLAB_SOURCE_DIR);
const QString desktop = source + u"/packaging/desktop/"_s;
const QString appId = u"io.hollowlab.hollowlab"_s;

using Options = QMap<QString, QString>; ///< "--pace" → "N"; a flag has no argument

bool isThere(const QString &tool)
{
    return !QStandardPaths::findExecutable(tool).isEmpty();
}

#define NEEDS(tool)                                                                                          \
    if (!isThere(tool))                                                                                      \
    QSKIP(qPrintable(QString(tool) + u" is not installed"_s))

constexpr bool isSanitized()
{
#ifdef __SANITIZE_ADDRESS__
    return true;
#else
    return false;
#endif
}

QString contents(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

/// What matches as the expression's first group, sorted.
QStringList allMatches(const QString &text, const QString &expression)
{
    const QRegularExpression pattern(expression, QRegularExpression::MultilineOption);
    QStringList found;
    for (auto match = pattern.globalMatch(text); match.hasNext();)
        found.append(match.next().captured(1));
    found.sort();
    return found;
}

QString help(const QString &command)
{
    const Finished finished = tests::run(binary, command.split(u' ', Qt::SkipEmptyParts) << u"--help"_s);
    return finished.code == 0 ? QString::fromUtf8(finished.output) : QString();
}

/// "NS", "PORT:INT" and "TEXT:{text,json}" are printed for NS, PORT and text|json.
QString argumentOf(QString printed)
{
    static const QRegularExpression choice(u":\\{(.*)\\}$"_s);
    if (const auto match = choice.match(printed); match.hasMatch())
        return match.captured(1).replace(u',', u'|');
    static const QRegularExpression type(u":[A-Z]+$"_s);
    return printed.remove(type);
}

Options optionsOfHelp(const QString &command)
{
    static const QRegularExpression line(
        u"^  ((?:-\\w,)?--[\\w-]+)(?: (\\S+))?"_s, QRegularExpression::MultilineOption);
    Options options;
    for (auto match = line.globalMatch(help(command)); match.hasNext();) {
        const auto option = match.next();
        for (const QString &name : option.captured(1).split(u','))
            options[name] = argumentOf(option.captured(2));
    }
    return options;
}

Options optionsOfManPage(const QString &command)
{
    const QString heading =
        command.isEmpty() ? u"\n.Ss Options\n"_s : u"\n.Ss Options of %1\n"_s.arg(command);
    const QString section =
        contents(desktop + u"hollowlab.1"_s).section(heading, 1).section(u"\n.El\n"_s, 0, 0);
    static const QRegularExpression line(
        u"^\\.It Fl (?:(\\w) , Fl )?(-[\\w-]+)(?: Ar (\\S+))?$"_s, QRegularExpression::MultilineOption);
    Options options;
    for (auto match = line.globalMatch(section); match.hasNext();) {
        const auto option = match.next();
        for (const QString &name : {option.captured(1), option.captured(2)}) {
            if (!name.isEmpty())
                options[u'-' + name] = option.captured(3);
        }
    }
    return options;
}

QStringList knownControllers()
{
    QString list = help({}).section(u"comma list of "_s, 1).section(u"; or all"_s, 0, 0);
    return list.split(u", "_s);
}

/// What the completion for a shell offers after a command line, whose last word is begun, to somebody who has
/// the program in PATH. For zsh it is what _arguments is handed, which knows how to show it.
QStringList offered(const QString &shell, const QString &line)
{
    static const QHash<QString, QString> scripts {
        {u"bash"_s, uR"(source "$0"; COMP_WORDS=($1 "$2"); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _hollowlab
                        printf '%s\n' "${COMPREPLY[@]}")"_s},
        {u"fish"_s, uR"(source $argv[1]; complete -C "$argv[2] $argv[3]" | string replace -r '\t.*' '')"_s},
        {u"zsh"_s,
            uR"(_arguments() { print -rl -- "$@" }; file=$0; f() { source $file }; words=(${=1} $2); f)"_s}};
    static const QHash<QString, QString> files {
        {u"bash"_s, u"hollowlab.bash"_s}, {u"fish"_s, u"hollowlab.fish"_s}, {u"zsh"_s, u"_hollowlab"_s}};
    const QString file = desktop + u"completions/"_s + files[shell];
    const QString path = QFileInfo(binary).path() + u':' + qEnvironmentVariable("PATH");
    const Finished finished =
        tests::run(shell, {u"-c"_s, scripts[shell], file, line.section(u' ', 0, -2), line.section(u' ', -1)},
            {}, {{u"PATH"_s, path}});
    return QString::fromUtf8(finished.output).split(u'\n', Qt::SkipEmptyParts);
}

QStringList optionsOffered(const QString &shell, const QString &command)
{
    const QString line = command.isEmpty() ? u"hollowlab -"_s : u"hollowlab %1 -"_s.arg(command);
    const QString expression = shell == u"zsh"_s ? u"^(?:\\([^)]*\\)|\\*)?(--?[\\w-]+)\\["_s : u"^(-.*)$"_s;
    return allMatches(offered(shell, line).join(u'\n'), expression);
}

QStringList filesBelow(const QString &folder)
{
    QStringList files;
    QDirIterator found(folder, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
    while (found.hasNext())
        files.append(found.next().mid(folder.size()));
    files.sort();
    return files;
}

/// Wherever it is installed; below /usr here.
QStringList installedFiles()
{
    QStringList files {u"/bin/hollowlab"_s, u"/share/applications/%1.desktop"_s.arg(appId),
        u"/share/bash-completion/completions/hollowlab"_s, u"/share/doc/hollowlab/copyright"_s,
        u"/share/fish/vendor_completions.d/hollowlab.fish"_s,
        u"/share/icons/hicolor/scalable/apps/%1.svg"_s.arg(appId),
        u"/share/icons/hicolor/symbolic/apps/%1-symbolic.svg"_s.arg(appId), u"/share/man/man1/hollowlab.1"_s,
        u"/share/metainfo/%1.metainfo.xml"_s.arg(appId), u"/share/zsh/site-functions/_hollowlab"_s};
    for (const int size : {48, 64, 128, 256})
        files.append(u"/share/icons/hicolor/%1x%1/apps/%2.png"_s.arg(size).arg(appId));
    for (const QString &folder : {u"/examples"_s, u"/experiments"_s, u"/scenarios"_s}) {
        for (const QString &file : filesBelow(source + u"/resources"_s + folder))
            files.append(u"/share/hollowlab"_s + folder + file);
    }
    files.replaceInStrings(QRegularExpression(u"^"_s), u"/usr"_s);
    files.sort();
    return files;
}

QStringList packagedFiles()
{
    QStringList files = installedFiles();
    files.append(u"/usr/share/doc/hollowlab/changelog.gz"_s);
    files.replaceInStrings(u"man1/hollowlab.1"_s, u"man1/hollowlab.1.gz"_s);
    files.replaceInStrings(u"zsh/site-functions"_s, u"zsh/vendor-completions"_s);
    files.sort();
    return files;
}

} // namespace

class TestDesktop : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void manPageHasTheOptions_data();
    void manPageHasTheOptions();
    void shellOffersTheOptions_data();
    void shellOffersTheOptions();
    void shellOffersTheControllers_data();
    void shellOffersTheControllers();
    void shellCompletesWithinAList_data();
    void shellCompletesWithinAList();
    void namesAndVersionsAgree();
    void desktopFileIsValid();
    void metainfoIsValid();
    void menuEntryStartsTheProgram();
    void installs();
    void packageIsDebians();

private:
    QString path(const QString &name) const { return m_folder.filePath(name); }

    QTemporaryDir m_folder;
};

void TestDesktop::initTestCase()
{
    QVERIFY(m_folder.isValid());
    QCOMPARE(optionsOfHelp({})[u"--scenario"_s], u"FILE"_s);
    QCOMPARE(optionsOfHelp(u"explain"_s)[u"-o"_s], u"text|json"_s);
    QCOMPARE(optionsOfHelp(u"experiment"_s)[u"--share"_s], u"I/N"_s);
    QVERIFY(knownControllers().contains(u"healthcheck"_s));
}

void TestDesktop::manPageHasTheOptions_data()
{
    QTest::addColumn<QString>("command");
    QTest::newRow("hollowlab") << QString();
    QTest::newRow("hollowlab explain") << u"explain"_s;
    QTest::newRow("hollowlab experiment") << u"experiment"_s;
}

void TestDesktop::manPageHasTheOptions()
{
    QFETCH(QString, command);
    QCOMPARE(optionsOfManPage(command), optionsOfHelp(command));
}

void TestDesktop::shellOffersTheOptions_data()
{
    QTest::addColumn<QString>("shell");
    QTest::addColumn<QString>("command");
    for (const QString &shell : {u"bash"_s, u"fish"_s, u"zsh"_s}) {
        QTest::newRow(qPrintable(shell + u": hollowlab"_s)) << shell << QString();
        for (const QString &command : {u"explain"_s, u"experiment"_s})
            QTest::newRow(qPrintable(shell + u": hollowlab "_s + command)) << shell << command;
    }
}

void TestDesktop::shellOffersTheOptions()
{
    QFETCH(QString, shell);
    QFETCH(QString, command);
    NEEDS(shell);
    QCOMPARE(optionsOffered(shell, command), QStringList(optionsOfHelp(command).keys()));
}

void TestDesktop::shellOffersTheControllers_data()
{
    QTest::addColumn<QString>("shell");
    for (const char *shell : {"bash", "fish", "zsh"})
        QTest::newRow(shell) << QString::fromUtf8(shell);
}

void TestDesktop::shellOffersTheControllers()
{
    QFETCH(QString, shell);
    NEEDS(shell);
    QStringList names = offered(shell, u"hollowlab --controllers "_s);
    if (shell == u"zsh"_s)
        names = names.filter(u"--controllers["_s).value(0).section(u"compadd - "_s, 1).split(u' ');
    names.removeIf([](const QString &name) { return name.startsWith(u'-'); });
    names.sort();
    QStringList expected = knownControllers() + QStringList {u"all"_s, u"none"_s};
    expected.sort();
    QCOMPARE(names, expected);
}

void TestDesktop::shellCompletesWithinAList_data()
{
    QTest::addColumn<QString>("shell");
    QTest::addColumn<QString>("line");
    QTest::addColumn<QStringList>("expected");
    for (const QString &shell : {u"bash"_s, u"fish"_s}) {
        const auto row = [&](const char *what) -> QTestData & {
            return QTest::newRow(qPrintable(shell + u": "_s + QString::fromUtf8(what))) << shell;
        };
        row("left out") << u"hollowlab --controllers all,-job,-nodel"_s
                        << QStringList {u"all,-job,-nodelifecycle"_s, u"all,-job,-nodelink"_s};
        row("at once") << u"hollowlab --concurrent-syncs machine=5,nodelin"_s
                       << QStringList {u"machine=5,nodelink="_s};
    }
}

void TestDesktop::shellCompletesWithinAList()
{
    QFETCH(QString, shell);
    QFETCH(QString, line);
    QFETCH(QStringList, expected);
    NEEDS(shell);
    QCOMPARE(offered(shell, line), expected);
}

void TestDesktop::namesAndVersionsAgree()
{
    const QString version =
        QString::fromUtf8(tests::run(binary, {u"--version"_s}).output).section(u'\n', 0, 0).section(u' ', 1);
    const QString metainfo = contents(desktop + appId + u".metainfo.xml"_s);
    QCOMPARE(metainfo.section(u"<release version=\""_s, 1).section(u'"', 0, 0), version);
    QVERIFY(contents(source + u"/packaging/deb/changelog"_s).startsWith(u"hollowlab (%1) "_s.arg(version)));
    QVERIFY(metainfo.contains(u"<id>%1</id>"_s.arg(appId)));
    QVERIFY(metainfo.contains(u">%1.desktop</launchable>"_s.arg(appId)));
    QVERIFY(contents(desktop + appId + u".desktop"_s).contains(u"\nIcon=%1\n"_s.arg(appId)));
    QVERIFY(
        contents(source + u"/packaging/flatpak/%1.yaml"_s.arg(appId)).contains(u"\nid: %1\n"_s.arg(appId)));
}

void TestDesktop::desktopFileIsValid()
{
    const QString tool = u"desktop-file-validate"_s;
    NEEDS(tool);
    const Finished finished = tests::run(tool, {desktop + appId + u".desktop"_s});
    QCOMPARE(finished.output + finished.errors, QByteArray());
    QCOMPARE(finished.code, 0);
}

void TestDesktop::metainfoIsValid()
{
    const QString tool = u"appstreamcli"_s;
    NEEDS(tool);
    const Finished finished =
        tests::run(tool, {u"validate"_s, u"--no-net"_s, desktop + appId + u".metainfo.xml"_s});
    QVERIFY2(finished.code == 0, finished.output + finished.errors);
}

/// The path is one that both a shell and the format of desktop files would take apart.
void TestDesktop::menuEntryStartsTheProgram()
{
    const QString tool = u"gio"_s;
    NEEDS(tool);
    const QString home = path(u"home"_s);
    const QString program = path(u"a $HOME of \"`its\\own"_s);
    const QString started = path(u"started"_s);
    QFile script(program);
    QVERIFY(script.open(QIODevice::WriteOnly));
    script.write("#!/bin/sh\necho \"$0\" \"$@\" >\"$(dirname \"$0\")/started\"\n");
    script.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    script.close();

    const QString menu = source + u"/packaging/menu.sh"_s;
    const QMap<QString, QString> variables {{u"HOME"_s, home}, {u"XDG_DATA_HOME"_s, home}};
    const Finished installed = tests::run(u"bash"_s, {menu, u"install"_s, program}, {}, variables);
    QVERIFY2(installed.code == 0, installed.errors);
    QCOMPARE(filesBelow(home).size(), 3);
    const QString entry = home + u"/applications/%1.desktop"_s.arg(appId);
    const Finished launched = tests::run(tool, {u"launch"_s, entry}, {}, variables);
    QVERIFY2(launched.code == 0, launched.errors);
    QTRY_COMPARE(contents(started), program + u'\n');

    QCOMPARE(tests::run(u"bash"_s, {menu, u"remove"_s}, {}, variables).code, 0);
    QCOMPARE(filesBelow(home), QStringList());
}

void TestDesktop::installs()
{
    const Finished finished = tests::run(u"cmake"_s,
        {u"--install"_s, QStringLiteral(HOLLOWLAB_BUILD_DIR), u"--prefix"_s, u"/usr"_s}, {},
        {{u"DESTDIR"_s, path(u"installed"_s)}});
    QVERIFY2(finished.code == 0, finished.errors);
    QCOMPARE(filesBelow(path(u"installed"_s)), installedFiles());
    for (const int size : {48, 64, 128, 256}) {
        const QImage icon(
            path(u"installed/usr/share/icons/hicolor/%1x%1/apps/%2.png"_s.arg(size).arg(appId)));
        QCOMPARE(icon.size(), QSize(size, size));
        QCOMPARE(icon.pixelColor(0, 0).alpha(), 0); // the corners are round
        QCOMPARE(icon.pixelColor(size / 2, size / 8).alpha(), 255);
    }
}

void TestDesktop::packageIsDebians()
{
    if (isSanitized())
        QSKIP("a package is made of a release");
    NEEDS(u"dpkg-shlibdeps"_s);
    NEEDS(u"lintian"_s);
    const Finished packed = tests::run(u"cpack"_s,
        {u"--config"_s, QStringLiteral(HOLLOWLAB_BUILD_DIR "/CPackConfig.cmake"), u"-B"_s, path(u"pack"_s)});
    QVERIFY2(packed.code == 0, packed.output + packed.errors);
    const QStringList packages = QDir(path(u"pack"_s)).entryList({u"*.deb"_s});
    QCOMPARE(packages.size(), 1);
    const QString package = path(u"pack/"_s) + packages.first();

    const Finished unpacked = tests::run(u"dpkg-deb"_s, {u"-x"_s, package, path(u"unpacked"_s)});
    QVERIFY2(unpacked.code == 0, unpacked.errors);
    QCOMPARE(filesBelow(path(u"unpacked"_s)), packagedFiles());
    QCOMPARE(tests::run(path(u"unpacked/usr/bin/hollowlab"_s), {u"--version"_s}).output,
        tests::run(binary, {u"--version"_s}).output);
    const Finished judged =
        tests::run(u"lintian"_s, {u"--allow-root"_s, u"--fail-on"_s, u"error"_s, package});
    QVERIFY2(judged.code == 0, judged.output + judged.errors);
}

QTEST_GUILESS_MAIN(TestDesktop)
#include "tst_desktop.moc"
