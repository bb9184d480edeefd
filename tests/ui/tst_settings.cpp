// SPDX-License-Identifier: GPL-3.0-or-later
// The page of settings (docs/window.md W37): every setting is found by its words, counts where it says it
// does, and is there on another day. HOLLOWLAB_WRITE_DOCS=1 writes docs/settings.md.
#include "tests/ui/ownplaces.h"
#include "tests/ui/stage.h"
#include "ui/language.h"
#include "ui/preferences.h"
#include "ui/settings.h"
#include "ui/widgets/objecttable.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialog>
#include <QDockWidget>
#include <QFile>
#include <QMenu>
#include <QScrollArea>
#include <QSettings>
#include <QSpinBox>
#include <QToolButton>

#include <algorithm>

using namespace Qt::Literals::StringLiterals;
using ui::Kind;
using ui::Pref;
using ui::Preference;

namespace {

const QString docs = QStringLiteral(HOLLOWLAB_SOURCE_DIR "/docs/settings.md");

struct Page : fake::Stage {
    explicit Page(bool fresh = false, QSize size = {1280, 800})
        : fake::Stage(fake::threeMachines(), size, ui::Scheme::Light, fresh)
    {
        QTest::keyClick(&window, Qt::Key_Comma, Qt::ControlModifier);
        dialog = window.findChild<QDialog *>(u"settingsDialog"_s);
    }

    template<typename Control>
    Control *control(Pref id) const
    {
        return dialog->findChild<Control *>(QString::fromLatin1(ui::preferenceOf(id).key));
    }
    QWidget *row(Pref id) const
    {
        return dialog->findChild<QWidget *>(u"row-"_s + QString::fromLatin1(ui::preferenceOf(id).key));
    }
    void search(const QString &words) const
    {
        dialog->findChild<QLineEdit *>(u"settingsSearch"_s)->setText(words);
    }
    std::vector<Pref> found() const
    {
        std::vector<Pref> shown;
        for (const Preference &preference : ui::preferences()) {
            if (!row(preference.id)->isHidden())
                shown.push_back(preference.id);
        }
        return shown;
    }

    QDialog *dialog = nullptr;
};

QString valueText(const Preference &preference, int value)
{
    if (preference.type == Preference::Type::Switch)
        return value != 0 ? u"true"_s : u"false"_s;
    if (preference.type == Preference::Type::Number)
        return QString::number(value);
    const QString text = ui::choiceValue(preference.id, value);
    return text.isEmpty() ? u"(not there)"_s : text;
}

QString rangeText(const Preference &preference)
{
    if (preference.type == Preference::Type::Number)
        return u"%1 to %2 %3"_s.arg(preference.least)
            .arg(preference.most)
            .arg(QString::fromLatin1(preference.unit));
    QStringList values;
    const int count = preference.type == Preference::Type::Switch ? 2 : int(preference.choices.size());
    for (int value = 0; value < count; ++value)
        values.append(valueText(preference, value));
    return values.join(u", "_s);
}

QString page()
{
    QString text =
        u"# Settings\n\n"
        "What the user chooses in the window (Ctrl+,), and where it stands in `hollowlab/window.ini` in "
        "the\nuser's configuration folder (`--print-paths` tells). What is not there, or not understood, "
        "is as in the\ncolumn *At first*. This page is written by `HOLLOWLAB_WRITE_DOCS=1 tst_settings` "
        "from the table in\n`ui/preferences.cpp`; a test compares the two.\n\n"
        "| Key | What | Values | At first | Counts |\n|---|---|---|---|---|\n"_s;
    for (const Preference &preference : ui::preferences())
        text += u"| `%1` | %2: %3 | %4 | %5 | %6 |\n"_s.arg(QString::fromLatin1(preference.key),
            QString::fromLatin1(preference.name), QString::fromLatin1(preference.sentence),
            rangeText(preference), valueText(preference, preference.fallback),
            preference.isAtOnce ? u"at once"_s : u"from the next start on"_s);
    return text;
}

} // namespace

