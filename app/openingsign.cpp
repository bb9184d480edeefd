// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/openingsign.h"

#include "ui/preferences.h"
#include "ui/textsize.h"
#include "ui/theme.h"

#include <QCloseEvent>
#include <QDialog>
#include <QEventLoop>
#include <QLabel>
#include <QTimer>
#include <QVBoxLayout>

#include <csignal>
#include <memory>

namespace app {

namespace {

constexpr std::chrono::seconds toldAfter {1};
constexpr int margin = 28; // px

class OpeningSign : public QDialog
{
    Q_DECLARE_TR_FUNCTIONS(OpeningSign)

public:
    explicit OpeningSign(const Options &options)
        : m_theme(ui::Scheme(ui::savedPreference(ui::Pref::Theme)))
        , m_words(new QLabel(options.external
                  ? tr("Waiting for the login to the cluster …")
                  : tr("Opening the lab “%1” …").arg(QString::fromStdString(options.lab))))
    {
        ui::setTextSize(ui::savedPreference(ui::Pref::TextSize));
        setWindowTitle(tr("Opening"));
        m_words->setTextFormat(Qt::PlainText);
        auto *layout = new QVBoxLayout(this);
        layout->setContentsMargins(margin, margin, margin, margin);
        layout->addWidget(m_words);
    }

protected:
    void closeEvent(QCloseEvent *event) override
    {
        event->ignore();
        m_words->setText(tr("Closing …"));
        std::raise(SIGTERM); // a lab is made whole first
    }
    void reject() override { close(); }

private:
    ui::Theme m_theme;
    QLabel *m_words;
};

} // namespace

void openWithSign(core::base::Worker &worker, const Options &options, const std::function<void()> &open)
{
    QEventLoop loop;
    bool isOpen = false;
    worker.post([&] {
        open();
        QMetaObject::invokeMethod(&loop, [&] {
            isOpen = true;
            loop.quit();
        });
    });
    std::unique_ptr<OpeningSign> sign;
    QTimer::singleShot(toldAfter, &loop, [&] {
        sign = std::make_unique<OpeningSign>(options);
        sign->show();
    });
    while (!isOpen)
        loop.exec();
}

} // namespace app
