// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The window with the editors that it has: of a config, of an object's YAML, of YAML to apply.

#include "tests/ui/stage.h"
#include "ui/widgets/yamledit.h"

#include <QDialog>
#include <QMessageBox>
#include <QPushButton>

namespace fake {

inline const QString written = QStringLiteral("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: mine}\n");

struct Editors : Stage {
    using Stage::Stage;

    template<typename T>
    T *find(const char *name) const
    {
        return window.findChild<T *>(QString::fromLatin1(name));
    }
    QDialog *apply() const { return find<QDialog>("applyDialog"); }
    QDialog *config() const { return find<QDialog>("configDialog"); }
    QMessageBox *question() const { return find<QMessageBox>("question"); }
    ui::YamlEdit *applyText() const { return find<ui::YamlEdit>("applyYamlText"); }
    ui::YamlEdit *configText() const { return find<ui::YamlEdit>("configYaml"); }
    QPushButton *button(const QDialog *dialog, const char *name) const
    {
        return dialog->findChild<QPushButton *>(QString::fromLatin1(name));
    }

    void openConfig()
    {
        table(ui::Kind::MachineSet)->selectFirst();
        action("editConfig")->trigger();
    }
    void writeImage(const QString &image) const
    {
        const QString line =
            configText()->toPlainText().split(u'\n').filter(QStringLiteral("image:")).value(0);
        configText()->setPlainText(
            configText()->toPlainText().replace(line, QStringLiteral("image: ") + image));
    }
    void changeImage(const std::string &image, const std::string &version)
    {
        auto set = std::make_shared<MachineSet>(*machineSet("workers", 3, 3));
        core::api::Json config = set->spec.template_.spec.providerSpec.value;
        config.as_object()["image"] = image;
        set->spec.template_.spec.providerSpec.value = config;
        set->metadata.resourceVersion = version;
        core::engine::ChangeSet changes;
        changes.of<MachineSet>().upserts = {set};
        session.send(changes);
    }
    /// Answers the last command with the set as it is, or would be.
    void tellSet(std::int64_t replicas, const std::string &version,
        std::optional<std::int64_t> generation = std::nullopt)
    {
        MachineSet set = *machineSet("workers", replicas, 3);
        set.metadata.resourceVersion = version;
        set.metadata.generation = generation;
        tellObject(core::api::encodeObject(set));
    }
    /// Answers the last command.
    void tellObject(const core::api::Json &object)
    {
        emit session.commandDone({session.commands.size(), std::string(), {}, nullptr,
            std::make_shared<const core::api::Json>(object)});
    }
    /// Answers the last command with the health check.
    void tellCheck(const std::string &readyTimeout = "15s")
    {
        core::api::Json check = core::api::encodeObject(*healthCheck("workers", "workers"));
        check.at("spec").at("unhealthyConditions").at(0).as_object()["timeout"] = readyTimeout;
        tellObject(check);
    }
    /// Answers the last command, which tries what is written.
    void tellTrials(std::vector<core::api::TriedObject> tried)
    {
        QVERIFY(session.last<core::engine::TryWrite>());
        core::engine::CommandOutcome outcome {session.commands.size(), std::string("Tried")};
        outcome.tried = std::move(tried);
        emit session.commandDone(outcome);
    }
    void enterSomebodysCluster()
    {
        core::engine::ChangeSet cluster = threeMachines(core::engine::Mode::External);
        cluster.status->locked = false;
        session.send(std::move(cluster));
    }
    void sendSet(bool there)
    {
        core::engine::ChangeSet changes;
        if (there)
            changes.of<MachineSet>().upserts = {machineSet("workers", 3, 3)};
        else
            changes.of<MachineSet>().removed = {{"default", "workers"}};
        session.send(changes);
    }
};

/// A window whose drafts are kept, as without --fresh.
struct Kept : Editors {
    Kept() : Editors(threeMachines(), {1280, 800}, ui::Scheme::Light, false) { }
};

} // namespace fake
