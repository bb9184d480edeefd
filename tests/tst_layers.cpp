// SPDX-License-Identifier: GPL-3.0-or-later
// A file may include only what its layer names (core/README.md, "Direction"): the linker tells of a function
// that is used without leave, not of a header. And what is hidden in a file has a name of its own in its
// layer, whose files are compiled together: two of a name are mostly one thing that is known twice.
#include "tests/labels.h"

#include <QFileInfo>
#include <QTest>

#include <map>
#include <set>

using namespace Qt::Literals::StringLiterals;

namespace {

struct Layer {
    QString name; ///< "core_lab"
    std::set<QString> uses; ///< other layers and libraries, "core_api"
};

using Layers = std::map<QString, Layer>; ///< by folder; the program's by each of its files

QString withoutComments(QString text)
{
    static const QRegularExpression comment(u"#.*"_s);
    return text.remove(comment);
}

std::set<QString> namesIn(const QString &list)
{
    std::set<QString> names;
    for (QString name : list.simplified().split(u' ', Qt::SkipEmptyParts))
        names.insert(name.replace(u"::"_s, u"_"_s));
    return names;
}

/// The layers are read as CMake reads them.
Layers layers()
{
    static const QRegularExpression declaration(u"add_layer\\((\\w+)\\s([^)]*)\\bDEPENDS\\b([^)]*)\\)"_s);
    static const QRegularExpression program(
        u"qt_add_executable\\((\\w+)\\s([^)]*)\\)\\s*target_link_libraries\\(\\1 PRIVATE\\b([^)]*)\\)"_s);
    Layers found;
    for (const QString &root : {u"core"_s, u"ui"_s, u"app"_s}) {
        for (const QString &file : labels::filesBelow(root, {u"CMakeLists.txt"_s})) {
            const QString text = withoutComments(labels::contents(file));
            const QString folder = QFileInfo(file).path();
            if (const auto layer = declaration.match(text); layer.hasMatch())
                found[folder] = {layer.captured(1), namesIn(layer.captured(3))};
            if (const auto made = program.match(text); made.hasMatch()) {
                for (const QString &source : namesIn(made.captured(2)))
                    found[folder + u'/' + source] = {made.captured(1), namesIn(made.captured(3))};
            }
        }
    }
    found[u"resources"_s] = {u"resources"_s, {}};
    return found;
}

/// The layer of the file itself, or of the nearest folder around it; null outside of all.
const Layer *layerOf(const Layers &layers, const QString &file)
{
    for (QString place = file; place != u"."_s; place = QFileInfo(place).path()) {
        if (const auto found = layers.find(place); found != layers.end())
            return &found->second;
    }
    return nullptr;
}

/// What moc makes of the file's own header is left out.
QStringList includesOf(const QString &source)
{
    static const QRegularExpression include(
        u"^#include \"(?!moc_)([^\"]+)\""_s, QRegularExpression::MultilineOption);
    QStringList files;
    for (auto match = include.globalMatch(source); match.hasNext();)
        files.append(match.next().captured(1));
    return files;
}

/// "core/api includes core/lab", for each include that its layer does not name.
QStringList undeclared(const Layers &layers, const QString &file, const QString &source)
{
    QStringList faults;
    const Layer *here = layerOf(layers, file);
    for (const QString &include : includesOf(source)) {
        const Layer *there = layerOf(layers, include);
        if (!there)
            faults.append(file + u" includes "_s + include + u", which is in no layer"_s);
        else if (there->name != here->name && !here->uses.contains(there->name))
            faults.append(file + u" includes "_s + include + u", and "_s + here->name + u" does not name "_s
                + there->name);
    }
    return faults;
}

/// Constants and types by their names, functions with what they take.
QStringList hiddenIn(const QString &source)
{
    static const QRegularExpression constant(
        u"^(?:inline )?const(?:expr|init)? [^(]*?\\b(\\w+)\\s*(?:=|\\{|\\[|\\(|$)"_s);
    static const QRegularExpression type(u"^(?:class|struct|enum class) (\\w+)[^;]*$"_s);
    static const QRegularExpression function(u"^[A-Za-z_][\\w:<>,&* ]*?[ *&](\\w+\\(.*)$"_s);
    QStringList names;
    bool isHidden = false;
    for (const QString &line : source.split(u'\n')) {
        if (line == u"namespace {"_s || line == u"} // namespace"_s)
            isHidden = line.startsWith(u'n');
        for (const QRegularExpression *form : {&constant, &type, &function}) {
            const auto match = form->match(line);
            if (isHidden && match.hasMatch()) {
                names.append(match.captured(1));
                break;
            }
        }
    }
    return names;
}

} // namespace

