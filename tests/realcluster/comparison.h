// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What is sent to a real API server and to the lab's, and which differences between their answers are known:
// the rows of tests/realcluster/rows, the marks of tests/realcluster/marks.yaml, and the list that
// docs/api-semantics.md shows. Nothing here needs a server.

#include <QList>
#include <QMap>
#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

namespace tests::comparison {

/// One command or request. Rows of a subject run in their order, in a namespace of the subject's name.
struct Row {
    QString subject; ///< the name of its file
    QString name; ///< unique; begins with the labels of docs/api-semantics.md that it shows, if any
    QString run; ///< "kubectl …", as a shell reads it, or "METHOD /path"; $ns and what was kept are filled in
    QMap<QString, QString> headers; ///< of a request, besides the usual; an empty one is left out
    std::optional<QByteArray> body; ///< of a request; standard input of a command
    QMap<QString, QString> keep; ///< variables for later rows: where in the JSON answer they stand, "a.0.b"
    QStringList show; ///< more headers of the answer to compare
    QStringList hide; ///< patterns of what differs from run to run in this row alone

    /// Managed fields are compared where a row is about them (docs/api-semantics.md F).
    bool isAboutOwners() const
    {
        return subject == QStringLiteral("serverside") || name.startsWith(QLatin1Char('F'));
    }
    bool isRequest() const { return !run.startsWith(QStringLiteral("kubectl")); }
};

/// Rows whose answers differ for one reason.
struct Mark {
    QString is; ///< "wrong", "deliberate", or "newer": a newer Kubernetes answers like the lab
    QString why;
    QMap<QString, QString> rows; ///< the difference of each, as differenceOf() tells it
};

struct Known {
    std::vector<Row> rows;
    std::vector<Mark> marks;
    QMap<QString, QString> uncompared; ///< labels of the page without a row, with the reason
    QString problem; ///< what is wrong with the files themselves; empty: nothing
};

Known readFiles();
/// What of an answer stays after uids, versions, times and addresses are hidden.
QString masked(QString answer, const QStringList &alsoHidden = {});
/// Lines that only the first answer has, with "- " before them, then those that only the second has, with
/// "+ "; a long list is cut, and ends in a sum of the rest. Empty: the answers are the same.
QString differenceOf(const QString &there, const QString &here);
/// The differences say the same, if not in the same order; of what was cut off nothing is asked.
bool isSameInAnyOrder(const QString &one, const QString &other);
/// The marks for what was found: those that are right stay, others go, new ones have no reason yet.
std::vector<Mark> marksFor(const std::vector<Mark> &marks, const QMap<QString, QString> &differences);
QString textOf(const std::vector<Mark> &marks);
/// docs/api-semantics.md with the part that is generated as it should be.
QString withPart(const Known &known);

inline const QString marksFile = QStringLiteral(HOLLOWLAB_SOURCE_DIR "/tests/realcluster/marks.yaml");
inline const QString page = QStringLiteral(HOLLOWLAB_SOURCE_DIR "/docs/api-semantics.md");

} // namespace tests::comparison
