// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/startpage.h"

#include "app/paths.h"
#include "core/base/displaytext.h"
#include "ui/widgets/buttonlook.h"

#include <QDialogButtonBox>
#include <QFileDialog>
#include <QInputDialog>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace app {

namespace {

constexpr int pageWidth = 620;
constexpr double headlineScale = 1.4;

QLabel *wrapped(const QString &text)
{
    auto *label = new QLabel(text);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    return label;
}

/// What helps, and below it what that does; in letters of the text size, which a QCommandLinkButton has not.
class RemedyButton : public QPushButton
{
public:
    RemedyButton(const QString &label, const QString &effect)
    {
        setAccessibleName(label);
        setAccessibleDescription(effect);
        setAutoDefault(true);
        setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Minimum);
        auto *lines = new QVBoxLayout(this);
        lines->setContentsMargins(10, 8, 10, 8);
        lines->setSpacing(2);
        QLabel *title = wrapped(label);
        QFont bold = title->font();
        bold.setBold(true);
        title->setFont(bold);
        for (QLabel *line : {title, wrapped(effect)}) {
            line->setAttribute(Qt::WA_TransparentForMouseEvents);
            lines->addWidget(line);
        }
    }
    QSize sizeHint() const override { return layout()->totalSizeHint(); }
    QSize minimumSizeHint() const override { return layout()->totalMinimumSize(); }
};

QStringList knownLabs()
{
    QStringList names;
    for (const std::string &name : labNames())
        names << QString::fromStdString(name);
    return names;
}

} // namespace

StartPage::StartPage(const QString &headline, const QString &details, const std::vector<Remedy> &remedies,
    const ui::Theme &theme)
    : m_details(wrapped(details))
{
    setWindowTitle(tr("Hollow Lab cannot start"));
    auto *column = new QVBoxLayout(this);
    QLabel *title = wrapped(headline);
    QFont large = title->font();
    large.setPointSizeF(large.pointSizeF() * headlineScale);
    large.setBold(true);
    title->setFont(large);
    column->addWidget(title);
    m_details->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    column->addWidget(m_details);
    column->addSpacing(column->spacing());
    for (const Remedy &remedy : remedies)
        addRemedy(*column, remedy);
    auto *close = new QDialogButtonBox(QDialogButtonBox::Close);
    connect(close, &QDialogButtonBox::rejected, this, &QDialog::reject);
    close->button(QDialogButtonBox::Close)->setIcon({}); // the style's is black in the dark too
    column->addWidget(close);
    const bool asksForLeave = !remedies.empty() && remedies.front().first;
    QPushButton *entered = asksForLeave ? close->button(QDialogButtonBox::Close) : findChild<QPushButton *>();
    entered->setFocus();
    setMinimumWidth(pageWidth);
    ui::wearButtonLook(this, theme);
}

void StartPage::addRemedy(QBoxLayout &column, const Remedy &remedy)
{
    auto *button = new RemedyButton(remedy.label, remedy.effect);
    connect(button, &QPushButton::clicked, this, [this, remedy] { choose(remedy); });
    column.addWidget(button);
}

void StartPage::choose(const Remedy &remedy)
{
    Arguments arguments = remedy.arguments;
    if (remedy.question != Remedy::Question::None) {
        const auto answer = answerOf(remedy.question);
        if (!answer)
            return;
        arguments.back() += answer->toStdString();
    }
    if (const auto done = remedy.first ? remedy.first() : core::base::Result<>(); !done) {
        m_details->setText(QString::fromStdString(core::base::printableText(done.error().message)));
        return;
    }
    m_chosen = std::move(arguments);
    accept();
}

/// Nothing when the user thinks better of it.
std::optional<QString> StartPage::answerOf(Remedy::Question question)
{
    QString answer;
    bool isGiven = true;
    switch (question) {
    case Remedy::Question::None:
        break;
    case Remedy::Question::Kubeconfig:
        answer = QFileDialog::getOpenFileName(this, tr("Choose a kubeconfig"), QDir::homePath());
        break;
    case Remedy::Question::Scenario:
        answer =
            QFileDialog::getOpenFileName(this, tr("Choose a scenario"), {}, tr("Scenarios (*.yaml *.yml)"));
        break;
    case Remedy::Question::Lab:
        answer = QInputDialog::getItem(
            this, tr("Open another lab"), tr("Name of the lab"), knownLabs(), 0, true, &isGiven);
        break;
    }
    return isGiven && !answer.isEmpty() ? std::optional(answer) : std::nullopt;
}

} // namespace app

#include "moc_startpage.cpp"
