// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// All about one object, live: how it is and what it belongs to, its conditions, its YAML, its events.

#include "ui/inspector/sight.h"
#include "ui/models/objecttablemodel.h"
#include "ui/theme.h"

#include <QTabWidget>

class QAction;
class QLabel;
class QTextBrowser;
class QToolBar;

namespace ui {

class ObjectTable;
class YamlEdit;

class Inspector : public QWidget
{
    Q_OBJECT

public:
    enum class Page { Why, Summary, Conditions, Yaml, Events };

    Inspector(const ClusterView &cluster, const Theme &theme, QWidget *parent = nullptr);

    /// Follows this object from now on; none shows how to choose one. When it goes, it stays as it was seen
    /// last, marked as gone.
    void inspect(const std::optional<ObjectRef> &object);
    /// Another moment is shown: what was seen of the object before says nothing about it. What was seen of
    /// it in the present is told again there when it is gone.
    void lookAnew();
    const std::optional<ObjectRef> &object() const { return m_object; }
    Page page() const;
    void showPage(Page page);
    /// px: all its tabs are seen.
    int comfortableWidth() const;
    /// The remark stands beside the name: why the object is not the one chosen in the table.
    void setRemark(const QString &remark);
    /// Reads the cluster again.
    void refresh();
    /// What can be done with an object, as buttons below what is said of it.
    using Offer = std::function<std::vector<QAction *>(const ObjectRef &)>;
    void setOffer(Offer offer) { m_offer = std::move(offer); }

signals:
    void linkFollowed(const ui::ObjectRef &object);
    /// A health check shall be made for the machines of the inspected object.
    void checkAsked();
    /// Its button was pressed.
    void actionAsked(const ui::ObjectRef &object, QAction *action);
    /// What is said of this object only on request is wanted from now on; of nothing while not seen.
    void watchAsked(const std::optional<ui::ObjectRef> &object);

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;
    void changeEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    /// All that is known of an object that may be gone.
    struct Seen {
        ObjectRef object;
        Sight sight;
        QString why; ///< was shown of it while it was there
        std::optional<ObjectRef> replacement;
    };

    void wearTheme();
    void clearPages();
    void watch(const std::optional<ObjectRef> &object);
    QTextBrowser *addBrowser(const QString &name, const QString &title);
    void showName();
    QString inHead(const std::string &name, const QFont &font) const;
    QString linkInHead(const ObjectRef &object) const;
    void showHead(const Details &details);
    QString summaryHtml(const Details &details) const;
    QString conditionsHtml(const Details &details) const;
    void showEvents();
    /// Takes in how the object is; false when it is gone.
    bool look();
    core::api::Time whenGone() const;
    void showGone();
    void forgetSight();
    void turn();
    void bringBack(std::optional<Seen> seen);
    void showPages();
    void showRecord();
    QString recordHtml() const;
    void showOffer(const std::vector<QAction *> &offered);
    void makeRoom();
    void showYaml();
    QString whyNow();
    void follow(const QString &link);

    const ClusterView &m_cluster;
    const Theme &m_theme;
    std::optional<ObjectRef> m_object;
    std::optional<ObjectRef> m_watched; ///< was asked for last
    std::optional<Sight> m_sight; ///< of m_object, once it was seen
    QString m_lastWhy; ///< was shown of it while it was there
    std::optional<Seen> m_ofPresent; ///< while the past is shown
    bool m_isPast = false;
    QStringList m_whyColors; ///< in which m_lastWhy is written
    std::optional<ObjectRef> m_replacement; ///< of m_object, when it is gone
    QString m_remark;
    bool m_unfolded = false; ///< what is folded away on the page Why is shown
    std::pair<std::string, std::string> m_shownYaml; ///< uid and version
    ObjectTableModel<core::api::Event> m_events;
    QLabel *m_shape;
    QLabel *m_name;
    QLabel *m_headline;
    QTabWidget *m_tabs;
    QTextBrowser *m_why;
    QTextBrowser *m_summary;
    QTextBrowser *m_conditions;
    YamlEdit *m_yaml;
    ObjectTable *m_eventTable;
    QToolBar *m_buttons;
    Offer m_offer;
    std::vector<QAction *> m_offered; ///< by the buttons
};

} // namespace ui
