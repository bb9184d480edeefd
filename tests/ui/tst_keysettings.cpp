// SPDX-License-Identifier: GPL-3.0-or-later
// The sheet of keys, and the page of settings that changes them: from whom a key is taken, and what is kept.
#include "tests/ui/stage.h"
#include "ui/commandsender.h"
#include "ui/keys.h"
#include "ui/settings.h"

#include <QAbstractButton>
#include <QDialog>
#include <QHelpEvent>
#include <QPushButton>
#include <QScrollArea>
#include <QSettings>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QToolButton>
#include <QToolTip>

using namespace Qt::Literals::StringLiterals;
using namespace core::engine;
using ui::Kind;

namespace {

/// The page of settings is in front.
struct Keyed : fake::Stage {
    explicit Keyed(bool fresh = true)
        : fake::Stage(fake::threeMachines(), {1280, 800}, ui::Scheme::Light, fresh)
    {
        action("settings")->trigger();
        dialog = window.findChild<QDialog *>(u"settingsDialog"_s);
    }

    QWidget *row(const char *action) const
    {
        return dialog->findChild<QWidget *>(u"row-key-"_s + QString::fromLatin1(action));
    }
    void press(const char *action, Qt::Key key, Qt::KeyboardModifiers modifiers = {}) const
    {
        auto *field = dialog->findChild<QPushButton *>(u"key-"_s + QString::fromLatin1(action));
        field->setFocus();
        QTest::keyClick(field, Qt::Key_Space);
        QTest::keyClick(field, key, modifiers);
    }
    QString key(const char *name) const { return ui::keyOf(*action(name)).toString(); }
    /// The question is empty when none is asked.
    QString question(const char *action) const
    {
        const auto *words = row(action)->findChild<QLabel *>(u"keyQuestion"_s);
        return words->parentWidget()->isHidden() ? QString() : words->text();
    }
    void answer(const char *action, const QString &button) const
    {
        row(action)->findChild<QPushButton *>(button)->click();
    }

    QDialog *dialog = nullptr;
};

} // namespace

class KeySettingsTest : public QObject
{
    Q_OBJECT

private slots:
    void theSheetOfKeysFitsIntoASmallWindow()
    {
        fake::Stage stage;
        stage.window.resize(1000, 640);
        stage.action("shortcuts")->trigger();
        auto *sheet = stage.window.findChild<QDialog *>(u"shortcutSheet"_s);
        QVERIFY(sheet);
        QVERIFY(QTest::qWaitForWindowExposed(sheet));
        QVERIFY(sheet->width() <= 1000 && sheet->height() <= 640);
        const auto *scroll = sheet->findChild<QScrollArea *>();
        QVERIFY2(scroll->widget()->width() <= scroll->viewport()->width(),
            qPrintable(u"%1 in %2"_s.arg(scroll->widget()->width()).arg(scroll->viewport()->width())));
    }

    // W38
    void aKeyIsToldInOneWayEverywhere()
    {
        fake::Stage stage;
        stage.table(Kind::MachineSet)->selectFirst();
        QVERIFY2(stage.label("keys").startsWith(u"s scale"_s), qPrintable(stage.label("keys")));
        QVERIFY(stage.action("scale")->text().endsWith(u"\ts"_s));
        QVERIFY(stage.action("scale")->toolTip().endsWith(u"(s)"_s));
        stage.action("shortcuts")->trigger();
        QStringList told;
        for (const QLabel *label :
            stage.window.findChild<QDialog *>(u"shortcutSheet"_s)->findChildren<QLabel *>())
            told.append(label->text());
        QVERIFY(told.contains(u"<b>s</b>"_s));
        QVERIFY(told.contains(u"<b>Shift+E</b>"_s));
        stage.action("settings")->trigger();
        QCOMPARE(stage.window.findChild<QPushButton *>(u"key-scale"_s)->text(), u"s"_s);
    }

    // W38
    void theSheetLeadsToWhereKeysAreChanged()
    {
        fake::Stage stage;
        stage.action("shortcuts")->trigger();
        stage.window.findChild<QPushButton *>(u"changeKeys"_s)->click();
        QVERIFY(stage.window.findChild<QDialog *>(u"settingsDialog"_s)->isVisible());
        QVERIFY(!stage.window.findChild<QWidget *>(u"row-key-scale"_s)->isHidden());
        QVERIFY(stage.window.findChild<QWidget *>(u"row-past/hours"_s)->isHidden());
    }