class SettingsTest : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_places = std::make_unique<tests::OwnPlaces>(); }

    void theTableIsInItsOrderAndSound()
    {
        int index = 0;
        QSet<QString> keys;
        for (const Preference &preference : ui::preferences()) {
            QCOMPARE(static_cast<int>(preference.id), index++);
            QVERIFY2(!keys.contains(QString::fromLatin1(preference.key)), preference.key);
            keys.insert(QString::fromLatin1(preference.key));
            QVERIFY2(QString::fromLatin1(preference.sentence).endsWith(u'.'), preference.key);
        }
        QCOMPARE(ui::preferenceOf(Pref::Language).choices.size(), ui::spokenLanguages.size() + 1);
        QCOMPARE(ui::preferenceOf(Pref::Theme).choices.size(), std::size_t(4));
    }

    /// W14: and again only after it went well in between.
    void whatCannotBeKeptIsToldOnce()
    {
        const QString place = m_places->path(u"hollowlab"_s);
        const auto putInTheWay = [&] {
            QDir(place).removeRecursively();
            QFile file(place);
            QVERIFY(file.open(QIODevice::WriteOnly));
        };
        putInTheWay();
        fake::Stage stage(fake::threeMachines(), {1280, 800}, ui::Scheme::Light, false);
        const auto told = [&] {
            QStringList texts;
            for (const QLabel *label : stage.window.findChildren<QLabel *>(u"noticeText"_s))
                texts += label->text();
            return texts.filter(u"can't be written"_s);
        };
        QCOMPARE(told().size(), 1);
        ui::savePaletteUse({u"a"_s});
        QCOMPARE(told().size(), 1);
        QVERIFY2(told().front().contains(ui::settingsPath()), qPrintable(told().front()));
        stage.action("closeNotice")->trigger();
        QTRY_VERIFY(told().isEmpty());
        ui::savePaletteUse({u"b"_s});
        QVERIFY(told().isEmpty());
        QVERIFY(QFile::remove(place));
        ui::savePaletteUse({u"c"_s});
        QCOMPARE(ui::savedPaletteUse(), QStringList {u"c"_s});
        putInTheWay();
        ui::savePaletteUse({u"d"_s});
        QCOMPARE(told().size(), 1);
        QVERIFY(QFile::remove(place));
        ui::savePaletteUse({u"e"_s});
        QTRY_VERIFY(told().isEmpty());
    }

    void changesWithinAChangeAreWrittenAtOnce()
    {
        ui::keepSettings([](QSettings &) {
            ui::saveKey(u"own"_s, u"delete"_s, u"F8"_s);
            ui::savePaletteUse({u"a"_s});
            ui::setTourOffered();
            QVERIFY(!QFile::exists(ui::settingsPath()));
        });
        QCOMPARE(ui::savedPaletteUse(), QStringList {u"a"_s});
        QVERIFY(ui::wasTourOffered());
        QCOMPARE(ui::savedKeys(u"own"_s).value(u"delete"_s), u"F8"_s);
    }

    void thePageOfDocsIsUpToDate()
    {
        QFile file(docs);
        if (qEnvironmentVariableIsSet("HOLLOWLAB_WRITE_DOCS")) {
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(page().toUtf8());
            file.close();
        }
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY2(QString::fromUtf8(file.readAll()) == page(),
            "HOLLOWLAB_WRITE_DOCS=1 tst_settings writes it anew");
    }

    void everySettingHasItsRow()
    {
        const Page stage;
        QVERIFY(stage.dialog && stage.dialog->isVisible());
        for (const Preference &preference : ui::preferences())
            QVERIFY2(stage.row(preference.id)
                    && stage.dialog->findChild<QWidget *>(QString::fromLatin1(preference.key)),
                preference.key);
        QCOMPARE(stage.found().size(), ui::preferences().size());
        QTest::keyClick(const_cast<ui::MainWindow *>(&stage.window), Qt::Key_Comma, Qt::ControlModifier);
        QCOMPARE(stage.window.findChildren<QDialog *>(u"settingsDialog"_s).size(), 1);
    }

    void wordsFindRows()
    {
        const Page stage;
        QTest::keyClicks(stage.dialog->focusWidget(), u"Dark"_s); // whoever opens it may type
        QCOMPARE(stage.found(), std::vector {Pref::Theme});
        stage.search(u"mot REDUCE"_s);
        QCOMPARE(stage.found(), std::vector {Pref::ReducedMotion});
        const auto *name = stage.row(Pref::ReducedMotion)->findChild<QLabel *>(u"settingName"_s);
        QCOMPARE(name->text().count(u"background-color"_s), 2);
        stage.search(u"<b>"_s);
        QVERIFY(stage.found().empty());
        QVERIFY(!stage.dialog->findChild<QWidget *>(u"noSetting"_s)->isHidden());
        QTest::keyClick(stage.dialog, Qt::Key_Return);
        QVERIFY(stage.dialog->isVisible());
        QTest::keyClick(stage.dialog, Qt::Key_Escape); // first the words, then the page
        QCOMPARE(stage.found().size(), ui::preferences().size());
        QVERIFY(stage.dialog->isVisible());
        QTest::keyClick(stage.dialog, Qt::Key_Escape);
        QVERIFY(!stage.dialog->isVisible());
    }

    void whatCountsAtOnceDoes()
    {
        Page stage;
        const QColor before = QApplication::palette().color(QPalette::Window);
        auto *theme = stage.control<QComboBox>(Pref::Theme);
        theme->setCurrentIndex(2);
        emit theme->activated(2);
        QVERIFY(QApplication::palette().color(QPalette::Window).lightness() < before.lightness());
        stage.control<QCheckBox>(Pref::PanelTitles)->click();
        QVERIFY(!stage.window.findChild<QDockWidget *>(u"timeline"_s)->titleBarWidget());
        QCOMPARE(ui::savedPreference(Pref::Theme), 2);
        auto *reset = stage.row(Pref::Theme)->findChild<QToolButton *>(u"resetSetting"_s);
        QVERIFY(!reset->isHidden());
        reset->click();
        QCOMPARE(theme->currentIndex(), 0);
        QVERIFY(reset->isHidden());
        QVERIFY(!QSettings(ui::settingsPath(), QSettings::IniFormat).contains(u"window/theme"_s));
    }

    void menuAndPageSayTheSame()
    {
        Page stage;
        for (QAction *action : stage.window.findChildren<QAction *>()) {
            if (action->text() == u"High contrast"_s)
                action->trigger();
        }
        QCOMPARE(stage.control<QComboBox>(Pref::Theme)->currentIndex(), 3);
        stage.action("window/panelTitles")->trigger();
        QVERIFY(stage.control<QCheckBox>(Pref::PanelTitles)->isChecked());
    }

    void itIsThereOnAnotherDay()
    {
        {
            Page first;
            first.control<QCheckBox>(Pref::ReducedMotion)->click();
            first.control<QSpinBox>(Pref::RelockAfter)->setValue(30);
            first.control<QSpinBox>(Pref::PastHours)->setValue(72);
        }
        const Page second;
        QVERIFY(second.control<QCheckBox>(Pref::ReducedMotion)->isChecked());
        QCOMPARE(second.control<QSpinBox>(Pref::RelockAfter)->value(), 30);
        QCOMPARE(ui::savedPreference(Pref::PastHours), 72);
    }

    void whatIsDamagedCountsAsNotThere_data()
    {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QVariant>("kept");
        QTest::newRow("another theme") << u"window/theme"_s << QVariant(u"pink"_s);
        QTest::newRow("bytes") << u"window/theme"_s << QVariant(QByteArray("\0\1\2", 3));
        QTest::newRow("no number") << u"past/hours"_s << QVariant(u"many"_s);
        QTest::newRow("too large") << u"past/hours"_s << QVariant(u"99999999999999999999"_s);
        QTest::newRow("below") << u"safety/relockAfterMinutes"_s << QVariant(0);
        QTest::newRow("a list") << u"window/reducedMotion"_s << QVariant(QStringList {u"a"_s, u"b"_s});
    }

    void whatIsDamagedCountsAsNotThere()
    {
        QFETCH(QString, key);
        QFETCH(QVariant, kept);
        QSettings(ui::settingsPath(), QSettings::IniFormat).setValue(key, kept);
        for (const Preference &preference : ui::preferences())
            QCOMPARE(ui::savedPreference(preference.id), preference.fallback);
        const Page stage;
        QVERIFY(stage.dialog->isVisible());
    }

    void aFreshWindowKeepsNothing()
    {
        QSettings(ui::settingsPath(), QSettings::IniFormat).setValue(u"window/reducedMotion"_s, u"true"_s);
        Page stage(true);
        QVERIFY(!stage.control<QCheckBox>(Pref::ReducedMotion)->isChecked());
        stage.control<QSpinBox>(Pref::PastSize)->setValue(1024);
        QCOMPARE(ui::savedPreference(Pref::PastSize), 256);
        QVERIFY(stage.dialog->findChild<QLabel *>(u"settingsPlace"_s)->text().contains(u"--fresh"_s));
    }

    void theWheelChangesNothingOnTheWay()
    {
        const Page stage;
        auto *box = stage.control<QSpinBox>(Pref::PastHours);
        const QPointF middle = box->rect().center();
        QWheelEvent wheel(middle, box->mapToGlobal(middle), {}, {0, 120}, Qt::NoButton, Qt::NoModifier,
            Qt::NoScrollPhase, false);
        QApplication::sendEvent(box, &wheel);
        QCOMPARE(box->value(), 24);
    }

    void nothingIsCutInASmallWindow()
    {
        const Page stage(false, {632, 360});
        auto *scroll = stage.dialog->findChild<QScrollArea *>();
        QVERIFY(stage.dialog->width() <= 632);
        QCoreApplication::processEvents();
        QVERIFY(scroll->widget()->width() <= scroll->viewport()->width());
    }

private:
    std::unique_ptr<tests::OwnPlaces> m_places;
};

QTEST_MAIN(SettingsTest)
#include "tst_settings.moc"
