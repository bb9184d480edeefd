// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Where in a YAML text that is what somebody, a server mostly, says is wrong with it.

#include <QList>
#include <QString>

namespace ui {

/// A field, and what is said of it.
struct FieldProblem {
    QString field; ///< "spec.template.spec.containers[0].image"
    QString words;
};

/// Every field that the words name, with what they say of it alone, or all where that can't be told apart.
QList<FieldProblem> fieldProblemsIn(const QString &words);

struct LineProblem {
    int line = 0; ///< counted from 1; 0: none
    QString words;
};

/// What is said of one of the documents of a text, of which those that say nothing are not counted.
struct DocumentProblem {
    QString words;
    qsizetype document = 0;
};

/// The line that the words name, or each line that has a field that they name, or where that is not written,
/// the field that it would be in. At most a hundred lines. A text that is only part of an object has no
/// fields but those whose names begin with root, "spec.template.", which is not written in it.
QList<LineProblem> linesOf(
    const QList<DocumentProblem> &problems, const QString &yaml, const QString &root = {});
/// The same of a text of one document, where the fields are known.
QList<LineProblem> linesOfFields(const QList<FieldProblem> &problems, const QString &yaml);

} // namespace ui