    // W48
    void theKeyOfAnOfferCanBeAnotherOne()
    {
        Keyed stage;
        emit stage.window.findChild<ui::CommandSender *>()->noticed(
            {.text = u"Something."_s, .actionText = u"Go"_s, .action = [] {}, .seconds = 0});
        stage.press("takeOffer", Qt::Key_J, Qt::ControlModifier);
        QCOMPARE(stage.key("takeOffer"), u"Ctrl+J"_s);
        QVERIFY(stage.label("keys").startsWith(u"Ctrl+J Go"_s));
        QVERIFY(stage.window.findChild<QToolButton *>(u"noticeAction"_s)->toolTip().contains(u"Ctrl+J"_s));
    }

    // W38
    void aKeyIsTakenOverFromWhoeverHasIt()
    {
        Keyed stage;
        stage.press("scale", Qt::Key_X); // Delete's
        QCOMPARE(stage.key("scale"), u"S"_s);
        QVERIFY(stage.question("scale").contains(u"x is the key of “Delete”"_s));
        stage.answer("scale", u"leaveKey"_s);
        QCOMPARE(stage.key("remove"), u"X"_s);
        stage.press("scale", Qt::Key_X);
        stage.answer("scale", u"takeOver"_s);
        QCOMPARE(stage.key("scale"), u"X"_s);
        QCOMPARE(stage.key("remove"), QString());
        stage.dialog->close();
        ui::ObjectTable *table = stage.table(Kind::MachineSet);
        QTest::keyClick(table, Qt::Key_X);
        QVERIFY(table->findChild<QSpinBox *>(u"replicas"_s));
        QVERIFY(stage.session.commands.empty());
        QVERIFY(!stage.label("keys").contains(u"delete"_s));
    }

    // W38
    void givingAKeyBackAsksToo()
    {
        Keyed stage;
        stage.press("scale", Qt::Key_Z);
        QCOMPARE(stage.key("scale"), u"Z"_s);
        stage.press("heal", Qt::Key_S);
        QCOMPARE(stage.key("heal"), u"S"_s);
        stage.row("scale")->findChild<QToolButton *>(u"resetSetting"_s)->click();
        QVERIFY(stage.question("scale").contains(u"s is the key of “Heal”"_s));
        stage.answer("scale", u"takeOver"_s);
        QCOMPARE(stage.key("scale"), u"S"_s);
        QCOMPARE(stage.key("heal"), QString());
        stage.dialog->findChild<QPushButton *>(u"resetAllKeys"_s)->click();
        QCOMPARE(stage.key("heal"), u"H"_s);
    }

    // W38
    void someKeysAreNobodysToGive_data()
    {
        QTest::addColumn<QString>("action");
        QTest::addColumn<int>("key");
        QTest::addColumn<Qt::KeyboardModifiers>("modifiers");
        QTest::newRow("Enter") << u"scale"_s << int(Qt::Key_Return) << Qt::KeyboardModifiers();
        QTest::newRow("a row") << u"scale"_s << int(Qt::Key_3) << Qt::KeyboardModifiers();
        QTest::newRow("copy") << u"scale"_s << int(Qt::Key_C) << Qt::KeyboardModifiers(Qt::ControlModifier);
        QTest::newRow("a menu") << u"palette"_s << int(Qt::Key_F) << Qt::KeyboardModifiers(Qt::AltModifier);
        QTest::newRow("a letter everywhere") << u"quit"_s << int(Qt::Key_Q) << Qt::KeyboardModifiers();
        QTest::newRow("with Shift") << u"quit"_s << int(Qt::Key_Q)
                                    << Qt::KeyboardModifiers(Qt::ShiftModifier);
    }

    void someKeysAreNobodysToGive()
    {
        QFETCH(QString, action);
        QFETCH(int, key);
        QFETCH(Qt::KeyboardModifiers, modifiers);
        Keyed stage;
        const QByteArray name = action.toLatin1();
        const QString before = stage.key(name.constData());
        stage.press(name.constData(), Qt::Key(key), modifiers);
        QCOMPARE(stage.key(name.constData()), before);
        QVERIFY(!stage.question(name.constData()).isEmpty());
        QVERIFY(stage.row(name.constData())->findChild<QPushButton *>(u"takeOver"_s)->isHidden());
    }

