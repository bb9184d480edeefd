<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en_US">
<context>
    <name>Experiments</name>
    <message numerus="yes">
        <source>In %n runs the scenario did not hold;</source>
        <translation>
            <numerusform>In %n run the scenario did not hold;</numerusform>
            <numerusform>In %n runs the scenario did not hold;</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln failures had not recovered when their run was over.</source>
        <translation>
            <numerusform>%Ln failure had not recovered when its run was over.</numerusform>
            <numerusform>%Ln failures had not recovered when their run was over.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::Actions</name>
    <message numerus="yes">
        <source>Let all %n nodes of zone %1 fail in the %2?</source>
        <translation>
            <numerusform>Let the only node of zone %1 fail in the %2?</numerusform>
            <numerusform>Let all %n nodes of zone %1 fail in the %2?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n nodes</source>
        <translation>
            <numerusform>%n node</numerusform>
            <numerusform>%n nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n objects of kind %1</source>
        <translation>
            <numerusform>%n object of kind %1</numerusform>
            <numerusform>%n objects of kind %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n machines are deleted along with that.</source>
        <translation>
            <numerusform>%n machine is deleted along with that.</numerusform>
            <numerusform>%n machines are deleted along with that.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The sets and %n machines are deleted along with that.</source>
        <translation>
            <numerusform>The sets and %n machine are deleted along with that.</numerusform>
            <numerusform>The sets and %n machines are deleted along with that.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::ChangeOrders</name>
    <message numerus="yes">
        <source>Scaled %n sets or deployments to %1</source>
        <translation>
            <numerusform>Scaled %n set or deployment to %1</numerusform>
            <numerusform>Scaled %n sets or deployments to %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Scaled %n sets or deployments back</source>
        <translation>
            <numerusform>Scaled %n set or deployment back</numerusform>
            <numerusform>Scaled %n sets or deployments back</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Paused %n deployments</source>
        <translation>
            <numerusform>Paused %n deployment</numerusform>
            <numerusform>Paused %n deployments</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Resumed %n deployments</source>
        <translation>
            <numerusform>Resumed %n deployment</numerusform>
            <numerusform>Resumed %n deployments</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n deployments</source>
        <translation>
            <numerusform>%n deployment</numerusform>
            <numerusform>%n deployments</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::CommandSender</name>
    <message numerus="yes">
        <source>%n nodes</source>
        <translation>
            <numerusform>%n node</numerusform>
            <numerusform>%n nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n nodes told to fail</source>
        <translation>
            <numerusform>%n node told to fail</numerusform>
            <numerusform>%n nodes told to fail</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Switched %n controllers on</source>
        <translation>
            <numerusform>Switched %n controller on</numerusform>
            <numerusform>Switched %n controllers on</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Deleted %n objects</source>
        <translation>
            <numerusform>Deleted %n object</numerusform>
            <numerusform>Deleted %n objects</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::CompareDialog</name>
    <message numerus="yes">
        <source>%n events</source>
        <translation>
            <numerusform>%n event</numerusform>
            <numerusform>%n events</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::ContextBar</name>
    <message numerus="yes">
        <source>Server: %1
It locks itself %n minutes after the last change.</source>
        <translation>
            <numerusform>Server: %1
It locks itself %n minute after the last change.</numerusform>
            <numerusform>Server: %1
