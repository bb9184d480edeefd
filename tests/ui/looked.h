// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// How the window may be read: each of its languages, one whose texts are half as long again, and one that is
// written from right to left.

#include "tests/ui/spoken.h"

#include <QGuiApplication>

#include <array>

namespace tests {

/// Every text in brackets and half as long again, as a language that has no short words.
class LongWords : public QTranslator
{
public:
    QString translate(const char * /*context*/, const char *source, const char * /*disambiguation*/,
        int /*n*/) const override
    {
        const QString text = QString::fromUtf8(source);
        return u'[' + text + QString((text.size() + 1) / 2, u'~') + u']';
    }
    bool isEmpty() const override { return false; }
};

inline constexpr std::array readings {"en", "de", "zh_CN", "long", "right-to-left"};

/// One of the readings, until its end: the window's languages, or English as no language is.
class Looked
{
public:
    explicit Looked(const QString &reading)
        : m_spoken(reading == u"long" || reading == u"right-to-left" ? QStringLiteral("en") : reading)
    {
        if (reading == u"long")
            QCoreApplication::installTranslator(&m_long);
        if (reading == u"right-to-left")
            QGuiApplication::setLayoutDirection(Qt::RightToLeft);
    }
    ~Looked()
    {
        QCoreApplication::removeTranslator(&m_long);
        QGuiApplication::setLayoutDirection(Qt::LeftToRight);
    }
    Q_DISABLE_COPY_MOVE(Looked)

private:
    const Spoken m_spoken;
    LongWords m_long;
};

} // namespace tests