    // W38
    void escapeLeavesAndBackspaceTakesAway()
    {
        Keyed stage;
        stage.press("scale", Qt::Key_Escape);
        QCOMPARE(stage.key("scale"), u"S"_s);
        QVERIFY(stage.dialog->isVisible());
        stage.press("scale", Qt::Key_Backspace);
        QCOMPARE(stage.key("scale"), QString());
        stage.press("palette", Qt::Key_Tab, Qt::ControlModifier); // the page's own meanwhile
        QCOMPARE(stage.key("palette"), u"Ctrl+Tab"_s);
        stage.press("settings", Qt::Key_Comma, Qt::ControlModifier); // as it was
        QCOMPARE(stage.key("settings"), u"Ctrl+,"_s);
    }

    // W38
    void keysAreThereOnAnotherDay()
    {
        const QTemporaryDir home;
        qputenv("XDG_CONFIG_HOME", home.path().toUtf8());
        {
            Keyed first(false);
            first.press("scale", Qt::Key_Comma); // what a list is written with
            first.press("heal", Qt::Key_Backspace);
        }
        Keyed second(false);
        QCOMPARE(second.key("scale"), u","_s);
        QCOMPARE(second.key("heal"), QString());
        second.useSet(true);
        QCOMPARE(second.key("scale"), u"S"_s); // each set has its own
        second.useSet(false);
        QCOMPARE(second.key("scale"), u","_s);
    }

    // W38
    void damagedKeysCountAsNotThere()
    {
        const QTemporaryDir home;
        qputenv("XDG_CONFIG_HOME", home.path().toUtf8());
        QSettings saved(ui::settingsPath(), QSettings::IniFormat);
        saved.beginGroup(u"keys/standard"_s);
        saved.setValue(u"scale"_s, u"Hyper+Quux"_s);
        saved.setValue(u"heal"_s, u"Return"_s);
        saved.setValue(u"remove"_s, u"Ctrl+K, Ctrl+C"_s);
        saved.setValue(u"inspect"_s, u"Z"_s);
        saved.setValue(u"showWhy"_s, u"Z"_s);
        saved.setValue(u"nobody"_s, u"Y"_s);
        saved.setValue(u"showYaml"_s, QByteArray("\0\1", 2));
        saved.sync();
        Keyed stage(false);
        const std::pair<const char *, QString> expected[] = {{"scale", u"S"_s}, {"heal", u"H"_s},
            {"remove", u"X"_s}, {"inspect", u"Z"_s}, {"showWhy", u"D"_s}, {"showYaml", u"Y"_s}};
        for (const auto &[action, key] : expected)
            QCOMPARE(stage.key(action), key);
    }

    // W38
    void buttonsTellTheirKeys_data()
    {
        QTest::addColumn<QString>("button");
        QTest::addColumn<QByteArray>("action");
        QTest::newRow("of the context bar") << u"pace0"_s << QByteArray("holdTime");
        QTest::newRow("of the chart") << u"fit"_s << QByteArray("fitChart");
        QTest::newRow("of the fleet") << u"wallOnly"_s << QByteArray("fleetWall");
        QTest::newRow("of a table") << u"action-scale"_s << QByteArray("scale");
    }

    void buttonsTellTheirKeys()
    {
        QFETCH(QString, button);
        QFETCH(QByteArray, action);
        Keyed stage;
        stage.table(Kind::Machine)->selectFirst();
        auto *widget = stage.window.findChild<QAbstractButton *>(button);
        QVERIFY(widget);
        const auto tip = [widget] {
            QHelpEvent help(QEvent::ToolTip, widget->rect().center(), widget->mapToGlobal(QPoint()));
            QApplication::sendEvent(widget, &help);
            return QToolTip::text();
        };
        if (const QString before = ui::keyText(*stage.action(action.constData())); !before.isEmpty())
            QVERIFY2(tip().endsWith(u'(' + before + u')'), qPrintable(tip()));
        stage.press(action.constData(), Qt::Key_F7);
        QVERIFY2(tip().endsWith(u"(F7)"_s), qPrintable(tip()));
    }
};

QTEST_MAIN(KeySettingsTest)
#include "tst_keysettings.moc"
