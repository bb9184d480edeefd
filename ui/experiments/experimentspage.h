// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The experiments: those that the program brings, and one's own from a file; what each asks, and what its
// runs have found (docs/window.md W64).

#include "ui/experiments/runs.h"
#include "ui/experiments/variants.h"
#include "ui/theme.h"

#include <QElapsedTimer>
#include <QTimer>
#include <QWidget>

#include <memory>

class QLabel;
class QProgressBar;
class QSortFilterProxyModel;
class QToolButton;

namespace ui {

class DotChart;
class ElidedLabel;
class VariantDetail;
class VariantTable;
struct Notice;

class ExperimentsPage : public QWidget
{
    Q_OBJECT

public:
    ExperimentsPage(const Theme &theme, QWidget *parent = nullptr);
    ~ExperimentsPage() override;

    /// Who carries the runs out; without, none can be begun.
    void offerRuns(std::unique_ptr<ExperimentRuns> runs);
    /// Adds the file to the list, or takes it in again, and chooses it; tells what is wrong with it.
    void open(const QString &path);
    /// How many there are.
    int count() const;
    /// The names of all of them, in their order.
    QStringList names();
    /// Asks to be in front, with that one chosen.
    void bringUp(const QString &name);
    /// The same with one that the program brings, by the name of its file.
    void bringUpShipped(const std::string &file);
    /// Where experiments of one's own are kept, which are offered as well.
    void setFolder(const QString &folder);
    /// Files from elsewhere, which are offered too.
    void setFiles(const QStringList &files) { m_files = files; }
    /// The path of the file of the one that is chosen, or its name when it is shipped.
    QString chosenOne() const;
    /// Chosen as soon as somebody looks, if it is still there; what runs goes on.
    void chooseOne(const QString &one);
    /// What is said of the variant that is chosen, for a place beside the page.
    QWidget &detail() const;
    bool isRunning() const { return m_progress.isRunning; }

signals:
    void noticed(const ui::Notice &notice);
    /// There are others, or one has begun or ended.
    void changed();
    void frontAsked();
    void chosenChanged();
    /// Those from elsewhere are these now.
    void filesChanged(const QStringList &files);
    /// Its YAML is to be changed: that of the file, or one that is shipped.
    void editAsked(const QString &yaml, const QString &path);
    /// The scenario is to be carried out on the cluster that is shown.
    void scenarioAsked(const QString &name, const std::string &yaml);

protected:
    void changeEvent(QEvent *event) override;
    void showEvent(QShowEvent *event) override;

private:
    struct Entry {
        core::experiment::Experiment experiment;
        QString path; ///< none: it is shipped
        std::string shipped; ///< its file in the program
    };
    struct Progress {
        bool isRunning = false;
        std::size_t done = 0;
        QElapsedTimer since;
        bool hasReport = true; ///< the last one that was asked for is written
    };

    QWidget *makeHead();
    QWidget *makeProgress();
    QWidget *makeFinding();
    void fill();
    void addShipped();
    bool addFile(const QString &path);
    void rememberFile(const QString &path);
    int rowOf(const QString &one) const;
    void listChoices();
    void chooseOther(int entry);
    void choose(int entry);
    bool takeInAgain();
    void run();
    void stop();
    void take(const core::experiment::Run &run);
    void showArrived();
    void end(const QString &trouble);
    void showChosen();
    void showProgress();
    QString factsOfChosen() const;
    QString whyNothingIsFound(std::size_t variant) const;
    void showFinding();
    std::optional<std::size_t> chosenVariant() const;
    void chooseVariant(std::size_t variant);
    void askForFile();
    void edit();
    void exportRuns();
    void playVariant();
    void reportSlowest();
    void tellReport(const QString &directory, const QString &trouble);

    const Theme &m_theme;
    QString m_folder;
    QStringList m_files; ///< from elsewhere
    QString m_awaited; ///< the one to choose once somebody looks
    bool m_isFilled = false; ///< nothing is read before somebody looks
    std::vector<Entry> m_entries;
    int m_chosen = -1;
    std::unique_ptr<ExperimentRuns> m_runs;
    Progress m_progress;
    std::vector<core::experiment::Run> m_arrived; ///< and not shown yet
    Variants *m_variants;
    QWidget *m_content; ///< what is scrolled where the page is low
    ElidedLabel *m_name;
    QToolButton *m_choice;
    QToolButton *m_run;
    QToolButton *m_stop;
    QToolButton *m_edit;
    QToolButton *m_export;
    QLabel *m_description;
    ElidedLabel *m_facts;
    QProgressBar *m_bar;
    ElidedLabel *m_told;
    DotChart *m_chart;
    VariantDetail *m_detail;
    QSortFilterProxyModel *m_order;
    VariantTable *m_table;
    QLabel *m_finding;
    QToolButton *m_play;
    QToolButton *m_report;
    QTimer m_soon;
};

} // namespace ui
