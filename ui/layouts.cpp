// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/layouts.h"

#include "ui/actions.h"
#include "ui/dialogs/ask.h"
#include "ui/keys.h"
#include "ui/panels.h"
#include "ui/settings.h"

#include <QInputDialog>
#include <QLineEdit>
#include <QMenu>

namespace ui {

using namespace Qt::Literals::StringLiterals;

namespace {

constexpr int mostLetters = 40; // of a name
constexpr int noticeTime = 4; // s

/// An ampersand in a menu marks a key.
QString asEntry(QString name)
{
    return name.replace(u'&', u"&&"_s);
}

} // namespace

Layouts::Layouts(QWidget &window, Panels &panels, const Actions &actions, bool fresh)
    : QObject(&window)
    , m_window(window)
    , m_panels(panels)
    , m_actions(actions)
    , m_fresh(fresh)
{
    const std::pair<QAction *, Layout> layouts[] = {
        {actions.explore, Layout::Explore}, {actions.demo, Layout::Demo}, {actions.debug, Layout::Debug}};
    for (const auto &[action, layout] : layouts) {
        connect(action, &QAction::triggered, this, [this, chosen = layout] {
            m_panels.present(false);
            m_panels.arrange(chosen);
        });
    }
    window.addAction(actions.presentation); // its key works before its menu has been opened
    connect(actions.presentation, &QAction::triggered, this, [this] {
        m_panels.present(!m_panels.isPresenting());
        const QString key = keyText(*m_actions.presentation);
        const QString topic = u"presentation"_s;
        if (m_panels.isPresenting())
            emit noticed({.text = key.isEmpty() ? tr("Present in the command palette ends the presentation.")
                                                : tr("%1 ends the presentation.").arg(key),
                .seconds = noticeTime,
                .topic = topic});
        else
            emit mooted(topic);
    });
}

void Layouts::fill(QMenu &menu)
{
    menu.setObjectName(u"layouts"_s);
    connect(&menu, &QMenu::aboutToShow, this, [this, &menu] {
        menu.clear();
        menu.addActions({m_actions.explore, m_actions.demo, m_actions.debug, m_actions.presentation});
        menu.addSeparator();
        if (!m_fresh)
            offerOwn(menu);
        menu.addAction(tr("&Reset layout"), this, [this] { m_panels.arrange(m_panels.layout()); });
    });
}

void Layouts::offerOwn(QMenu &menu)
{
    const QStringList names = savedLayouts();
    for (const QString &name : names)
        menu.addAction(asEntry(name), this, [this, name] { use(name); });
    menu.addAction(tr("&Save layout as…"), this, &Layouts::askName);
    if (!names.isEmpty())
        offerToForget(*menu.addMenu(tr("&Forget layout")));
}

void Layouts::offerToForget(QMenu &menu)
{
    menu.setObjectName(u"forgetLayout"_s);
    for (const QString &name : savedLayouts())
        menu.addAction(asEntry(name), this, [this, name] { forget(name); });
}

void Layouts::use(const QString &name)
{
    m_panels.present(false);
    if (m_panels.restore(savedLayout(name)))
        return;
    m_panels.arrange(Layout::Explore);
    emit noticed({.level = Notice::Level::Problem,
        .text = tr("The layout %1 is damaged, or of another version: the first layout is shown.").arg(name),
        .seconds = 0});
}

void Layouts::askName()
{
    auto *dialog = new QInputDialog(&m_window);
    dialog->setObjectName(u"layoutDialog"_s);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Save layout"));
    dialog->setLabelText(tr("What shall the layout be called? One of the same name is replaced."));
    dialog->setOkButtonText(tr("Save"));
    dialog->setTextValue({}); // makes the line that is typed into
    if (auto *line = dialog->findChild<QLineEdit *>())
        line->setMaxLength(mostLetters);
    connect(dialog, &QInputDialog::textValueSelected, this, &Layouts::save);
    showPlain(*dialog);
    dialog->open();
}

void Layouts::save(const QString &name)
{
    const QString called = name.simplified();
    if (called.isEmpty())
        return emit noticed({.level = Notice::Level::Problem,
            .text = tr("The layout was not saved: it has no name."),
            .seconds = noticeTime});
    saveLayoutAs(called, m_panels.now());
    emit noticed({.text = tr("Layout saved: %1").arg(called), .seconds = noticeTime});
}

void Layouts::forget(const QString &name)
{
    const SavedLayout layout = savedLayout(name);
    forgetLayout(name);
    emit noticed({.text = tr("Layout forgotten: %1").arg(name),
        .actionText = tr("Undo"),
        .action = [name, layout] { saveLayoutAs(name, layout); }});
}

} // namespace ui
