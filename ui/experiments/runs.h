// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The seam to who carries the runs of an experiment out, beside the window: the program brings one
// (app/experimentprocesses.h), tests one of their own.

#include "core/experiment/run.h"

#include <QObject>
#include <QString>

#include <string>

namespace ui {

class ExperimentRuns : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    /// Begins with all runs of the experiment, a document that needs no file; what was under way is given up.
    virtual void start(const std::string &document) = 0;
    /// Gives up what is under way.
    virtual void stop() = 0;
    /// Carries that one run out once more, and leaves its report in the directory.
    virtual void report(
        const std::string &document, const core::experiment::Run &run, const QString &directory) = 0;

signals:
    void ran(const core::experiment::Run &run);
    /// No run follows; trouble: what went wrong, empty when all runs were carried out.
    void ended(const QString &trouble);
    /// The report is written, or could not be: then trouble says why.
    void reported(const QString &directory, const QString &trouble);
};

} // namespace ui