It locks itself %n minutes after the last change.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Unlock for %n minutes</source>
        <translation>
            <numerusform>Unlock for %n minute</numerusform>
            <numerusform>Unlock for %n minutes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::ControllersPanel</name>
    <message numerus="yes">
        <source>Let these %n controllers change objects in the cluster %1?</source>
        <translation>
            <numerusform>Let this %n controller change objects in the cluster %1?</numerusform>
            <numerusform>Let these %n controllers change objects in the cluster %1?</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::Deletions</name>
    <message numerus="yes">
        <source>%n objects</source>
        <translation>
            <numerusform>%n object</numerusform>
            <numerusform>%n objects</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::DotChart</name>
    <message numerus="yes">
        <source>%1: %2, p95 %3, %n runs</source>
        <translation>
            <numerusform>%1: %2, p95 %3, %n run</numerusform>
            <numerusform>%1: %2, p95 %3, %n runs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln not recovered (hollow)</source>
        <translation>
            <numerusform>%Ln not recovered (hollow)</numerusform>
            <numerusform>%Ln not recovered (hollow)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::ExperimentsPage</name>
    <message numerus="yes">
        <source>%1 of %Ln runs</source>
        <translation>
            <numerusform>%1 of %Ln run</numerusform>
            <numerusform>%1 of %Ln runs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln runs</source>
        <translation>
            <numerusform>%Ln run</numerusform>
            <numerusform>%Ln runs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln machines</source>
        <translation>
            <numerusform>%Ln machine</numerusform>
            <numerusform>%Ln machines</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln variants</source>
        <translation>
            <numerusform>%Ln variant</numerusform>
            <numerusform>%Ln variants</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln seeds</source>
        <translation>
            <numerusform>%Ln seed</numerusform>
            <numerusform>%Ln seeds</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::Format</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::HealthSentence</name>
    <message numerus="yes">
        <source>machines</source>
        <comment>after their number</comment>
        <translation>
            <numerusform>machine</numerusform>
            <numerusform>machines</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::Lanes</name>
    <message numerus="yes">
        <source>%n machines, those first that failed last</source>
        <translation>
            <numerusform>%n machine</numerusform>
            <numerusform>%n machines, those first that failed last</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::Marks</name>
    <message numerus="yes">
        <source>%n faults</source>
        <translation>
            <numerusform>%n fault</numerusform>
            <numerusform>%n faults</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n scalings</source>
        <translation>
            <numerusform>%n scaling</numerusform>
            <numerusform>%n scalings</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>↧ %n deletions</source>
        <translation>
            <numerusform>↧ %n deletion</numerusform>
            <numerusform>↧ %n deletions</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::Next</name>
    <message numerus="yes">
        <source>%n machines boot</source>
        <translation>
            <numerusform>%n machine boots</numerusform>
            <numerusform>%n machines boot</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n machines are being deleted</source>
        <translation>
            <numerusform>%n machine is being deleted</numerusform>
            <numerusform>%n machines are being deleted</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n machines: %1</source>
        <translation>
            <numerusform>%n machine: %1</numerusform>
            <numerusform>%n machines: %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and of %n more machines</source>
        <translation>
            <numerusform>and of %n more machine</numerusform>
            <numerusform>and of %n more machines</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n missing machines are created</source>
        <translation>
            <numerusform>%n missing machine is created</numerusform>
            <numerusform>%n missing machines are created</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n machines too many are deleted</source>
        <translation>
            <numerusform>%n machine too many is deleted</numerusform>
            <numerusform>%n machines too many are deleted</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Once the %n machines of earlier revisions are gone, new ones are created</source>
        <translation>
            <numerusform>Once the %n machine of earlier revisions is gone, new ones are created</numerusform>
            <numerusform>Once the %n machines of earlier revisions are gone, new ones are created</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>As new ones become Ready, the %n machines of earlier revisions are deleted</source>
        <translation>
            <numerusform>As new ones become Ready, the %n machine of earlier revisions is deleted</numerusform>
            <numerusform>As new ones become Ready, the %n machines of earlier revisions are deleted</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Nothing: all %Ln machines are well.</source>
        <translation>
            <numerusform>Nothing: its %Ln machine is well.</numerusform>
            <numerusform>Nothing: all %Ln machines are well.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Nothing: all %Ln machines are Ready.</source>
        <translation>
            <numerusform>Nothing: its %Ln machine is Ready.</numerusform>
            <numerusform>Nothing: all %Ln machines are Ready.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>the last of %n more deleted and replaced</source>
        <translation>
            <numerusform>%n more deleted and replaced</numerusform>
            <numerusform>the last of %n more deleted and replaced</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n replacements Ready</source>
        <translation>
            <numerusform>%n replacement Ready</numerusform>
            <numerusform>%n replacements Ready</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n booting machines Ready</source>
        <translation>
            <numerusform>%n booting machine Ready</numerusform>
            <numerusform>%n booting machines Ready</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The %n machines of earlier revisions are updated in place</source>
        <translation>
            <numerusform>The %n machine of earlier revisions is updated in place</numerusform>
            <numerusform>The %n machines of earlier revisions are updated in place</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Its set gets %n machines instead of %L1</source>
        <translation>
            <numerusform>Its set gets %n machine instead of %L1</numerusform>
            <numerusform>Its set gets %n machines instead of %L1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>all %n machines of revision %1</source>
        <translation>
            <numerusform>the %n machine of revision %1</numerusform>
            <numerusform>all %n machines of revision %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Each of %n machines %1</source>
        <translation>
            <numerusform>Each of %n machine %1</numerusform>
            <numerusform>Each of %n machines %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::RecoveryCard</name>
    <message numerus="yes">
        <source>Compared with the other %n without a set</source>
        <translation>
            <numerusform>Compared with the one other without a set</numerusform>
            <numerusform>Compared with the other %n without a set</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Compared with the other %n of this set</source>
        <translation>
            <numerusform>Compared with the one other of this set</numerusform>
            <numerusform>Compared with the other %n of this set</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::RecoveryNews</name>
    <message numerus="yes">
        <source>%n recovered: median %1, the slowest took %2</source>
        <translation>
            <numerusform>%n recovered: median %1, the slowest took %2</numerusform>
            <numerusform>%n recovered: median %1, the slowest took %2</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::RecoveryStory</name>
    <message numerus="yes">
        <source>%n recoveries</source>
        <translation>
            <numerusform>%n recovery</numerusform>
            <numerusform>%n recoveries</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::ScaleDialog</name>
    <message numerus="yes">
        <source>Scale %n sets or deployments</source>
        <translation>
            <numerusform>Scale %n set or deployment</numerusform>
            <numerusform>Scale %n sets or deployments</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::ScaleOutlook</name>
    <message numerus="yes">
        <source>%n machines go: %1.</source>
        <translation>
            <numerusform>%n machine goes: %1.</numerusform>
            <numerusform>%n machines go: %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n machines go, first %1.</source>
        <translation>
            <numerusform>%n machine goes, first %1.</numerusform>
            <numerusform>%n machines go, first %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n machines more.</source>
        <translation>
            <numerusform>%n machine more.</numerusform>
            <numerusform>%n machines more.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n machines wait for PodDisruptionBudget %1, first %2: it needs %L3 healthy pods, has %L4</source>
        <translation>
            <numerusform>%n machine waits for PodDisruptionBudget %1, first %2: it needs %L3 healthy pods, has %L4</numerusform>
            <numerusform>%n machines wait for PodDisruptionBudget %1, first %2: it needs %L3 healthy pods, has %L4</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Before that %n pods leave their nodes.</source>
        <translation>
            <numerusform>Before that %n pod leaves its node.</numerusform>
            <numerusform>Before that %n pods leave their nodes.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>And %n more budgets.</source>
        <translation>
            <numerusform>And %n more budget.</numerusform>
            <numerusform>And %n more budgets.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::ScalePreview</name>
    <message numerus="yes">
        <source>%n sets or deployments</source>
        <translation>
            <numerusform>%n set or deployment</numerusform>
            <numerusform>%n sets or deployments</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::ScenarioEditor</name>
    <message numerus="yes">
        <source>%n steps</source>
        <translation>
            <numerusform>%n step</numerusform>
            <numerusform>%n steps</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n runs</source>
        <translation>
            <numerusform>%n run</numerusform>
            <numerusform>%n runs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::Trial</name>
    <message numerus="yes">
        <source>Apply %n objects to the cluster %1 (%2)?</source>
        <translation>
            <numerusform>Apply %n object to the cluster %1 (%2)?</numerusform>
            <numerusform>Apply %n objects to the cluster %1 (%2)?</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::VariantDetail</name>
    <message numerus="yes">
        <source>%Ln runs</source>
        <translation>
            <numerusform>%Ln run</numerusform>
            <numerusform>%Ln runs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::Why</name>
    <message numerus="yes">
        <source>%Ln machines count as healthy</source>
        <translation>
            <numerusform>%Ln machine counts as healthy</numerusform>
            <numerusform>%Ln machines count as healthy</numerusform>
        </translation>
    </message>
</context>
</TS>
