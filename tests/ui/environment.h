// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Fonts, screens, time zone and style as they are on no desktop, and the same on each: for tests that compare
// what is painted.

#include <QByteArray>
#include <QDirIterator>
#include <QGuiApplication>
#include <QScreen>

#include <algorithm>
#include <array>

namespace tests {

/// The fonts are those of fonts-dejavu-core and fonts-droid-fallback (packaging/deps.sh).
inline constexpr std::array fontFiles {"DejaVuSans.ttf", "DejaVuSans-Bold.ttf", "DejaVuSansMono.ttf",
    "DejaVuSansMono-Bold.ttf", "DroidSansFallbackFull.ttf"};

// Letters are not hinted, so that every version of FreeType paints them alike.
inline constexpr char fontSettings[] = R"(<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>FOLDER</dir>
  <cachedir>FOLDER</cachedir>
  <alias><family>sans-serif</family><prefer>
    <family>DejaVu Sans</family><family>Droid Sans Fallback</family>
  </prefer></alias>
  <alias><family>monospace</family><prefer>
    <family>DejaVu Sans Mono</family><family>Droid Sans Fallback</family>
  </prefer></alias>
  <match target="font">
    <edit name="antialias" mode="assign"><bool>true</bool></edit>
    <edit name="autohint" mode="assign"><bool>false</bool></edit>
    <edit name="hinting" mode="assign"><bool>false</bool></edit>
    <edit name="hintstyle" mode="assign"><const>hintnone</const></edit>
    <edit name="rgba" mode="assign"><const>none</const></edit>
  </match>
</fontconfig>
)";

inline constexpr char screensFile[] = R"({"screens": [
  {"name": "plain", "x": 0, "y": 0, "width": 1920, "height": 1200,
   "logicalDpi": 96, "logicalBaseDpi": 96, "dpr": 1},
  {"name": "double", "x": 4000, "y": 0, "width": 3840, "height": 2400,
   "logicalDpi": 96, "logicalBaseDpi": 96, "dpr": 1}
]})";

inline QByteArray written(const QString &path, const QByteArray &contents)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(contents) != contents.size())
        qFatal("can't write %s", qPrintable(path));
    return path.toUtf8();
}

/// Fonts that are not there are missing from the application's families.
inline void linkFonts(const QString &folder)
{
    QDirIterator files(QStringLiteral("/usr/share/fonts"), QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        const QFileInfo file(files.next());
        if (std::ranges::any_of(
                fontFiles, [&](const char *name) { return file.fileName() == QLatin1String(name); }))
            QFile::link(file.filePath(), folder + u'/' + file.fileName());
    }
}

/// The screen has so many pixels for one; null when there is none.
inline QScreen *screenOf(int pixels)
{
    for (QScreen *screen : QGuiApplication::screens()) {
        if (qRound(screen->devicePixelRatio()) == pixels)
            return screen;
    }
    return nullptr;
}

/// It is called before there is an application; the folder is there as long as it is.
inline void fixEnvironment(const QString &folder)
{
    for (const char *name : {"QT_STYLE_OVERRIDE", "QT_QPA_PLATFORMTHEME", "QT_FONT_DPI", "QT_SCALE_FACTOR",
             "QT_ENABLE_HIGHDPI_SCALING", "XDG_CURRENT_DESKTOP", "LANGUAGE"})
        qunsetenv(name);
    const QByteArray home = folder.toUtf8();
    for (const char *name : {"HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"})
        qputenv(name, home);
    qputenv("TZ", "UTC");
    qputenv("LC_ALL", "C.UTF-8");
    linkFonts(folder);
    qputenv("FONTCONFIG_FILE",
        written(folder + QStringLiteral("/fonts.conf"), QByteArray(fontSettings).replace("FOLDER", home)));
    qputenv("QT_SCREEN_SCALE_FACTORS", "plain=1;double=2");
    qputenv("QT_QPA_PLATFORM",
        "offscreen:configfile=" + written(folder + QStringLiteral("/screens.json"), screensFile));
}

} // namespace tests
