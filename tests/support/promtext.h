// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Reads Prometheus' text format as strictly as its specification reads: what a scrape would refuse is a
// problem here.

#include <QByteArray>
#include <QHash>
#include <QList>
#include <QRegularExpression>
#include <QSet>

#include <cmath>

namespace tests {

struct PromText {
    QHash<QByteArray, QByteArray> types; ///< by family
    QHash<QByteArray, double> samples; ///< by name and labels as written: up{kind="x"}
    QByteArray problem; ///< the first line that is wrong, and why; empty when all are right

    /// Adds up the values of all samples whose text begins so.
    double sum(const QByteArray &prefix) const
    {
        double total = 0;
        for (auto it = samples.begin(); it != samples.end(); ++it)
            total += it.key().startsWith(prefix) ? it.value() : 0;
        return total;
    }
    bool has(const QByteArray &family) const { return types.contains(family); }

    static PromText read(const QByteArray &text)
    {
        PromText read;
        QSet<QByteArray> helped;
        QByteArray family;
        const QList<QByteArray> lines = text.split('\n');
        for (qsizetype i = 0; i + 1 < lines.size() && read.problem.isEmpty(); ++i) {
            const QByteArray why = read.line(lines[i], helped, family);
            if (!why.isEmpty())
                read.problem = "line " + QByteArray::number(i + 1) + ": " + why + ": " + lines[i];
        }
        if (!text.endsWith('\n'))
            read.problem = "the last line does not end";
        if (read.problem.isEmpty())
            read.problem = read.histogramProblem();
        return read;
    }

private:
    QByteArray line(const QByteArray &line, QSet<QByteArray> &helped, QByteArray &family)
    {
        static const QRegularExpression help(
            QStringLiteral("^# HELP ([a-zA-Z_:][a-zA-Z0-9_:]*) ((?:[^\\\\]|\\\\[\\\\n])*)$"));
        static const QRegularExpression type(
            QStringLiteral("^# TYPE ([a-zA-Z_:][a-zA-Z0-9_:]*) (counter|gauge|histogram)$"));
        static const QRegularExpression sample(
            QStringLiteral("^([a-zA-Z_:][a-zA-Z0-9_:]*)"
                           "(\\{(?:[a-zA-Z_][a-zA-Z0-9_]*=\"(?:[^\"\\\\]|\\\\[\\\\\"n])*\"(?:,(?!\\})|(?=\\})"
                           "))+\\})? (\\S+)$"));
        const QString textLine = QString::fromUtf8(line);
        if (const auto match = help.match(textLine); match.hasMatch()) {
            const QByteArray name = match.captured(1).toUtf8();
            if (helped.contains(name))
                return "a second HELP";
            helped.insert(name);
            return {};
        }
        if (const auto match = type.match(textLine); match.hasMatch()) {
            family = match.captured(1).toUtf8();
            if (types.contains(family))
                return "a second TYPE";
            types.insert(family, match.captured(2).toUtf8());
            return helped.contains(family) ? QByteArray() : QByteArray("no HELP before it");
        }
        const auto match = sample.match(textLine);
        if (!match.hasMatch())
            return "neither HELP, TYPE nor a sample";
        QByteArray base = match.captured(1).toUtf8();
        if (types.value(family) == "histogram") {
            for (const char *suffix : {"_bucket", "_sum", "_count"}) {
                if (base == family + suffix)
                    base = family;
            }
        }
        if (base != family)
            return "not of the family " + family;
        const QByteArray key = (match.captured(1) + match.captured(2)).toUtf8();
        if (samples.contains(key))
            return "a second sample";
        const QByteArray number = match.captured(3).toUtf8();
        bool ok = number == "+Inf" || number == "-Inf" || number == "NaN";
        const double value = ok ? (number == "NaN" ? std::nan("") : HUGE_VAL) : number.toDouble(&ok);
        samples.insert(key, value);
        return ok ? QByteArray() : QByteArray("no number");
    }

    /// Every series of buckets must rise and end, at +Inf, with the count.
    QByteArray histogramProblem() const
    {
        for (auto it = samples.begin(); it != samples.end(); ++it) {
            const qsizetype place = it.key().indexOf("le=\"+Inf\"");
            if (place < 0)
                continue;
            QByteArray series = it.key().left(place);
            series.chop(1); // the comma, or the brace
            QByteArray count = series;
            count.replace("_bucket", "_count");
            if (count.contains('{'))
                count += '}';
            if (!samples.contains(count) || samples.value(count) != it.value())
                return "the buckets do not end with the count: " + it.key();
            for (auto other = samples.begin(); other != samples.end(); ++other) {
                if (other.key().startsWith(series + it.key().mid(series.size(), 1) + "le=")
                    && other.value() > it.value())
                    return "a bucket holds more than all: " + other.key();
            }
        }
        return {};
    }
};

} // namespace tests