class TestLayers : public QObject
{
    Q_OBJECT

private slots:
    void includesFollowTheDeclaredEdges();
    void anUndeclaredEdgeIsSeen();
    void whatIsHiddenHasANameOfItsOwn();
    void whatIsHiddenIsSeen();
};

void TestLayers::includesFollowTheDeclaredEdges()
{
    const Layers all = layers();
    QVERIFY(all.size() >= 16);
    QStringList faults;
    for (const QString &root : {u"core"_s, u"ui"_s, u"app"_s}) {
        for (const QString &file : labels::filesBelow(root, {u"*.h"_s, u"*.cpp"_s}))
            faults += undeclared(all, file, labels::contents(file));
    }
    QVERIFY2(faults.isEmpty(), qPrintable(faults.join(u'\n')));
}

void TestLayers::anUndeclaredEdgeIsSeen()
{
    const Layers all = layers();
    QVERIFY(undeclared(all, u"core/lab/store.h"_s, u"#include \"core/api/json.h\"\n"_s).isEmpty());
    QCOMPARE(undeclared(all, u"core/api/json.h"_s, u"#include \"core/lab/store.h\"\n"_s).size(), 1);
    QCOMPARE(undeclared(all, u"ui/world.h"_s, u"#include \"core/client/client.h\"\n"_s).size(), 1);
    const QString window = u"#include \"ui/mainwindow.h\"\n"_s;
    QVERIFY(undeclared(all, u"app/main.cpp"_s, window + u"#include \"app/headless.h\"\n"_s).isEmpty());
    QCOMPARE(undeclared(all, u"app/core.h"_s, window + u"#include \"app/headless.h\"\n"_s).size(), 2);
    QCOMPARE(undeclared(all, u"core/api/json.h"_s, u"#include \"nowhere/file.h\"\n"_s).size(), 1);
}

void TestLayers::whatIsHiddenHasANameOfItsOwn()
{
    const Layers all = layers();
    std::map<QString, QString> files; // by layer and name
    QStringList faults;
    for (const QString &root : {u"core"_s, u"ui"_s, u"app"_s}) {
        for (const QString &file : labels::filesBelow(root, {u"*.cpp"_s})) {
            const Layer *layer = layerOf(all, file);
            for (const QString &name : hiddenIn(labels::contents(file))) {
                const auto [first, isNew] = files.emplace((layer ? layer->name : root) + u' ' + name, file);
                if (!isNew && first->second != file)
                    faults.append(name + u" is hidden in "_s + first->second + u" and in "_s + file);
            }
        }
    }
    QVERIFY(files.size() > 1000);
    QVERIFY2(faults.isEmpty(), qPrintable(faults.join(u'\n')));
}

void TestLayers::whatIsHiddenIsSeen()
{
    const QString source = uR"(namespace ui {
constexpr int open = 1;
namespace {
constexpr int most = 3;
const std::string words[] {
struct Row {
class Later;
QString textOf(const Row &row)
{
    return row.text;
}
} // namespace
int shown(int row)
)"_s;
    QCOMPARE(hiddenIn(source), (QStringList {u"most"_s, u"words"_s, u"Row"_s, u"textOf(const Row &row)"_s}));
}

QTEST_GUILESS_MAIN(TestLayers)
#include "tst_layers.moc"
