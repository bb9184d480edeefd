// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The window's language while a test looks at it.

#include "ui/language.h"

#include <QCoreApplication>
#include <QLocale>
#include <QTranslator>

namespace tests {

/// Spoken until its end.
class Spoken
{
public:
    explicit Spoken(const QString &code) : m_before(QLocale()) { ui::speak(code); }
    ~Spoken()
    {
        for (QTranslator *translator : qApp->findChildren<QTranslator *>(Qt::FindDirectChildrenOnly))
            delete translator;
        QLocale::setDefault(m_before);
    }
    Spoken(const Spoken &) = delete;
    Spoken &operator=(const Spoken &) = delete;

private:
    const QLocale m_before;
};

} // namespace tests
