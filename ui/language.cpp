// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/language.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>
#include <QTranslator>

namespace ui {

using namespace Qt::Literals::StringLiterals;

namespace {

/// The last one that is installed is asked first.
void install(const QLocale &locale, const QString &catalogue, const QString &folder)
{
    auto *translator = new QTranslator(qApp);
    if (translator->load(locale, catalogue, u"_"_s, folder))
        QCoreApplication::installTranslator(translator);
    else
        delete translator;
}

} // namespace

void speak(const QString &code)
{
    const QLocale locale = code.isEmpty() ? QLocale::system() : QLocale(code);
    QLocale::setDefault(locale);
    install(QLocale(QLocale::English), u"hollowlab"_s, u":/i18n"_s); // knows the forms of one and many
    install(locale, u"qtbase"_s, QLibraryInfo::path(QLibraryInfo::TranslationsPath));
    install(locale, u"hollowlab"_s, u":/i18n"_s);
}

} // namespace ui
