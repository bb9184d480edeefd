// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/language.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>
#include <QTranslator>

namespace ui {

using namespace Qt::Literals::StringLiterals;

namespace {

/// Counts are written as the language writes them: 5,000.
class CountTranslator : public QTranslator
{
public:
    using QTranslator::QTranslator;

    QString translate(
        const char *context, const char *source, const char *disambiguation, int n) const override
    {
        QString words = QTranslator::translate(context, source, disambiguation, n);
        return n < 0 ? words : words.replace(u"%n"_s, u"%Ln"_s);
    }
};

/// The last one that is installed is asked first.
void install(const QLocale &locale, const QString &catalogue, const QString &folder)
{
    auto *translator = new CountTranslator(qApp);
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
