<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE">
<context>
    <name>Core</name>
    <message>
        <source>boots</source>
        <translation>startet</translation>
    </message>
    <message>
        <source>boots; {next}</source>
        <translation>startet; {next}</translation>
    </message>
    <message>
        <source>is being deleted</source>
        <translation>wird gelöscht</translation>
    </message>
    <message>
        <source>stays: health check {check} is paused</source>
        <translation>bleibt: Health-Check {check} ist angehalten</translation>
    </message>
    <message>
        <source>stays: nobody controls it, so nobody would replace it</source>
        <translation>bleibt: niemand ist zuständig, also würde niemand sie ersetzen</translation>
    </message>
    <message>
        <source>stays: no health check selects it</source>
        <translation>bleibt: kein Health-Check wählt sie aus</translation>
    </message>
    <message>
        <source>stays unless another program carries out health check {check}</source>
        <translation>bleibt, wenn nicht ein anderes Programm den Health-Check {check} ausführt</translation>
    </message>
    <message>
        <source>stays: {unhealthy} of {expected} unhealthy, {allowed} may be</source>
        <translation>bleibt: {unhealthy} von {expected} ungesund, {allowed} dürfen es sein</translation>
    </message>
    <message>
        <source>health check {check} finds nothing wrong</source>
        <translation>Health-Check {check} hat nichts auszusetzen</translation>
    </message>
    <message>
        <source>health check {check} judges nothing: {problem}</source>
        <translation>Health-Check {check} beurteilt nichts: {problem}</translation>
    </message>
    <message>
        <source>replaced now by health check {check}</source>
        <translation>wird jetzt durch Health-Check {check} ersetzt</translation>
    </message>
    <message>
        <source>replaced {when} by health check {check}</source>
        <translation>wird {when} durch Health-Check {check} ersetzt</translation>
    </message>
    <message>
        <source>replaced once others have come up</source>
        <translation>wird ersetzt, sobald andere wieder laufen</translation>
    </message>
    <message>
        <source>replaced {when} if it has no node by then</source>
        <translation>wird {when} ersetzt, wenn sie bis dahin keinen Node hat</translation>
    </message>
    <message>
        <source>handed over for remediation now by health check {check}</source>
        <translation>wird jetzt durch Health-Check {check} zur Behebung übergeben</translation>
    </message>
    <message>
        <source>handed over for remediation {when} by health check {check}</source>
        <translation>wird {when} durch Health-Check {check} zur Behebung übergeben</translation>
    </message>
    <message>
        <source>handed over for remediation once others have come up</source>
        <translation>wird zur Behebung übergeben, sobald andere wieder laufen</translation>
    </message>
    <message>
        <source>handed over for remediation {when} if it has no node by then</source>
        <translation>wird {when} zur Behebung übergeben, wenn sie bis dahin keinen Node hat</translation>
    </message>
    <message>
        <source>its reboot is asked for now by health check {check}</source>
        <translation>ihr Neustart wird jetzt durch Health-Check {check} verlangt</translation>
    </message>
    <message>
        <source>its reboot is asked for {when} by health check {check}</source>
        <translation>ihr Neustart wird {when} durch Health-Check {check} verlangt</translation>
    </message>
    <message>
        <source>its reboot is asked for once others have come up</source>
        <translation>ihr Neustart wird verlangt, sobald andere wieder laufen</translation>
    </message>
    <message>
        <source>its reboot is asked for {when} if it has no node by then</source>
        <translation>ihr Neustart wird {when} verlangt, wenn sie bis dahin keinen Node hat</translation>
    </message>
    <message>
        <source>replaces it now</source>
        <translation>ersetzt sie jetzt</translation>
    </message>
    <message>
        <source>replaces it now if it has no node by then</source>
        <translation>ersetzt sie jetzt, wenn sie bis dahin keinen Node hat</translation>
    </message>
    <message>
        <source>replaces it in {time}</source>
        <translation>ersetzt sie in {time}</translation>
    </message>
    <message>
        <source>replaces it in {time} if it has no node by then</source>
        <translation>ersetzt sie in {time}, wenn sie bis dahin keinen Node hat</translation>
    </message>
    <message>
        <source>replaces it once others have come up</source>
        <translation>ersetzt sie, sobald andere wieder laufen</translation>
    </message>
    <message>
        <source>asks for its remediation now</source>
        <translation>verlangt jetzt ihre Behebung</translation>
    </message>
    <message>
        <source>asks for its remediation now if it has no node by then</source>
        <translation>verlangt jetzt ihre Behebung, wenn sie bis dahin keinen Node hat</translation>
    </message>
    <message>
        <source>asks for its remediation in {time}</source>
        <translation>verlangt in {time} ihre Behebung</translation>
    </message>
    <message>
        <source>asks for its remediation in {time} if it has no node by then</source>
        <translation>verlangt in {time} ihre Behebung, wenn sie bis dahin keinen Node hat</translation>
    </message>
    <message>
        <source>asks for its remediation once others have come up</source>
        <translation>verlangt ihre Behebung, sobald andere wieder laufen</translation>
    </message>
    <message>
        <source>asks for a reboot of its node now</source>
        <translation>verlangt jetzt den Neustart ihres Nodes</translation>
    </message>
    <message>
        <source>asks for a reboot of its node now if it has no node by then</source>
        <translation>verlangt jetzt den Neustart ihres Nodes, wenn sie bis dahin keinen hat</translation>
    </message>
    <message>
        <source>asks for a reboot of its node in {time}</source>
        <translation>verlangt in {time} den Neustart ihres Nodes</translation>
    </message>
    <message>
        <source>asks for a reboot of its node in {time} if it has no node by then</source>
        <translation>verlangt in {time} den Neustart ihres Nodes, wenn sie bis dahin keinen hat</translation>
    </message>
    <message>
        <source>asks for a reboot of its node once others have come up</source>
        <translation>verlangt den Neustart ihres Nodes, sobald andere wieder laufen</translation>
    </message>
    <message>
        <source>finds nothing wrong</source>
        <translation>hat nichts auszusetzen</translation>
    </message>
    <message>
        <source>judges nothing: {problem}</source>
        <translation>beurteilt nichts: {problem}</translation>
    </message>
    <message>
        <source>is paused and does nothing</source>
        <translation>ist angehalten und tut nichts</translation>
    </message>
    <message>
        <source>leaves it alone: it is being deleted</source>
        <translation>lässt sie in Ruhe: sie wird gelöscht</translation>
    </message>
    <message>
        <source>leaves it alone: nobody controls the machine, so nobody would replace it</source>
        <translation>lässt sie in Ruhe: niemand ist für die Maschine zuständig, also würde niemand sie ersetzen</translation>
    </message>
    <message>
        <source>waits for its node without end</source>
        <translation>wartet ohne Ende auf ihren Node</translation>
    </message>
    <message>
        <source>does nothing: too many machines are unhealthy</source>
        <translation>tut nichts: zu viele Maschinen sind ungesund</translation>
    </message>
    <message>
        <source>does nothing, its controller does not run here; else it {deed}</source>
        <translation>tut nichts, sein Controller läuft hier nicht; sonst: {deed}</translation>
    </message>
    <message>
        <source>{unhealthy} of {expected} machines are unhealthy, {allowed} may be.</source>
        <translation>{unhealthy} von {expected} Maschinen sind ungesund, {allowed} dürfen es sein.</translation>
    </message>
    <message>
        <source>{unhealthy} of {expected} machines are unhealthy, {allowed} may be ({percent}).</source>
        <translation>{unhealthy} von {expected} Maschinen sind ungesund, {allowed} dürfen es sein ({percent}).</translation>
    </message>
    <message>
        <source>{unhealthy} of {expected} machines are unhealthy, {allowed} may be; {count} under way.</source>
        <translation>{unhealthy} von {expected} Maschinen sind ungesund, {allowed} dürfen es sein; {count} in Arbeit.</translation>
    </message>
    <message>
        <source>{unhealthy} of {expected} machines are unhealthy, {allowed} may be ({percent}); {count} under way.</source>
        <translation>{unhealthy} von {expected} Maschinen sind ungesund, {allowed} dürfen es sein ({percent}); {count} in Arbeit.</translation>
    </message>
    <message>
        <source>{unhealthy} of {expected} machines is unhealthy, {allowed} may be.</source>
        <translation>{unhealthy} von {expected} Maschinen ist ungesund, {allowed} dürfen es sein.</translation>
    </message>
    <message>
        <source>{unhealthy} of {expected} machines is unhealthy, {allowed} may be ({percent}).</source>
        <translation>{unhealthy} von {expected} Maschinen ist ungesund, {allowed} dürfen es sein ({percent}).</translation>
    </message>
    <message>
        <source>{unhealthy} of {expected} machines is unhealthy, {allowed} may be; {count} under way.</source>
        <translation>{unhealthy} von {expected} Maschinen ist ungesund, {allowed} dürfen es sein; {count} in Arbeit.</translation>
    </message>
    <message>
        <source>{unhealthy} of {expected} machines is unhealthy, {allowed} may be ({percent}); {count} under way.</source>
        <translation>{unhealthy} von {expected} Maschinen ist ungesund, {allowed} dürfen es sein ({percent}); {count} in Arbeit.</translation>
    </message>
    <message>
        <source>Health check {check}: {problem}: none will be replaced.</source>
        <translation>Health-Check {check}: {problem}: keine wird ersetzt.</translation>
    </message>
    <message>
        <source>Health check {check}: allowed {allowed}, {unhealthy} would be unhealthy: none will be replaced.</source>
        <translation>Health-Check {check}: erlaubt {allowed}, {unhealthy} wären ungesund: keine wird ersetzt.</translation>
    </message>
    <message>
        <source>Health check {check}: allowed {percent} of {expected} = {allowed}, {unhealthy} would be unhealthy: none will be replaced.</source>
        <translation>Health-Check {check}: erlaubt {percent} von {expected} = {allowed}, {unhealthy} wären ungesund: keine wird ersetzt.</translation>
    </message>
    <message>
        <source>it is paused</source>
        <translation>er ist angehalten</translation>
    </message>
    <message>
        <source>it judges nothing, {problem}</source>
        <translation>er beurteilt nichts, {problem}</translation>
    </message>
    <message>
        <source>its controller does not run here</source>
        <translation>sein Controller läuft hier nicht</translation>
    </message>
    <message>
        <source>such a fault does not concern it, or not for long enough</source>
        <translation>eine solche Störung betrifft ihn nicht, oder nicht lange genug</translation>
    </message>
    <message>
        <source>{nodes} have a health timeout of their own: they are given up one after the other.</source>
        <translation>{nodes} haben eine eigene Health-Frist: sie werden eine nach der anderen aufgegeben.</translation>
    </message>
    <message>
        <source>{nodes} are selected by no health check and stay as they are.</source>
        <translation>{nodes} werden von keinem Health-Check ausgewählt und bleiben, wie sie sind.</translation>
    </message>
    <message>
        <source>{count} nodes</source>
        <translation>{count} Nodes</translation>
    </message>
    <message>
        <source>Scaled {set} {replicas}</source>
        <translation>{set} auf {replicas} skaliert</translation>
    </message>
    <message>
        <source>Scaled {set} {before} → {replicas}</source>
        <translation>{set} skaliert: {before} → {replicas}</translation>
    </message>
    <message>
        <source>Paused {deployment}</source>
        <translation>{deployment} angehalten</translation>
    </message>
    <message>
        <source>Resumed {deployment}</source>
        <translation>{deployment} fortgesetzt</translation>
    </message>
    <message>
        <source>Rolling {deployment} back to revision {revision}</source>
        <translation>{deployment} wird auf Revision {revision} zurückgerollt</translation>
    </message>
    <message>
        <source>Told {nodes} to be {fault}</source>
        <translation>{nodes} angewiesen: {fault}</translation>
    </message>
    <message>
        <source>Told all nodes of zone {zone} to be {fault}</source>
        <translation>Alle Nodes der Zone {zone} angewiesen: {fault}</translation>
    </message>
    <message>
        <source>Took the fault away from {nodes}</source>
        <translation>Störung entfernt: {nodes}</translation>
    </message>
    <message>
        <source>Took the faults away from all nodes of zone {zone}</source>
        <translation>Störungen aller Nodes der Zone {zone} entfernt</translation>
    </message>
    <message>
        <source>Deleted {object}</source>
        <translation>{object} gelöscht</translation>
    </message>
    <message>
        <source>The provider config of {name} is unchanged</source>
        <translation>Die Provider-Konfiguration von {name} ist unverändert</translation>
    </message>
    <message>
        <source>Changed the provider config of {name}; its machines are replaced step by step</source>
        <translation>Provider-Konfiguration von {name} geändert; die Maschinen werden Schritt für Schritt ersetzt</translation>
    </message>
    <message>
        <source>Changed the provider config of {name}; machines made from now on use it</source>
        <translation>Provider-Konfiguration von {name} geändert; neue Maschinen verwenden sie ab jetzt</translation>
    </message>
    <message>
        <source>Switched {controller} on</source>
        <translation>{controller} eingeschaltet</translation>
    </message>
    <message>
        <source>Switched {controller} off</source>
        <translation>{controller} ausgeschaltet</translation>
    </message>
    <message>
        <source>Locked {cluster}</source>
        <translation>Gesperrt: {cluster}</translation>
    </message>
    <message>
        <source>Unlocked {cluster}</source>
        <translation>Entsperrt: {cluster}</translation>
    </message>
    <message>
        <source>{cluster} is locked: unlock it first</source>
        <translation>{cluster} ist gesperrt: zuerst entsperren</translation>
    </message>
    <message>
        <source>opened read-only: nothing is changed on {cluster}</source>
        <translation>nur lesend geöffnet: an {cluster} wird nichts geändert</translation>
    </message>
    <message>
        <source>Pace is now {pace}</source>
        <translation>Das Tempo ist jetzt {pace}</translation>
    </message>
    <message>
        <source>Scenario &quot;{name}&quot; has begun</source>
        <translation>Szenario „{name}“ hat begonnen</translation>
    </message>
    <message>
        <source>Scenario &quot;{name}&quot; is stopped</source>
        <translation>Szenario „{name}“ ist beendet</translation>
    </message>
    <message>
        <source>Scenario &quot;{name}&quot; is paused</source>
        <translation>Szenario „{name}“ ist angehalten</translation>
    </message>
    <message>
        <source>Scenario &quot;{name}&quot; goes on</source>
        <translation>Szenario „{name}“ geht weiter</translation>
    </message>
    <message>
        <source>Going on with the cluster that answers at {server} now, locked</source>
        <translation>Weiter mit dem Cluster, der jetzt unter {server} antwortet, gesperrt</translation>
    </message>
    <message>
        <source>another cluster answers than at first</source>
        <translation>ein anderer Cluster als anfangs antwortet</translation>
    </message>
    <message>
        <source>another cluster answers at {server} than at first</source>
        <translation>ein anderer Cluster als anfangs antwortet unter {server}</translation>
    </message>
    <message>
        <source>the server does not answer</source>
        <translation>der Server antwortet nicht</translation>
    </message>
    <message>
        <source>the cluster does not serve {kinds}</source>
        <translation>der Cluster kennt diese Arten nicht: {kinds}</translation>
    </message>
    <message>
        <source>waiting for the first lists</source>
        <translation>wartet auf die ersten Listen</translation>
    </message>
    <message>
        <source>finding out whether another program does this already</source>
        <translation>stellt fest, ob ein anderes Programm das schon tut</translation>
    </message>
    <message>
        <source>can&apos;t find out whether another program does this already: {problem}</source>
        <translation>es lässt sich nicht feststellen, ob ein anderes Programm das schon tut: {problem}</translation>
    </message>
    <message>
        <source>another controller does this: {holder} holds the lease {lease}</source>
        <translation>ein anderer Controller tut das: {holder} hält die Lease {lease}</translation>
    </message>
    <message>
        <source>0/{nodes} nodes are available{obstacles}.</source>
        <translation>0/{nodes} Nodes sind verfügbar{obstacles}.</translation>
    </message>
    <message>
        <source>A pod of a Job completes, this one after {runTime}.</source>
        <translation>Der Pod eines Jobs wird fertig, dieser nach {runTime}.</translation>
    </message>
    <message>
        <source>A taint does not say yet since when it is there.</source>
        <translation>Ein Taint sagt noch nicht, seit wann es da ist.</translation>
    </message>
    <message>
        <source>About the command line: {note}.</source>
        <translation>Zur Befehlszeile: {note}.</translation>
    </message>
    <message>
        <source>After {failed} failed pods the next one is made at {until}.</source>
        <translation>Nach {failed} fehlgeschlagenen Pods wird der nächste um {until} erzeugt.</translation>
    </message>
    <message>
        <source>All containers were started.</source>
        <translation>Alle Container wurden gestartet.</translation>
    </message>
    <message>
        <source>All {desired} machines are of the present revision and available.</source>
        <translation>Alle {desired} Maschinen sind von der aktuellen Revision und verfügbar.</translation>
    </message>
    <message>
        <source>All {desired} pods are of the present revision and available.</source>
        <translation>Alle {desired} Pods sind von der aktuellen Revision und verfügbar.</translation>
    </message>
    <message>
        <source>All {replicas} machines are there and available.</source>
        <translation>Alle {replicas} Maschinen sind da und verfügbar.</translation>
    </message>
    <message>
        <source>All {replicas} machines are there and ready.</source>
        <translation>Alle {replicas} Maschinen sind da und Ready.</translation>
    </message>
    <message>
        <source>All {replicas} pods are there and available.</source>
        <translation>Alle {replicas} Pods sind da und verfügbar.</translation>
    </message>
    <message>
        <source>Asks again to evict {pods} of node {node}, next try at {nextCheck}: {names}.</source>
        <translation>Bittet erneut um die Räumung von {pods} des Nodes {node}, nächster Versuch um {nextCheck}: {names}.</translation>
    </message>
    <message>
        <source>Asks for {kind} {machine} of template {template}.</source>
        <translation>Verlangt {kind} {machine} nach der Vorlage {template}.</translation>
    </message>
    <message>
        <source>Belongs to cluster {cluster}, as its label does not say.</source>
        <translation>Gehört zum Cluster {cluster}, was sein Label nicht sagt.</translation>
    </message>
    <message>
        <source>Belongs to machine {machine}, found by {by}.</source>
        <translation>Gehört zur Maschine {machine}, gefunden über {by}.</translation>
    </message>
    <message>
        <source>Belongs to machine {machine}.</source>
        <translation>Gehört zur Maschine {machine}.</translation>
    </message>
    <message>
        <source>Binds pods that name no node</source>
        <translation>Bindet Pods, die keinen Node nennen</translation>
    </message>
    <message>
        <source>Can&apos;t be deleted: {problem}.</source>
        <translation>Kann nicht gelöscht werden: {problem}.</translation>
    </message>
    <message>
        <source>Can&apos;t be read, so nothing is decided about it: {problem}.</source>
        <translation>Nicht lesbar, daher wird darüber nichts entschieden: {problem}.</translation>
    </message>
    <message>
        <source>Can&apos;t be {operation}: {problem}.</source>
        <translation>Nicht möglich ({operation}): {problem}.</translation>
    </message>
    <message>
        <source>Cordons node {node}.</source>
        <translation>Sperrt Node {node} für neue Pods.</translation>
    </message>
    <message>
        <source>Creates the pod {pod}.</source>
        <translation>Erzeugt den Pod {pod}.</translation>
    </message>
    <message>
        <source>Creates {creating} of {missing} missing machines: {existing} exist, {wanted} are wanted.</source>
        <translation>Erzeugt {creating} von {missing} fehlenden Maschinen: {existing} sind da, {wanted} sind gewünscht.</translation>
    </message>
    <message>
        <source>Creates {creating} of {missing} missing pods.</source>
        <translation>Erzeugt {creating} von {missing} fehlenden Pods.</translation>
    </message>
    <message>
        <source>Creates {creating} of {missing} missing pods: {active} pods are active, {succeeded} succeeded, {failed} failed.</source>
        <translation>Erzeugt {creating} von {missing} fehlenden Pods: {active} Pods sind aktiv, {succeeded} erfolgreich, {failed} fehlgeschlagen.</translation>
    </message>
    <message>
        <source>Creates {machineSet} for the template, with {replicas} of {desired} machines.</source>
        <translation>Erzeugt {machineSet} für die Vorlage, mit {replicas} von {desired} Maschinen.</translation>
    </message>
    <message>
        <source>Creates {replicaSet} for the template, with {replicas} of {desired} pods.</source>
        <translation>Erzeugt {replicaSet} für die Vorlage, mit {replicas} von {desired} Pods.</translation>
    </message>
    <message>
        <source>Deletes machine {machine}: {finding}.</source>
        <translation>Löscht Maschine {machine}: {finding}.</translation>
    </message>
    <message>
        <source>Deletes node {node}.</source>
        <translation>Löscht Node {node}.</translation>
    </message>
    <message>
        <source>Deletes none of {excess} excess machines: some were updated in place and are about to be counted.</source>
        <translation>Löscht keine von {excess} überzähligen Maschinen: einige wurden vor Ort aktualisiert und werden gleich mitgezählt.</translation>
    </message>
    <message>
        <source>Deletes nothing: no machine is seen at all, which may be an error.</source>
        <translation>Löscht nichts: es ist keine einzige Maschine zu sehen, was ein Irrtum sein kann.</translation>
    </message>
    <message>
        <source>Deletes the pod: {pods}.</source>
        <translation>Löscht den Pod: {pods}.</translation>
    </message>
    <message>
        <source>Deletes what has lost its owner</source>
        <translation>Löscht, was seinen Besitzer verloren hat</translation>
    </message>
    <message>
        <source>Deletes {deleting} failed machines, first {first}; they no longer count.</source>
        <translation>Löscht {deleting} ausgefallene Maschinen, zuerst {first}; sie zählen nicht mehr.</translation>
    </message>
    <message>
        <source>Deletes {deleting} of {excess} excess machines by policy {policy}, first {first}.</source>
        <translation>Löscht {deleting} von {excess} überzähligen Maschinen nach der Regel {policy}, zuerst {first}.</translation>
    </message>
    <message>
        <source>Deletes {deleting} of {excess} excess machines, first {first} of priority {priority}.</source>
        <translation>Löscht {deleting} von {excess} überzähligen Maschinen, zuerst {first} mit Priorität {priority}.</translation>
    </message>
    <message>
        <source>Deletes {deleting} of {surplus} pods too many.</source>
        <translation>Löscht {deleting} von {surplus} überzähligen Pods.</translation>
    </message>
    <message>
        <source>Deletes {deleting} of {surplus} pods too many: {active} pods are active, {succeeded} succeeded, {failed} failed.</source>
        <translation>Löscht {deleting} von {surplus} überzähligen Pods: {active} Pods sind aktiv, {succeeded} erfolgreich, {failed} fehlgeschlagen.</translation>
    </message>
    <message>
        <source>Deletes {machineSet}, revision {revision}: beyond revisionHistoryLimit.</source>
        <translation>Löscht {machineSet}, Revision {revision}: jenseits von revisionHistoryLimit.</translation>
    </message>
    <message>
        <source>Deletes {names} of node {node}, forced because {why}; looks again at {nextCheck}.</source>
        <translation>Löscht {names} des Nodes {node}, erzwungen: {why}; sieht um {nextCheck} wieder nach.</translation>
    </message>
    <message>
        <source>Deletes {replicaSet}, revision {revision}: beyond revisionHistoryLimit.</source>
        <translation>Löscht {replicaSet}, Revision {revision}: jenseits von revisionHistoryLimit.</translation>
    </message>
    <message>
        <source>Does not roll back: {problem}.</source>
        <translation>Rollt nicht zurück: {problem}.</translation>
    </message>
    <message>
        <source>Does nothing: no machine is seen, although sets count some.</source>
        <translation>Tut nichts: keine Maschine ist zu sehen, obwohl Sets welche zählen.</translation>
    </message>
    <message>
        <source>Does nothing: what is seen may be old.</source>
        <translation>Tut nichts: was zu sehen ist, kann veraltet sein.</translation>
    </message>
    <message>
        <source>Empties namespaces that are being deleted</source>
        <translation>Leert Namespaces, die gelöscht werden</translation>
    </message>
    <message>
        <source>Every owner is there.</source>
        <translation>Alle Besitzer sind da.</translation>
    </message>
    <message>
        <source>Every pod has a node, or the scheduler has not tried it yet.</source>
        <translation>Jeder Pod hat einen Node, oder der Scheduler hat es noch nicht versucht.</translation>
    </message>
    <message>
        <source>Evicts {names} of node {node}, forced because {why}; looks again at {nextCheck}.</source>
        <translation>Räumt {names} vom Node {node}, erzwungen: {why}; sieht um {nextCheck} wieder nach.</translation>
    </message>
    <message>
        <source>Evicts {names} of node {node}; looks again at {nextCheck}.</source>
        <translation>Räumt {names} vom Node {node}; sieht um {nextCheck} wieder nach.</translation>
    </message>
    <message>
        <source>Evicts {pods} of node {node}, next try at {nextCheck}: {names}.</source>
        <translation>Räumt {pods} vom Node {node}, nächster Versuch um {nextCheck}: {names}.</translation>
    </message>
    <message>
        <source>Failed for good: {problem}. Only deleting it helps.</source>
        <translation>Endgültig ausgefallen: {problem}. Nur Löschen hilft.</translation>
    </message>
    <message>
        <source>Failed: {problem}. Waits to be replaced.</source>
        <translation>Ausgefallen: {problem}. Wartet darauf, ersetzt zu werden.</translation>
    </message>
    <message>
        <source>Fails: did not join in {timeout}.</source>
        <translation>Fällt aus: ist in {timeout} nicht beigetreten.</translation>
    </message>
    <message>
        <source>Fails: node {node} is gone, and did not come back.</source>
        <translation>Fällt aus: Node {node} ist weg und kam nicht zurück.</translation>
    </message>
    <message>
        <source>Fails: node {node} is older than the instance, so it is somebody else&apos;s.</source>
        <translation>Fällt aus: Node {node} ist älter als die Instanz, gehört also zu jemand anderem.</translation>
    </message>
    <message>
        <source>Fails: the instance has vanished, and the policy is not to make it anew.</source>
        <translation>Fällt aus: die Instanz ist verschwunden, und nach der Regel wird sie nicht neu erzeugt.</translation>
    </message>
    <message>
        <source>Fails: was unhealthy for {timeout}.</source>
        <translation>Fällt aus: war {timeout} lang ungesund.</translation>
    </message>
    <message>
        <source>Freezes sets of machine.sapcloud.io that overshoot, and machines while the API server is away</source>
        <translation>Friert Sets von machine.sapcloud.io ein, die über das Ziel schießen, und Maschinen, solange der API-Server weg ist</translation>
    </message>
    <message>
        <source>Grows and shrinks annotated MachineSets as pods need nodes</source>
        <translation>Vergrößert und verkleinert MachineSets mit Annotationen, wie Pods Nodes brauchen</translation>
    </message>
    <message>
        <source>Has an instance and waits for node {node} to join.</source>
        <translation>Hat eine Instanz und wartet, dass Node {node} beitritt.</translation>
    </message>
    <message>
        <source>Has an instance; drains its node next.</source>
        <translation>Hat eine Instanz; leert als Nächstes ihren Node.</translation>
    </message>
    <message>
        <source>Has no instance any more; drains its node next.</source>
        <translation>Hat keine Instanz mehr; leert als Nächstes ihren Node.</translation>
    </message>
    <message>
        <source>Has no machine: is let go and marked as managed by nobody.</source>
        <translation>Hat keine Maschine: wird losgelassen und als von niemandem verwaltet markiert.</translation>
    </message>
    <message>
        <source>Has no machine; is let go at {until} if that lasts.</source>
        <translation>Hat keine Maschine; wird um {until} losgelassen, wenn es so bleibt.</translation>
    </message>
    <message>
        <source>Has no node: {node}, which the annotation names, belongs to {owner}.</source>
        <translation>Hat keinen Node: {node}, den die Annotation nennt, gehört zu {owner}.</translation>
    </message>
    <message>
        <source>Ignores {problem}.</source>
        <translation>Übergeht {problem}.</translation>
    </message>
    <message>
        <source>Instance and node are gone; takes its finalizer away.</source>
        <translation>Instanz und Node sind weg; nimmt den Finalizer ab.</translation>
    </message>
    <message>
        <source>Is being deleted and does not carry this controller&apos;s finalizer.</source>
        <translation>Wird gelöscht und trägt den Finalizer dieses Controllers nicht.</translation>
    </message>
    <message>
        <source>Is being deleted, and its machine sets are to stay.</source>
        <translation>Wird gelöscht, und die MachineSets sollen bleiben.</translation>
    </message>
    <message>
        <source>Is being deleted, and its machines are to stay.</source>
        <translation>Wird gelöscht, und die Maschinen sollen bleiben.</translation>
    </message>
    <message>
        <source>Is being deleted, and not held by this controller.</source>
        <translation>Wird gelöscht und von diesem Controller nicht gehalten.</translation>
    </message>
    <message>
        <source>Is being deleted.</source>
        <translation>Wird gelöscht.</translation>
    </message>
    <message>
        <source>Is being deleted: begins with the state of its instance.</source>
        <translation>Wird gelöscht: zuerst wird der Zustand der Instanz festgestellt.</translation>
    </message>
    <message>
        <source>Is being deleted; its machines follow by garbage collection.</source>
        <translation>Wird gelöscht; die Maschinen folgen durch die Garbage-Collection.</translation>
    </message>
    <message>
        <source>Is being deleted; its {sets} follow by garbage collection.</source>
        <translation>Wird gelöscht; {sets} folgen durch die Garbage-Collection.</translation>
    </message>
    <message>
        <source>Is being deleted; no machine is left.</source>
        <translation>Wird gelöscht; keine Maschine ist mehr da.</translation>
    </message>
    <message>
        <source>Is being deleted; no machine set is left.</source>
        <translation>Wird gelöscht; kein MachineSet ist mehr da.</translation>
    </message>
    <message>
        <source>Is being deleted; {machineSets} machine sets have to go first.</source>
        <translation>Wird gelöscht; {machineSets} MachineSets müssen zuerst gehen.</translation>
    </message>
    <message>
        <source>Is being deleted; {machines} machines have to go first.</source>
        <translation>Wird gelöscht; {machines} Maschinen müssen zuerst gehen.</translation>
    </message>
    <message>
        <source>Is deleted, because its node {node} is being deleted.</source>
        <translation>Ist gelöscht, weil Node {node} gelöscht wird.</translation>
    </message>
    <message>
        <source>Is held by the machine-controller-manager.</source>
        <translation>Wird vom machine-controller-manager gehalten.</translation>
    </message>
    <message>
        <source>Is kept from now on: {by} refer to it.</source>
        <translation>Wird ab jetzt behalten: darauf beziehen sich {by}.</translation>
    </message>
    <message>
        <source>Is kept until {until}, even if it fails ({annotation}={asked}).</source>
        <translation>Wird bis {until} behalten, auch bei einem Ausfall ({annotation}={asked}).</translation>
    </message>
    <message>
        <source>Is kept: {by} refer to it.</source>
        <translation>Wird behalten: darauf beziehen sich {by}.</translation>
    </message>
    <message>
        <source>Is no longer preserved: nobody asks for it any more.</source>
        <translation>Wird nicht mehr bewahrt: niemand verlangt es noch.</translation>
    </message>
    <message>
        <source>Is paused by its annotation.</source>
        <translation>Ist durch die Annotation angehalten.</translation>
    </message>
    <message>
        <source>Is tied to no machine, because several have its {by}: {machines}.</source>
        <translation>Ist mit keiner Maschine verbunden, weil mehrere dasselbe haben ({by}): {machines}.</translation>
    </message>
    <message>
        <source>Is tied to no machine: {problem}.</source>
        <translation>Ist mit keiner Maschine verbunden: {problem}.</translation>
    </message>
    <message>
        <source>Is unhealthy ({problem}) and stays so: spec.disableHealthTimeout is set.</source>
        <translation>Ist ungesund ({problem}) und bleibt es: spec.disableHealthTimeout ist gesetzt.</translation>
    </message>
    <message>
        <source>Is unhealthy ({problem}); fails at {until} if that lasts.</source>
        <translation>Ist ungesund ({problem}); fällt um {until} aus, wenn es so bleibt.</translation>
    </message>
    <message>
        <source>Is unhealthy ({problem}); fails if that lasts {timeout}.</source>
        <translation>Ist ungesund ({problem}); fällt aus, wenn das {timeout} anhält.</translation>
    </message>
    <message>
        <source>Is updated in place: the node says {phase}.</source>
        <translation>Wird vor Ort aktualisiert: der Node sagt {phase}.</translation>
    </message>
    <message>
        <source>Its node object is gone.</source>
        <translation>Das Node-Objekt ist weg.</translation>
    </message>
    <message>
        <source>Keeps as many Machines as each MachineSet of machine.sapcloud.io wants</source>
        <translation>Hält so viele Machines, wie jedes MachineSet von machine.sapcloud.io will</translation>
    </message>
    <message>
        <source>Keeps as many Machines as each MachineSet wants</source>
        <translation>Hält so viele Machines, wie jedes MachineSet will</translation>
    </message>
    <message>
        <source>Keeps count of how many pods of each disruption budget may go</source>
        <translation>Zählt, wie viele Pods jedes Disruption-Budgets gehen dürfen</translation>
    </message>
    <message>
        <source>Keeps the ServiceAccount default in every namespace</source>
        <translation>Hält den ServiceAccount default in jedem Namespace</translation>
    </message>
    <message>
        <source>Keeps the failed machine {machine}: {kept} of {max} are kept already.</source>
        <translation>Behält die ausgefallene Maschine {machine}: {kept} von {max} werden schon behalten.</translation>
    </message>
    <message>
        <source>Keeps the pod until {until}, {timeout} after the deletion was first seen.</source>
        <translation>Behält den Pod bis {until}, {timeout} nachdem die Löschung erstmals gesehen wurde.</translation>
    </message>
    <message>
        <source>Lets go of {machine}, whose labels no longer match the selector.</source>
        <translation>Lässt {machine} los, deren Labels nicht mehr zum Selektor passen.</translation>
    </message>
    <message>
        <source>Links Machines and Nodes, and copies labels and taints</source>
        <translation>Verbindet Machines und Nodes und überträgt Labels und Taints</translation>
    </message>
    <message>
        <source>Looks again: node {node} is gone.</source>
        <translation>Sieht noch einmal nach: Node {node} ist weg.</translation>
    </message>
    <message>
        <source>Machine {machine} is replaced once others have come up.</source>
        <translation>Maschine {machine} wird ersetzt, sobald andere wieder laufen.</translation>
    </message>
    <message>
        <source>Machine {machine} stays: nobody controls it, so nobody would replace it.</source>
        <translation>Maschine {machine} bleibt: niemand ist zuständig, also würde niemand sie ersetzen.</translation>
    </message>
    <message>
        <source>Machine {machine} stays: {why}.</source>
        <translation>Maschine {machine} bleibt: {why}.</translation>
    </message>
    <message>
        <source>Machine {machine} waits for its {kind}.</source>
        <translation>Maschine {machine} wartet auf ihr {kind}.</translation>
    </message>
    <message>
        <source>Machine {machine}: {finding}.</source>
        <translation>Maschine {machine}: {finding}.</translation>
    </message>
    <message>
        <source>MachineSet {machineSet} has timed out progressing.</source>
        <translation>MachineSet {machineSet} hat die Frist für Fortschritt überschritten.</translation>
    </message>
    <message>
        <source>Machines that went over now count in the size of their new set.</source>
        <translation>Übergegangene Maschinen zählen jetzt zur Größe ihres neuen Sets.</translation>
    </message>
    <message>
        <source>Makes {object}, which every namespace has.</source>
        <translation>Erzeugt {object}, was jeder Namespace hat.</translation>
    </message>
    <message>
        <source>Makes, watches and removes the instance of each Machine</source>
        <translation>Erzeugt, beobachtet und entfernt die Instanz jeder Machine</translation>
    </message>
    <message>
        <source>Makes, watches and removes the instance of each Machine of machine.sapcloud.io</source>
        <translation>Erzeugt, beobachtet und entfernt die Instanz jeder Machine von machine.sapcloud.io</translation>
    </message>
    <message>
        <source>No MachineSet or MachineDeployment has the annotations of a node group.</source>
        <translation>Kein MachineSet oder MachineDeployment hat die Annotationen einer Node-Gruppe.</translation>
    </message>
    <message>
        <source>No authority is known that the API server is known by: nothing is published.</source>
        <translation>Keine Zertifizierungsstelle ist bekannt, die den API-Server ausweist: nichts wird veröffentlicht.</translation>
    </message>
    <message>
        <source>No dependent holds the object any more.</source>
        <translation>Kein abhängiges Objekt hält das Objekt mehr.</translation>
    </message>
    <message>
        <source>No hollow kubelet of this host runs the pod&apos;s node.</source>
        <translation>Kein Hollow-Kubelet dieses Hosts betreibt den Node des Pods.</translation>
    </message>
    <message>
        <source>No machine has this node&apos;s provider id or address.</source>
        <translation>Keine Maschine hat die Provider-ID oder Adresse dieses Nodes.</translation>
    </message>
    <message>
        <source>No machine may be disrupted: {problem}.</source>
        <translation>Keine Maschine darf gestört werden: {problem}.</translation>
    </message>
    <message>
        <source>No node of any zone is ready: the fault is elsewhere, nothing is evicted.</source>
        <translation>Kein Node irgendeiner Zone ist Ready: die Ursache liegt woanders, nichts wird geräumt.</translation>
    </message>
    <message>
        <source>No owner is left; the object goes.</source>
        <translation>Kein Besitzer ist mehr da; das Objekt geht.</translation>
    </message>
    <message>
        <source>No pod may be disrupted: {problem}.</source>
        <translation>Kein Pod darf gestört werden: {problem}.</translation>
    </message>
    <message>
        <source>No sign of life for the whole grace period.</source>
        <translation>Kein Lebenszeichen während der ganzen Schonfrist.</translation>
    </message>
    <message>
        <source>No unready node waits for its eviction.</source>
        <translation>Kein Node, der nicht Ready ist, wartet auf seine Räumung.</translation>
    </message>
    <message>
        <source>Node {node} is asked to be rebooted; its machine stays.</source>
        <translation>Node {node} soll neu starten; die Maschine bleibt.</translation>
    </message>
    <message>
        <source>Node {node} is drained.</source>
        <translation>Node {node} ist geleert.</translation>
    </message>
    <message>
        <source>Node {node} is left as it is with {pods} pods, because {why}.</source>
        <translation>Node {node} bleibt, wie er ist, mit {pods} Pods: {why}.</translation>
    </message>
    <message>
        <source>Node {node} is needed again.</source>
        <translation>Node {node} wird wieder gebraucht.</translation>
    </message>
    <message>
        <source>Node {node} is not the machine&apos;s and stays.</source>
        <translation>Node {node} gehört nicht zur Maschine und bleibt.</translation>
    </message>
    <message>
        <source>Node {node} is {state}.</source>
        <translation>Node {node}: {state}.</translation>
    </message>
    <message>
        <source>Node {node} of {group} goes after others.</source>
        <translation>Node {node} von {group} geht nach anderen.</translation>
    </message>
    <message>
        <source>Node {node} of {group} is not needed since {since} and may go at {due}.</source>
        <translation>Node {node} von {group} wird seit {since} nicht gebraucht und darf um {due} gehen.</translation>
    </message>
    <message>
        <source>Node {node} of {group} stays: {why}.</source>
        <translation>Node {node} von {group} bleibt: {why}.</translation>
    </message>
    <message>
        <source>Nothing is created: {problem}; looks again when that changes, at the latest in {retry}.</source>
        <translation>Nichts wird erzeugt: {problem}; sieht wieder nach, wenn sich das ändert, spätestens in {retry}.</translation>
    </message>
    <message>
        <source>Nothing is done: {problem}.</source>
        <translation>Nichts wird getan: {problem}.</translation>
    </message>
    <message>
        <source>Nothing refers to it any more, so that it may go.</source>
        <translation>Nichts bezieht sich mehr darauf, also darf es gehen.</translation>
    </message>
    <message>
        <source>Nothing refers to it; it may go.</source>
        <translation>Nichts bezieht sich darauf; es darf gehen.</translation>
    </message>
    <message>
        <source>Nothing to detach: no volume is ever attached to a hollow node.</source>
        <translation>Nichts abzuhängen: an einem Hollow-Node hängt nie ein Volume.</translation>
    </message>
    <message>
        <source>One of several owners is gone; the reference to it goes.</source>
        <translation>Einer von mehreren Besitzern ist weg; der Verweis auf ihn geht.</translation>
    </message>
    <message>
        <source>Pods that do not tolerate it have to leave node {node}.</source>
        <translation>Pods, die es nicht tolerieren, müssen Node {node} verlassen.</translation>
    </message>
    <message>
        <source>Publishes the server&apos;s certificate authority in every namespace</source>
        <translation>Veröffentlicht die Zertifizierungsstelle des Servers in jedem Namespace</translation>
    </message>
    <message>
        <source>Removes hollow-node pods whose Machine is gone</source>
        <translation>Entfernt Pods von Hollow-Nodes, deren Machine weg ist</translation>
    </message>
    <message>
        <source>Removes pods that do not tolerate their node&apos;s taints</source>
        <translation>Entfernt Pods, die Taints ihres Nodes nicht tolerieren</translation>
    </message>
    <message>
        <source>Removes pods whose node is gone</source>
        <translation>Entfernt Pods, deren Node weg ist</translation>
    </message>
    <message>
        <source>Replaces Machines whose nodes are unhealthy for too long</source>
        <translation>Ersetzt Machines, deren Nodes zu lange ungesund sind</translation>
    </message>
    <message>
        <source>ReplicaSet {replicaSet} has timed out progressing.</source>
        <translation>ReplicaSet {replicaSet} hat die Frist für Fortschritt überschritten.</translation>
    </message>
    <message>
        <source>Rolls out changes of each Deployment through its ReplicaSets</source>
        <translation>Rollt Änderungen jedes Deployments über seine ReplicaSets aus</translation>
    </message>
    <message>
        <source>Rolls out changes of each MachineDeployment of machine.sapcloud.io, also in place</source>
        <translation>Rollt Änderungen jedes MachineDeployments von machine.sapcloud.io aus, auch vor Ort</translation>
    </message>
    <message>
        <source>Rolls out changes of each MachineDeployment through its MachineSets</source>
        <translation>Rollt Änderungen jedes MachineDeployments über seine MachineSets aus</translation>
    </message>
    <message>
        <source>Runs as node {node}.</source>
        <translation>Läuft als Node {node}.</translation>
    </message>
    <message>
        <source>Runs hollow-node pods: each becomes a node that heartbeats and fails on command</source>
        <translation>Betreibt Pods von Hollow-Nodes: jeder wird ein Node, der Heartbeats sendet und auf Befehl ausfällt</translation>
    </message>
    <message>
        <source>Runs the pods of each Job until enough of them succeed</source>
        <translation>Führt die Pods jedes Jobs aus, bis genug davon erfolgreich sind</translation>
    </message>
    <message>
        <source>Runs: node {node} has joined and is healthy.</source>
        <translation>Läuft: Node {node} ist beigetreten und gesund.</translation>
    </message>
    <message>
        <source>Runs: node {node} is healthy again.</source>
        <translation>Läuft: Node {node} ist wieder gesund.</translation>
    </message>
    <message>
        <source>Somebody has changed {object}: it is put right.</source>
        <translation>Jemand hat {object} geändert: es wird berichtigt.</translation>
    </message>
    <message>
        <source>Stands for the existing node {node}.</source>
        <translation>Steht für den vorhandenen Node {node}.</translation>
    </message>
    <message>
        <source>Successfully assigned {pod} to {node}.</source>
        <translation>{pod} wurde {node} zugewiesen.</translation>
    </message>
    <message>
        <source>Taints unhealthy nodes NoExecute, zone by zone and at a limited rate</source>
        <translation>Versieht ungesunde Nodes mit dem Taint NoExecute, Zone für Zone und mit begrenztem Tempo</translation>
    </message>
    <message>
        <source>Takes its finalizer before anything is created.</source>
        <translation>Nimmt den Finalizer, bevor etwas erzeugt wird.</translation>
    </message>
    <message>
        <source>Takes its finalizer before it makes machine sets.</source>
        <translation>Nimmt den Finalizer, bevor es MachineSets erzeugt.</translation>
    </message>
    <message>
        <source>Takes its finalizer before it makes machines.</source>
        <translation>Nimmt den Finalizer, bevor es Maschinen erzeugt.</translation>
    </message>
    <message>
        <source>Takes over {machineSet}, which nobody controls.</source>
        <translation>Übernimmt {machineSet}, wofür niemand zuständig ist.</translation>
    </message>
    <message>
        <source>Takes over {machine}, which nobody controls.</source>
        <translation>Übernimmt {machine}, wofür niemand zuständig ist.</translation>
    </message>
    <message>
        <source>Takes over {replicaSet}, which nobody controls.</source>
        <translation>Übernimmt {replicaSet}, wofür niemand zuständig ist.</translation>
    </message>
    <message>
        <source>Takes the template of revision {revision} back.</source>
        <translation>Nimmt die Vorlage der Revision {revision} zurück.</translation>
    </message>
    <message>
        <source>Takes {kind} {machine} back: the machine is healthy again.</source>
        <translation>Nimmt {kind} {machine} zurück: die Maschine ist wieder gesund.</translation>
    </message>
    <message>
        <source>The API server answers.</source>
        <translation>Der API-Server antwortet.</translation>
    </message>
    <message>
        <source>The API server is back: the timers of {machines} machines start anew, those that were Unknown count as Running, and all are looked at anew in {delay}.</source>
        <translation>Der API-Server ist zurück: die Fristen von {machines} Maschinen beginnen neu, jene mit Unknown gelten als Running, und alle werden in {delay} neu betrachtet.</translation>
    </message>
    <message>
        <source>The API server {state}.</source>
        <translation>API-Server: {state}.</translation>
    </message>
    <message>
        <source>The Node was deleted; a kubelet registers once, when it starts.</source>
        <translation>Der Node wurde gelöscht; ein Kubelet meldet sich nur einmal an, beim Start.</translation>
    </message>
    <message>
        <source>The budget covers no pod.</source>
        <translation>Das Budget umfasst keinen Pod.</translation>
    </message>
    <message>
        <source>The container exits at once: {problem}.</source>
        <translation>Der Container endet sofort: {problem}.</translation>
    </message>
    <message>
        <source>The containers are being stopped.</source>
        <translation>Die Container werden angehalten.</translation>
    </message>
    <message>
        <source>The containers have stopped; the pod goes.</source>
        <translation>Die Container sind angehalten; der Pod geht.</translation>
    </message>
    <message>
        <source>The containers run.</source>
        <translation>Die Container laufen.</translation>
    </message>
    <message>
        <source>The deployment does not exist.</source>
        <translation>Das Deployment existiert nicht.</translation>
    </message>
    <message>
        <source>The deployment is paused: sizes are followed, changes of the template wait.</source>
        <translation>Das Deployment ist angehalten: Größen werden befolgt, Änderungen der Vorlage warten.</translation>
    </message>
    <message>
        <source>The failed machine {machine} is kept until {until}.</source>
        <translation>Die ausgefallene Maschine {machine} wird bis {until} behalten.</translation>
    </message>
    <message>
        <source>The failed machine {machine} is kept.</source>
        <translation>Die ausgefallene Maschine {machine} wird behalten.</translation>
    </message>
    <message>
        <source>The fault was seen: {fault}.</source>
        <translation>Die Störung wurde gesehen: {fault}.</translation>
    </message>
    <message>
        <source>The health check does not exist.</source>
        <translation>Der Health-Check existiert nicht.</translation>
    </message>
    <message>
        <source>The hollow host is ready.</source>
        <translation>Der Hollow-Host ist Ready.</translation>
    </message>
    <message>
        <source>The hollow host registers its Node.</source>
        <translation>Der Hollow-Host meldet seinen Node an.</translation>
    </message>
    <message>
        <source>The hollow host reports its status.</source>
        <translation>Der Hollow-Host meldet seinen Status.</translation>
    </message>
    <message>
        <source>The hollow kubelet exited when it started.</source>
        <translation>Das Hollow-Kubelet endete beim Start.</translation>
    </message>
    <message>
        <source>The instance has vanished and is made anew.</source>
        <translation>Die Instanz ist verschwunden und wird neu erzeugt.</translation>
    </message>
    <message>
        <source>The instance has vanished; the machine fails if it is still missing at {nextCheck}.</source>
        <translation>Die Instanz ist verschwunden; die Maschine fällt aus, wenn sie um {nextCheck} noch fehlt.</translation>
    </message>
    <message>
        <source>The instance runs, but node {node} is gone; {outcome} if that lasts until {until}.</source>
        <translation>Die Instanz läuft, aber Node {node} ist weg; {outcome}, wenn das bis {until} anhält.</translation>
    </message>
    <message>
        <source>The instance {providerID} is gone; {outcome}.</source>
        <translation>Die Instanz {providerID} ist weg; {outcome}.</translation>
    </message>
    <message>
        <source>The job ended at least {seconds}s ago, and is deleted.</source>
        <translation>Der Job endete vor mindestens {seconds}s und wird gelöscht.</translation>
    </message>
    <message>
        <source>The job has ended and is kept until {until}.</source>
        <translation>Der Job ist beendet und wird bis {until} behalten.</translation>
    </message>
    <message>
        <source>The job has ended: {active} pods are active, {succeeded} succeeded, {failed} failed.</source>
        <translation>Der Job ist beendet: {active} Pods sind aktiv, {succeeded} erfolgreich, {failed} fehlgeschlagen.</translation>
    </message>
    <message>
        <source>The job is being deleted; its pods follow by garbage collection.</source>
        <translation>Der Job wird gelöscht; seine Pods folgen durch die Garbage-Collection.</translation>
    </message>
    <message>
        <source>The job is gone; {pods} of its pods are let go.</source>
        <translation>Der Job ist weg; {pods} seiner Pods werden losgelassen.</translation>
    </message>
    <message>
        <source>The job is suspended: no pod is made.</source>
        <translation>Der Job ist ausgesetzt: kein Pod wird erzeugt.</translation>
    </message>
    <message>
        <source>The kubelet is ready; the node has {fault}, {problem}.</source>
        <translation>Das Kubelet ist Ready; der Node hat {fault}, {problem}.</translation>
    </message>
    <message>
        <source>The kubelet of node {node} starts.</source>
        <translation>Das Kubelet des Nodes {node} startet.</translation>
    </message>
    <message>
        <source>The kubelet of the pod&apos;s node has not started yet.</source>
        <translation>Das Kubelet des Nodes dieses Pods ist noch nicht gestartet.</translation>
    </message>
    <message>
        <source>The kubelet of the pod&apos;s node is silent.</source>
        <translation>Das Kubelet des Nodes dieses Pods schweigt.</translation>
    </message>
    <message>
        <source>The kubelet reports that it is not ready: {problem}.</source>
        <translation>Das Kubelet meldet, dass es nicht Ready ist: {problem}.</translation>
    </message>
    <message>
        <source>The kubelet reports that it is ready.</source>
        <translation>Das Kubelet meldet, dass es Ready ist.</translation>
    </message>
    <message>
        <source>The kubelet sends neither status nor heartbeat: a fault asks for it.</source>
        <translation>Das Kubelet sendet weder Status noch Heartbeat: eine Störung verlangt es.</translation>
    </message>
    <message>
        <source>The last attempt to create the pod failed: {error}.</source>
        <translation>Der letzte Versuch, den Pod zu erzeugen, schlug fehl: {error}.</translation>
    </message>
    <message>
        <source>The machine boots until {until}.</source>
        <translation>Die Maschine startet bis {until}.</translation>
    </message>
    <message>
        <source>The machine does not exist.</source>
        <translation>Die Maschine existiert nicht.</translation>
    </message>
    <message>
        <source>The machine never joins: its recipe asks for it.</source>
        <translation>Die Maschine tritt nie bei: ihr Rezept verlangt es.</translation>
    </message>
    <message>
        <source>The machine set does not exist.</source>
        <translation>Das MachineSet existiert nicht.</translation>
    </message>
    <message>
        <source>The namespace has {object}.</source>
        <translation>Der Namespace hat {object}.</translation>
    </message>
    <message>
        <source>The namespace is being deleted, with what it has.</source>
        <translation>Der Namespace wird gelöscht, mit allem, was er hat.</translation>
    </message>
    <message>
        <source>The node could not be updated in place.</source>
        <translation>Der Node konnte nicht vor Ort aktualisiert werden.</translation>
    </message>
    <message>
        <source>The node does not exist.</source>
        <translation>Der Node existiert nicht.</translation>
    </message>
    <message>
        <source>The node existed before the machine and stays.</source>
        <translation>Der Node bestand vor der Maschine und bleibt.</translation>
    </message>
    <message>
        <source>The node is drained and may be updated.</source>
        <translation>Der Node ist geleert und darf aktualisiert werden.</translation>
    </message>
    <message>
        <source>The node is drained: no pod is left that had to leave.</source>
        <translation>Der Node ist geleert: kein Pod ist mehr da, der gehen musste.</translation>
    </message>
    <message>
        <source>The node is drained; waits for the result of its update.</source>
        <translation>Der Node ist geleert; wartet auf das Ergebnis der Aktualisierung.</translation>
    </message>
    <message>
        <source>The node is not drained: {why}.</source>
        <translation>Der Node wird nicht geleert: {why}.</translation>
    </message>
    <message>
        <source>The node is not to be updated in place.</source>
        <translation>Der Node soll nicht vor Ort aktualisiert werden.</translation>
    </message>
    <message>
        <source>The node is on its way out.</source>
        <translation>Der Node ist im Gehen.</translation>
    </message>
    <message>
        <source>The node is ready.</source>
        <translation>Der Node ist Ready.</translation>
    </message>
    <message>
        <source>The node is selected for an update: it is cordoned, then drained.</source>
        <translation>Der Node ist für eine Aktualisierung ausgewählt: er wird für neue Pods gesperrt, dann geleert.</translation>
    </message>
    <message>
        <source>The node waits to be selected for an update in place.</source>
        <translation>Der Node wartet darauf, für eine Aktualisierung vor Ort ausgewählt zu werden.</translation>
    </message>
    <message>
        <source>The node was updated in place.</source>
        <translation>Der Node wurde vor Ort aktualisiert.</translation>
    </message>
    <message>
        <source>The node&apos;s kubelet gives no sign of life.</source>
        <translation>Das Kubelet des Nodes gibt kein Lebenszeichen.</translation>
    </message>
    <message>
        <source>The node&apos;s kubelet has not reported yet.</source>
        <translation>Das Kubelet des Nodes hat sich noch nicht gemeldet.</translation>
    </message>
    <message>
        <source>The node&apos;s kubelet reports that it is not ready.</source>
        <translation>Das Kubelet des Nodes meldet, dass es nicht Ready ist.</translation>
    </message>
    <message>
        <source>The object has no owner.</source>
        <translation>Das Objekt hat keinen Besitzer.</translation>
    </message>
    <message>
        <source>The object is being deleted already.</source>
        <translation>Das Objekt wird bereits gelöscht.</translation>
    </message>
    <message>
        <source>The object is gone, or cannot be read.</source>
        <translation>Das Objekt ist weg oder nicht lesbar.</translation>
    </message>
    <message>
        <source>The owner is not there (yet).</source>
        <translation>Der Besitzer ist (noch) nicht da.</translation>
    </message>
    <message>
        <source>The pod does not tolerate the taints of its node, or no longer.</source>
        <translation>Der Pod toleriert die Taints seines Nodes nicht, oder nicht mehr.</translation>
    </message>
    <message>
        <source>The pod has ended; finalizers hold its object.</source>
        <translation>Der Pod ist beendet; Finalizer halten sein Objekt.</translation>
    </message>
    <message>
        <source>The pod has finished: {phase}.</source>
        <translation>Der Pod ist fertig: {phase}.</translation>
    </message>
    <message>
        <source>The pod has no node, or one that is gone.</source>
        <translation>Der Pod hat keinen Node, oder einen, der weg ist.</translation>
    </message>
    <message>
        <source>The pod is being deleted already.</source>
        <translation>Der Pod wird bereits gelöscht.</translation>
    </message>
    <message>
        <source>The pod is bound to no node yet.</source>
        <translation>Der Pod ist noch an keinen Node gebunden.</translation>
    </message>
    <message>
        <source>The pod is bound to no node.</source>
        <translation>Der Pod ist an keinen Node gebunden.</translation>
    </message>
    <message>
        <source>The pod is bound, has ended, is going, or has another scheduler.</source>
        <translation>Der Pod ist gebunden, beendet, im Gehen oder hat einen anderen Scheduler.</translation>
    </message>
    <message>
        <source>The pod is gone; node {node} {outcome}.</source>
        <translation>Der Pod ist weg; Node {node}: {outcome}.</translation>
    </message>
    <message>
        <source>The pod tolerates the taints of its node until {until}.</source>
        <translation>Der Pod toleriert die Taints seines Nodes bis {until}.</translation>
    </message>
    <message>
        <source>The pod tolerates the taints of its node without limit.</source>
        <translation>Der Pod toleriert die Taints seines Nodes unbegrenzt.</translation>
    </message>
    <message>
        <source>The pod {pod} is {phase}.</source>
        <translation>Der Pod {pod} ist {phase}.</translation>
    </message>
    <message>
        <source>The pod&apos;s node has no taint that evicts.</source>
        <translation>Der Node des Pods hat kein Taint, das räumt.</translation>
    </message>
    <message>
        <source>The pod&apos;s node is gone; finalizers hold its object.</source>
        <translation>Der Node des Pods ist weg; Finalizer halten sein Objekt.</translation>
    </message>
    <message>
        <source>The pod&apos;s node is there.</source>
        <translation>Der Node des Pods ist da.</translation>
    </message>
    <message>
        <source>The pod&apos;s node {node} is gone for good.</source>
        <translation>Node {node} des Pods ist endgültig weg.</translation>
    </message>
    <message>
        <source>The pod&apos;s node {node} is gone; the pod follows at {until}.</source>
        <translation>Node {node} des Pods ist weg; der Pod folgt um {until}.</translation>
    </message>
    <message>
        <source>The provider refused: {problem}; next attempt at {nextCheck}.</source>
        <translation>Der Provider lehnte ab: {problem}; nächster Versuch um {nextCheck}.</translation>
    </message>
    <message>
        <source>The remediation template {template} was not found.</source>
        <translation>Die Behebungsvorlage {template} wurde nicht gefunden.</translation>
    </message>
    <message>
        <source>The set is being deleted; its pods follow by garbage collection.</source>
        <translation>Das Set wird gelöscht; seine Pods folgen durch die Garbage-Collection.</translation>
    </message>
    <message>
        <source>The time of its preservation is over.</source>
        <translation>Die Zeit der Bewahrung ist um.</translation>
    </message>
    <message>
        <source>The time of the fault is over.</source>
        <translation>Die Zeit der Störung ist um.</translation>
    </message>
    <message>
        <source>The update in place failed: it took longer than {timeout}.</source>
        <translation>Die Aktualisierung vor Ort schlug fehl: sie dauerte länger als {timeout}.</translation>
    </message>
    <message>
        <source>The update in place of the node is over.</source>
        <translation>Die Aktualisierung des Nodes vor Ort ist beendet.</translation>
    </message>
    <message>
        <source>The update in place took too long.</source>
        <translation>Die Aktualisierung vor Ort dauerte zu lange.</translation>
    </message>
    <message>
        <source>The {kind} does not exist.</source>
        <translation>{kind} existiert nicht.</translation>
    </message>
    <message>
        <source>Too many nodes of the zone are unready at once: nothing is evicted.</source>
        <translation>Zu viele Nodes der Zone sind zugleich nicht Ready: nichts wird geräumt.</translation>
    </message>
    <message>
        <source>Turns silent nodes Unknown and taints unhealthy ones</source>
        <translation>Setzt schweigende Nodes auf Unknown und versieht ungesunde mit Taints</translation>
    </message>
    <message>
        <source>Unfroze MachineSet {machineSet}: {why}.</source>
        <translation>MachineSet {machineSet} aufgetaut: {why}.</translation>
    </message>
    <message>
        <source>Up to {selectable} nodes may be labelled selected-for-update by hand.</source>
        <translation>Bis zu {selectable} Nodes dürfen von Hand das Label selected-for-update bekommen.</translation>
    </message>
    <message>
        <source>Waits for a healthy node ({problem}), at most until {until}.</source>
        <translation>Wartet auf einen gesunden Node ({problem}), höchstens bis {until}.</translation>
    </message>
    <message>
        <source>Waits for a node with provider id {providerID}.</source>
        <translation>Wartet auf einen Node mit Provider-ID {providerID}.</translation>
    </message>
    <message>
        <source>Waits for its pods: {active} pods are active, {succeeded} succeeded, {failed} failed.</source>
        <translation>Wartet auf seine Pods: {active} Pods sind aktiv, {succeeded} erfolgreich, {failed} fehlgeschlagen.</translation>
    </message>
    <message>
        <source>Waits for node {node}, which the annotation names, to exist and to have an address.</source>
        <translation>Wartet, dass Node {node}, den die Annotation nennt, da ist und eine Adresse hat.</translation>
    </message>
    <message>
        <source>Waits for {pods} pods to leave node {node}: {names}.</source>
        <translation>Wartet, dass {pods} Pods Node {node} verlassen: {names}.</translation>
    </message>
    <message>
        <source>Waits until the finalizer keeps {object}.</source>
        <translation>Wartet, bis der Finalizer {object} hält.</translation>
    </message>
    <message>
        <source>Waits until the pod is gone: {pods}.</source>
        <translation>Wartet, bis der Pod weg ist: {pods}.</translation>
    </message>
    <message>
        <source>Waits until the pre-drain hook is taken away: {hooks}.</source>
        <translation>Wartet, bis der Pre-Drain-Hook entfernt ist: {hooks}.</translation>
    </message>
    <message>
        <source>Waits until the pre-terminate hook is taken away: {hooks}.</source>
        <translation>Wartet, bis der Pre-Terminate-Hook entfernt ist: {hooks}.</translation>
    </message>
    <message>
        <source>Waits until the taint {taint} is taken from its node, at most until {until}.</source>
        <translation>Wartet, bis das Taint {taint} vom Node entfernt ist, höchstens bis {until}.</translation>
    </message>
    <message>
        <source>Waits, next look in {retry}: {problem}.</source>
        <translation>Wartet, sieht in {retry} wieder nach: {problem}.</translation>
    </message>
    <message>
        <source>Waits: an API server was not to be reached, so that nothing but deletions goes on; looks again in {retry}.</source>
        <translation>Wartet: ein API-Server war nicht erreichbar, daher gehen nur Löschungen weiter; sieht in {retry} wieder nach.</translation>
    </message>
    <message>
        <source>Waits: another control-plane node is being drained, next look in {retry}.</source>
        <translation>Wartet: ein anderer Control-Plane-Node wird geleert, sieht in {retry} wieder nach.</translation>
    </message>
    <message>
        <source>Waits: the pod {pod} exists already and does not carry this machine&apos;s uid.</source>
        <translation>Wartet: den Pod {pod} gibt es schon, und er trägt nicht die UID dieser Maschine.</translation>
    </message>
    <message>
        <source>Was never a machine&apos;s of this family.</source>
        <translation>Gehörte nie zu einer Maschine dieser Familie.</translation>
    </message>
    <message>
        <source>Was unhealthy for {timeout}, but is kept: {why}; looks again in {retry}.</source>
        <translation>War {timeout} lang ungesund, wird aber behalten: {why}; sieht in {retry} wieder nach.</translation>
    </message>
    <message>
        <source>Writes the same to {object} again and again, since somebody undoes it: writes ever more seldom.</source>
        <translation>Schreibt immer wieder dasselbe in {object}, da jemand es rückgängig macht: schreibt immer seltener.</translation>
    </message>
    <message>
        <source>has no node since {since}, allowed for {timeout}</source>
        <translation>hat seit {since} keinen Node, erlaubt sind {timeout}</translation>
    </message>
    <message>
        <source>has no node yet</source>
        <translation>hat noch keinen Node</translation>
    </message>
    <message>
        <source>has no node, and the startup timeout is off</source>
        <translation>hat keinen Node, und die Startfrist ist ausgeschaltet</translation>
    </message>
    <message>
        <source>node is healthy</source>
        <translation>Node ist gesund</translation>
    </message>
    <message>
        <source>node {node} is gone</source>
        <translation>Node {node} ist weg</translation>
    </message>
    <message>
        <source>node {node} reports {condition} since {since}, allowed for {timeout}</source>
        <translation>Node {node} meldet {condition} seit {since}, erlaubt sind {timeout}</translation>
    </message>
    <message>
        <source>not a single node is seen, which may be an error</source>
        <translation>kein einziger Node ist zu sehen, was ein Irrtum sein kann</translation>
    </message>
    <message>
        <source>phase is Failed</source>
        <translation>Phase ist Failed</translation>
    </message>
    <message>
        <source>phase is Failed: {problem}</source>
        <translation>Phase ist Failed: {problem}</translation>
    </message>
    <message>
        <source>{attempt} ended with {errorCode}: {problem}. Tries again at {nextCheck}.</source>
        <translation>{attempt} endete mit {errorCode}: {problem}. Nächster Versuch um {nextCheck}.</translation>
    </message>
    <message>
        <source>{available} of {replicas} machines are available.</source>
        <translation>{available} von {replicas} Maschinen sind verfügbar.</translation>
    </message>
    <message>
        <source>{available} of {replicas} machines have been ready for {minReadySeconds}s.</source>
        <translation>{available} von {replicas} Maschinen sind seit {minReadySeconds}s Ready.</translation>
    </message>
    <message>
        <source>{available} of {replicas} pods are available.</source>
        <translation>{available} von {replicas} Pods sind verfügbar.</translation>
    </message>
    <message>
        <source>{dependents} dependents have to go first.</source>
        <translation>{dependents} abhängige Objekte müssen zuerst gehen.</translation>
    </message>
    <message>
        <source>{dependents} dependents lose their owner.</source>
        <translation>{dependents} abhängige Objekte verlieren ihren Besitzer.</translation>
    </message>
    <message>
        <source>{doing} the instance ended with {errorCode}: {problem}.</source>
        <translation>{doing} der Instanz endete mit {errorCode}: {problem}.</translation>
    </message>
    <message>
        <source>{doing} the instance ended with {errorCode}: {problem}; tries again in {retry}.</source>
        <translation>{doing} der Instanz endete mit {errorCode}: {problem}; versucht es in {retry} wieder.</translation>
    </message>
    <message>
        <source>{failed} machines could not be updated; they count as unavailable until their label update-result is taken away.</source>
        <translation>{failed} Maschinen ließen sich nicht aktualisieren; sie gelten als nicht verfügbar, bis ihr Label update-result entfernt ist.</translation>
    </message>
    <message>
        <source>{frozen} of {sets} machine sets are frozen.</source>
        <translation>{frozen} von {sets} MachineSets sind eingefroren.</translation>
    </message>
    <message>
        <source>{group} does not grow from {size}: {why}.</source>
        <translation>{group} wächst nicht über {size}: {why}.</translation>
    </message>
    <message>
        <source>{group} does not grow: what its next node would offer is not known, {problem}.</source>
        <translation>{group} wächst nicht: was der nächste Node böte, ist unbekannt, {problem}.</translation>
    </message>
    <message>
        <source>{group} grows from {from} to {to} for {pods} pending pods; it wastes least, {waste}.</source>
        <translation>{group} wächst von {from} auf {to} für {pods} wartende Pods; das verschwendet am wenigsten, {waste}.</translation>
    </message>
    <message>
        <source>{group} has its smallest size, {size}.</source>
        <translation>{group} hat die kleinste Größe, {size}.</translation>
    </message>
    <message>
        <source>{group} has {machines} machines and is to have {size}; until then nothing is taken away.</source>
        <translation>{group} hat {machines} Maschinen und soll {size} haben; bis dahin wird nichts weggenommen.</translation>
    </message>
    <message>
        <source>{group} is being rolled out; nothing is taken away.</source>
        <translation>{group} wird gerade ausgerollt; nichts wird weggenommen.</translation>
    </message>
    <message>
        <source>{group} is no node group: {problem}.</source>
        <translation>{group} ist keine Node-Gruppe: {problem}.</translation>
    </message>
    <message>
        <source>{group} is paused and keeps its size.</source>
        <translation>{group} ist angehalten und behält ihre Größe.</translation>
    </message>
    <message>
        <source>{group} shrinks from {from} to {to}: nobody needs {nodes}.</source>
        <translation>{group} schrumpft von {from} auf {to}: niemand braucht {nodes}.</translation>
    </message>
    <message>
        <source>{healthy} of {expected} machines are healthy, {desired} have to be: {allowed} may be disrupted.</source>
        <translation>{healthy} von {expected} Maschinen sind gesund, {desired} müssen es sein: {allowed} dürfen gestört werden.</translation>
    </message>
    <message>
        <source>{healthy} of {expected} pods are healthy, {desired} have to be: none may be disrupted.</source>
        <translation>{healthy} von {expected} Pods sind gesund, {desired} müssen es sein: keiner darf gestört werden.</translation>
    </message>
    <message>
        <source>{healthy} of {expected} pods are healthy, {desired} have to be: {allowed} may be disrupted.</source>
        <translation>{healthy} von {expected} Pods sind gesund, {desired} müssen es sein: {allowed} dürfen gestört werden.</translation>
    </message>
    <message>
        <source>{machineDeployment} is frozen with its set {machineSet}.</source>
        <translation>{machineDeployment} ist mit seinem Set {machineSet} eingefroren.</translation>
    </message>
    <message>
        <source>{machineDeployment} is {outcome}.</source>
        <translation>{machineDeployment}: {outcome}.</translation>
    </message>
    <message>
        <source>{machineSet} gets {replicas} machines instead of {before}.</source>
        <translation>{machineSet} bekommt {replicas} statt {before} Maschinen.</translation>
    </message>
    <message>
        <source>{machineSet} is being deleted and has to go before it is made again.</source>
        <translation>{machineSet} wird gelöscht und muss gehen, bevor es neu erzeugt wird.</translation>
    </message>
    <message>
        <source>{machineSet} is revision {revision} and takes over the deployment&apos;s annotations.</source>
        <translation>{machineSet} ist Revision {revision} und übernimmt die Annotationen des Deployments.</translation>
    </message>
    <message>
        <source>{machineSet} is the name of another machine set; looks for another name.</source>
        <translation>{machineSet} ist der Name eines anderen MachineSets; sucht einen anderen Namen.</translation>
    </message>
    <message>
        <source>{machineSet} keeps {replicas} machines and learns the deployment&apos;s new bounds.</source>
        <translation>{machineSet} behält {replicas} Maschinen und erfährt die neuen Grenzen des Deployments.</translation>
    </message>
    <message>
        <source>{machineSet} stays frozen: it has {machines} machines, and is freed at {lower}.</source>
        <translation>{machineSet} bleibt eingefroren: es hat {machines} Maschinen und wird bei {lower} aufgetaut.</translation>
    </message>
    <message>
        <source>{machineSet} takes over what the template says without a new revision.</source>
        <translation>{machineSet} übernimmt, was die Vorlage sagt, ohne neue Revision.</translation>
    </message>
    <message>
        <source>{machineSet} {outcome}.</source>
        <translation>{machineSet}: {outcome}.</translation>
    </message>
    <message>
        <source>{machines} machines of earlier revisions have to go before new ones are made.</source>
        <translation>{machines} Maschinen früherer Revisionen müssen gehen, bevor neue erzeugt werden.</translation>
    </message>
    <message>
        <source>{machines} machines of {group} failed or have no node in time; {why}.</source>
        <translation>{machines} Maschinen von {group} fielen aus oder bekamen nicht rechtzeitig einen Node; {why}.</translation>
    </message>
    <message>
        <source>{machines} machines take over the template&apos;s node template, settings and kind of class.</source>
        <translation>{machines} Maschinen übernehmen Node-Vorlage, Einstellungen und Klassenart der Vorlage.</translation>
    </message>
    <message>
        <source>{machine} is to go first when the deployment shrinks.</source>
        <translation>{machine} soll als erste gehen, wenn das Deployment schrumpft.</translation>
    </message>
    <message>
        <source>{machine} was updated and goes over to {machineSet}.</source>
        <translation>{machine} wurde aktualisiert und geht zu {machineSet} über.</translation>
    </message>
    <message>
        <source>{missing} of {wanted} machines are missing; a frozen set makes none.</source>
        <translation>{missing} von {wanted} Maschinen fehlen; ein eingefrorenes Set erzeugt keine.</translation>
    </message>
    <message>
        <source>{missing} of {wanted} machines are missing; none are made while machines are updated in place.</source>
        <translation>{missing} von {wanted} Maschinen fehlen; keine wird erzeugt, solange Maschinen vor Ort aktualisiert werden.</translation>
    </message>
    <message>
        <source>{nodes} nodes of {group} are used to at least {threshold}, or pending pods fit there.</source>
        <translation>{nodes} Nodes von {group} sind zu mindestens {threshold} ausgelastet, oder wartende Pods passen darauf.</translation>
    </message>
    <message>
        <source>{nodes} nodes {outcome}.</source>
        <translation>{nodes} Nodes: {outcome}.</translation>
    </message>
    <message>
        <source>{nodes} unready nodes wait to be evicted.</source>
        <translation>{nodes} Nodes, die nicht Ready sind, warten auf ihre Räumung.</translation>
    </message>
    <message>
        <source>{node} is updated next: {available} machines are available, {minAvailable} have to be.</source>
        <translation>{node} wird als nächster aktualisiert: {available} Maschinen sind verfügbar, {minAvailable} müssen es sein.</translation>
    </message>
    <message>
        <source>{orphans} of {pods} hollow pods have no machine; removes {removing} of them now, looks again in {period}.</source>
        <translation>{orphans} von {pods} Hollow-Pods haben keine Maschine; entfernt jetzt {removing} davon, sieht in {period} wieder nach.</translation>
    </message>
    <message>
        <source>{outcome}: {active} pods are active, {succeeded} succeeded, {failed} failed.</source>
        <translation>{outcome}: {active} Pods sind aktiv, {succeeded} erfolgreich, {failed} fehlgeschlagen.</translation>
    </message>
    <message>
        <source>{outcome}; waits until every pod is counted: {active} pods are active, {succeeded} succeeded, {failed} failed.</source>
        <translation>{outcome}; wartet, bis jeder Pod gezählt ist: {active} Pods sind aktiv, {succeeded} erfolgreich, {failed} fehlgeschlagen.</translation>
    </message>
    <message>
        <source>{pods} pending pods fit on nodes that are there.</source>
        <translation>{pods} wartende Pods passen auf vorhandene Nodes.</translation>
    </message>
    <message>
        <source>{pods} pending pods fit on the {nodes} nodes that are under way.</source>
        <translation>{pods} wartende Pods passen auf die {nodes} Nodes, die unterwegs sind.</translation>
    </message>
    <message>
        <source>{pods} pending pods make no group grow, such as {pod}: {why}.</source>
        <translation>{pods} wartende Pods lassen keine Gruppe wachsen, etwa {pod}: {why}.</translation>
    </message>
    <message>
        <source>{pods} pods have to leave before the update; next try in {retry}.</source>
        <translation>{pods} Pods müssen vor der Aktualisierung gehen; nächster Versuch in {retry}.</translation>
    </message>
    <message>
        <source>{pods} pods of earlier revisions have to go before new ones are made.</source>
        <translation>{pods} Pods früherer Revisionen müssen gehen, bevor neue erzeugt werden.</translation>
    </message>
    <message>
        <source>{problem}. Removes {machines} machines and does not try again before {until}.</source>
        <translation>{problem}. Entfernt {machines} Maschinen und versucht es vor {until} nicht wieder.</translation>
    </message>
    <message>
        <source>{problem}: it makes no more.</source>
        <translation>{problem}: es erzeugt keine mehr.</translation>
    </message>
    <message>
        <source>{ready} of {replicas} machines have a ready node.</source>
        <translation>{ready} von {replicas} Maschinen haben einen Node, der Ready ist.</translation>
    </message>
    <message>
        <source>{replicaSet} gets {replicas} pods instead of {before}.</source>
        <translation>{replicaSet} bekommt {replicas} statt {before} Pods.</translation>
    </message>
    <message>
        <source>{replicaSet} is being deleted and has to go before it is made again.</source>
        <translation>{replicaSet} wird gelöscht und muss gehen, bevor es neu erzeugt wird.</translation>
    </message>
    <message>
        <source>{replicaSet} is revision {revision} and takes over the deployment&apos;s annotations.</source>
        <translation>{replicaSet} ist Revision {revision} und übernimmt die Annotationen des Deployments.</translation>
    </message>
    <message>
        <source>{replicaSet} is the name of another replica set; looks for another name.</source>
        <translation>{replicaSet} ist der Name eines anderen ReplicaSets; sucht einen anderen Namen.</translation>
    </message>
    <message>
        <source>{replicaSet} keeps {replicas} pods and learns the deployment&apos;s new bounds.</source>
        <translation>{replicaSet} behält {replicas} Pods und erfährt die neuen Grenzen des Deployments.</translation>
    </message>
    <message>
        <source>{reporter} reports the pod as ready again.</source>
        <translation>{reporter} meldet den Pod wieder als Ready.</translation>
    </message>
    <message>
        <source>{unhealthy} of {expected} machines are unhealthy, at most {maxUnhealthy} may be; {available} may be replaced now, {inFlight} replacements are under way.</source>
        <translation>{unhealthy} von {expected} Maschinen sind ungesund, höchstens {maxUnhealthy} dürfen es sein; {available} dürfen jetzt ersetzt werden, {inFlight} Ersetzungen sind in Arbeit.</translation>
    </message>
    <message>
        <source>{updated} of {desired} machines are of the present revision, {earlier} of earlier ones, and {available} are available.</source>
        <translation>{updated} von {desired} Maschinen sind von der aktuellen Revision, {earlier} von früheren, und {available} sind verfügbar.</translation>
    </message>
    <message>
        <source>{updated} of {desired} pods are of the present revision, {earlier} of earlier ones, and {available} are available.</source>
        <translation>{updated} von {desired} Pods sind von der aktuellen Revision, {earlier} von früheren, und {available} sind verfügbar.</translation>
    </message>
    <message>
        <source>A Job of forty pods that run for half a minute. All of them at once would like to.</source>
        <translation>Ein Job mit vierzig Pods, die eine halbe Minute laufen. Am liebsten alle zugleich.</translation>
    </message>
    <message>
        <source>A MachineDeployment of four machines with two cores each. One more than wanted may be there during an update, and none may be missing.</source>
        <translation>Ein MachineDeployment mit vier Maschinen zu je zwei Kernen. Während einer Aktualisierung darf eine mehr als gewünscht da sein, und keine darf fehlen.</translation>
    </message>
    <message>
        <source>A job makes the cluster grow</source>
        <translation>Ein Job lässt den Cluster wachsen</translation>
    </message>
    <message>
        <source>A machine set without machines. Its annotations make it a node group that may have up to twelve. Nodes that nobody needs for 30 seconds go; an autoscaler would usually wait ten minutes.</source>
        <translation>Ein Set ohne Maschinen. Seine Annotationen machen es zu einer Node-Gruppe, die bis zu zwölf haben darf. Nodes, die 30 Sekunden lang niemand braucht, gehen; gewöhnlich wartet ein Autoscaler zehn Minuten.</translation>
    </message>
    <message>
        <source>A quiet moment before.</source>
        <translation>Ein ruhiger Moment davor.</translation>
    </message>
    <message>
        <source>A quiet moment, to see that it stays so.</source>
        <translation>Ein ruhiger Moment, um zu sehen, dass es so bleibt.</translation>
    </message>
    <message>
        <source>A set is scaled up and down faster than its machines can follow. Whatever was asked for in between, in the end there are exactly as many machines as were asked for last, each with a node of its own.</source>
        <translation>Ein Set wird schneller hinauf und hinunter skaliert, als seine Maschinen folgen können. Was auch immer dazwischen verlangt wurde, am Ende gibt es genau so viele Maschinen wie zuletzt verlangt, jede mit eigenem Node.</translation>
    </message>
    <message>
        <source>A set of machines is scaled up, one node breaks, and the health check has its machine replaced. The report tells how long that took, and where the time went.</source>
        <translation>Ein Set wird hinaufskaliert, ein Node fällt aus, und der Health-Check lässt seine Maschine ersetzen. Der Bericht sagt, wie lange das dauerte und wo die Zeit blieb.</translation>
    </message>
    <message>
        <source>A set without machines.</source>
        <translation>Ein Set ohne Maschinen.</translation>
    </message>
    <message>
        <source>After 40 seconds they break.</source>
        <translation>Nach 40 Sekunden fallen sie aus.</translation>
    </message>
    <message>
        <source>After the grace period the node controller gives the node up. Ready is Unknown.</source>
        <translation>Nach der Schonfrist gibt der Node-Controller den Node auf. Ready ist Unknown.</translation>
    </message>
    <message>
        <source>All five are Ready. Two may be unhealthy.</source>
        <translation>Alle fünf sind Ready. Zwei dürfen ungesund sein.</translation>
    </message>
    <message>
        <source>All of it is Ready, and nothing was replaced.</source>
        <translation>Alles ist Ready, und nichts wurde ersetzt.</translation>
    </message>
    <message>
        <source>All three are Ready.</source>
        <translation>Alle drei sind Ready.</translation>
    </message>
    <message>
        <source>And so its machine is replaced.</source>
        <translation>Und so wird seine Maschine ersetzt.</translation>
    </message>
    <message>
        <source>And they come back by themselves, again and again.</source>
        <translation>Und sie kommen von selbst zurück, wieder und wieder.</translation>
    </message>
    <message>
        <source>At no moment fewer than four are Ready.</source>
        <translation>In keinem Augenblick sind weniger als vier Ready.</translation>
    </message>
    <message>
        <source>Both are Ready, for now.</source>
        <translation>Beide sind Ready, vorerst.</translation>
    </message>
    <message>
        <source>Budget exceeded</source>
        <translation>Budget überschritten</translation>
    </message>
    <message>
        <source>Five are wanted now. The machine set makes two more machines.</source>
        <translation>Jetzt sind fünf gewünscht. Das MachineSet erzeugt zwei weitere Maschinen.</translation>
    </message>
    <message>
        <source>Five machines. The health check waits 15 seconds, and acts only while at most 40 % of them are unhealthy.</source>
        <translation>Fünf Maschinen. Der Health-Check wartet 15 Sekunden und handelt nur, solange höchstens 40 % davon ungesund sind.</translation>
    </message>
    <message>
        <source>Five of five are Ready again, and the broken machine is gone.</source>
        <translation>Wieder sind fünf von fünf Ready, und die ausgefallene Maschine ist weg.</translation>
    </message>
    <message>
        <source>Five of five are Ready.</source>
        <translation>Fünf von fünf sind Ready.</translation>
    </message>
    <message>
        <source>Flapping node</source>
        <translation>Flatternder Node</translation>
    </message>
    <message>
        <source>For each machine a hollow node boots and joins.</source>
        <translation>Für jede Maschine startet ein Hollow-Node und tritt bei.</translation>
    </message>
    <message>
        <source>Forty are wanted.</source>
        <translation>Vierzig sind gewünscht.</translation>
    </message>
    <message>
        <source>Forty pods of a Job, half a core each, find no node. The autoscaler has the machine set grow from nothing to ten nodes, the pods run, and when the Job is complete the nodes leave again.</source>
        <translation>Vierzig Pods eines Jobs, je ein halber Kern, finden keinen Node. Der Autoscaler lässt das Set von null auf zehn Nodes wachsen, die Pods laufen, und wenn der Job fertig ist, gehen die Nodes wieder.</translation>
    </message>
    <message>
        <source>Forty seconds later, long after the 15 of the rule.</source>
        <translation>Vierzig Sekunden später, lange nach den 15 der Regel.</translation>
    </message>
    <message>
        <source>Four machines, all of them new, and nothing was ever broken.</source>
        <translation>Vier Maschinen, alle neu, und nichts ist je ausgefallen.</translation>
    </message>
    <message>
        <source>Heartbeats stop</source>
        <translation>Heartbeats bleiben aus</translation>
    </message>
    <message>
        <source>It makes one MachineSet, and that makes four machines.</source>
        <translation>Es erzeugt ein MachineSet, und das erzeugt vier Maschinen.</translation>
    </message>
    <message>
        <source>No machine, no node.</source>
        <translation>Keine Maschine, kein Node.</translation>
    </message>
    <message>
        <source>No, ten.</source>
        <translation>Nein, zehn.</translation>
    </message>
    <message>
        <source>Nobody needs the nodes any more. The autoscaler waits a while, then marks them and lowers the size.</source>
        <translation>Niemand braucht die Nodes mehr. Der Autoscaler wartet eine Weile, markiert sie dann und senkt die Größe.</translation>
    </message>
    <message>
        <source>Nodes that are unhealthy for 5 seconds after every 40 healthy ones. The health check is more patient than that, so they heal by themselves and no machine is replaced.</source>
        <translation>Nodes, die nach je 40 gesunden Sekunden 5 Sekunden lang ungesund sind. Der Health-Check hat mehr Geduld, also heilen sie von selbst, und keine Maschine wird ersetzt.</translation>
    </message>
    <message>
        <source>None at all.</source>
        <translation>Gar keine.</translation>
    </message>
    <message>
        <source>Nothing was deleted. The health check holds back.</source>
        <translation>Nichts wurde gelöscht. Der Health-Check hält sich zurück.</translation>
    </message>
    <message>
        <source>Now only one breaks. That is within the budget.</source>
        <translation>Jetzt fällt nur einer aus. Das liegt im Budget.</translation>
    </message>
    <message>
        <source>Now the template asks for four cores. A second MachineSet appears, and the first one shrinks.</source>
        <translation>Jetzt verlangt die Vorlage vier Kerne. Ein zweites MachineSet erscheint, und das erste schrumpft.</translation>
    </message>
    <message>
        <source>One by one the old machines make room.</source>
        <translation>Eine nach der anderen machen die alten Maschinen Platz.</translation>
    </message>
    <message>
        <source>One kubelet falls silent. For now everybody still believes that its node is Ready.</source>
        <translation>Ein Kubelet verstummt. Vorerst glauben alle noch, dass sein Node Ready ist.</translation>
    </message>
    <message>
        <source>One node breaks. Its kubelet reports that it is not Ready, and will do so until somebody replaces it.</source>
        <translation>Ein Node fällt aus. Sein Kubelet meldet, dass es nicht Ready ist, bis jemand ihn ersetzt.</translation>
    </message>
    <message>
        <source>Rolling update</source>
        <translation>Rolling Update</translation>
    </message>
    <message>
        <source>Scale storm</source>
        <translation>Skalierungssturm</translation>
    </message>
    <message>
        <source>Self-healing 101</source>
        <translation>Selbstheilung 101</translation>
    </message>
    <message>
        <source>Six machines are there still, and three are healthy.</source>
        <translation>Noch sind sechs Maschinen da, und drei sind gesund.</translation>
    </message>
    <message>
        <source>Six nodes boot and join.</source>
        <translation>Sechs Nodes starten und treten bei.</translation>
    </message>
    <message>
        <source>Sixty!</source>
        <translation>Sechzig!</translation>
    </message>
    <message>
        <source>The API server knows it now. Four of five are Ready.</source>
        <translation>Der API-Server weiß es jetzt. Vier von fünf sind Ready.</translation>
    </message>
    <message>
        <source>The autoscaler looks every ten seconds. A node of two cores takes four of these pods, so it wants ten.</source>
        <translation>Der Autoscaler sieht alle zehn Sekunden nach. Ein Node mit zwei Kernen nimmt vier dieser Pods, also will er zehn.</translation>
    </message>
    <message>
        <source>The disturbance passes, and all three come back by themselves.</source>
        <translation>Die Störung geht vorüber, und alle drei kommen von selbst zurück.</translation>
    </message>
    <message>
        <source>The first new machine is there, beside the four old ones.</source>
        <translation>Die erste neue Maschine ist da, neben den vier alten.</translation>
    </message>
    <message>
        <source>The health check saw it all and rightly did nothing. Both machines are the first ones.</source>
        <translation>Der Health-Check hat alles gesehen und zu Recht nichts getan. Beide Maschinen sind noch die ersten.</translation>
    </message>
    <message>
        <source>The health check waits 15 seconds more, then the machine is replaced.</source>
        <translation>Der Health-Check wartet noch 15 Sekunden, dann wird die Maschine ersetzt.</translation>
    </message>
    <message>
        <source>The health check waits 15 seconds, then deletes the machine. The set makes a new one, and its node boots.</source>
        <translation>Der Health-Check wartet 15 Sekunden, dann löscht er die Maschine. Das Set erzeugt eine neue, und ihr Node startet.</translation>
    </message>
    <message>
        <source>The machine was replaced, and recovery took less than a minute.</source>
        <translation>Die Maschine wurde ersetzt, und die Erholung dauerte weniger als eine Minute.</translation>
    </message>
    <message>
        <source>The node controller gives up on three nodes; zone b is sound.</source>
        <translation>Der Node-Controller gibt drei Nodes auf; Zone b ist gesund.</translation>
    </message>
    <message>
        <source>The nodes join, and each takes its pods.</source>
        <translation>Die Nodes treten bei, und jeder nimmt seine Pods.</translation>
    </message>
    <message>
        <source>The pods end, and with the last one the Job is complete.</source>
        <translation>Die Pods enden, und mit dem letzten ist der Job fertig.</translation>
    </message>
    <message>
        <source>The scheduler finds no node for any of them.</source>
        <translation>Der Scheduler findet für keinen davon einen Node.</translation>
    </message>
    <message>
        <source>The set &quot;workers&quot; wants three machines. Its health check replaces a machine whose node is not Ready for 15 seconds.</source>
        <translation>Das Set „workers“ will drei Maschinen. Sein Health-Check ersetzt eine Maschine, deren Node 15 Sekunden lang nicht Ready ist.</translation>
    </message>
    <message>
        <source>The template of a MachineDeployment changes, and its machines are replaced one after the other: a new one comes up before an old one goes, so that four nodes are Ready all the time.</source>
        <translation>Die Vorlage eines MachineDeployments ändert sich, und seine Maschinen werden eine nach der anderen ersetzt: eine neue kommt, bevor eine alte geht, sodass immer vier Nodes Ready sind.</translation>
    </message>
    <message>
        <source>The work is done, no pod failed, and no node is left.</source>
        <translation>Die Arbeit ist getan, kein Pod ist fehlgeschlagen, und kein Node ist übrig.</translation>
    </message>
    <message>
        <source>The zone is back.</source>
        <translation>Die Zone ist zurück.</translation>
    </message>
    <message>
        <source>Their nodes boot and join.</source>
        <translation>Ihre Nodes starten und treten bei.</translation>
    </message>
    <message>
        <source>Three are unhealthy and two are allowed, so no remediation is.</source>
        <translation>Drei sind ungesund und zwei erlaubt, also wird keine ersetzt.</translation>
    </message>
    <message>
        <source>Three machines, and a health check that waits 15 seconds once a node is Unknown.</source>
        <translation>Drei Maschinen und ein Health-Check, der 15 Sekunden wartet, sobald ein Node Unknown ist.</translation>
    </message>
    <message>
        <source>Three nodes break at once, for 90 seconds.</source>
        <translation>Drei Nodes fallen auf einmal aus, für 90 Sekunden.</translation>
    </message>
    <message>
        <source>Three of five nodes break at once, but the health check may act on 40 % at most. It holds back: so many failures at once look like a problem that new machines would not solve.</source>
        <translation>Drei von fünf Nodes fallen auf einmal aus, aber der Health-Check darf bei höchstens 40 % handeln. Er hält sich zurück: so viele Ausfälle auf einmal sehen nach einem Problem aus, das neue Maschinen nicht lösen würden.</translation>
    </message>
    <message>
        <source>Three of six are more than 40 %. The health check touches nothing.</source>
        <translation>Drei von sechs sind mehr als 40 %. Der Health-Check rührt nichts an.</translation>
    </message>
    <message>
        <source>Three of three are Ready.</source>
        <translation>Drei von drei sind Ready.</translation>
    </message>
    <message>
        <source>Twenty-five machines, twenty-five nodes, and nothing else is left.</source>
        <translation>Fünfundzwanzig Maschinen, fünfundzwanzig Nodes, und sonst ist nichts übrig.</translation>
    </message>
    <message>
        <source>Twenty-five, and that is the last word.</source>
        <translation>Fünfundzwanzig, und das ist das letzte Wort.</translation>
    </message>
    <message>
        <source>Two machines whose nodes break for 5 seconds after every 40, and a health check that waits 15 seconds.</source>
        <translation>Zwei Maschinen, deren Nodes nach je 40 Sekunden für 5 ausfallen, und ein Health-Check, der 15 Sekunden wartet.</translation>
    </message>
    <message>
        <source>Two sets, each in a zone of its own, and one health check for both that replaces at most 40 %.</source>
        <translation>Zwei Sets, jedes in einer eigenen Zone, und ein Health-Check für beide, der höchstens 40 % ersetzt.</translation>
    </message>
    <message>
        <source>Two zones of three nodes each; one of them goes dark. All that fails together is more than the health check may replace, so it waits, and the zone comes back with the machines that it had.</source>
        <translation>Zwei Zonen mit je drei Nodes; eine davon verstummt. Was zusammen ausfällt, ist mehr, als der Health-Check ersetzen darf, also wartet er, und die Zone kommt mit ihren Maschinen zurück.</translation>
    </message>
    <message>
        <source>What booted for nothing is taken away again, and the twenty-five come up.</source>
        <translation>Was umsonst startete, wird wieder weggenommen, und die fünfundzwanzig kommen.</translation>
    </message>
    <message>
        <source>Zone a is cut off. No node of it is heard of any more.</source>
        <translation>Zone a ist abgeschnitten. Von keinem ihrer Nodes ist noch etwas zu hören.</translation>
    </message>
    <message>
        <source>Zone outage</source>
        <translation>Zonenausfall</translation>
    </message>
    <message>
        <source>waits: {holder} holds its Lease, and it begins here when that one gives it back or stops renewing it</source>
        <translation>wartet: {holder} hält seine Lease; hier beginnt er, sobald jener sie zurückgibt oder nicht mehr erneuert</translation>
    </message>
    <message>
        <source>Trying again</source>
        <translation>Neuer Versuch</translation>
    </message>
    <message>
        <source>&amp;Deletion</source>
        <translation>&amp;Löschen</translation>
    </message>
    <message>
        <source>&amp;Healthy for</source>
        <translation>&amp;Gesund für</translation>
    </message>
    <message>
        <source>&amp;Image</source>
        <translation>&amp;Image</translation>
    </message>
    <message>
        <source>&amp;Memory</source>
        <translation>S&amp;peicher</translation>
    </message>
    <message>
        <source>&amp;Unhealthy for</source>
        <translation>&amp;Ungesund für</translation>
    </message>
    <message>
        <source>1 or more</source>
        <translation>1 oder mehr</translation>
    </message>
    <message>
        <source>All {desired} nodes have an available pod.</source>
        <translation>Alle {desired} Nodes haben einen verfügbaren Pod.</translation>
    </message>
    <message>
        <source>C&amp;ores</source>
        <translation>&amp;Kerne</translation>
    </message>
    <message>
        <source>Deletes {deleting} pods.</source>
        <translation>Löscht {deleting} Pods.</translation>
    </message>
    <message>
        <source>It is for no node that is there.</source>
        <translation>Es ist für keinen vorhandenen Node.</translation>
    </message>
    <message>
        <source>Keeps a pod of each DaemonSet on every node that it is for</source>
        <translation>Hält auf jedem Node, für den ein DaemonSet ist, einen Pod davon</translation>
    </message>
    <message>
        <source>bytes, or 4Gi</source>
        <translation>Bytes, oder 4Gi</translation>
    </message>
    <message>
        <source>for example 30s</source>
        <translation>zum Beispiel 30s</translation>
    </message>
    <message>
        <source>for example 40s</source>
        <translation>zum Beispiel 40s</translation>
    </message>
    <message>
        <source>for example 5s</source>
        <translation>zum Beispiel 5s</translation>
    </message>
    <message>
        <source>required: registry/kubemark:tag</source>
        <translation>nötig: registry/kubemark:tag</translation>
    </message>
    <message>
        <source>set</source>
        <translation>gesetzt</translation>
    </message>
    <message>
        <source>waits</source>
        <translation>wartet</translation>
    </message>
    <message>
        <source>{available} of {desired} nodes have an available pod.</source>
        <translation>{available} von {desired} Nodes haben einen verfügbaren Pod.</translation>
    </message>
    <message>
        <source>{old} pods are of an earlier template, and stay until somebody deletes them.</source>
        <translation>{old} Pods sind von einer früheren Vorlage und bleiben, bis jemand sie löscht.</translation>
    </message>
    <message>
        <source>{old} pods are of an earlier template; they are replaced, {missing} at a time.</source>
        <translation>{old} Pods sind von einer früheren Vorlage; sie werden ersetzt, je {missing} auf einmal.</translation>
    </message>
    <message>
        <source>How many pods are needed can&apos;t be told: {problem}.</source>
        <translation>Wie viele Pods gebraucht werden, lässt sich nicht sagen: {problem}.</translation>
    </message>
    <message>
        <source>Its target wants no pods at all: that is left so.</source>
        <translation>Sein Ziel will gar keine Pods: das bleibt so.</translation>
    </message>
    <message>
        <source>Scales from {replicas} to {wanted} pods: {why}.</source>
        <translation>Skaliert von {replicas} auf {wanted} Pods: {why}.</translation>
    </message>
    <message>
        <source>There is no {target} that can be scaled.</source>
        <translation>Es gibt kein {target}, das skaliert werden kann.</translation>
    </message>
    <message>
        <source>{replicas} pods are as many as are needed: {use}.</source>
        <translation>{replicas} Pods sind so viele wie gebraucht werden: {use}.</translation>
    </message>
    <message>
        <source>{wanted} pods would do instead of {replicas}: {use}. Scales at {until}.</source>
        <translation>{wanted} Pods würden statt {replicas} genügen: {use}. Skaliert um {until}.</translation>
    </message>
    <message>
        <source>Creates {creating} pods.</source>
        <translation>Erzeugt {creating} Pods.</translation>
    </message>
    <message>
        <source>Gives workloads as many pods as their use of CPU and memory asks for</source>
        <translation>Gibt Workloads so viele Pods, wie ihr Verbrauch von CPU und Speicher verlangt</translation>
    </message>
    <message>
        <source>Keeps the numbered pods of each StatefulSet, and makes their claims</source>
        <translation>Hält die nummerierten Pods jedes StatefulSets und erstellt ihre Claims</translation>
    </message>
    <message>
        <source>Pod {pod} has to be available, or gone, before the next one is looked at.</source>
        <translation>Pod {pod} muss verfügbar oder fort sein, bevor der nächste an die Reihe kommt.</translation>
    </message>
    <message>
        <source>{old} pods are of an earlier template, and stay so.</source>
        <translation>{old} Pods sind von einer früheren Vorlage und bleiben so.</translation>
    </message>
    <message>
        <source>Waits for pods that are not ready, or have to go, {pod} among them.</source>
        <translation>Wartet auf Pods, die nicht bereit sind oder gehen müssen, darunter {pod}.</translation>
    </message>
    <message>
        <source>&amp;Boot</source>
        <translation>S&amp;tart</translation>
    </message>
    <message>
        <source>&amp;Provider errors</source>
        <translation>Pro&amp;viderfehler</translation>
    </message>
    <message>
        <source>&amp;Recipe</source>
        <translation>&amp;Rezept</translation>
    </message>
    <message>
        <source>&amp;Zone</source>
        <translation>&amp;Zone</translation>
    </message>
    <message>
        <source>A job is due since {due}, but {job} still runs, and none may run beside it.</source>
        <translation>Seit {due} ist ein Job fällig, aber {job} läuft noch, und daneben darf keiner laufen.</translation>
    </message>
    <message>
        <source>It is being deleted; its jobs follow by garbage collection.</source>
        <translation>Wird gelöscht; seine Jobs folgen durch die Garbage-Collection.</translation>
    </message>
    <message>
        <source>Job {job} is due since {due}, and is made.</source>
        <translation>Job {job} ist seit {due} fällig und wird angelegt.</translation>
    </message>
    <message>
        <source>Makes the Jobs of each CronJob when they are due</source>
        <translation>Legt die Jobs jedes CronJobs an, wenn sie fällig sind</translation>
    </message>
    <message>
        <source>No job is made: {problem}.</source>
        <translation>Kein Job wird angelegt: {problem}.</translation>
    </message>
    <message>
        <source>Re&amp;gion</source>
        <translation>Regi&amp;on</translation>
    </message>
    <message>
        <source>Suspended: no job is made.</source>
        <translation>Ausgesetzt: Kein Job wird angelegt.</translation>
    </message>
    <message>
        <source>The job that was due at {due} is too late and is left out.</source>
        <translation>Der Job, der um {due} fällig war, kommt zu spät und entfällt.</translation>
    </message>
    <message>
        <source>The next job is made at {next}.</source>
        <translation>Der nächste Job wird um {next} angelegt.</translation>
    </message>
    <message>
        <source>The schedule &quot;{schedule}&quot; names no moment of the next five years.</source>
        <translation>Der Zeitplan „{schedule}“ trifft in den nächsten fünf Jahren nie zu.</translation>
    </message>
    <message>
        <source>for example 40s, 20s..60s, never</source>
        <translation>zum Beispiel 40s, 20s..60s, never</translation>
    </message>
    <message>
        <source>for example create 30% quota; delete 2 times</source>
        <translation>zum Beispiel create 30% quota; delete 2 times</translation>
    </message>
    <message>
        <source>for example europe</source>
        <translation>zum Beispiel europe</translation>
    </message>
    <message>
        <source>for example silent after 5m for 30s</source>
        <translation>zum Beispiel silent after 5m for 30s</translation>
    </message>
    <message>
        <source>for example zone-a</source>
        <translation>zum Beispiel zone-a</translation>
    </message>
    <message>
        <source>Health check {check}: allowed {allowed}, {unhealthy} would be unhealthy: it will be replaced {when}.</source>
        <translation>Health-Check {check}: erlaubt {allowed}, dann {unhealthy} ungesund: diese Maschine wird ersetzt, {when}.</translation>
    </message>
    <message>
        <source>Health check {check}: allowed {allowed}, {unhealthy} would be unhealthy: all {replaced} will be replaced {when}.</source>
        <translation>Health-Check {check}: erlaubt {allowed}, {unhealthy} wären ungesund: alle {replaced} werden ersetzt, {when}.</translation>
    </message>
    <message>
        <source>Health check {check}: allowed {allowed}, {unhealthy} would be unhealthy: {replaced} will be replaced {when}.</source>
        <translation>Health-Check {check}: erlaubt {allowed}, {unhealthy} wären ungesund: {replaced} werden ersetzt, {when}.</translation>
    </message>
    <message>
        <source>Health check {check}: allowed {percent} of {expected} = {allowed}, {unhealthy} would be unhealthy: it will be replaced {when}.</source>
        <translation>Health-Check {check}: erlaubt {percent} von {expected} = {allowed}, dann {unhealthy} ungesund: diese Maschine wird ersetzt, {when}.</translation>
    </message>
    <message>
        <source>Health check {check}: allowed {percent} of {expected} = {allowed}, {unhealthy} would be unhealthy: all {replaced} will be replaced {when}.</source>
        <translation>Health-Check {check}: erlaubt {percent} von {expected} = {allowed}, {unhealthy} wären ungesund: alle {replaced} werden ersetzt, {when}.</translation>
    </message>
    <message>
        <source>Health check {check}: allowed {percent} of {expected} = {allowed}, {unhealthy} would be unhealthy: {replaced} will be replaced {when}.</source>
        <translation>Health-Check {check}: erlaubt {percent} von {expected} = {allowed}, {unhealthy} wären ungesund: {replaced} werden ersetzt, {when}.</translation>
    </message>
    <message>
        <source>once that is noticed</source>
        <translation>sobald das bemerkt ist</translation>
    </message>
    <message>
        <source>{time} after that is noticed</source>
        <translation>{time} nachdem das bemerkt ist</translation>
    </message>
    <message>
        <source>1 has a health timeout of its own: it is given up when that is over.</source>
        <translation>1 hat eine eigene Health-Frist: Sie wird aufgegeben, wenn die abgelaufen ist.</translation>
    </message>
    <message>
        <source>1 is selected by no health check and stays as it is.</source>
        <translation>1 wird von keinem Health-Check ausgewählt und bleibt, wie sie ist.</translation>
    </message>
    <message>
        <source>Scheduling is blocked due to non-empty scheduling gates.</source>
        <translation>Die Einplanung ist durch vorhandene Scheduling-Gates blockiert.</translation>
    </message>
    <message>
        <source>No pod with an address matches its selector.</source>
        <translation>Kein Pod mit einer Adresse passt zu seinem Selektor.</translation>
    </message>
    <message>
        <source>The service is being deleted; its endpoints follow.</source>
        <translation>Der Service wird gelöscht; seine Endpoints folgen.</translation>
    </message>
    <message>
        <source>The service is gone, and its endpoints with it.</source>
        <translation>Der Service ist weg, und mit ihm seine Endpoints.</translation>
    </message>
    <message>
        <source>The service selects no pods: somebody else says who answers for it.</source>
        <translation>Der Service wählt keine Pods aus: Wer für ihn antwortet, sagt jemand anders.</translation>
    </message>
    <message>
        <source>{ready} of {pods} pods are ready to answer for it.</source>
        <translation>{ready} von {pods} Pods sind bereit, für ihn zu antworten.</translation>
    </message>
    <message>
        <source>Tells which pods answer for each Service</source>
        <translation>Sagt, welche Pods für jeden Service antworten</translation>
    </message>
    <message>
        <source>{revision} is the name of another revision; looks for another name.</source>
        <translation>{revision} heißt schon eine andere Revision; ein anderer Name wird gesucht.</translation>
    </message>
    <message>
        <source>Changed {object}</source>
        <translation>{object} geändert</translation>
    </message>
    <message>
        <source>MachineSet {machineSet} exists already</source>
        <translation>MachineSet {machineSet} gibt es schon</translation>
    </message>
    <message>
        <source>One step further</source>
        <translation>Ein Schritt weiter</translation>
    </message>
    <message>
        <source>a real cluster keeps its own time</source>
        <translation>ein echter Cluster hat seine eigene Zeit</translation>
    </message>
    <message>
        <source>no scenario runs</source>
        <translation>kein Szenario läuft</translation>
    </message>
    <message>
        <source>only hollow nodes can be told to fail, not &quot;{node}&quot;</source>
        <translation>nur Hollow-Nodes können auf Befehl ausfallen, nicht „{node}“</translation>
    </message>
    <message>
        <source>the cluster&apos;s Infrastructure names the platform {platform}, whose own machine controllers act here; only kubemark is ours</source>
        <translation>die Infrastructure des Clusters nennt die Plattform {platform}, deren eigene Maschinen-Controller hier arbeiten; nur kubemark ist unsere</translation>
    </message>
    <message>
        <source>the scenario can&apos;t be read: {problem}</source>
        <translation>das Szenario ist nicht lesbar: {problem}</translation>
    </message>
    <message>
        <source>the scenario of the command line is not over yet</source>
        <translation>das Szenario der Befehlszeile ist noch nicht zu Ende</translation>
    </message>
    <message>
        <source>there is no hollow node in zone &quot;{zone}&quot;</source>
        <translation>in Zone „{zone}“ gibt es keinen Hollow-Node</translation>
    </message>
    <message>
        <source>there is no node &quot;{node}&quot;</source>
        <translation>es gibt keinen Node „{node}“</translation>
    </message>
    <message>
        <source>there is no {object} with a provider config</source>
        <translation>es gibt kein {object} mit Provider-Konfiguration</translation>
    </message>
    <message>
        <source>Binds claims to volumes, and makes hollow ones for them</source>
        <translation>Bindet Claims an Volumes und legt hohle für sie an</translation>
    </message>
    <message>
        <source>Binds the claim to volume {volume}.</source>
        <translation>Bindet den Claim an das Volume {volume}.</translation>
    </message>
    <message>
        <source>Creates {creating} of the {missing} pods that nodes are to get.</source>
        <translation>Erzeugt {creating} der {missing} Pods, die Nodes bekommen sollen.</translation>
    </message>
    <message>
        <source>It is being deleted.</source>
        <translation>Es wird gelöscht.</translation>
    </message>
    <message>
        <source>Makes the hollow volume {volume}.</source>
        <translation>Legt das hohle Volume {volume} an.</translation>
    </message>
    <message>
        <source>No volume is as the claim asks for, and no class makes one.</source>
        <translation>Kein Volume ist so, wie der Claim es verlangt, und keine Klasse legt eines an.</translation>
    </message>
    <message>
        <source>The claim is bound to volume {volume}.</source>
        <translation>Der Claim ist an das Volume {volume} gebunden.</translation>
    </message>
    <message>
        <source>The claim names no class, and gets the default one, {class}.</source>
        <translation>Der Claim nennt keine Klasse und bekommt die Standardklasse {class}.</translation>
    </message>
    <message>
        <source>The claim names the volume {volume}, which is not there, or another claim&apos;s.</source>
        <translation>Der Claim nennt das Volume {volume}, das es nicht gibt oder das einem anderen gehört.</translation>
    </message>
    <message>
        <source>The claim {claim} is gone, and the hollow volume goes too.</source>
        <translation>Der Claim {claim} ist weg, und das hohle Volume geht mit.</translation>
    </message>
    <message>
        <source>The claim {claim} is gone; the volume is kept.</source>
        <translation>Der Claim {claim} ist weg; das Volume bleibt.</translation>
    </message>
    <message>
        <source>The set is being deleted; its pods follow by garbage collection, and claims that belong to it.</source>
        <translation>Das Set wird gelöscht; seine Pods und die Claims, die ihm gehören, folgen durch die Garbage-Collection.</translation>
    </message>
    <message>
        <source>The volume is bound to claim {claim}.</source>
        <translation>Das Volume ist an den Claim {claim} gebunden.</translation>
    </message>
    <message>
        <source>The volume waits for a claim.</source>
        <translation>Das Volume wartet auf einen Claim.</translation>
    </message>
    <message>
        <source>The volume {volume} of the claim is gone, or another claim&apos;s.</source>
        <translation>Das Volume {volume} des Claims ist weg oder gehört einem anderen.</translation>
    </message>
    <message>
        <source>There is no class {class}.</source>
        <translation>Es gibt keine Klasse {class}.</translation>
    </message>
    <message>
        <source>Waits for a pod that needs it: its node is chosen first.</source>
        <translation>Wartet auf einen Pod, der ihn braucht: Erst wird dessen Node gewählt.</translation>
    </message>
    <message>
        <source>Waits for the pod&apos;s volumes, which are made for node {node}.</source>
        <translation>Wartet auf die Volumes des Pods, die für den Node {node} angelegt werden.</translation>
    </message>
    <message>
        <source>Waits for {provisioner} to make a volume.</source>
        <translation>Wartet darauf, dass {provisioner} ein Volume anlegt.</translation>
    </message>
    <message>
        <source>&quot;proxy-url&quot; is not an http, https or socks5 address</source>
        <translation>„proxy-url“ ist keine Adresse für http, https oder socks5</translation>
    </message>
    <message>
        <source>&quot;tokenFile&quot; is {file}, outside the folder of the kubeconfig: it was not read, since what stands in it would be sent to the server. If you know why it is needed, allow it once with --allow-file {file}</source>
        <translation>„tokenFile“ ist {file}, außerhalb des Ordners der kubeconfig: die Datei wurde nicht gelesen, denn was darin steht, ginge an den Server. Ist bekannt, wozu sie gebraucht wird, lässt sie sich einmal mit --allow-file {file} erlauben</translation>
    </message>
    <message>
        <source>&quot;{list}&quot; has two entries named &quot;{name}&quot;</source>
        <translation>„{list}“ hat zwei Einträge namens „{name}“</translation>
    </message>
    <message>
        <source>&quot;{member}&quot; is neither true nor false</source>
        <translation>„{member}“ ist weder true noch false</translation>
    </message>
    <message>
        <source>&quot;{member}&quot; is not a list</source>
        <translation>„{member}“ ist keine Liste</translation>
    </message>
    <message>
        <source>&quot;{member}&quot; is not a list of texts</source>
        <translation>„{member}“ ist keine Liste von Texten</translation>
    </message>
    <message>
        <source>&quot;{member}&quot; is not a text</source>
        <translation>„{member}“ ist kein Text</translation>
    </message>
    <message>
        <source>&quot;{member}&quot; is not base64</source>
        <translation>„{member}“ ist kein Base64</translation>
    </message>
    <message>
        <source>&quot;{member}&quot; is not in PEM form</source>
        <translation>„{member}“ hat nicht die Form PEM</translation>
    </message>
    <message>
        <source>&quot;{name}&quot; is not the name of a namespace</source>
        <translation>„{name}“ ist kein Name eines Namespace</translation>
    </message>
    <message>
        <source>&quot;{server}&quot; is not an https:// address</source>
        <translation>„{server}“ ist keine https://-Adresse</translation>
    </message>
    <message>
        <source>A node falls silent: no status, no lease. Nobody says that it is broken, so the node controller has to find out, after its grace period: 8 seconds at demo pace, 40 in Kubernetes. Then the health check has the machine replaced.</source>
        <translation>Ein Node verstummt: kein Status, keine Lease. Niemand sagt, dass er ausgefallen ist, also muss der Node-Controller es herausfinden, nach seiner Schonfrist: 8 Sekunden im Demo-Tempo, 40 in Kubernetes. Dann lässt der Health-Check die Maschine ersetzen.</translation>
    </message>
    <message>
        <source>Five seconds later nobody has noticed.</source>
        <translation>Fünf Sekunden später hat es niemand bemerkt.</translation>
    </message>
    <message>
        <source>It gets the finalizer that keeps it while it is used.</source>
        <translation>Es bekommt den Finalizer, der es hält, solange es benutzt wird.</translation>
    </message>
    <message>
        <source>It goes once the claim {claim} is gone, to which it is bound.</source>
        <translation>Es verschwindet, sobald der Claim {claim} weg ist, an den es gebunden ist.</translation>
    </message>
    <message>
        <source>It goes once the pod {pod} is gone, which uses it.</source>
        <translation>Es verschwindet, sobald der Pod {pod} weg ist, der es benutzt.</translation>
    </message>
    <message>
        <source>The job is left to {manager}, which it names.</source>
        <translation>Der Job bleibt {manager} überlassen, den er nennt.</translation>
    </message>
    <message>
        <source>Three of three again. From Unknown to recovered it took less than a minute; add the grace period before.</source>
        <translation>Wieder drei von drei. Von Unknown bis zur Erholung verging weniger als eine Minute; dazu kommt die Schonfrist davor.</translation>
    </message>
    <message>
        <source>a client certificate and its key must be given together</source>
        <translation>ein Client-Zertifikat und sein Schlüssel müssen zusammen angegeben werden</translation>
    </message>
    <message>
        <source>a server whose certificate is checked</source>
        <translation>einen Server, dessen Zertifikat geprüft wird</translation>
    </message>
    <message>
        <source>a server whose certificate is not checked</source>
        <translation>einen Server, dessen Zertifikat nicht geprüft wird</translation>
    </message>
    <message>
        <source>active {count}</source>
        <translation>aktiv {count}</translation>
    </message>
    <message>
        <source>an entry of &quot;{list}&quot; has no name</source>
        <translation>ein Eintrag von „{list}“ hat keinen Namen</translation>
    </message>
    <message>
        <source>an object is of no kind</source>
        <translation>ein Objekt ist von keiner Art</translation>
    </message>
    <message>
        <source>another certificate authority</source>
        <translation>eine andere Zertifizierungsstelle</translation>
    </message>
    <message>
        <source>another cluster answers than at first: nothing is written to it</source>
        <translation>ein anderer Cluster antwortet als zu Anfang: nichts wird in ihn geschrieben</translation>
    </message>
    <message>
        <source>another command to log in with ({command})</source>
        <translation>einen anderen Befehl zum Anmelden ({command})</translation>
    </message>
    <message>
        <source>another name in the server&apos;s certificate</source>
        <translation>einen anderen Namen im Zertifikat des Servers</translation>
    </message>
    <message>
        <source>another program has this lab open ({file} is locked)</source>
        <translation>ein anderes Programm hat dieses Labor offen ({file} ist gesperrt)</translation>
    </message>
    <message>
        <source>another proxy</source>
        <translation>einen anderen Proxy</translation>
    </message>
    <message>
        <source>another server ({server} instead of {before})</source>
        <translation>einen anderen Server ({server} statt {before})</translation>
    </message>
    <message>
        <source>apply {objects}</source>
        <translation>{objects} anwenden</translation>
    </message>
    <message>
        <source>as-uid, as-groups and as-user-extra need &quot;as&quot;</source>
        <translation>as-uid, as-groups und as-user-extra brauchen „as“</translation>
    </message>
    <message>
        <source>assert {conditions}</source>
        <translation>prüfen: {conditions}</translation>
    </message>
    <message>
        <source>at least {number}</source>
        <translation>mindestens {number}</translation>
    </message>
    <message>
        <source>at most {number}</source>
        <translation>höchstens {number}</translation>
    </message>
    <message>
        <source>can&apos;t copy {file} to look at it: {problem}</source>
        <translation>{file} lässt sich zum Ansehen nicht kopieren: {problem}</translation>
    </message>
    <message>
        <source>can&apos;t make the directory {folder}: {problem}</source>
        <translation>der Ordner {folder} lässt sich nicht anlegen: {problem}</translation>
    </message>
    <message>
        <source>can&apos;t move {file} aside: {problem}</source>
        <translation>{file} lässt sich nicht beiseitelegen: {problem}</translation>
    </message>
    <message>
        <source>cannot look at the lab&apos;s database {file}: {problem}</source>
        <translation>die Datenbank {file} des Labors lässt sich nicht ansehen: {problem}</translation>
    </message>
    <message>
        <source>cannot open the lab&apos;s database {file}: {problem}</source>
        <translation>die Datenbank {file} des Labors lässt sich nicht öffnen: {problem}</translation>
    </message>
    <message>
        <source>cannot open {file}: {problem}</source>
        <translation>{file} lässt sich nicht öffnen: {problem}</translation>
    </message>
    <message>
        <source>cluster &quot;{name}&quot; in {file}: {problem}</source>
        <translation>Cluster „{name}“ in {file}: {problem}</translation>
    </message>
    <message>
        <source>context &quot;{name}&quot; in {file}: {problem}</source>
        <translation>Kontext „{name}“ in {file}: {problem}</translation>
    </message>
    <message>
        <source>delete {object}</source>
        <translation>{object} löschen</translation>
    </message>
    <message>
        <source>ended as {outcome}</source>
        <translation>beendet als {outcome}</translation>
    </message>
    <message>
        <source>expected {count}</source>
        <translation>erwartet {count}</translation>
    </message>
    <message>
        <source>failed {count}</source>
        <translation>gescheitert {count}</translation>
    </message>
    <message>
        <source>fault: {target} {recipe}</source>
        <translation>Störung: {target} {recipe}</translation>
    </message>
    <message>
        <source>heal {target}</source>
        <translation>{target} heilen</translation>
    </message>
    <message>
        <source>health check {check}: {counts}</source>
        <translation>Health-Check {check}: {counts}</translation>
    </message>
    <message>
        <source>healthy {count}</source>
        <translation>gesund {count}</translation>
    </message>
    <message>
        <source>insecure-skip-tls-verify contradicts the certificate authority that is given</source>
        <translation>insecure-skip-tls-verify widerspricht der angegebenen Zertifizierungsstelle</translation>
    </message>
    <message>
        <source>it is empty, though revisions up to {revision} were on disk here</source>
        <translation>sie ist leer, obwohl hier Revisionen bis {revision} auf der Platte waren</translation>
    </message>
    <message>
        <source>it is missing or empty, though its write-ahead log {log} is there</source>
        <translation>sie fehlt oder ist leer, obwohl ihr Protokoll {log} da ist</translation>
    </message>
    <message>
        <source>job {job}: {counts}</source>
        <translation>Job {job}: {counts}</translation>
    </message>
    <message>
        <source>lab disk full: there is no room in {folder}, nothing more is written</source>
        <translation>Platte des Labors voll: in {folder} ist kein Platz, nichts mehr wird geschrieben</translation>
    </message>
    <message>
        <source>lab disk full: there is no room in {folder}, only what is deleted is still written</source>
        <translation>Platte des Labors voll: in {folder} ist kein Platz, nur noch Löschungen werden geschrieben</translation>
    </message>
    <message>
        <source>logs in through the command {command}. It was not run; if you trust it, allow it once with --allow-exec</source>
        <translation>meldet sich mit dem Befehl {command} an. Er wurde nicht ausgeführt; ist er vertrauenswürdig, lässt er sich einmal mit --allow-exec erlauben</translation>
    </message>
    <message>
        <source>machines</source>
        <translation>Maschinen</translation>
    </message>
    <message>
        <source>more than one authentication method: a token and a password</source>
        <translation>mehr als eine Art der Anmeldung: ein Token und ein Passwort</translation>
    </message>
    <message>
        <source>no cluster is named</source>
        <translation>kein Cluster ist genannt</translation>
    </message>
    <message>
        <source>no command to log in with</source>
        <translation>keinen Befehl zum Anmelden</translation>
    </message>
    <message>
        <source>no controller is switched on: nothing is changed on {cluster}</source>
        <translation>kein Controller ist eingeschaltet: in {cluster} wird nichts geändert</translation>
    </message>
    <message>
        <source>no server is named</source>
        <translation>kein Server ist genannt</translation>
    </message>
    <message>
        <source>nobody who may write to {cluster} has asked for this</source>
        <translation>niemand, der in {cluster} schreiben darf, hat das verlangt</translation>
    </message>
    <message>
        <source>nodes</source>
        <translation>Nodes</translation>
    </message>
    <message>
        <source>not valid YAML at line {line}, column {column}: {problem}</source>
        <translation>kein gültiges YAML in Zeile {line}, Spalte {column}: {problem}</translation>
    </message>
    <message>
        <source>object {number} ({kind} &quot;{name}&quot;): {problem}</source>
        <translation>Objekt {number} ({kind} „{name}“): {problem}</translation>
    </message>
    <message>
        <source>pods</source>
        <translation>Pods</translation>
    </message>
    <message>
        <source>remediations allowed {count}</source>
        <translation>erlaubte Behebungen {count}</translation>
    </message>
    <message>
        <source>scale {set} to {replicas}</source>
        <translation>{set} auf {replicas} skalieren</translation>
    </message>
    <message>
        <source>succeeded {count}</source>
        <translation>erfolgreich {count}</translation>
    </message>
    <message>
        <source>the answer does not come to its end</source>
        <translation>die Antwort kommt nicht zu ihrem Ende</translation>
    </message>
    <message>
        <source>the auth provider &quot;{name}&quot; is not supported</source>
        <translation>der Auth-Provider „{name}“ wird nicht unterstützt</translation>
    </message>
    <message>
        <source>the command &quot;{command}&quot; is not installed</source>
        <translation>der Befehl „{command}“ ist nicht installiert</translation>
    </message>
    <message>
        <source>the command &quot;{command}&quot; is not installed: {hint}</source>
        <translation>der Befehl „{command}“ ist nicht installiert: {hint}</translation>
    </message>
    <message>
        <source>the context {context} names {change}</source>
        <translation>der Kontext {context} nennt {change}</translation>
    </message>
    <message>
        <source>the file contains NUL bytes</source>
        <translation>die Datei enthält NUL-Bytes</translation>
    </message>
    <message>
        <source>the file is larger than {bytes} bytes</source>
        <translation>die Datei ist größer als {bytes} Bytes</translation>
    </message>
    <message>
        <source>the file is not UTF-8</source>
        <translation>die Datei ist nicht in UTF-8</translation>
    </message>
    <message>
        <source>the file is not shaped like a token, it is not used</source>
        <translation>die Datei hat nicht die Form eines Tokens und wird nicht benutzt</translation>
    </message>
    <message>
        <source>the lab cannot listen on 127.0.0.1:{port}: {problem}</source>
        <translation>das Labor kann nicht auf 127.0.0.1:{port} lauschen: {problem}</translation>
    </message>
    <message>
        <source>the lab cannot write to its disk: {problem}</source>
        <translation>das Labor kann nicht auf seine Platte schreiben: {problem}</translation>
    </message>
    <message>
        <source>the lab&apos;s database {file} is damaged: {problem}</source>
        <translation>die Datenbank {file} des Labors ist beschädigt: {problem}</translation>
    </message>
    <message>
        <source>the revision counter is missing</source>
        <translation>der Revisionszähler fehlt</translation>
    </message>
    <message>
        <source>the revision counter is wrong</source>
        <translation>der Revisionszähler ist falsch</translation>
    </message>
    <message>
        <source>the scenario is over: nothing is changed on {cluster}</source>
        <translation>das Szenario ist vorbei: in {cluster} wird nichts geändert</translation>
    </message>
    <message>
        <source>the server did not answer in time</source>
        <translation>der Server hat nicht rechtzeitig geantwortet</translation>
    </message>
    <message>
        <source>the server ends every watch at once</source>
        <translation>der Server beendet jede Watch sofort</translation>
    </message>
    <message>
        <source>the server sends nothing</source>
        <translation>der Server sendet nichts</translation>
    </message>
    <message>
        <source>the server&apos;s address must not hold a user or password</source>
        <translation>die Adresse des Servers darf weder Benutzer noch Passwort enthalten</translation>
    </message>
    <message>
        <source>there is no cluster &quot;{name}&quot;</source>
        <translation>es gibt keinen Cluster „{name}“</translation>
    </message>
    <message>
        <source>there is no kubeconfig; looked for {files}</source>
        <translation>es gibt keine kubeconfig; gesucht wurde {files}</translation>
    </message>
    <message>
        <source>there is no lab at {folder} to look at</source>
        <translation>in {folder} ist kein Labor zum Ansehen</translation>
    </message>
    <message>
        <source>there is no such file</source>
        <translation>eine solche Datei gibt es nicht</translation>
    </message>
    <message>
        <source>there is no user &quot;{name}&quot;</source>
        <translation>es gibt keinen Benutzer „{name}“</translation>
    </message>
    <message>
        <source>this is not a kubeconfig</source>
        <translation>das ist keine kubeconfig</translation>
    </message>
    <message>
        <source>this is not a regular file</source>
        <translation>das ist keine gewöhnliche Datei</translation>
    </message>
    <message>
        <source>user &quot;{name}&quot; in {file}: {problem}</source>
        <translation>Benutzer „{name}“ in {file}: {problem}</translation>
    </message>
    <message>
        <source>wait until {conditions} (within {time})</source>
        <translation>warten, bis {conditions} (binnen {time})</translation>
    </message>
    <message>
        <source>wait {time}</source>
        <translation>{time} warten</translation>
    </message>
    <message>
        <source>{change}, {others}</source>
        <translation>{change}, {others}</translation>
    </message>
    <message>
        <source>{condition}, {others}</source>
        <translation>{condition}, {others}</translation>
    </message>
    <message>
        <source>{condition}; {others}</source>
        <translation>{condition}; {others}</translation>
    </message>
    <message>
        <source>{count} episode</source>
        <translation>{count} Erholung</translation>
    </message>
    <message>
        <source>{count} episodes</source>
        <translation>{count} Erholungen</translation>
    </message>
    <message>
        <source>{files}: no context is the current one; there are {contexts}</source>
        <translation>{files}: Kein Kontext ist der aktuelle; es gibt {contexts}</translation>
    </message>
    <message>
        <source>{files}: there are no contexts</source>
        <translation>{files}: Es gibt keine Kontexte</translation>
    </message>
    <message>
        <source>{files}: there is no context &quot;{context}&quot;; there are {contexts}</source>
        <translation>{files}: Es gibt keinen Kontext „{context}“; es gibt {contexts}</translation>
    </message>
    <message>
        <source>{file} is not a lab&apos;s database</source>
        <translation>{file} ist keine Datenbank eines Labors</translation>
    </message>
    <message>
        <source>{file} was deleted or replaced while the lab was running: nothing more is kept. Put the files back, or start the lab again.</source>
        <translation>{file} wurde gelöscht oder ersetzt, während das Labor lief: nichts mehr wird aufgehoben. Die Dateien zurücklegen oder das Labor neu starten.</translation>
    </message>
    <message>
        <source>{file} was written by a newer program (schema {version}, this one knows {known})</source>
        <translation>{file} hat ein neueres Programm geschrieben (Schema {version}, dieses kennt {known})</translation>
    </message>
    <message>
        <source>{file}: {problem}</source>
        <translation>{file}: {problem}</translation>
    </message>
    <message>
        <source>{folder}: the directory cannot be made</source>
        <translation>{folder}: der Ordner lässt sich nicht anlegen</translation>
    </message>
    <message>
        <source>{kind}: {problem}</source>
        <translation>{kind}: {problem}</translation>
    </message>
    <message>
        <source>{object} exists</source>
        <translation>{object} ist da</translation>
    </message>
    <message>
        <source>{object} is gone</source>
        <translation>{object} ist weg</translation>
    </message>
    <message>
        <source>{set} complete, all Ready</source>
        <translation>{set} vollständig, alle Ready</translation>
    </message>
    <message>
        <source>{state} {what}</source>
        <translation>{what} {state}</translation>
    </message>
    <message>
        <source>{what} of {owner}</source>
        <translation>{what} von {owner}</translation>
    </message>
    <message>
        <source>{what} within {time}</source>
        <translation>{what} binnen {time}</translation>
    </message>
    <message>
        <source>{what} {outcome}</source>
        <translation>{what} {outcome}</translation>
    </message>
    <message>
        <source>{what}: {count}</source>
        <translation>{what}: {count}</translation>
    </message>
    <message>
        <source>The history could not be read ({problem}). It is kept in {file}, and a new one begins.</source>
        <translation>Die Vergangenheit ließ sich nicht lesen ({problem}). Sie ist in {file} aufbewahrt, und eine neue beginnt.</translation>
    </message>
    <message>
        <source>The lab has new credentials, since those in {file} {problem}. Whoever still has the old ones, as in a kubeconfig that was copied elsewhere, is refused: copy the lab&apos;s kubeconfig again.</source>
        <translation>Das Labor hat neue Zugangsdaten, da die in {file} {problem}. Wer noch die alten hat, etwa in einer anderswohin kopierten kubeconfig, wird abgewiesen: die kubeconfig des Labors neu kopieren.</translation>
    </message>
    <message>
        <source>The lab has new credentials, since those in {file} {problem}. Whoever still has the old ones, as in a kubeconfig that was copied elsewhere, is refused: copy the lab&apos;s kubeconfig again. They are kept beside the new ones, as {copy}.</source>
        <translation>Das Labor hat neue Zugangsdaten, da die in {file} {problem}. Wer noch die alten hat, etwa in einer anderswohin kopierten kubeconfig, wird abgewiesen: die kubeconfig des Labors neu kopieren. Die alten liegen neben den neuen, als {copy}.</translation>
    </message>
    <message>
        <source>The timeline could not be read ({problem}). It is kept in {file}, and a new one begins.</source>
        <translation>Der Zeitverlauf ließ sich nicht lesen ({problem}). Er ist in {file} aufbewahrt, und ein neuer beginnt.</translation>
    </message>
    <message>
        <source>The timeline is not kept: {problem}</source>
        <translation>Der Zeitverlauf wird nicht aufbewahrt: {problem}</translation>
    </message>
    <message>
        <source>a block of the history is cut off</source>
        <translation>ein Block der Vergangenheit ist abgeschnitten</translation>
    </message>
    <message>
        <source>a block of the history is damaged</source>
        <translation>ein Block der Vergangenheit ist beschädigt</translation>
    </message>
    <message>
        <source>a client certificate and its key must come together</source>
        <translation>ein Client-Zertifikat und sein Schlüssel müssen zusammen kommen</translation>
    </message>
    <message>
        <source>a new lab begins: revisions up to {revision} were on disk here, in files that are gone</source>
        <translation>ein neues Labor beginnt: Revisionen bis {revision} waren hier auf der Platte, in Dateien, die weg sind</translation>
    </message>
    <message>
        <source>acting as a member of more than one group is not supported</source>
        <translation>als Mitglied von mehr als einer Gruppe zu handeln wird nicht unterstützt</translation>
    </message>
    <message>
        <source>after {time}</source>
        <translation>nach {time}</translation>
    </message>
    <message>
        <source>an object of {collection}, by its name {object}, stored at revision {revision}, cannot be read and is set aside: {problem}</source>
        <translation>ein Objekt von {collection}, dem Namen nach {object}, gespeichert mit Revision {revision}, lässt sich nicht lesen und ist beiseitegelegt: {problem}</translation>
    </message>
    <message>
        <source>an object of {collection}, stored at revision {revision}, cannot be read and is set aside: {problem}</source>
        <translation>ein Objekt von {collection}, gespeichert mit Revision {revision}, lässt sich nicht lesen und ist beiseitegelegt: {problem}</translation>
    </message>
    <message>
        <source>an object without a name</source>
        <translation>ein Objekt ohne Namen</translation>
    </message>
    <message>
        <source>another object has its name</source>
        <translation>ein anderes Objekt hat seinen Namen</translation>
    </message>
    <message>
        <source>are damaged</source>
        <translation>beschädigt sind</translation>
    </message>
    <message>
        <source>are missing</source>
        <translation>fehlen</translation>
    </message>
    <message>
        <source>are no file</source>
        <translation>keine Datei sind</translation>
    </message>
    <message>
        <source>can&apos;t serve metrics on 127.0.0.1:{port}: {problem}</source>
        <translation>Metriken lassen sich nicht auf 127.0.0.1:{port} anbieten: {problem}</translation>
    </message>
    <message>
        <source>comes back {when}, before health check {check} acts</source>
        <translation>kommt {when} zurück, bevor Health-Check {check} eingreift</translation>
    </message>
    <message>
        <source>could be read by others</source>
        <translation>von anderen gelesen werden konnten</translation>
    </message>
    <message>
        <source>deleted {objects}</source>
        <translation>{objects} gelöscht</translation>
    </message>
    <message>
        <source>exec: &quot;{member}&quot; is not a list of texts</source>
        <translation>exec: „{member}“ ist keine Liste von Texten</translation>
    </message>
    <message>
        <source>exec: interactiveMode must be Never, IfAvailable or Always</source>
        <translation>exec: interactiveMode muss Never, IfAvailable oder Always sein</translation>
    </message>
    <message>
        <source>exec: no command is named</source>
        <translation>exec: kein Befehl ist genannt</translation>
    </message>
    <message>
        <source>exec: the apiVersion &quot;{version}&quot; is neither {newer} nor {older}</source>
        <translation>exec: die apiVersion „{version}“ ist weder {newer} noch {older}</translation>
    </message>
    <message>
        <source>exec: the command &quot;{command}&quot; wants to ask questions in a terminal (interactiveMode: Always); there is none</source>
        <translation>exec: der Befehl „{command}“ will in einem Terminal fragen (interactiveMode: Always); es gibt keines</translation>
    </message>
    <message>
        <source>expected {expected} within {time}; found {found}</source>
        <translation>erwartet binnen {time}: {expected}; gefunden: {found}</translation>
    </message>
    <message>
        <source>expected {expected}; found {found}</source>
        <translation>erwartet: {expected}; gefunden: {found}</translation>
    </message>
    <message>
        <source>have ended, or end soon</source>
        <translation>abgelaufen sind oder bald ablaufen</translation>
    </message>
    <message>
        <source>holds</source>
        <translation>stimmt</translation>
    </message>
    <message>
        <source>insecure-skip-tls-verify would let anybody pose as this cluster and is not followed: name its certificate authority</source>
        <translation>mit insecure-skip-tls-verify könnte sich jeder als dieser Cluster ausgeben; das wird nicht befolgt: seine Zertifizierungsstelle angeben</translation>
    </message>
    <message>
        <source>it bears another revision</source>
        <translation>es trägt eine andere Revision</translation>
    </message>
    <message>
        <source>it can&apos;t be opened</source>
        <translation>sie lässt sich nicht öffnen</translation>
    </message>
    <message>
        <source>it ends at revision {revision} although revisions up to {written} were on disk: what came between is lost</source>
        <translation>es endet mit Revision {revision}, obwohl Revisionen bis {written} auf der Platte waren: was dazwischen kam, ist verloren</translation>
    </message>
    <message>
        <source>it ends at revision {revision} although revisions up to {written} were on disk: what came between is lost (its write-ahead log is kept as {log})</source>
        <translation>es endet mit Revision {revision}, obwohl Revisionen bis {written} auf der Platte waren: was dazwischen kam, ist verloren (das Write-Ahead-Protokoll ist als {log} aufbewahrt)</translation>
    </message>
    <message>
        <source>it has no {part}</source>
        <translation>ihr fehlt {part}</translation>
    </message>
    <message>
        <source>it holds neither a token nor a client certificate</source>
        <translation>es enthält weder ein Token noch ein Client-Zertifikat</translation>
    </message>
    <message>
        <source>it is no ExecCredential</source>
        <translation>es ist kein ExecCredential</translation>
    </message>
    <message>
        <source>its apiVersion is not {version}</source>
        <translation>seine apiVersion ist nicht {version}</translation>
    </message>
    <message>
        <source>its checksum is wrong</source>
        <translation>seine Prüfsumme stimmt nicht</translation>
    </message>
    <message>
        <source>its expirationTimestamp is no time</source>
        <translation>sein expirationTimestamp ist keine Zeit</translation>
    </message>
    <message>
        <source>leaves it alone: its fault ends in {time}, before the wait is over</source>
        <translation>lässt sie in Ruhe: ihre Störung endet in {time}, bevor die Wartezeit um ist</translation>
    </message>
    <message>
        <source>no lab has this {part}</source>
        <translation>kein Labor hat dies: {part}</translation>
    </message>
    <message>
        <source>nothing is kept of that time</source>
        <translation>von jener Zeit ist nichts aufbewahrt</translation>
    </message>
    <message>
        <source>nothing is kept of the past</source>
        <translation>von der Vergangenheit ist nichts aufbewahrt</translation>
    </message>
    <message>
        <source>on {nodes}</source>
        <translation>auf {nodes}</translation>
    </message>
    <message>
        <source>proxies that are reached over https are not supported</source>
        <translation>Proxys, die über https erreicht werden, werden nicht unterstützt</translation>
    </message>
    <message>
        <source>the answer is cut off or damaged: {problem}</source>
        <translation>die Antwort ist abgeschnitten oder beschädigt: {problem}</translation>
    </message>
    <message>
        <source>the certificate authority cannot be read</source>
        <translation>die Zertifizierungsstelle lässt sich nicht lesen</translation>
    </message>
    <message>
        <source>the client certificate cannot be read</source>
        <translation>das Client-Zertifikat lässt sich nicht lesen</translation>
    </message>
    <message>
        <source>the client key cannot be read; RSA and EC keys are supported</source>
        <translation>der Client-Schlüssel lässt sich nicht lesen; RSA- und EC-Schlüssel werden unterstützt</translation>
    </message>
    <message>
        <source>the client key is encrypted; this is not supported</source>
        <translation>der Client-Schlüssel ist verschlüsselt; das wird nicht unterstützt</translation>
    </message>
    <message>
        <source>the command &quot;{command}&quot; cannot be started: {problem}</source>
        <translation>der Befehl „{command}“ lässt sich nicht starten: {problem}</translation>
    </message>
    <message>
        <source>the command &quot;{command}&quot; did not end in time</source>
        <translation>der Befehl „{command}“ endete nicht rechtzeitig</translation>
    </message>
    <message>
        <source>the command &quot;{command}&quot; failed</source>
        <translation>der Befehl „{command}“ ist gescheitert</translation>
    </message>
    <message>
        <source>the command &quot;{command}&quot; failed: {problem}</source>
        <translation>der Befehl „{command}“ ist gescheitert: {problem}</translation>
    </message>
    <message>
        <source>the command &quot;{command}&quot; gave no credential: {problem}</source>
        <translation>der Befehl „{command}“ gab keine Zugangsdaten aus: {problem}</translation>
    </message>
    <message>
        <source>the command &quot;{command}&quot; printed more than {bytes} bytes</source>
        <translation>der Befehl „{command}“ gab mehr als {bytes} Bytes aus</translation>
    </message>
    <message>
        <source>the history is not kept: {problem}</source>
        <translation>die Vergangenheit wird nicht aufbewahrt: {problem}</translation>
    </message>
    <message>
        <source>the server redirects to {server}; redirects are not followed</source>
        <translation>der Server leitet weiter nach {server}; Weiterleitungen wird nicht gefolgt</translation>
    </message>
    <message>
        <source>the token is not printable</source>
        <translation>das Token ist nicht druckbar</translation>
    </message>
    <message>
        <source>{file} is not a Hollow Lab timeline</source>
        <translation>{file} ist kein Zeitverlauf von Hollow Lab</translation>
    </message>
    <message>
        <source>{file} is not a history of Hollow Lab</source>
        <translation>{file} ist keine Vergangenheit von Hollow Lab</translation>
    </message>
    <message>
        <source>{file} was written by a newer Hollow Lab</source>
        <translation>{file} hat ein neueres Hollow Lab geschrieben</translation>
    </message>
    <message>
        <source>{file} was written by a newer Hollow Lab (schema {version}, this one knows {known}); it is left untouched</source>
        <translation>{file} hat ein neueres Hollow Lab geschrieben (Schema {version}, dieses kennt {known}); sie bleibt unberührt</translation>
    </message>
    <message>
        <source>{folder}: other users can replace what is made in this directory</source>
        <translation>{folder}: andere Benutzer können ersetzen, was in diesem Ordner angelegt wird</translation>
    </message>
    <message>
        <source>{folder}: other users can write to the directory; name another, or: chmod go-w {folder}</source>
        <translation>{folder}: andere Benutzer können in den Ordner schreiben; einen anderen nennen, oder: chmod go-w {folder}</translation>
    </message>
    <message>
        <source>{folder}: the directory belongs to another user</source>
        <translation>{folder}: der Ordner gehört einem anderen Benutzer</translation>
    </message>
    <message>
        <source>{time} later</source>
        <translation>{time} später</translation>
    </message>
    <message>
        <source>A deployment of twenty machines takes over another template. The more machines may be there beside the wanted ones, and the more may be missing, the sooner it is done; what is missing meanwhile is the price.</source>
        <translation>Ein Deployment von zwanzig Maschinen übernimmt eine andere Vorlage. Je mehr Maschinen neben den gewünschten da sein und je mehr fehlen dürfen, desto eher ist es fertig; was unterdessen fehlt, ist der Preis.</translation>
    </message>
    <message>
        <source>How many machines should a rollout add at once?</source>
        <translation>Wie viele Maschinen soll ein Rollout auf einmal hinzufügen?</translation>
    </message>
    <message>
        <source>Thirty machines in three zones, whose nodes fail now and then for 5 seconds to 5 minutes; some break for good, and twice a zone is lost for a minute. A short timeout heals soon, and replaces machines that would have come back; a small budget waits while a zone is lost.</source>
        <translation>Dreißig Maschinen in drei Zonen, deren Nodes ab und zu für 5 Sekunden bis 5 Minuten ausfallen; einige gehen für immer kaputt, und zweimal fällt eine Zone eine Minute lang aus. Eine kurze Frist heilt bald und ersetzt Maschinen, die wiedergekommen wären; ein kleines Budget wartet, solange eine Zone fehlt.</translation>
    </message>
    <message>
        <source>Which health check heals best?</source>
        <translation>Welcher Health-Check heilt am besten?</translation>
    </message>
    <message>
        <source>1 recovery: {times}.</source>
        <translation>1 Erholung: {times}.</translation>
    </message>
    <message>
        <source>All that happened: {count} facts</source>
        <translation>Alles Geschehene: {count} Fakten</translation>
    </message>
    <message>
        <source>Arrived</source>
        <translation>Angekommen</translation>
    </message>
    <message>
        <source>Belongs to</source>
        <translation>Gehört zu</translation>
    </message>
    <message>
        <source>Detail</source>
        <translation>Einzelheiten</translation>
    </message>
    <message>
        <source>Fact</source>
        <translation>Fakt</translation>
    </message>
    <message>
        <source>Failure {number}</source>
        <translation>Ausfall {number}</translation>
    </message>
    <message>
        <source>From</source>
        <translation>Von</translation>
    </message>
    <message>
        <source>Hollow nodes boot and fail on command: these times promise nothing about production.</source>
        <translation>Hollow-Nodes starten und fallen auf Befehl aus: diese Zeiten versprechen nichts über die Produktion.</translation>
    </message>
    <message>
        <source>Keeps as many pods as each ReplicaSet and ReplicationController wants</source>
        <translation>Hält so viele Pods, wie jedes ReplicaSet und jeder ReplicationController will</translation>
    </message>
    <message>
        <source>No node failed.</source>
        <translation>Kein Node ist ausgefallen.</translation>
    </message>
    <message>
        <source>Nodes by health</source>
        <translation>Nodes nach Zustand</translation>
    </message>
    <message>
        <source>NotReady → set complete again: {time}.</source>
        <translation>NotReady → Set wieder vollständig: {time}.</translation>
    </message>
    <message>
        <source>Object</source>
        <translation>Objekt</translation>
    </message>
    <message>
        <source>Old machine gone {time} after its deletion was asked for (not on the critical path).</source>
        <translation>Alte Maschine weg {time} nach dem Verlangen der Löschung (nicht auf dem kritischen Pfad).</translation>
    </message>
    <message>
        <source>Ready again</source>
        <translation>wieder Ready</translation>
    </message>
    <message>
        <source>Ready, NotReady and Unknown nodes from {begin} to {end}, as step functions</source>
        <translation>Nodes mit Ready, NotReady und Unknown von {begin} bis {end}, als Treppenlinien</translation>
    </message>
    <message>
        <source>Recoveries</source>
        <translation>Erholungen</translation>
    </message>
    <message>
        <source>Recovery {number}</source>
        <translation>Erholung {number}</translation>
    </message>
    <message>
        <source>Server time</source>
        <translation>Zeit des Servers</translation>
    </message>
    <message>
        <source>Set {set}, 1 recovery: {times}.</source>
        <translation>Set {set}, 1 Erholung: {times}.</translation>
    </message>
    <message>
        <source>Set {set}, {count} recoveries: {times}.</source>
        <translation>Set {set}, {count} Erholungen: {times}.</translation>
    </message>
    <message>
        <source>Taken at pace 1 (as fast as real time).</source>
        <translation>Aufgenommen mit Tempo 1 (so schnell wie die wirkliche Zeit).</translation>
    </message>
    <message>
        <source>Taken at pace {pace} (virtual seconds per real second).</source>
        <translation>Aufgenommen mit Tempo {pace} (virtuelle Sekunden je wirklicher Sekunde).</translation>
    </message>
    <message>
        <source>Taken while time was paused.</source>
        <translation>Aufgenommen, während die Zeit angehalten war.</translation>
    </message>
    <message>
        <source>The owner&apos;s stored row is damaged and set aside; the object is kept.</source>
        <translation>Die gespeicherte Zeile des Besitzers ist beschädigt und beiseitegelegt; das Objekt bleibt.</translation>
    </message>
    <message>
        <source>To</source>
        <translation>Nach</translation>
    </message>
    <message>
        <source>Versions</source>
        <translation>Versionen</translation>
    </message>
    <message>
        <source>booted</source>
        <translation>gestartet</translation>
    </message>
    <message>
        <source>cause: {cause}</source>
        <translation>Ursache: {cause}</translation>
    </message>
    <message>
        <source>delete asked</source>
        <translation>Löschung verlangt</translation>
    </message>
    <message>
        <source>expected {target}; found none</source>
        <translation>erwartet: {target}; keine gefunden</translation>
    </message>
    <message>
        <source>expected {target}; found only {number}</source>
        <translation>erwartet: {target}; nur {number} gefunden</translation>
    </message>
    <message>
        <source>fault</source>
        <translation>Störung</translation>
    </message>
    <message>
        <source>machine {machine} has no node</source>
        <translation>Maschine {machine} hat keinen Node</translation>
    </message>
    <message>
        <source>median {median} · p95 {p95} · worst {worst}</source>
        <translation>Median {median} · p95 {p95} · längste {worst}</translation>
    </message>
    <message>
        <source>no episode</source>
        <translation>kein Ausfall</translation>
    </message>
    <message>
        <source>no phase</source>
        <translation>ohne Phase</translation>
    </message>
    <message>
        <source>no such Job</source>
        <translation>kein solcher Job</translation>
    </message>
    <message>
        <source>no such MachineHealthCheck</source>
        <translation>kein solcher MachineHealthCheck</translation>
    </message>
    <message>
        <source>no such MachineSet or MachineDeployment</source>
        <translation>kein solches MachineSet oder MachineDeployment</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>not ended</source>
        <translation>nicht beendet</translation>
    </message>
    <message>
        <source>not told yet</source>
        <translation>noch nicht gesagt</translation>
    </message>
    <message>
        <source>noticed</source>
        <translation>bemerkt</translation>
    </message>
    <message>
        <source>recovered</source>
        <translation>erholt</translation>
    </message>
    <message>
        <source>replaced</source>
        <translation>ersetzt</translation>
    </message>
    <message>
        <source>replacement Ready</source>
        <translation>Ersatz Ready</translation>
    </message>
    <message>
        <source>replacement created</source>
        <translation>Ersatz erstellt</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>angehalten</translation>
    </message>
    <message>
        <source>that Jobs are looked at in labs only</source>
        <translation>dass Jobs nur in Laboren betrachtet werden</translation>
    </message>
    <message>
        <source>that it is not there</source>
        <translation>dass es nicht da ist</translation>
    </message>
    <message>
        <source>that it is there</source>
        <translation>dass es da ist</translation>
    </message>
    <message>
        <source>the cluster was locked</source>
        <translation>der Cluster wurde gesperrt</translation>
    </message>
    <message>
        <source>the scenario was not over after a year</source>
        <translation>das Szenario war nach einem Jahr nicht zu Ende</translation>
    </message>
    <message>
        <source>there is no {target}</source>
        <translation>es gibt nicht: {target}</translation>
    </message>
    <message>
        <source>unhealthy</source>
        <translation>ungesund</translation>
    </message>
    <message>
        <source>waited</source>
        <translation>gewartet</translation>
    </message>
    <message>
        <source>{begin} to {end}</source>
        <translation>{begin} bis {end}</translation>
    </message>
    <message>
        <source>{count} recoveries: {times}.</source>
        <translation>{count} Erholungen: {times}.</translation>
    </message>
    <message>
        <source>{count}: {episodes}</source>
        <translation>{count}: {episodes}</translation>
    </message>
    <message>
        <source>{fact} of {controller}</source>
        <translation>{fact} von {controller}</translation>
    </message>
    <message>
        <source>{episodes} and {more} more</source>
        <translation>{episodes} und {more} weitere</translation>
    </message>
    <message>
        <source>{machine} replaced by {replacement}</source>
        <translation>{machine} ersetzt durch {replacement}</translation>
    </message>
    <message>
        <source>{machine} to be replaced by {replacement}</source>
        <translation>{machine} wird ersetzt durch {replacement}</translation>
    </message>
    <message>
        <source>{machine} {outcome}</source>
        <translation>{machine} {outcome}</translation>
    </message>
    <message>
        <source>{machine} {outcome} for {time}</source>
        <translation>{machine} {outcome} seit {time}</translation>
    </message>
    <message>
        <source>{machine} {outcome} in {time}</source>
        <translation>{machine} {outcome} in {time}</translation>
    </message>
    <message>
        <source>{objects} objects belong to what is set aside, or may: they are kept, until somebody deletes them or makes their owner again under its name.</source>
        <translation>{objects} Objekte gehören zu dem, was beiseitegelegt ist, oder vielleicht: Sie bleiben, bis jemand sie löscht oder ihren Besitzer unter seinem Namen neu anlegt.</translation>
    </message>
    <message>
        <source>{owner} was made again, after its stored row was found damaged; the object is let go, for it to take over.</source>
        <translation>{owner} wurde neu angelegt, nachdem die gespeicherte Zeile beschädigt war; das Objekt wird freigegeben, damit es übernommen werden kann.</translation>
    </message>
    <message>
        <source>{ready} Ready of {wanted} wanted, {there} there</source>
        <translation>{ready} Ready von {wanted} gewünschten, {there} vorhanden</translation>
    </message>
    <message>
        <source>{shares} of {whole} in all; the longest stretch is &quot;{longest}&quot;.</source>
        <translation>{shares} von insgesamt {whole}; der längste Abschnitt ist „{longest}“.</translation>
    </message>
    <message>
        <source>{state} {number}</source>
        <translation>{state} {number}</translation>
    </message>
    <message>
        <source>{step}: {why}</source>
        <translation>{step}: {why}</translation>
    </message>
    <message>
        <source>{updated} up to date and {available} available of {wanted} wanted, {there} there</source>
        <translation>{updated} aktuell und {available} verfügbar von {wanted} gewünschten, {there} vorhanden</translation>
    </message>
    <message>
        <source>&quot;{field}&quot; is missing</source>
        <translation>&quot;{field}&quot; fehlt</translation>
    </message>
    <message>
        <source>&quot;{file}&quot; leads out of the experiment&apos;s folder</source>
        <translation>&quot;{file}&quot; führt aus dem Ordner des Experiments hinaus</translation>
    </message>
    <message>
        <source>&quot;{file}&quot; leads out of the scenario&apos;s folder</source>
        <translation>&quot;{file}&quot; führt aus dem Ordner des Szenarios hinaus</translation>
    </message>
    <message>
        <source>&quot;{state}&quot; is no state of a machine, but of a node</source>
        <translation>&quot;{state}&quot; ist kein Zustand einer Maschine, sondern eines Nodes</translation>
    </message>
    <message>
        <source>&quot;{state}&quot; is no state of a node, but of a machine</source>
        <translation>&quot;{state}&quot; ist kein Zustand eines Nodes, sondern einer Maschine</translation>
    </message>
    <message>
        <source>&quot;{text}&quot; is no count; write 3, &quot;at least 3&quot; or &quot;at most 3&quot;</source>
        <translation>&quot;{text}&quot; ist keine Anzahl; möglich sind 3, &quot;at least 3&quot; oder &quot;at most 3&quot;</translation>
    </message>
    <message>
        <source>&quot;{text}&quot; is not understood; write a name, &quot;first Ready node of workers&quot;, &quot;first 2 Running machines of workers&quot;, &quot;every NotReady node of workers&quot; or &quot;every node in zone a&quot;</source>
        <translation>&quot;{text}&quot; ist nicht verständlich; möglich sind ein Name, &quot;first Ready node of workers&quot;, &quot;first 2 Running machines of workers&quot;, &quot;every NotReady node of workers&quot; oder &quot;every node in zone a&quot;</translation>
    </message>
    <message>
        <source>a job ends as Complete or Failed</source>
        <translation>ein Job endet als Complete oder Failed</translation>
    </message>
    <message>
        <source>an assertion holds at once; to wait, use waitUntil</source>
        <translation>eine Behauptung gilt sofort; zum Warten dient waitUntil</translation>
    </message>
    <message>
        <source>expected a count: 3, &quot;at least 3&quot; or &quot;at most 3&quot;</source>
        <translation>erwartet wird eine Anzahl: 3, &quot;at least 3&quot; oder &quot;at most 3&quot;</translation>
    </message>
    <message>
        <source>expected a duration such as 30s or 2m</source>
        <translation>erwartet wird eine Dauer wie 30s oder 2m</translation>
    </message>
    <message>
        <source>expected a list (- …)</source>
        <translation>erwartet wird eine Liste (- …)</translation>
    </message>
    <message>
        <source>expected a text</source>
        <translation>erwartet wird ein Text</translation>
    </message>
    <message>
        <source>expected a whole number</source>
        <translation>erwartet wird eine ganze Zahl</translation>
    </message>
    <message>
        <source>expected at most {most} seeds, such as 1..20, or 20</source>
        <translation>erwartet werden höchstens {most} Seeds, etwa 1..20 oder 20</translation>
    </message>
    <message>
        <source>expected exactly one of {known}</source>
        <translation>erwartet wird genau eines von {known}</translation>
    </message>
    <message>
        <source>expected fields (name: value)</source>
        <translation>erwartet werden Felder (Name: Wert)</translation>
    </message>
    <message>
        <source>give at least one of {known}</source>
        <translation>mindestens eines von {known} ist anzugeben</translation>
    </message>
    <message>
        <source>is named twice</source>
        <translation>ist zweimal genannt</translation>
    </message>
    <message>
        <source>known are {known}</source>
        <translation>bekannt sind {known}</translation>
    </message>
    <message>
        <source>must be longer than nothing</source>
        <translation>muss länger als null sein</translation>
    </message>
    <message>
        <source>must not be negative</source>
        <translation>darf nicht negativ sein</translation>
    </message>
    <message>
        <source>no condition is given</source>
        <translation>keine Bedingung ist angegeben</translation>
    </message>
    <message>
        <source>no count is given, such as {example}</source>
        <translation>keine Anzahl ist angegeben, etwa {example}</translation>
    </message>
    <message>
        <source>no files can be read here</source>
        <translation>hier können keine Dateien gelesen werden</translation>
    </message>
    <message>
        <source>nothing is measured</source>
        <translation>nichts wird gemessen</translation>
    </message>
    <message>
        <source>the object has no &quot;{field}&quot;</source>
        <translation>das Objekt hat kein &quot;{field}&quot;</translation>
    </message>
    <message>
        <source>the scenario applies no {kind} that has it</source>
        <translation>das Szenario wendet kein {kind} an, das es hat</translation>
    </message>
    <message>
        <source>the step has more than one verb</source>
        <translation>der Schritt hat mehr als ein Verb</translation>
    </message>
    <message>
        <source>the step has no verb</source>
        <translation>der Schritt hat kein Verb</translation>
    </message>
    <message>
        <source>there are more than {most} variants</source>
        <translation>es gibt mehr als {most} Varianten</translation>
    </message>
    <message>
        <source>there is no step</source>
        <translation>es gibt keinen Schritt</translation>
    </message>
    <message>
        <source>there is no value</source>
        <translation>es gibt keinen Wert</translation>
    </message>
    <message>
        <source>this names machines, a node is expected</source>
        <translation>das nennt Maschinen, erwartet wird ein Node</translation>
    </message>
    <message>
        <source>this names nodes, a machine is expected</source>
        <translation>das nennt Nodes, erwartet wird eine Maschine</translation>
    </message>
    <message>
        <source>unknown condition; known are {known}</source>
        <translation>unbekannte Bedingung; bekannt sind {known}</translation>
    </message>
    <message>
        <source>unknown field; known are {known}</source>
        <translation>unbekanntes Feld; bekannt sind {known}</translation>
    </message>
    <message>
        <source>unknown outcome &quot;{outcome}&quot;; known are {known}</source>
        <translation>unbekannter Ausgang &quot;{outcome}&quot;; bekannt sind {known}</translation>
    </message>
    <message>
        <source>unknown verb; known are {known} (and say)</source>
        <translation>unbekanntes Verb; bekannt sind {known} (und say)</translation>
    </message>
    <message>
        <source>unknown; known are {known}</source>
        <translation>unbekannt; bekannt sind {known}</translation>
    </message>
    <message>
        <source>unknown; known are {known}, and KIND.PATH such as MachineHealthCheck.spec.maxUnhealthy</source>
        <translation>unbekannt; bekannt sind {known} und KIND.PFAD wie MachineHealthCheck.spec.maxUnhealthy</translation>
    </message>
    <message>
        <source>{file} can&apos;t be read</source>
        <translation>{file} kann nicht gelesen werden</translation>
    </message>
    <message>
        <source>{file} is larger than {size}</source>
        <translation>{file} ist größer als {size}</translation>
    </message>
    <message>
        <source>{machines} machines at once with {variant}; an experiment&apos;s lab has at most {most}</source>
        <translation>{machines} Maschinen zugleich mit {variant}; das Labor eines Experiments hat höchstens {most}</translation>
    </message>
    <message>
        <source>{machines} machines at once; an experiment&apos;s lab has at most {most}</source>
        <translation>{machines} Maschinen zugleich; das Labor eines Experiments hat höchstens {most}</translation>
    </message>
    <message>
        <source>{place}: {problem}</source>
        <translation>{place}: {problem}</translation>
    </message>
    <message>
        <source>{variants} variants × {seeds} seeds of {length} are {hours} machine-hours; an experiment has at most {most}</source>
        <translation>{variants} Varianten × {seeds} Seeds von {length} sind {hours} Maschinenstunden; ein Experiment hat höchstens {most}</translation>
    </message>
    <message>
        <source>All steps went well.</source>
        <translation>Alle Schritte sind gelungen.</translation>
    </message>
    <message>
        <source>Begin</source>
        <translation>Beginn</translation>
    </message>
    <message>
        <source>Failed.</source>
        <translation>Fehlgeschlagen.</translation>
    </message>
    <message>
        <source>Is unhealthy ({problem}); fails at {until} at the earliest if that lasts: others of its deployment come first.</source>
        <translation>Ist ungesund ({problem}); fällt frühestens um {until} aus, wenn es so bleibt: andere ihres Deployments kommen zuerst.</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>Took</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>after others that are unhealthy already, at the earliest {when}</source>
        <translation>nach anderen, die schon ungesund sind, frühestens {when}</translation>
    </message>
    <message>
        <source>asks for a reboot of its node in {time} at the earliest, others come first</source>
        <translation>verlangt frühestens in {time} den Neustart ihres Nodes, andere kommen zuerst</translation>
    </message>
    <message>
        <source>asks for its remediation in {time} at the earliest, others come first</source>
        <translation>verlangt frühestens in {time} ihre Behebung, andere kommen zuerst</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>fehlgeschlagen</translation>
    </message>
    <message>
        <source>handed over for remediation {when} at the earliest, others come first</source>
        <translation>wird frühestens {when} zur Behebung übergeben, andere kommen zuerst</translation>
    </message>
    <message>
        <source>its reboot is asked for {when} at the earliest, others come first</source>
        <translation>ihr Neustart wird frühestens {when} verlangt, andere kommen zuerst</translation>
    </message>
    <message>
        <source>not run</source>
        <translation>nicht ausgeführt</translation>
    </message>
    <message>
        <source>ok</source>
        <translation>gelungen</translation>
    </message>
    <message>
        <source>one after the other, the first {when}</source>
        <translation>eine nach der anderen, die erste {when}</translation>
    </message>
    <message>
        <source>one after the other, the first {when}, the others once its replacement has come up</source>
        <translation>eine nach der anderen, die erste {when}, die anderen, sobald deren Ersatz läuft</translation>
    </message>
    <message>
        <source>replaced {when} at the earliest, others come first</source>
        <translation>wird frühestens {when} ersetzt, andere kommen zuerst</translation>
    </message>
    <message>
        <source>replaces it in {time} at the earliest, others come first</source>
        <translation>ersetzt sie frühestens in {time}, andere kommen zuerst</translation>
    </message>
    <message>
        <source>running</source>
        <translation>läuft</translation>
    </message>
    <message>
        <source>{count} at a time, the first {when}</source>
        <translation>je {count} auf einmal, die ersten {when}</translation>
    </message>
    <message>
        <source>1 of them stays: {problem}.</source>
        <translation>1 davon bleibt: {problem}.</translation>
    </message>
    <message>
        <source>Waits for pod {pod} of node {node}: PodDisruptionBudget {budget} needs {desired} healthy pods and has {healthy}; asks again at {nextCheck}.</source>
        <translation>Wartet auf Pod {pod} von Node {node}: PodDisruptionBudget {budget} braucht {desired} gesunde Pods und hat {healthy}; fragt um {nextCheck} wieder.</translation>
    </message>
    <message>
        <source>Waits for pod {pod} of node {node}: PodDisruptionBudget {budget} needs {desired} healthy pods and has {healthy}; asks again, at most until {until}, when the drain is forced.</source>
        <translation>Wartet auf Pod {pod} von Node {node}: PodDisruptionBudget {budget} braucht {desired} gesunde Pods und hat {healthy}; fragt wieder, höchstens bis {until}, dann wird das Leeren erzwungen.</translation>
    </message>
    <message>
        <source>deleted by the rollout of {deployment} once new machines are Ready</source>
        <translation>wird vom Rollout von {deployment} gelöscht, sobald neue Maschinen Ready sind</translation>
    </message>
    <message>
        <source>deleted by the rollout of {deployment} once new machines are Ready; else it fails {when}</source>
        <translation>wird vom Rollout von {deployment} gelöscht, sobald neue Maschinen Ready sind; sonst schlägt sie {when} fehl</translation>
    </message>
    <message>
        <source>deleted by the rollout of {deployment} once new machines are Ready; else {next}</source>
        <translation>wird vom Rollout von {deployment} gelöscht, sobald neue Maschinen Ready sind; sonst {next}</translation>
    </message>
    <message>
        <source>leaves it alone until one more machine is healthy: {why}</source>
        <translation>lässt sie in Ruhe, bis eine Maschine mehr gesund ist: {why}</translation>
    </message>
    <message>
        <source>leaves it alone until {count} more machines are healthy: {why}</source>
        <translation>lässt sie in Ruhe, bis {count} Maschinen mehr gesund sind: {why}</translation>
    </message>
    <message>
        <source>leaves it alone: {why}</source>
        <translation>lässt sie in Ruhe: {why}</translation>
    </message>
    <message>
        <source>more than one MachineDisruptionBudget covers the machine, which is not supported</source>
        <translation>mehr als ein MachineDisruptionBudget gilt für die Maschine, was nicht unterstützt wird</translation>
    </message>
    <message>
        <source>stays until one more machine is healthy: {why}</source>
        <translation>bleibt, bis eine Maschine mehr gesund ist: {why}</translation>
    </message>
    <message>
        <source>stays until {count} more machines are healthy: {why}</source>
        <translation>bleibt, bis {count} Maschinen mehr gesund sind: {why}</translation>
    </message>
    <message>
        <source>stays: {why}</source>
        <translation>bleibt: {why}</translation>
    </message>
    <message>
        <source>the MachineDisruptionBudget {budget} has neither minAvailable nor maxUnavailable</source>
        <translation>das MachineDisruptionBudget {budget} hat weder minAvailable noch maxUnavailable</translation>
    </message>
    <message>
        <source>the MachineDisruptionBudget {budget} needs {desired} healthy machines and has {healthy}</source>
        <translation>das MachineDisruptionBudget {budget} braucht {desired} gesunde Maschinen und hat {healthy}</translation>
    </message>
    <message>
        <source>the MachineDisruptionBudget {budget} needs {desired} healthy machines and one to spare, {healthy} would be healthy</source>
        <translation>das MachineDisruptionBudget {budget} braucht {desired} gesunde Maschinen und eine mehr, {healthy} wären gesund</translation>
    </message>
    <message>
        <source>the MachineDisruptionBudget {budget} waits for too many machines to go</source>
        <translation>das MachineDisruptionBudget {budget} wartet darauf, dass zu viele Maschinen verschwinden</translation>
    </message>
    <message>
        <source>the MachineDisruptionBudget {budget} was not observed since it has changed</source>
        <translation>das MachineDisruptionBudget {budget} wurde seit seiner Änderung noch nicht ausgewertet</translation>
    </message>
    <message>
        <source>{nodes} of them stay: {problem}.</source>
        <translation>{nodes} davon bleiben: {problem}.</translation>
    </message>
    <message>
        <source>{problem}. It stays as it is.</source>
        <translation>{problem}. Sie bleibt, wie sie ist.</translation>
    </message>
    <message>
        <source>Health check {check}: allowed {allowed}, {unhealthy} would be unhealthy: both will be replaced {when}.</source>
        <translation>Health-Check {check}: erlaubt {allowed}, {unhealthy} wären ungesund: beide werden ersetzt, {when}.</translation>
    </message>
    <message>
        <source>Health check {check}: allowed {allowed}, {unhealthy} would be unhealthy: one of them will be replaced {when}.</source>
        <translation>Health-Check {check}: erlaubt {allowed}, {unhealthy} wären ungesund: eine davon wird ersetzt, {when}.</translation>
    </message>
    <message>
        <source>Health check {check}: allowed {percent} of {expected} = {allowed}, {unhealthy} would be unhealthy: both will be replaced {when}.</source>
        <translation>Health-Check {check}: erlaubt {percent} von {expected} = {allowed}, {unhealthy} wären ungesund: beide werden ersetzt, {when}.</translation>
    </message>
    <message>
        <source>Health check {check}: allowed {percent} of {expected} = {allowed}, {unhealthy} would be unhealthy: one of them will be replaced {when}.</source>
        <translation>Health-Check {check}: erlaubt {percent} von {expected} = {allowed}, {unhealthy} wären ungesund: eine davon wird ersetzt, {when}.</translation>
    </message>
    <message>
        <source>in its turn, at the earliest {when}</source>
        <translation>wenn sie an der Reihe ist, frühestens {when}</translation>
    </message>
</context>
<context>
    <name>EmptyStates</name>
    <message>
        <source>Starting: nothing has been read yet.</source>
        <translation>Startet: noch wurde nichts gelesen.</translation>
    </message>
    <message>
        <source>Nothing could be read: %1</source>
        <translation>Nichts konnte gelesen werden: %1</translation>
    </message>
    <message>
        <source>This cluster does not serve %1.</source>
        <translation>Dieser Cluster kennt %1 nicht.</translation>
    </message>
    <message>
        <source>the controller %1 does not run yet</source>
        <translation>der Controller %1 läuft noch nicht</translation>
    </message>
    <message>
        <source>the controller %1 is off</source>
        <translation>der Controller %1 ist aus</translation>
    </message>
    <message>
        <source>No machines yet; the sets want %1.</source>
        <translation>Noch keine Maschinen; die Sets wollen %1.</translation>
    </message>
    <message>
        <source>No machines: the sets want %1, but %2.</source>
        <translation>Keine Maschinen: die Sets wollen %1, aber %2.</translation>
    </message>
    <message>
        <source>No nodes: there is no machine.</source>
        <translation>Keine Nodes: es gibt keine Maschine.</translation>
    </message>
    <message>
        <source>No nodes. They appear as soon as machines boot.</source>
        <translation>Keine Nodes. Sie erscheinen, sobald Maschinen starten.</translation>
    </message>
    <message>
        <source>No nodes: there are machines, but %1.</source>
        <translation>Keine Nodes: es gibt Maschinen, aber %1.</translation>
    </message>
    <message>
        <source>No machines, and no MachineSet that makes some.</source>
        <translation>Keine Maschinen und kein MachineSet, das welche erzeugt.</translation>
    </message>
    <message>
        <source>No MachineSet yet.</source>
        <translation>Noch kein MachineSet.</translation>
    </message>
    <message>
        <source>No MachineDeployment: changes of a set reach new machines only.</source>
        <translation>Kein MachineDeployment: Änderungen eines Sets erreichen nur neue Maschinen.</translation>
    </message>
    <message>
        <source>No machines of machine.sapcloud.io, and no set that makes some.</source>
        <translation>Keine Maschinen von machine.sapcloud.io und kein Set, das welche erzeugt.</translation>
    </message>
    <message>
        <source>No sets of machine.sapcloud.io.</source>
        <translation>Keine Sets von machine.sapcloud.io.</translation>
    </message>
    <message>
        <source>No deployments of machine.sapcloud.io.</source>
        <translation>Keine Deployments von machine.sapcloud.io.</translation>
    </message>
    <message>
        <source>No classes: machines can&apos;t be made without one.</source>
        <translation>Keine Klassen: ohne eine lassen sich keine Maschinen erzeugen.</translation>
    </message>
    <message>
        <source>No health checks: failed machines are not replaced.</source>
        <translation>Keine Health-Checks: ausgefallene Maschinen werden nicht ersetzt.</translation>
    </message>
    <message>
        <source>No events in the last hour.</source>
        <translation>Keine Events in der letzten Stunde.</translation>
    </message>
    <message>
        <source>Your user needs a role that allows get, list and watch of %1.</source>
        <translation>Der Benutzer braucht eine Rolle, die get, list und watch von %1 erlaubt.</translation>
    </message>
    <message>
        <source>None at %1.</source>
        <translation>Keine zu diesem Zeitpunkt (%1).</translation>
    </message>
    <message>
        <source>It is tried again by itself.</source>
        <translation>Es wird von selbst wieder versucht.</translation>
    </message>
    <message>
        <source>No machines: no set wants any. Scale one.</source>
        <translation>Keine Maschinen: kein Set will welche. Eines skalieren.</translation>
    </message>
    <message>
        <source>The lab has trouble: %1</source>
        <translation>Das Labor hat ein Problem: %1</translation>
    </message>
    <message>
        <source>Once it is unlocked: %1</source>
        <translation>Sobald entsperrt ist: %1</translation>
    </message>
</context>
<context>
    <name>Experiments</name>
    <message>
        <source>recovery time</source>
        <translation>Erholungszeit</translation>
    </message>
    <message>
        <source>machine-hours Ready</source>
        <translation>Maschinenstunden Ready</translation>
    </message>
    <message>
        <source>replaced</source>
        <translation>ersetzt</translation>
    </message>
    <message>
        <source>replaced needlessly</source>
        <translation>unnötig ersetzt</translation>
    </message>
    <message>
        <source>time taken</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>%1 %2 instead of %3</source>
        <translation>%1 %2 statt %3</translation>
    </message>
    <message>
        <source>&lt;b&gt;%1 is behind %2.&lt;/b&gt;</source>
        <translation>&lt;b&gt;%1 liegt hinter %2.&lt;/b&gt;</translation>
    </message>
    <message>
        <source>&lt;b&gt;%1 is on the front:&lt;/b&gt; no variant is better in %2 without being worse in %3.</source>
        <translation>&lt;b&gt;%1 liegt vorn:&lt;/b&gt; keine Variante ist besser bei „%2“, ohne schlechter bei „%3“ zu sein.</translation>
    </message>
    <message>
        <source>With %1: %2.</source>
        <translation>Mit %1: %2.</translation>
    </message>
    <message>
        <source>Slowest recovery: %1, with seed %2; most of it, %3, was %4.</source>
        <translation>Langsamste Erholung: %1, mit Seed %2; das meiste davon, %3, war „%4“.</translation>
    </message>
    <message numerus="yes">
        <source>In %n runs the scenario did not hold;</source>
        <translation>
            <numerusform>In %n Lauf hielt das Szenario nicht;</numerusform>
            <numerusform>In %n Läufen hielt das Szenario nicht;</numerusform>
        </translation>
    </message>
    <message>
        <source>with seed %1: %2</source>
        <translation>mit Seed %1: %2</translation>
    </message>
    <message>
        <source>&lt;b&gt;%1 is the best:&lt;/b&gt; no variant is better in %2.</source>
        <translation>&lt;b&gt;%1 ist am besten:&lt;/b&gt; Keine Variante ist besser bei: %2.</translation>
    </message>
    <message>
        <source>the scenario as it is</source>
        <translation>das Szenario, wie es ist</translation>
    </message>
    <message numerus="yes">
        <source>%Ln failures had not recovered when their run was over.</source>
        <translation>
            <numerusform>%Ln Ausfall hatte sich nicht erholt, als der Lauf vorbei war.</numerusform>
            <numerusform>%Ln Ausfälle hatten sich nicht erholt, als der Lauf vorbei war.</numerusform>
        </translation>
    </message>
    <message>
        <source>It is not weighed: its median is not known.</source>
        <translation>Sie wird nicht abgewogen: ihr Median ist nicht bekannt.</translation>
    </message>
    <message>
        <source>%1 a minute</source>
        <translation>%1 je Minute</translation>
    </message>
    <message>
        <source>%1 a second</source>
        <translation>%1 je Sekunde</translation>
    </message>
</context>
<context>
    <name>OpeningSign</name>
    <message>
        <source>Waiting for the login to the cluster …</source>
        <translation>Warten auf die Anmeldung am Cluster …</translation>
    </message>
    <message>
        <source>Opening the lab “%1” …</source>
        <translation>Das Labor „%1“ wird geöffnet …</translation>
    </message>
    <message>
        <source>Opening</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Closing …</source>
        <translation>Wird geschlossen …</translation>
    </message>
</context>
<context>
    <name>RemedyWords</name>
    <message>
        <source>Choose another scenario…</source>
        <translation>Anderes Szenario wählen …</translation>
    </message>
    <message>
        <source>It runs at once.</source>
        <translation>Es läuft sofort.</translation>
    </message>
    <message>
        <source>Start without a scenario</source>
        <translation>Ohne Szenario starten</translation>
    </message>
    <message>
        <source>The page Scenarios offers those that come with the program.</source>
        <translation>Die Seite „Szenarien“ bietet die mitgelieferten an.</translation>
    </message>
    <message>
        <source>Choose another kubeconfig…</source>
        <translation>Andere kubeconfig wählen …</translation>
    </message>
    <message>
        <source>Its current context is opened.</source>
        <translation>Ihr aktueller Kontext wird geöffnet.</translation>
    </message>
    <message>
        <source>Open the lab of this computer</source>
        <translation>Das Labor dieses Rechners öffnen</translation>
    </message>
    <message>
        <source>A cluster of hollow nodes that needs nothing else.</source>
        <translation>Ein Cluster aus Hollow-Nodes, der sonst nichts braucht.</translation>
    </message>
    <message>
        <source>Look at it from here</source>
        <translation>Von hier aus ansehen</translation>
    </message>
    <message>
        <source>Connects to the lab that runs, as to any other cluster.</source>
        <translation>Verbindet sich mit dem laufenden Labor wie mit jedem anderen Cluster.</translation>
    </message>
    <message>
        <source>Use any free port</source>
        <translation>Irgendeinen freien Port verwenden</translation>
    </message>
    <message>
        <source>Its kubeconfig names the port, so kubectl finds it.</source>
        <translation>Seine kubeconfig nennt den Port, also findet ihn kubectl.</translation>
    </message>
    <message>
        <source>Keep it aside and begin a new lab</source>
        <translation>Beiseitelegen und ein neues Labor beginnen</translation>
    </message>
    <message>
        <source>Nothing is deleted: the files go to a folder beside it, with the date.</source>
        <translation>Nichts wird gelöscht: die Dateien kommen in einen Ordner daneben, mit dem Datum.</translation>
    </message>
    <message>
        <source>Open another lab…</source>
        <translation>Anderes Labor öffnen …</translation>
    </message>
    <message>
        <source>A new name makes a new lab.</source>
        <translation>Ein neuer Name ergibt ein neues Labor.</translation>
    </message>
    <message>
        <source>Open a lab in memory</source>
        <translation>Ein Labor im Speicher öffnen</translation>
    </message>
    <message>
        <source>It needs no files, and is gone when the window is closed.</source>
        <translation>Es braucht keine Dateien und ist weg, wenn das Fenster geschlossen wird.</translation>
    </message>
    <message>
        <source>Run this command, now and later</source>
        <translation>Diesen Befehl jetzt und später ausführen</translation>
    </message>
    <message>
        <source>%1
Asked again when the command, its arguments or its program change.</source>
        <translation>%1
Neue Frage, wenn sich Befehl, Argumente oder Programm ändern.</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Noch einmal versuchen</translation>
    </message>
    <message>
        <source>Once what is said above is mended.</source>
        <translation>Sobald behoben ist, was oben steht.</translation>
    </message>
    <message>
        <source>Once there is room on the disk, or the right to write there.</source>
        <translation>Sobald dort Platz ist oder geschrieben werden darf.</translation>
    </message>
    <message>
        <source>Only look at it</source>
        <translation>Nur ansehen</translation>
    </message>
    <message>
        <source>It is shown as it was left; no controller runs, and nothing is changed.</source>
        <translation>Es wird gezeigt, wie es verlassen wurde; kein Controller läuft, und nichts wird geändert.</translation>
    </message>
</context>
<context>
    <name>StartProblem</name>
    <message>
        <source>The scenario cannot be read.</source>
        <translation>Das Szenario lässt sich nicht lesen.</translation>
    </message>
    <message>
        <source>The cluster cannot be opened.</source>
        <translation>Der Cluster lässt sich nicht öffnen.</translation>
    </message>
    <message>
        <source>The lab “%1” cannot be opened.</source>
        <translation>Das Labor „%1“ lässt sich nicht öffnen.</translation>
    </message>
    <message>
        <source>The kubeconfig wants to run a command to log in.</source>
        <translation>Die kubeconfig will zum Anmelden einen Befehl ausführen.</translation>
    </message>
    <message>
        <source>%1 names it. It was not run. Whoever wrote that file chose the command: allow it only if you know it.</source>
        <translation>%1 nennt ihn. Er wurde nicht ausgeführt. Wer die Datei schrieb, hat den Befehl gewählt: nur erlauben, wenn er bekannt ist.</translation>
    </message>
</context>
<context>
    <name>app::StartPage</name>
    <message>
        <source>Hollow Lab cannot start</source>
        <translation>Hollow Lab kann nicht starten</translation>
    </message>
    <message>
        <source>Choose a kubeconfig</source>
        <translation>kubeconfig wählen</translation>
    </message>
    <message>
        <source>Choose a scenario</source>
        <translation>Szenario wählen</translation>
    </message>
    <message>
        <source>Scenarios (*.yaml *.yml)</source>
        <translation>Szenarien (*.yaml *.yml)</translation>
    </message>
    <message>
        <source>Open another lab</source>
        <translation>Anderes Labor öffnen</translation>
    </message>
    <message>
        <source>Name of the lab</source>
        <translation>Name des Labors</translation>
    </message>
</context>
<context>
    <name>ui::Actions</name>
    <message>
        <source>invalid provider config</source>
        <translation>ungültige Provider-Konfiguration</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>Make &amp;unhealthy</source>
        <translation>Ausfalle&amp;n lassen</translation>
    </message>
    <message>
        <source>&amp;Scale</source>
        <translation>&amp;Skalieren</translation>
    </message>
    <message>
        <source>Type how many machines there shall be</source>
        <translation>Eingeben, wie viele Maschinen es geben soll</translation>
    </message>
    <message>
        <source>&amp;Pause</source>
        <translation>&amp;Anhalten</translation>
    </message>
    <message>
        <source>Halt the rollout of the deployment, or let it go on</source>
        <translation>Das Ausrollen des Deployments anhalten oder weitergehen lassen</translation>
    </message>
    <message>
        <source>&amp;Roll back…</source>
        <translation>Zu&amp;rückrollen …</translation>
    </message>
    <message>
        <source>Give the deployment the template of an earlier revision again</source>
        <translation>Dem Deployment die Vorlage einer früheren Revision zurückgeben</translation>
    </message>
    <message>
        <source>Let the node fail, for a time or until it is replaced</source>
        <translation>Den Node ausfallen lassen, eine Zeit lang oder bis er ersetzt ist</translation>
    </message>
    <message>
        <source>&amp;Heal</source>
        <translation>&amp;Heilen</translation>
    </message>
    <message>
        <source>Take the fault of the node away</source>
        <translation>Die Störung des Nodes entfernen</translation>
    </message>
    <message>
        <source>Provider confi&amp;g…</source>
        <translation>Provider-Konfi&amp;guration …</translation>
    </message>
    <message>
        <source>Edit what new machines are made of</source>
        <translation>Bearbeiten, woraus neue Maschinen gemacht werden</translation>
    </message>
    <message>
        <source>&amp;Delete</source>
        <translation>&amp;Löschen</translation>
    </message>
    <message>
        <source>Ask the API server to delete the object</source>
        <translation>Den API-Server bitten, das Objekt zu löschen</translation>
    </message>
    <message>
        <source>&amp;Inspect</source>
        <translation>&amp;Untersuchen</translation>
    </message>
    <message>
        <source>Show all about the object at the right</source>
        <translation>Rechts alles über das Objekt zeigen</translation>
    </message>
    <message>
        <source>&amp;Why</source>
        <translation>&amp;Warum</translation>
    </message>
    <message>
        <source>Show what the controllers say about the object</source>
        <translation>Zeigen, was die Controller über das Objekt sagen</translation>
    </message>
    <message>
        <source>&amp;YAML</source>
        <translation>&amp;YAML</translation>
    </message>
    <message>
        <source>Show the object as YAML</source>
        <translation>Das Objekt als YAML zeigen</translation>
    </message>
    <message>
        <source>E&amp;vents</source>
        <translation>&amp;Events</translation>
    </message>
    <message>
        <source>Show the events of the object</source>
        <translation>Die Events des Objekts zeigen</translation>
    </message>
    <message>
        <source>Go to &amp;owner</source>
        <translation>Zum &amp;Besitzer</translation>
    </message>
    <message>
        <source>Go one step up: to the machine, its set, its deployment</source>
        <translation>Eine Stufe hinauf: zur Maschine, ihrem Set, ihrem Deployment</translation>
    </message>
    <message>
        <source>&amp;Copy name</source>
        <translation>Namen &amp;kopieren</translation>
    </message>
    <message>
        <source>Copy the names</source>
        <translation>Die Namen kopieren</translation>
    </message>
    <message>
        <source>Copy as &amp;kubectl</source>
        <translation>Als kube&amp;ctl kopieren</translation>
    </message>
    <message>
        <source>Copy a command line that shows the objects</source>
        <translation>Eine Befehlszeile kopieren, die die Objekte zeigt</translation>
    </message>
    <message>
        <source>&amp;Filter</source>
        <translation>&amp;Filtern</translation>
    </message>
    <message>
        <source>Show only rows that contain some words</source>
        <translation>Nur Zeilen zeigen, die bestimmte Wörter enthalten</translation>
    </message>
    <message>
        <source>A second &amp;earlier</source>
        <translation>Eine Sekunde &amp;früher</translation>
    </message>
    <message>
        <source>Show everything as it was a second before</source>
        <translation>Alles zeigen, wie es eine Sekunde vorher war</translation>
    </message>
    <message>
        <source>A second &amp;later</source>
        <translation>Eine Sekunde &amp;später</translation>
    </message>
    <message>
        <source>Show everything as it was a second after</source>
        <translation>Alles zeigen, wie es eine Sekunde danach war</translation>
    </message>
    <message>
        <source>&amp;Ten seconds earlier</source>
        <translation>&amp;Zehn Sekunden früher</translation>
    </message>
    <message>
        <source>Show everything as it was ten seconds before</source>
        <translation>Alles zeigen, wie es zehn Sekunden vorher war</translation>
    </message>
    <message>
        <source>Te&amp;n seconds later</source>
        <translation>Ze&amp;hn Sekunden später</translation>
    </message>
    <message>
        <source>Show everything as it was ten seconds after</source>
        <translation>Alles zeigen, wie es zehn Sekunden danach war</translation>
    </message>
    <message>
        <source>&amp;Back to live</source>
        <translation>Zurück zu &amp;jetzt</translation>
    </message>
    <message>
        <source>Show what happens now</source>
        <translation>Zeigen, was jetzt geschieht</translation>
    </message>
    <message>
        <source>&amp;Compare two moments…</source>
        <translation>Zwei Momente &amp;vergleichen …</translation>
    </message>
    <message>
        <source>List what was created, deleted and changed between two moments</source>
        <translation>Auflisten, was zwischen zwei Momenten erstellt, gelöscht und geändert wurde</translation>
    </message>
    <message>
        <source>&amp;New MachineSet…</source>
        <translation>&amp;Neues MachineSet …</translation>
    </message>
    <message>
        <source>Create a MachineSet</source>
        <translation>Ein MachineSet erstellen</translation>
    </message>
    <message>
        <source>&amp;Apply YAML…</source>
        <translation>YAML &amp;anwenden …</translation>
    </message>
    <message>
        <source>Create or replace the objects of a YAML text</source>
        <translation>Die Objekte eines YAML-Textes erstellen oder ersetzen</translation>
    </message>
    <message>
        <source>Install &amp;prerequisites…</source>
        <translation>&amp;Voraussetzungen installieren …</translation>
    </message>
    <message>
        <source>Create the CRDs and permissions that machines need in this cluster</source>
        <translation>CRDs und Berechtigungen erstellen, die Maschinen in diesem Cluster brauchen</translation>
    </message>
    <message>
        <source>&amp;Command palette…</source>
        <translation>&amp;Befehlspalette …</translation>
    </message>
    <message>
        <source>Search everything, or type a command</source>
        <translation>Alles durchsuchen oder einen Befehl eingeben</translation>
    </message>
    <message>
        <source>&amp;Keys</source>
        <translation>&amp;Tasten</translation>
    </message>
    <message>
        <source>Show all keys</source>
        <translation>Alle Tasten zeigen</translation>
    </message>
    <message>
        <source>&amp;About Hollow Lab</source>
        <translation>&amp;Über Hollow Lab</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>&amp;Beenden</translation>
    </message>
    <message>
        <source>Reports NotReady: Ready = False</source>
        <translation>Meldet NotReady: Ready = False</translation>
    </message>
    <message>
        <source>NotReady %1</source>
        <translation>NotReady %1</translation>
    </message>
    <message>
        <source>Stops heartbeats: Ready = Unknown after the grace period</source>
        <translation>Keine Heartbeats mehr: Ready = Unknown nach der Schonfrist</translation>
    </message>
    <message>
        <source>Silent %1</source>
        <translation>Stumm %1</translation>
    </message>
    <message>
        <source>…</source>
        <translation>…</translation>
    </message>
    <message>
        <source>until healed</source>
        <translation>bis geheilt</translation>
    </message>
    <message>
        <source>for 10 s</source>
        <translation>für 10 s</translation>
    </message>
    <message>
        <source>for 1 min</source>
        <translation>für 1 min</translation>
    </message>
    <message>
        <source>for…</source>
        <translation>für …</translation>
    </message>
    <message>
        <source>&amp;More faults</source>
        <translation>&amp;Mehr Störungen</translation>
    </message>
    <message>
        <source>&amp;Other…</source>
        <translation>&amp;Andere …</translation>
    </message>
    <message>
        <source>&amp;Zone</source>
        <translation>&amp;Zone</translation>
    </message>
    <message>
        <source>All of &amp;zone %1</source>
        <translation>Die ganze &amp;Zone %1</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Datei</translation>
    </message>
    <message>
        <source>&amp;Object</source>
        <translation>&amp;Objekt</translation>
    </message>
    <message>
        <source>&amp;Time</source>
        <translation>&amp;Zeit</translation>
    </message>
    <message>
        <source>&amp;Resume</source>
        <translation>&amp;Fortsetzen</translation>
    </message>
    <message>
        <source>%1 belongs to no set: there is nothing to scale.</source>
        <translation>%1 gehört zu keinem Set: es gibt nichts zu skalieren.</translation>
    </message>
    <message>
        <source>How many machines shall %1 have?
%2 is one of its %3.</source>
        <translation>Wie viele Maschinen soll %1 haben?
%2 ist eine von %3.</translation>
    </message>
    <message>
        <source>%1: %2, %3</source>
        <translation>%1: %2, %3</translation>
    </message>
    <message>
        <source>Roll back</source>
        <translation>Zurückrollen</translation>
    </message>
    <message>
        <source>Which revision&apos;s template shall the machines of %1 in %2 have again?
They are replaced step by step.</source>
        <translation>Die Vorlage welcher Revision sollen die Maschinen von %1 in %2 wieder bekommen?
Sie werden Schritt für Schritt ersetzt.</translation>
    </message>
    <message numerus="yes">
        <source>Let all %n nodes of zone %1 fail in the %2?</source>
        <translation>
            <numerusform>%n Node der Zone %1 im %2 ausfallen lassen?</numerusform>
            <numerusform>Alle %n Nodes der Zone %1 im %2 ausfallen lassen?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n nodes</source>
        <translation>
            <numerusform>%n Node</numerusform>
            <numerusform>%n Nodes</numerusform>
        </translation>
    </message>
    <message>
        <source>Let %1 fail in the %2?</source>
        <translation>%1 im %2 ausfallen lassen?</translation>
    </message>
    <message>
        <source>Make unhealthy</source>
        <translation>Ausfallen lassen</translation>
    </message>
    <message>
        <source>lab %1</source>
        <translation>Labor %1</translation>
    </message>
    <message>
        <source>cluster %1</source>
        <translation>Cluster %1</translation>
    </message>
    <message>
        <source>For how long? For example 45s, 5m, 1h30m</source>
        <translation>Wie lange? Zum Beispiel 45s, 5m, 1h30m</translation>
    </message>
    <message>
        <source>How? For example: disk-pressure flapping every 1m 30% down, reboot after 10s..60s, silent for 5m</source>
        <translation>Wie? Zum Beispiel: disk-pressure flapping every 1m 30% down, reboot after 10s..60s, silent for 5m</translation>
    </message>
    <message numerus="yes">
        <source>%n objects of kind %1</source>
        <translation>
            <numerusform>%n Objekt der Art %1</numerusform>
            <numerusform>%n Objekte der Art %1</numerusform>
        </translation>
    </message>
    <message>
        <source>the cluster %1 (%2)</source>
        <translation>Cluster %1 (%2)</translation>
    </message>
    <message>
        <source>the lab %1</source>
        <translation>Labor %1</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Delete %1 in %2?</source>
        <translation>%1 im %2 löschen?</translation>
    </message>
    <message>
        <source>Install prerequisites</source>
        <translation>Voraussetzungen installieren</translation>
    </message>
    <message>
        <source>Create these objects in the cluster %1 (%2)?</source>
        <translation>Diese Objekte im Cluster %1 (%2) erstellen?</translation>
    </message>
    <message>
        <source>Install</source>
        <translation>Installieren</translation>
    </message>
    <message>
        <source>Copied: %1</source>
        <translation>Kopiert: %1</translation>
    </message>
    <message>
        <source>Edit YA&amp;ML…</source>
        <translation>&amp;YAML ändern …</translation>
    </message>
    <message>
        <source>Change the object in its YAML</source>
        <translation>Das Objekt in seinem YAML ändern</translation>
    </message>
    <message>
        <source>Layout &amp;Explore</source>
        <translation>Anordnung &amp;Erkunden</translation>
    </message>
    <message>
        <source>Inspector and timeline beside the tables</source>
        <translation>Inspektor und Zeitverlauf neben den Tabellen</translation>
    </message>
    <message>
        <source>Layout &amp;Demo</source>
        <translation>Anordnung &amp;Vorführung</translation>
    </message>
    <message>
        <source>Large letters and a large timeline, for those who watch</source>
        <translation>Große Schrift und ein großer Zeitverlauf für alle, die zusehen</translation>
    </message>
    <message>
        <source>Layout De&amp;bug</source>
        <translation>Anordnung &amp;Fehlersuche</translation>
    </message>
    <message>
        <source>A wide inspector above the controllers</source>
        <translation>Ein breiter Inspektor über den Controllern</translation>
    </message>
    <message>
        <source>&amp;Present</source>
        <translation>V&amp;orführen</translation>
    </message>
    <message>
        <source>Begin or end the full screen with large letters, without menus</source>
        <translation>Vollbild mit großer Schrift und ohne Menüs beginnen oder beenden</translation>
    </message>
    <message>
        <source>&amp;Open another cluster…</source>
        <translation>Anderen Cluster &amp;öffnen …</translation>
    </message>
    <message>
        <source>Choose among the labs of this computer and the contexts of all kubeconfigs</source>
        <translation>Unter den Laboren dieses Rechners und den Kontexten aller kubeconfigs wählen</translation>
    </message>
    <message>
        <source>&amp;Retry the connection now</source>
        <translation>Ver&amp;bindung jetzt neu versuchen</translation>
    </message>
    <message>
        <source>Do not wait for the next attempt</source>
        <translation>Nicht auf den nächsten Versuch warten</translation>
    </message>
    <message>
        <source>&amp;Replay the recovery</source>
        <translation>Erholung &amp;wiederholen</translation>
    </message>
    <message>
        <source>Show the chosen recovery, or the last one, again as it was</source>
        <translation>Die gewählte Erholung, sonst die letzte, noch einmal zeigen, wie sie war</translation>
    </message>
    <message>
        <source>Next &amp;mark of the replay</source>
        <translation>Nächste &amp;Marke der Wiederholung</translation>
    </message>
    <message>
        <source>Go to where something happens next in the replay</source>
        <translation>Dorthin gehen, wo in der Wiederholung als Nächstes etwas geschieht</translation>
    </message>
    <message>
        <source>Recor&amp;d a scenario</source>
        <translation>Szenario auf&amp;zeichnen</translation>
    </message>
    <message>
        <source>Begin or end to write down as a scenario what you do</source>
        <translation>Beginnen oder beenden, als Szenario aufzuschreiben, was getan wird</translation>
    </message>
    <message>
        <source>&amp;Slower</source>
        <translation>&amp;Langsamer</translation>
    </message>
    <message>
        <source>Let the lab&apos;s time, or the replay, run slower</source>
        <translation>Die Zeit des Labors, oder die Wiederholung, langsamer laufen lassen</translation>
    </message>
    <message>
        <source>&amp;Faster</source>
        <translation>&amp;Schneller</translation>
    </message>
    <message>
        <source>Let the lab&apos;s time, or the replay, run faster</source>
        <translation>Die Zeit des Labors, oder die Wiederholung, schneller laufen lassen</translation>
    </message>
    <message>
        <source>&amp;Pause time, or go on</source>
        <translation>Zeit an&amp;halten oder weiter</translation>
    </message>
    <message>
        <source>Pause the lab&apos;s time, or the replay, or let it go on</source>
        <translation>Die Zeit des Labors, oder die Wiederholung, anhalten oder weiterlaufen lassen</translation>
    </message>
    <message>
        <source>P&amp;ace</source>
        <translation>&amp;Tempo</translation>
    </message>
    <message>
        <source>&amp;Settings…</source>
        <translation>&amp;Einstellungen …</translation>
    </message>
    <message>
        <source>Choose how the window looks and behaves</source>
        <translation>Aussehen und Verhalten des Fensters wählen</translation>
    </message>
    <message>
        <source>List what was done in this window, and take it back where that can be</source>
        <translation>Auflisten, was in diesem Fenster getan wurde, und es zurücknehmen, wo das geht</translation>
    </message>
    <message>
        <source>&amp;Log</source>
        <translation>&amp;Protokoll</translation>
    </message>
    <message>
        <source>Show what the program itself logs</source>
        <translation>Zeigen, was das Programm selbst protokolliert</translation>
    </message>
    <message>
        <source>Copy &amp;diagnostics</source>
        <translation>&amp;Diagnose kopieren</translation>
    </message>
    <message>
        <source>Copy what helps to find an error of the program, without names and secrets</source>
        <translation>Kopieren, was hilft, einen Fehler des Programms zu finden, ohne Namen und Geheimnisse</translation>
    </message>
    <message>
        <source>Reco&amp;veries</source>
        <translation>E&amp;rholungen</translation>
    </message>
    <message>
        <source>List the failures, with the story of each</source>
        <translation>Die Ausfälle auflisten, jeden mit seiner Geschichte</translation>
    </message>
    <message>
        <source>&amp;Tour</source>
        <translation>&amp;Rundgang</translation>
    </message>
    <message>
        <source>Six steps: break a machine, see it heal, go back in time</source>
        <translation>Sechs Schritte: eine Maschine stören, sie heilen sehen, in der Zeit zurückgehen</translation>
    </message>
    <message>
        <source>Skip a &amp;step of the tour</source>
        <translation>&amp;Schritt des Rundgangs überspringen</translation>
    </message>
    <message>
        <source>Go to the next step of the tour without doing this one</source>
        <translation>Zum nächsten Schritt des Rundgangs, ohne diesen zu tun</translation>
    </message>
    <message>
        <source>&amp;Go to…</source>
        <translation>&amp;Gehe zu …</translation>
    </message>
    <message>
        <source>Type where to go: a table, a cluster</source>
        <translation>Eintippen, wohin: eine Tabelle, ein Cluster</translation>
    </message>
    <message>
        <source>Next row</source>
        <translation>Nächste Zeile</translation>
    </message>
    <message>
        <source>Go to the next row</source>
        <translation>Zur nächsten Zeile</translation>
    </message>
    <message>
        <source>Previous row</source>
        <translation>Vorige Zeile</translation>
    </message>
    <message>
        <source>Go to the row before</source>
        <translation>Zur vorigen Zeile</translation>
    </message>
    <message>
        <source>First row</source>
        <translation>Erste Zeile</translation>
    </message>
    <message>
        <source>Go to the first row</source>
        <translation>Zur ersten Zeile</translation>
    </message>
    <message>
        <source>Last row</source>
        <translation>Letzte Zeile</translation>
    </message>
    <message>
        <source>Go to the last row</source>
        <translation>Zur letzten Zeile</translation>
    </message>
    <message>
        <source>Half a page down</source>
        <translation>Eine halbe Seite nach unten</translation>
    </message>
    <message>
        <source>Go half a page down</source>
        <translation>Um eine halbe Seite nach unten</translation>
    </message>
    <message>
        <source>Half a page up</source>
        <translation>Eine halbe Seite nach oben</translation>
    </message>
    <message>
        <source>Go half a page up</source>
        <translation>Um eine halbe Seite nach oben</translation>
    </message>
    <message>
        <source>Fit the chart</source>
        <translation>Diagramm einpassen</translation>
    </message>
    <message>
        <source>Show all of the time in the chart</source>
        <translation>Die ganze Zeit im Diagramm zeigen</translation>
    </message>
    <message>
        <source>Chart: closer</source>
        <translation>Diagramm: näher</translation>
    </message>
    <message>
        <source>Show less time in the chart, more closely</source>
        <translation>Weniger Zeit im Diagramm zeigen, genauer</translation>
    </message>
    <message>
        <source>Chart: wider</source>
        <translation>Diagramm: weiter</translation>
    </message>
    <message>
        <source>Show more time in the chart</source>
        <translation>Mehr Zeit im Diagramm zeigen</translation>
    </message>
    <message>
        <source>Chart: follow now</source>
        <translation>Diagramm: jetzt folgen</translation>
    </message>
    <message>
        <source>Let the chart follow what happens now</source>
        <translation>Das Diagramm dem folgen lassen, was jetzt geschieht</translation>
    </message>
    <message>
        <source>The past is shown, where nothing can be changed. Go back to live first (%1).</source>
        <translation>Die Vergangenheit wird gezeigt, in der sich nichts ändern lässt. Erst zurück zu jetzt (%1).</translation>
    </message>
    <message>
        <source>Wh&amp;at was done</source>
        <translation>Was getan wur&amp;de</translation>
    </message>
    <message>
        <source>Do wha&amp;t the notice offers</source>
        <translation>&amp;Tun, was die Meldung anbietet</translation>
    </message>
    <message>
        <source>Do what the button of the newest notice does</source>
        <translation>Tun, was der Knopf der neuesten Meldung tut</translation>
    </message>
    <message>
        <source>Clos&amp;e the notice</source>
        <translation>Meldun&amp;g schließen</translation>
    </message>
    <message>
        <source>Take the newest notice away</source>
        <translation>Die neueste Meldung wegnehmen</translation>
    </message>
    <message>
        <source>&amp;Wall and table</source>
        <translation>&amp;Kacheln und Tabelle</translation>
    </message>
    <message>
        <source>All machines as tiles, and in a table</source>
        <translation>Alle Maschinen als Kacheln und in einer Tabelle</translation>
    </message>
    <message>
        <source>&amp;Table alone</source>
        <translation>Nur &amp;Tabelle</translation>
    </message>
    <message>
        <source>The table of machines alone</source>
        <translation>Nur die Tabelle der Maschinen</translation>
    </message>
    <message>
        <source>Wall &amp;alone</source>
        <translation>Nur Kac&amp;heln</translation>
    </message>
    <message>
        <source>All machines as tiles, in colours of your choice</source>
        <translation>Alle Maschinen als Kacheln, in wählbaren Farben</translation>
    </message>
    <message>
        <source>Clear the &amp;filter</source>
        <translation>&amp;Filter leeren</translation>
    </message>
    <message>
        <source>Show all rows of the table</source>
        <translation>Alle Zeilen der Tabelle zeigen</translation>
    </message>
    <message>
        <source>Show the &amp;sets</source>
        <translation>&amp;Sets zeigen</translation>
    </message>
    <message>
        <source>Go to the table of sets</source>
        <translation>Zur Tabelle der Sets</translation>
    </message>
    <message>
        <source>&amp;Next match</source>
        <translation>&amp;Nächster Treffer</translation>
    </message>
    <message>
        <source>Go to the next row that has what was searched for</source>
        <translation>Zur nächsten Zeile gehen, in der das Gesuchte steht</translation>
    </message>
    <message>
        <source>Previous match</source>
        <translation>Voriger Treffer</translation>
    </message>
    <message>
        <source>Go to the row before that has what was searched for</source>
        <translation>Zur vorigen Zeile gehen, in der das Gesuchte steht</translation>
    </message>
    <message>
        <source>&amp;Back</source>
        <translation>&amp;Zurück</translation>
    </message>
    <message>
        <source>Go back to the table and the row of before</source>
        <translation>Zurück zur Tabelle und Zeile von vorher</translation>
    </message>
    <message>
        <source>&amp;Forward</source>
        <translation>&amp;Vorwärts</translation>
    </message>
    <message>
        <source>Go to the table and the row from which you went back</source>
        <translation>Zur Tabelle und Zeile gehen, von der aus zurückgegangen wurde</translation>
    </message>
    <message>
        <source>All &amp;columns</source>
        <translation>Alle &amp;Spalten</translation>
    </message>
    <message>
        <source>Show all columns of the table, or those of before</source>
        <translation>Alle Spalten der Tabelle zeigen, oder die von vorher</translation>
    </message>
    <message>
        <source>New &amp;health check…</source>
        <translation>Neuer &amp;Health-Check …</translation>
    </message>
    <message>
        <source>Create a MachineHealthCheck, so that failed machines are replaced</source>
        <translation>Einen MachineHealthCheck anlegen, damit ausgefallene Maschinen ersetzt werden</translation>
    </message>
    <message>
        <source>&amp;Turn on what machines need…</source>
        <translation>Einschalten, was &amp;Maschinen brauchen …</translation>
    </message>
    <message>
        <source>Let the controllers run that make, link and replace machines</source>
        <translation>Die Controller laufen lassen, die Maschinen erzeugen, verknüpfen und ersetzen</translation>
    </message>
    <message>
        <source>Lar&amp;ger text</source>
        <translation>&amp;Größerer Text</translation>
    </message>
    <message>
        <source>Make all text of the window larger</source>
        <translation>Allen Text des Fensters größer machen</translation>
    </message>
    <message>
        <source>&amp;Smaller text</source>
        <translation>&amp;Kleinerer Text</translation>
    </message>
    <message>
        <source>Make all text of the window smaller</source>
        <translation>Allen Text des Fensters kleiner machen</translation>
    </message>
    <message>
        <source>&amp;Usual text size</source>
        <translation>&amp;Übliche Textgröße</translation>
    </message>
    <message>
        <source>Make all text as large as the system has it</source>
        <translation>Allen Text so groß machen wie im System</translation>
    </message>
    <message>
        <source>How many machines shall %1 have?</source>
        <translation>Wie viele Maschinen soll %1 haben?</translation>
    </message>
    <message>
        <source>How many machines shall each of these have: %1?</source>
        <translation>Wie viele Maschinen soll jedes davon haben: %1?</translation>
    </message>
    <message>
        <source>, </source>
        <translation>, </translation>
    </message>
    <message>
        <source>A replacement is Ready about %1 later.</source>
        <translation>Ein Ersatz ist etwa %1 später Ready.</translation>
    </message>
    <message>
        <source>Copy as YAML</source>
        <translation>Als YAML kopieren</translation>
    </message>
    <message>
        <source>Copy the whole objects as YAML</source>
        <translation>Kopiert die ganzen Objekte als YAML</translation>
    </message>
    <message>
        <source>&amp;Lock or unlock…</source>
        <translation>&amp;Sperren oder entsperren …</translation>
    </message>
    <message>
        <source>Let the window change the cluster for a while, or lock it against changes</source>
        <translation>Das Fenster den Cluster eine Weile ändern lassen, oder ihn gegen Änderungen sperren</translation>
    </message>
    <message>
        <source>Mark the row</source>
        <translation>Zeile markieren</translation>
    </message>
    <message>
        <source>Mark the row, or unmark it: what is marked stays chosen while you move</source>
        <translation>Markiert die Zeile oder nimmt die Markierung weg: Markiertes bleibt beim Bewegen gewählt</translation>
    </message>
    <message>
        <source>Not connected yet: nothing can be changed.</source>
        <translation>Noch nicht verbunden: Es lässt sich nichts ändern.</translation>
    </message>
    <message>
        <source>The window was opened read-only: nothing can be changed.</source>
        <translation>Das Fenster wurde nur lesend geöffnet: Es lässt sich nichts ändern.</translation>
    </message>
    <message>
        <source>Locked: nothing can be changed in %1. Unlock it at the top right first (%2).</source>
        <translation>Gesperrt: In %1 lässt sich nichts ändern. Zuerst oben rechts entsperren (%2).</translation>
    </message>
    <message numerus="yes">
        <source>%n machines are deleted along with that.</source>
        <translation>
            <numerusform>%n Maschine wird mitgelöscht.</numerusform>
            <numerusform>%n Maschinen werden mitgelöscht.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The sets and %n machines are deleted along with that.</source>
        <translation>
            <numerusform>Die Sets und %n Maschine werden mitgelöscht.</numerusform>
            <numerusform>Die Sets und %n Maschinen werden mitgelöscht.</numerusform>
        </translation>
    </message>
    <message>
        <source>In the cluster %1 (%2).</source>
        <translation>Im Cluster %1 (%2).</translation>
    </message>
    <message>
        <source>E&amp;xport the timeline…</source>
        <translation>Zeitverlauf e&amp;xportieren …</translation>
    </message>
    <message>
        <source>Keep what the chart shows as a picture, a table, JSON or a report</source>
        <translation>Was das Diagramm zeigt, als Bild, Tabelle, JSON oder Bericht aufheben</translation>
    </message>
</context>
<context>
    <name>ui::Activity</name>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>What</source>
        <translation>Was</translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation>Ausgang</translation>
    </message>
    <message>
        <source>To take it back</source>
        <translation>Zum Zurücknehmen</translation>
    </message>
    <message>
        <source>under way</source>
        <translation>in Arbeit</translation>
    </message>
    <message>
        <source>The cluster was exchanged before it answered.</source>
        <translation>Der Cluster wurde ausgetauscht, bevor er antwortete.</translation>
    </message>
</context>
<context>
    <name>ui::ActivityPanel</name>
    <message>
        <source>Activity</source>
        <translation>Aktivität</translation>
    </message>
    <message>
        <source>Copy as kubectl</source>
        <translation>Als kubectl kopieren</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Copied: %1</source>
        <translation>Kopiert: %1</translation>
    </message>
</context>
<context>
    <name>ui::ApplyDialog</name>
    <message>
        <source>&amp;Apply</source>
        <translation>&amp;Anwenden</translation>
    </message>
    <message>
        <source>Apply YAML</source>
        <translation>YAML anwenden</translation>
    </message>
    <message>
        <source>YAML to apply</source>
        <translation>Anzuwendendes YAML</translation>
    </message>
    <message>
        <source>Paste objects here, separated by ---</source>
        <translation>Objekte hier einfügen, getrennt durch ---</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>This is what you wrote last and did not apply.</source>
        <translation>Das wurde zuletzt geschrieben und nicht angewandt.</translation>
    </message>
    <message>
        <source>Objects: %1</source>
        <translation>Objekte: %1</translation>
    </message>
    <message>
        <source>Sent, waiting for the answer …</source>
        <translation>Gesendet, wartet auf die Antwort …</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>Anwenden</translation>
    </message>
    <message>
        <source>The server is being asked …</source>
        <translation>Der Server wird gefragt …</translation>
    </message>
</context>
<context>
    <name>ui::Callout</name>
    <message>
        <source>Skip</source>
        <translation>Überspringen</translation>
    </message>
    <message>
        <source>End (Esc)</source>
        <translation>Beenden (Esc)</translation>
    </message>
</context>
<context>
    <name>ui::CaptionBar</name>
    <message>
        <source>All that it claims holds.</source>
        <translation>Alles Behauptete trifft zu.</translation>
    </message>
    <message>
        <source>It did not come to its end.</source>
        <translation>Es kam nicht bis zum Ende.</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Next step</source>
        <translation>Nächster Schritt</translation>
    </message>
    <message>
        <source>Take one step of the paused scenario</source>
        <translation>Einen Schritt des angehaltenen Szenarios ausführen</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Stopp</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>Weiter</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Go on with the steps that are left</source>
        <translation>Mit den übrigen Schritten weitermachen</translation>
    </message>
    <message>
        <source>Begin no other step; the one under way goes on</source>
        <translation>Keinen weiteren Schritt beginnen; der laufende geht weiter</translation>
    </message>
    <message>
        <source>%1 · step %2 of %3 · paused</source>
        <translation>%1 · Schritt %2 von %3 · angehalten</translation>
    </message>
    <message>
        <source>%1 · step %2 of %3</source>
        <translation>%1 · Schritt %2 von %3</translation>
    </message>
    <message>
        <source>%1 · done</source>
        <translation>%1 · fertig</translation>
    </message>
    <message>
        <source>%1 · failed</source>
        <translation>%1 · fehlgeschlagen</translation>
    </message>
</context>
<context>
    <name>ui::CellDelegate</name>
    <message>
        <source>Enter applies, Esc cancels</source>
        <translation>Eingabe wendet an, Esc bricht ab</translation>
    </message>
</context>
<context>
    <name>ui::ChangeOrders</name>
    <message>
        <source>scale %1 to %2</source>
        <translation>%1 auf %2 skalieren</translation>
    </message>
    <message>
        <source>Scale back to %1</source>
        <translation>Zurück auf %1 skalieren</translation>
    </message>
    <message>
        <source>pause %1</source>
        <translation>%1 anhalten</translation>
    </message>
    <message>
        <source>resume %1</source>
        <translation>%1 fortsetzen</translation>
    </message>
    <message>
        <source>pausing</source>
        <translation>wird angehalten</translation>
    </message>
    <message>
        <source>resuming</source>
        <translation>wird fortgesetzt</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>change the provider config of %1</source>
        <translation>Provider-Konfiguration von %1 ändern</translation>
    </message>
    <message>
        <source>read %1</source>
        <translation>%1 lesen</translation>
    </message>
    <message>
        <source>change %1</source>
        <translation>%1 ändern</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Could not undo the change of %1: %2</source>
        <translation>Die Änderung von %1 ließ sich nicht zurücknehmen: %2</translation>
    </message>
    <message>
        <source>another object of that name has come</source>
        <translation>ein anderes Objekt dieses Namens ist gekommen</translation>
    </message>
    <message>
        <source>%1 was changed since</source>
        <translation>%1 wurde seitdem geändert</translation>
    </message>
    <message>
        <source>%1 is as it was before the change.</source>
        <translation>%1 ist, wie es vor der Änderung war.</translation>
    </message>
    <message numerus="yes">
        <source>Scaled %n sets or deployments to %1</source>
        <translation>
            <numerusform>%n Set oder Deployment auf %1 skaliert</numerusform>
            <numerusform>%n Sets oder Deployments auf %1 skaliert</numerusform>
        </translation>
    </message>
    <message>
        <source>Scale all back</source>
        <translation>Alle zurückskalieren</translation>
    </message>
    <message numerus="yes">
        <source>Scaled %n sets or deployments back</source>
        <translation>
            <numerusform>%n Set oder Deployment zurückskaliert</numerusform>
            <numerusform>%n Sets oder Deployments zurückskaliert</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Paused %n deployments</source>
        <translation>
            <numerusform>%n Deployment angehalten</numerusform>
            <numerusform>%n Deployments angehalten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Resumed %n deployments</source>
        <translation>
            <numerusform>%n Deployment fortgesetzt</numerusform>
            <numerusform>%n Deployments fortgesetzt</numerusform>
        </translation>
    </message>
    <message>
        <source>Not scaled: %1 was scaled elsewhere, or is gone, since you were asked.</source>
        <translation>Nicht skaliert: %1 wurde seit der Frage anderswo skaliert oder ist weg.</translation>
    </message>
    <message>
        <source>At most %L1 machines fit into this lab (see --max-machines).</source>
        <translation>In dieses Labor passen höchstens %L1 Maschinen (siehe --max-machines).</translation>
    </message>
    <message>
        <source>The window asks for at most %L1 machines.</source>
        <translation>Das Fenster verlangt höchstens %L1 Maschinen.</translation>
    </message>
    <message>
        <source>Not scaled to %1: %2</source>
        <translation>Nicht auf %1 skaliert: %2</translation>
    </message>
    <message>
        <source>%1 in the cluster %2 (%3)?</source>
        <translation>%1 im Cluster %2 (%3)?</translation>
    </message>
    <message numerus="yes">
        <source>%n deployments</source>
        <translation>
            <numerusform>%n Deployment</numerusform>
            <numerusform>%n Deployments</numerusform>
        </translation>
    </message>
    <message>
        <source>Pause %1</source>
        <translation>%1 anhalten</translation>
    </message>
    <message>
        <source>Resume %1</source>
        <translation>%1 fortsetzen</translation>
    </message>
    <message>
        <source>Undo the change of the provider config of %1</source>
        <translation>Änderung der Provider-Konfiguration von %1 zurücknehmen</translation>
    </message>
    <message>
        <source>Undo the change of %1</source>
        <translation>Änderung von %1 zurücknehmen</translation>
    </message>
    <message>
        <source>Changed %1</source>
        <translation>%1 geändert</translation>
    </message>
</context>
<context>
    <name>ui::Columns</name>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Namespace</source>
        <translation>Namespace</translation>
    </message>
    <message>
        <source>Desired</source>
        <translation>Soll</translation>
    </message>
    <message>
        <source>Class</source>
        <translation>Klasse</translation>
    </message>
    <message>
        <source>Revision</source>
        <translation>Revision</translation>
    </message>
    <message>
        <source>Age</source>
        <translation>Alter</translation>
    </message>
    <message>
        <source>Frozen</source>
        <translation>Eingefroren</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>Angehalten</translation>
    </message>
    <message>
        <source>%1/%2 up to date</source>
        <translation>%1/%2 aktuell</translation>
    </message>
    <message>
        <source>%1 old</source>
        <translation>%1 alt</translation>
    </message>
    <message>
        <source>%1 available</source>
        <translation>%1 verfügbar</translation>
    </message>
    <message>
        <source>, surge %1</source>
        <translation>, zusätzlich %1</translation>
    </message>
    <message>
        <source>, unavailable %1</source>
        <translation>, nicht verfügbar %1</translation>
    </message>
    <message>
        <source>Up to date</source>
        <translation>Aktuell</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>Ready</translation>
    </message>
    <message>
        <source>Available</source>
        <translation>Verfügbar</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Fortschritt</translation>
    </message>
    <message>
        <source>Strategy</source>
        <translation>Strategie</translation>
    </message>
    <message>
        <source>no node yet</source>
        <translation>noch kein Node</translation>
    </message>
    <message>
        <source>interruptions in 10 minutes: %1</source>
        <translation>Unterbrechungen in 10 Minuten: %1</translation>
    </message>
    <message>
        <source>Phase</source>
        <translation>Phase</translation>
    </message>
    <message>
        <source>Node health</source>
        <translation>Node-Zustand</translation>
    </message>
    <message>
        <source>Last 10 min</source>
        <translation>10 min</translation>
    </message>
    <message>
        <source>Set</source>
        <translation>Set</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>Node</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>Meldung</translation>
    </message>
    <message>
        <source>What happens next</source>
        <translation>Was als Nächstes geschieht</translation>
    </message>
    <message>
        <source>Last operation</source>
        <translation>Letzter Vorgang</translation>
    </message>
    <message>
        <source>Health</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>Maschine</translation>
    </message>
    <message>
        <source>Fault</source>
        <translation>Störung</translation>
    </message>
    <message>
        <source>CPU</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>Kubelet</source>
        <translation>Kubelet</translation>
    </message>
    <message>
        <source>%1/%2 Ready</source>
        <translation>%1/%2 Ready</translation>
    </message>
    <message>
        <source>%1 failed</source>
        <translation>%1 ausgefallen</translation>
    </message>
    <message>
        <source>%1 NotReady</source>
        <translation>%1 NotReady</translation>
    </message>
    <message>
        <source>%1 Unknown</source>
        <translation>%1 Unknown</translation>
    </message>
    <message>
        <source>%1 deleting</source>
        <translation>%1 beim Löschen</translation>
    </message>
    <message>
        <source>%1 provisioning</source>
        <translation>%1 in Vorbereitung</translation>
    </message>
    <message>
        <source>%1 booting</source>
        <translation>%1 beim Start</translation>
    </message>
    <message>
        <source>invalid provider config</source>
        <translation>ungültige Provider-Konfiguration</translation>
    </message>
    <message>
        <source>Current</source>
        <translation>Ist</translation>
    </message>
    <message>
        <source>Deployment</source>
        <translation>Deployment</translation>
    </message>
    <message>
        <source>Nodes fail</source>
        <translation>Nodes fallen aus</translation>
    </message>
    <message>
        <source>%1/%2 healthy</source>
        <translation>%1/%2 gesund</translation>
    </message>
    <message>
        <source>%1, held back</source>
        <translation>%1, zurückgehalten</translation>
    </message>
    <message>
        <source>going on</source>
        <translation>dauert an</translation>
    </message>
    <message>
        <source>replaced</source>
        <translation>ersetzt</translation>
    </message>
    <message>
        <source>healed by itself</source>
        <translation>von selbst geheilt</translation>
    </message>
    <message>
        <source>gone, not replaced</source>
        <translation>weg, nicht ersetzt</translation>
    </message>
    <message>
        <source>not yet</source>
        <translation>noch nicht</translation>
    </message>
    <message>
        <source>for</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>%1=%2 for %3</source>
        <translation>%1=%2 für %3</translation>
    </message>
    <message>
        <source>Provider</source>
        <translation>Provider</translation>
    </message>
    <message>
        <source>Machines of it</source>
        <translation>Ihre Maschinen</translation>
    </message>
    <message>
        <source>Secret</source>
        <translation>Secret</translation>
    </message>
    <message>
        <source>%1/%1 healthy, held back</source>
        <translation>%1/%1 gesund, zurückgehalten</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Max unhealthy</source>
        <translation>Max. ungesund</translation>
    </message>
    <message>
        <source>May replace</source>
        <translation>Darf ersetzen</translation>
    </message>
    <message>
        <source>Replaces a machine when</source>
        <translation>Ersetzt eine Maschine bei</translation>
    </message>
    <message>
        <source> or </source>
        <translation> oder </translation>
    </message>
    <message>
        <source>Looks after machines with</source>
        <translation>Kümmert sich um Maschinen mit</translation>
    </message>
    <message>
        <source>Last seen</source>
        <translation>Zuletzt gesehen</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Grund</translation>
    </message>
    <message>
        <source>Object</source>
        <translation>Objekt</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>Anzahl</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>No.</source>
        <translation>Nr.</translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation>Ausgang</translation>
    </message>
    <message>
        <source>Recovery</source>
        <translation>Erholung</translation>
    </message>
    <message>
        <source>Waited</source>
        <translation>Gewartet</translation>
    </message>
    <message>
        <source>Replaced in</source>
        <translation>Ersetzt in</translation>
    </message>
    <message>
        <source>Cause</source>
        <translation>Ursache</translation>
    </message>
    <message>
        <source>Replaced by</source>
        <translation>Ersetzt durch</translation>
    </message>
    <message>
        <source>Began</source>
        <translation>Beginn</translation>
    </message>
    <message>
        <source>10 min</source>
        <translation>10 min</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>Als Nächstes</translation>
    </message>
    <message>
        <source>healed</source>
        <translation>geheilt</translation>
    </message>
</context>
<context>
    <name>ui::CommandPalette</name>
    <message>
        <source>Command palette</source>
        <translation>Befehlspalette</translation>
    </message>
    <message>
        <source>Search or command</source>
        <translation>Suche oder Befehl</translation>
    </message>
    <message>
        <source>Search, or a command: scale workers 50, not-ready workers-x7k2p for 20s</source>
        <translation>Suche, oder ein Befehl: scale workers 50, not-ready workers-x7k2p for 20s</translation>
    </message>
    <message>
        <source>What was found</source>
        <translation>Was gefunden wurde</translation>
    </message>
    <message>
        <source>Filter the table: %1</source>
        <translation>Die Tabelle filtern: %1</translation>
    </message>
    <message>
        <source>Show everything as it was at %1</source>
        <translation>Alles zeigen, wie es um %1 war</translation>
    </message>
    <message>
        <source>Scale %1</source>
        <translation>%1 skalieren</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Go to %1</source>
        <translation>Zu %1</translation>
    </message>
    <message>
        <source>Fleet</source>
        <translation>Flotte</translation>
    </message>
    <message>
        <source>for the nodes of what is chosen</source>
        <translation>für die Nodes des Ausgewählten</translation>
    </message>
    <message>
        <source>Clusters</source>
        <translation>Cluster</translation>
    </message>
    <message>
        <source>Nothing is found for %1.</source>
        <translation>Zu %1 ist nichts zu finden.</translation>
    </message>
    <message>
        <source>Copy the line for kubectl that lists the pods</source>
        <translation>Die Zeile für kubectl kopieren, die die Pods auflistet</translation>
    </message>
    <message>
        <source>Copied: %1</source>
        <translation>Kopiert: %1</translation>
    </message>
    <message>
        <source>Scenario: %1</source>
        <translation>Szenario: %1</translation>
    </message>
    <message>
        <source>Show what it does, to run it</source>
        <translation>Zeigt, was es tut, um es laufen zu lassen</translation>
    </message>
    <message>
        <source>Enter runs · Tab completes · Esc closes</source>
        <translation>Eingabe führt aus · Tab ergänzt · Esc schließt</translation>
    </message>
    <message>
        <source>actions</source>
        <translation>Aktionen</translation>
    </message>
    <message>
        <source>views</source>
        <translation>Ansichten</translation>
    </message>
    <message>
        <source>filter</source>
        <translation>Filter</translation>
    </message>
    <message>
        <source>namespaces</source>
        <translation>Namespaces</translation>
    </message>
    <message>
        <source>labels</source>
        <translation>Labels</translation>
    </message>
    <message>
        <source>faults and scenarios</source>
        <translation>Störungen und Szenarien</translation>
    </message>
    <message>
        <source>help</source>
        <translation>Hilfe</translation>
    </message>
    <message>
        <source>settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>show this namespace alone</source>
        <translation>nur diesen Namespace zeigen</translation>
    </message>
    <message>
        <source>%L1 of %L2</source>
        <translation>%L1 von %L2</translation>
    </message>
    <message>
        <source>Choose a machine, a node, a set or a deployment first, which shall fail.</source>
        <translation>Zuerst wählen, was ausfallen soll: eine Maschine, einen Node, ein Set oder ein Deployment.</translation>
    </message>
    <message>
        <source>what this sign finds</source>
        <translation>was dieses Zeichen findet</translation>
    </message>
    <message>
        <source>the key of this action</source>
        <translation>die Taste dieser Aktion</translation>
    </message>
    <message>
        <source>a time such as 14:03 or 14:03:20 is expected, and nothing more</source>
        <translation>erwartet wird eine Uhrzeit wie 14:03 oder 14:03:20 und nichts weiter</translation>
    </message>
    <message>
        <source>the name of a set or deployment is expected</source>
        <translation>erwartet wird der Name eines Sets oder Deployments</translation>
    </message>
    <message>
        <source>a number of machines from 0 to %L1 is expected</source>
        <translation>erwartet wird eine Anzahl Maschinen von 0 bis %L1</translation>
    </message>
    <message>
        <source>the name of a node, or of a machine with one, is expected</source>
        <translation>erwartet wird der Name eines Nodes oder einer Maschine, die einen hat</translation>
    </message>
    <message>
        <source>the name of such an object is expected</source>
        <translation>erwartet wird der Name eines solchen Objekts</translation>
    </message>
    <message>
        <source>topic of the guide</source>
        <translation>Thema des Handbuchs</translation>
    </message>
    <message>
        <source>Sort by %1</source>
        <translation>Nach %1 sortieren</translation>
    </message>
    <message>
        <source>Once more turns the rows round</source>
        <translation>Noch einmal dreht die Reihenfolge um</translation>
    </message>
    <message>
        <source>nothing more is expected</source>
        <translation>mehr wird nicht erwartet</translation>
    </message>
    <message>
        <source>Scenarios</source>
        <translation>Szenarien</translation>
    </message>
    <message>
        <source>Recoveries</source>
        <translation>Erholungen</translation>
    </message>
    <message>
        <source>Controllers</source>
        <translation>Controller</translation>
    </message>
    <message>
        <source>Experiments</source>
        <translation>Experimente</translation>
    </message>
    <message>
        <source>Experiment: %1</source>
        <translation>Experiment: %1</translation>
    </message>
    <message>
        <source>Show what it asks, to run it</source>
        <translation>Zeigen, was es fragt, um es auszuführen</translation>
    </message>
    <message>
        <source>Pause the scenario</source>
        <translation>Szenario anhalten</translation>
    </message>
    <message>
        <source>Continue the scenario</source>
        <translation>Szenario fortsetzen</translation>
    </message>
    <message>
        <source>Take one step of the scenario</source>
        <translation>Einen Schritt des Szenarios ausführen</translation>
    </message>
    <message>
        <source>Carry the scenario out on this cluster</source>
        <translation>Das Szenario auf diesem Cluster ausführen</translation>
    </message>
    <message>
        <source>the name of a scenario is expected</source>
        <translation>erwartet wird der Name eines Szenarios</translation>
    </message>
    <message>
        <source>no scenario is paused</source>
        <translation>kein Szenario ist angehalten</translation>
    </message>
    <message>
        <source>Only a lab&apos;s time has a pace.</source>
        <translation>Nur die Zeit eines Labors hat ein Tempo.</translation>
    </message>
    <message>
        <source>How fast the lab&apos;s time runs</source>
        <translation>Wie schnell die Zeit des Labors läuft</translation>
    </message>
    <message>
        <source>a pace from 0 to 1000 is expected, such as 10 or 1/4</source>
        <translation>erwartet wird ein Tempo von 0 bis 1000, etwa 10 oder 1/4</translation>
    </message>
    <message>
        <source>Let time go on</source>
        <translation>Die Zeit weiterlaufen lassen</translation>
    </message>
</context>
<context>
    <name>ui::CommandSender</name>
    <message numerus="yes">
        <source>%n nodes</source>
        <translation>
            <numerusform>%n Node</numerusform>
            <numerusform>%n Nodes</numerusform>
        </translation>
    </message>
    <message>
        <source>roll %1 back to revision %2</source>
        <translation>%1 auf Revision %2 zurückrollen</translation>
    </message>
    <message>
        <source>rolling back</source>
        <translation>wird zurückgerollt</translation>
    </message>
    <message>
        <source>make %1 %2</source>
        <translation>%1 ausfallen lassen (%2)</translation>
    </message>
    <message numerus="yes">
        <source>%n nodes told to fail</source>
        <translation>
            <numerusform>%n Node zum Ausfallen angewiesen</numerusform>
            <numerusform>%n Nodes zum Ausfallen angewiesen</numerusform>
        </translation>
    </message>
    <message>
        <source>Heal</source>
        <translation>Heilen</translation>
    </message>
    <message>
        <source>Heal all</source>
        <translation>Alle heilen</translation>
    </message>
    <message>
        <source>heal %1</source>
        <translation>%1 heilen</translation>
    </message>
    <message>
        <source>make all nodes of zone %1 %2</source>
        <translation>alle Nodes der Zone %1 ausfallen lassen (%2)</translation>
    </message>
    <message>
        <source>heal all nodes of zone %1</source>
        <translation>alle Nodes der Zone %1 heilen</translation>
    </message>
    <message>
        <source>delete %1</source>
        <translation>%1 löschen</translation>
    </message>
    <message>
        <source>deleting</source>
        <translation>wird gelöscht</translation>
    </message>
    <message>
        <source>create the MachineSet %1</source>
        <translation>MachineSet %1 erstellen</translation>
    </message>
    <message>
        <source>apply the YAML</source>
        <translation>YAML anwenden</translation>
    </message>
    <message>
        <source>switch %1 on</source>
        <translation>%1 einschalten</translation>
    </message>
    <message>
        <source>switch %1 off</source>
        <translation>%1 ausschalten</translation>
    </message>
    <message>
        <source>install the prerequisites</source>
        <translation>Voraussetzungen installieren</translation>
    </message>
    <message>
        <source>change the pace</source>
        <translation>Tempo ändern</translation>
    </message>
    <message>
        <source>step</source>
        <translation>einen Schritt weitergehen</translation>
    </message>
    <message>
        <source>run the scenario %1</source>
        <translation>Szenario %1 ausführen</translation>
    </message>
    <message>
        <source>stop the scenario</source>
        <translation>Szenario beenden</translation>
    </message>
    <message>
        <source>pause the scenario</source>
        <translation>Szenario anhalten</translation>
    </message>
    <message>
        <source>continue the scenario</source>
        <translation>Szenario fortsetzen</translation>
    </message>
    <message>
        <source>take one step of the scenario</source>
        <translation>einen Schritt des Szenarios ausführen</translation>
    </message>
    <message numerus="yes">
        <source>Switched %n controllers on</source>
        <translation>
            <numerusform>%n Controller eingeschaltet</numerusform>
            <numerusform>%n Controller eingeschaltet</numerusform>
        </translation>
    </message>
    <message>
        <source>try again</source>
        <translation>es noch einmal versuchen</translation>
    </message>
    <message>
        <source>Fail again</source>
        <translation>Wieder ausfallen lassen</translation>
    </message>
    <message>
        <source>Switch off</source>
        <translation>Ausschalten</translation>
    </message>
    <message>
        <source>Switch on</source>
        <translation>Einschalten</translation>
    </message>
    <message>
        <source>Its set makes another one.</source>
        <translation>Ihr Set erzeugt eine andere.</translation>
    </message>
    <message>
        <source>No set owns it: it will not come back.</source>
        <translation>Sie gehört keinem Set: Sie kommt nicht wieder.</translation>
    </message>
    <message numerus="yes">
        <source>Deleted %n objects</source>
        <translation>
            <numerusform>%n Objekt gelöscht</numerusform>
            <numerusform>%n Objekte gelöscht</numerusform>
        </translation>
    </message>
    <message>
        <source>Their sets make others.</source>
        <translation>Ihre Sets erzeugen andere.</translation>
    </message>
    <message>
        <source>Installed the prerequisites</source>
        <translation>Voraussetzungen installiert</translation>
    </message>
</context>
<context>
    <name>ui::CompareDialog</name>
    <message>
        <source>created</source>
        <translation>erstellt</translation>
    </message>
    <message>
        <source>deleted</source>
        <translation>gelöscht</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>geändert</translation>
    </message>
    <message>
        <source>Compare two moments</source>
        <translation>Zwei Momente vergleichen</translation>
    </message>
    <message>
        <source>From</source>
        <translation>Von</translation>
    </message>
    <message>
        <source>to</source>
        <translation>bis</translation>
    </message>
    <message>
        <source>&amp;Compare</source>
        <translation>&amp;Vergleichen</translation>
    </message>
    <message>
        <source>What is different</source>
        <translation>Was verschieden ist</translation>
    </message>
    <message>
        <source>Object</source>
        <translation>Objekt</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>Vorher</translation>
    </message>
    <message>
        <source>After</source>
        <translation>Nachher</translation>
    </message>
    <message>
        <source>Looking …</source>
        <translation>Sieht nach …</translation>
    </message>
    <message>
        <source>Nothing was different.</source>
        <translation>Nichts war verschieden.</translation>
    </message>
    <message>
        <source>%1 created, %2 deleted, %3 changed</source>
        <translation>%1 erstellt, %2 gelöscht, %3 geändert</translation>
    </message>
    <message>
        <source>%1 to %2: %3</source>
        <translation>%1 bis %2: %3</translation>
    </message>
    <message>
        <source> (the first %1 are listed)</source>
        <translation> (die ersten %1 sind aufgeführt)</translation>
    </message>
    <message numerus="yes">
        <source>%n events</source>
        <translation>
            <numerusform>%n Ereignis</numerusform>
            <numerusform>%n Ereignisse</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::ConditionRows</name>
    <message>
        <source>A&amp;dd a condition</source>
        <translation>Bedingung hin&amp;zufügen</translation>
    </message>
    <message>
        <source>Condition</source>
        <translation>Bedingung</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>Status</translation>
    </message>
    <message>
        <source>How long</source>
        <translation>Wie lange</translation>
    </message>
    <message>
        <source>Remove this condition</source>
        <translation>Diese Bedingung entfernen</translation>
    </message>
    <message>
        <source>for</source>
        <comment>a condition lasts for 5 minutes</comment>
        <translation>für</translation>
    </message>
</context>
<context>
    <name>ui::ConfigDialog</name>
    <message>
        <source>New MachineSet</source>
        <translation>Neues MachineSet</translation>
    </message>
    <message>
        <source>Provider config of %1</source>
        <translation>Provider-Konfiguration von %1</translation>
    </message>
    <message>
        <source>Theirs now</source>
        <translation>Jetzt dort</translation>
    </message>
    <message>
        <source>Both began with</source>
        <translation>Gemeinsamer Anfang</translation>
    </message>
    <message>
        <source>Provider config as YAML</source>
        <translation>Provider-Konfiguration als YAML</translation>
    </message>
    <message>
        <source>required: lower-case letters, digits, -</source>
        <translation>nötig: Kleinbuchstaben, Ziffern, -</translation>
    </message>
    <message>
        <source>with a &amp;health check that replaces failed machines</source>
        <translation>mit einem &amp;Health-Check, der ausgefallene Maschinen ersetzt</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation>&amp;Name</translation>
    </message>
    <message>
        <source>Name&amp;space</source>
        <translation>Name&amp;space</translation>
    </message>
    <message>
        <source>&amp;Machines</source>
        <translation>&amp;Maschinen</translation>
    </message>
    <message>
        <source>Take &amp;theirs</source>
        <translation>&amp;Deren nehmen</translation>
    </message>
    <message>
        <source>Forget what is written here</source>
        <translation>Das hier Geschriebene verwerfen</translation>
    </message>
    <message>
        <source>&amp;Keep mine</source>
        <translation>&amp;Meine behalten</translation>
    </message>
    <message>
        <source>Apply replaces their change</source>
        <translation>Anwenden ersetzt die andere Änderung</translation>
    </message>
    <message>
        <source>&amp;Create</source>
        <translation>&amp;Erstellen</translation>
    </message>
    <message>
        <source>&amp;Apply</source>
        <translation>&amp;Anwenden</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>%1. The form follows when it is mended.</source>
        <translation>%1. Das Formular folgt, wenn das behoben ist.</translation>
    </message>
    <message>
        <source>Sent, waiting for the answer …</source>
        <translation>Gesendet, wartet auf die Antwort …</translation>
    </message>
    <message>
        <source>Problems: %1, see below the fields.</source>
        <translation>Probleme: %1, siehe unter den Feldern.</translation>
    </message>
    <message>
        <source>This is what you wrote last and did not apply.</source>
        <translation>Das wurde zuletzt geschrieben und nicht angewandt.</translation>
    </message>
    <message>
        <source>Nothing changed.</source>
        <translation>Nichts hat sich geändert.</translation>
    </message>
    <message>
        <source>Based on version %1. Every machine is replaced by one that has it.</source>
        <translation>Auf Grundlage von Version %1. Jede Maschine wird durch eine mit dieser Konfiguration ersetzt.</translation>
    </message>
    <message>
        <source>Based on version %1. New machines get it; old ones stay as they are.</source>
        <translation>Auf Grundlage von Version %1. Neue Maschinen bekommen sie; alte bleiben, wie sie sind.</translation>
    </message>
    <message>
        <source>The %1 was deleted meanwhile. What you wrote is still here.</source>
        <translation>Inzwischen gelöscht: %1. Das Geschriebene ist noch da.</translation>
    </message>
    <message>
        <source>Not applied: the %1 changed meanwhile. Nothing you wrote is lost; check it and apply again.</source>
        <translation>Nicht angewandt: inzwischen geändert wurde %1. Nichts Geschriebenes ist verloren; prüfen und noch einmal anwenden.</translation>
    </message>
    <message>
        <source>&amp;Join both</source>
        <translation>&amp;Beides verbinden</translation>
    </message>
    <message>
        <source>What they changed joins what is written here</source>
        <translation>Deren Änderungen kommen zu dem hinzu, was hier steht</translation>
    </message>
    <message>
        <source>A name is missing.</source>
        <translation>Der Name fehlt.</translation>
    </message>
    <message>
        <source>Somebody changed %1 meanwhile. What you wrote is still here.</source>
        <translation>Jemand hat inzwischen %1 geändert. Das Geschriebene ist noch da.</translation>
    </message>
    <message>
        <source>You changed %1 too.</source>
        <translation>Hier wurde %1 ebenfalls geändert.</translation>
    </message>
    <message>
        <source>The server is being asked …</source>
        <translation>Der Server wird gefragt …</translation>
    </message>
    <message>
        <source>Create</source>
        <translation>Anlegen</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>Anwenden</translation>
    </message>
</context>
<context>
    <name>ui::ConfigDocument</name>
    <message>
        <source>A provider config is a list of &quot;name: value&quot; lines.</source>
        <translation>Eine Provider-Konfiguration ist eine Liste von Zeilen „Name: Wert“.</translation>
    </message>
    <message>
        <source>is no field of a provider config</source>
        <translation>ist kein Feld einer Provider-Konfiguration</translation>
    </message>
</context>
<context>
    <name>ui::ConfigForm</name>
    <message>
        <source>Times: 250ms, 40s, 5m, 1h30m. Memory: bytes, Mi or Gi.</source>
        <translation>Zeiten: 250ms, 40s, 5m, 1h30m. Speicher: Bytes, Mi oder Gi.</translation>
    </message>
    <message>
        <source>fails only when told to, or by its recipe</source>
        <translation>fällt nur auf Befehl aus, oder nach ihrem Rezept</translation>
    </message>
    <message>
        <source>turns unhealthy once, after a time</source>
        <translation>wird einmal ungesund, nach einer Zeit</translation>
    </message>
    <message>
        <source>healthy and unhealthy in turn</source>
        <translation>abwechselnd gesund und ungesund</translation>
    </message>
    <message>
        <source>both flags are set: choose</source>
        <translation>beide Schalter sind gesetzt: einen wählen</translation>
    </message>
    <message>
        <source>&amp;Node</source>
        <translation>&amp;Node</translation>
    </message>
    <message>
        <source>Effect: %1</source>
        <translation>Wirkung: %1</translation>
    </message>
    <message>
        <source>Reset %1</source>
        <translation>%1 zurücksetzen</translation>
    </message>
    <message>
        <source>Back to the default: %1</source>
        <translation>Zurück zur Vorgabe: %1</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
</context>
<context>
    <name>ui::ConfigWords</name>
    <message>
        <source>unhealthy at once, for good</source>
        <translation>sofort ungesund, auf Dauer</translation>
    </message>
    <message>
        <source>unhealthy after %1, for good</source>
        <translation>nach %1 ungesund, auf Dauer</translation>
    </message>
    <message>
        <source>unhealthy %1, healthy %2, in turn</source>
        <translation>%1 ungesund, %2 gesund, abwechselnd</translation>
    </message>
    <message>
        <source>only when told to</source>
        <translation>nur auf Befehl</translation>
    </message>
    <message>
        <source>%1 CPU, %2</source>
        <translation>%1 CPU, %2</translation>
    </message>
    <message>
        <source>at once when asked for</source>
        <translation>sofort auf Verlangen</translation>
    </message>
    <message>
        <source>%1 after it was asked for</source>
        <translation>%1 nach dem Verlangen</translation>
    </message>
</context>
<context>
    <name>ui::ContextBar</name>
    <message>
        <source>Not connected yet</source>
        <translation>Noch nicht verbunden</translation>
    </message>
    <message>
        <source>LAB</source>
        <translation>LABOR</translation>
    </message>
    <message>
        <source>The cluster inside this program</source>
        <translation>Der Cluster in diesem Programm</translation>
    </message>
    <message>
        <source>EXTERNAL</source>
        <translation>EXTERN</translation>
    </message>
    <message>
        <source>A real cluster: changes are real</source>
        <translation>Ein echter Cluster: Änderungen sind echt</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>Kontext</translation>
    </message>
    <message>
        <source>Search everything, or type a command</source>
        <translation>Alles durchsuchen oder einen Befehl eingeben</translation>
    </message>
    <message>
        <source>Pause time</source>
        <translation>Die Zeit anhalten</translation>
    </message>
    <message>
        <source>Time runs as on the wall</source>
        <translation>Die Zeit läuft wie auf der Uhr</translation>
    </message>
    <message>
        <source>Ten times as fast</source>
        <translation>Zehnmal so schnell</translation>
    </message>
    <message>
        <source>A hundred times as fast</source>
        <translation>Hundertmal so schnell</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Run what is due next, while time is paused</source>
        <translation>Ausführen, was als Nächstes fällig ist, während die Zeit steht</translation>
    </message>
    <message>
        <source>not recorded</source>
        <translation>nicht aufgezeichnet</translation>
    </message>
    <message>
        <source>read only</source>
        <translation>nur lesen</translation>
    </message>
    <message>
        <source>Showing %1 · %2 · End = live</source>
        <translation>Gezeigt wird %1 · %2 · Ende = jetzt</translation>
    </message>
    <message>
        <source>%1 · End = live</source>
        <translation>%1 · Ende = jetzt</translation>
    </message>
    <message>
        <source>Copy kubectl line</source>
        <translation>kubectl-Zeile kopieren</translation>
    </message>
    <message>
        <source>Copied: %1</source>
        <translation>Kopiert: %1</translation>
    </message>
    <message>
        <source>starting</source>
        <translation>startet</translation>
    </message>
    <message>
        <source>live</source>
        <translation>live</translation>
    </message>
    <message>
        <source>connection lost at %1 · %2</source>
        <translation>Verbindung verloren um %1 · %2</translation>
    </message>
    <message>
        <source>lost %1 · %2</source>
        <translation>verloren %1 · %2</translation>
    </message>
    <message>
        <source>failed: %1</source>
        <translation>fehlgeschlagen: %1</translation>
    </message>
    <message>
        <source>%1 of %2 watches live</source>
        <translation>%1 von %2 Watches live</translation>
    </message>
    <message>
        <source>retry in %1</source>
        <translation>neuer Versuch in %1</translation>
    </message>
    <message>
        <source>retrying now</source>
        <translation>neuer Versuch läuft</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>angehalten</translation>
    </message>
    <message>
        <source>reaches %1</source>
        <translation>erreicht %1</translation>
    </message>
    <message>
        <source>This computer can&apos;t run time faster now; nothing is skipped.</source>
        <translation>Schneller kann dieser Rechner die Zeit jetzt nicht laufen lassen; nichts wird ausgelassen.</translation>
    </message>
    <message>
        <source>Locked</source>
        <translation>Gesperrt</translation>
    </message>
    <message>
        <source>Unlocked</source>
        <translation>Entsperrt</translation>
    </message>
    <message>
        <source>Read-only</source>
        <translation>Nur lesen</translation>
    </message>
    <message>
        <source>Unlocked, %1 left</source>
        <translation>Entsperrt, noch %1</translation>
    </message>
    <message>
        <source>The window changes nothing. Click to unlock.</source>
        <translation>Das Fenster ändert nichts. Klicken zum Entsperren.</translation>
    </message>
    <message>
        <source>Click to lock against changes.</source>
        <translation>Klicken, um gegen Änderungen zu sperren.</translation>
    </message>
    <message>
        <source>Unlock</source>
        <translation>Entsperren</translation>
    </message>
    <message>
        <source>Let this window change objects in the cluster %1?</source>
        <translation>Darf dieses Fenster Objekte im Cluster %1 ändern?</translation>
    </message>
    <message>
        <source>Another cluster</source>
        <translation>Ein anderer Cluster</translation>
    </message>
    <message>
        <source>Another cluster than before answers at %1. Go on with it?</source>
        <translation>Unter %1 antwortet ein anderer Cluster als zuvor. Mit ihm weitermachen?</translation>
    </message>
    <message>
        <source>Nothing was written to it, and every controller was switched off. It opens locked.</source>
        <translation>Nichts wurde in ihn geschrieben, und jeder Controller wurde ausgeschaltet. Er wird gesperrt geöffnet.</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>Weitermachen</translation>
    </message>
    <message>
        <source>Retry now</source>
        <translation>Jetzt versuchen</translation>
    </message>
    <message>
        <source>Do not wait for the next attempt</source>
        <translation>Nicht auf den nächsten Versuch warten</translation>
    </message>
    <message>
        <source>Demo pace</source>
        <translation>Demo-Tempo</translation>
    </message>
    <message>
        <source>Realistic timing</source>
        <translation>Echte Zeiten</translation>
    </message>
    <message>
        <source>Machines boot in %1. A node is Unknown %2 after its last sign of life, and gives one every %3. A health check made with a set waits %4 for a failed node, and %5 for a new one.
The lab remembers it; --timing changes it.</source>
        <translation>Maschinen starten in %1. Ein Node ist %2 nach seinem letzten Lebenszeichen Unknown und gibt eines alle %3. Ein mit einem Set angelegter Health-Check wartet %4 auf einen ausgefallenen Node und %5 auf einen neuen.
Das Labor merkt es sich; --timing ändert es.</translation>
    </message>
    <message>
        <source>Demo</source>
        <translation>Demo</translation>
    </message>
    <message>
        <source>Realistic</source>
        <translation>Echt</translation>
    </message>
    <message>
        <source>Search or command</source>
        <translation>Suche oder Befehl</translation>
    </message>
    <message>
        <source>Back to what happens now</source>
        <translation>Zurück zu dem, was jetzt geschieht</translation>
    </message>
    <message numerus="yes">
        <source>Server: %1
It locks itself %n minutes after the last change.</source>
        <translation>
            <numerusform>Server: %1
Es sperrt sich selbst %n Minute nach der letzten Änderung.</numerusform>
            <numerusform>Server: %1
Es sperrt sich selbst %n Minuten nach der letzten Änderung.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Unlock for %n minutes</source>
        <translation>
            <numerusform>Für %n Minute entsperren</numerusform>
            <numerusform>Für %n Minuten entsperren</numerusform>
        </translation>
    </message>
    <message>
        <source>catching up</source>
        <translation>holt auf</translation>
    </message>
</context>
<context>
    <name>ui::ContextsDialog</name>
    <message>
        <source>Reading the kubeconfigs…</source>
        <translation>Die kubeconfigs werden gelesen …</translation>
    </message>
    <message>
        <source>Open another cluster</source>
        <translation>Anderen Cluster öffnen</translation>
    </message>
    <message>
        <source>Name, cluster, server, user or file</source>
        <translation>Name, Cluster, Server, Benutzer oder Datei</translation>
    </message>
    <message>
        <source>Clusters</source>
        <translation>Cluster</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>Kontext</translation>
    </message>
    <message>
        <source>Cluster</source>
        <translation>Cluster</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>Server</translation>
    </message>
    <message>
        <source>User</source>
        <translation>Benutzer</translation>
    </message>
    <message>
        <source>Namespace</source>
        <translation>Namespace</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation>&amp;Öffnen …</translation>
    </message>
    <message>
        <source>&amp;Add a kubeconfig…</source>
        <translation>kubeconfig &amp;hinzufügen …</translation>
    </message>
    <message>
        <source>%1 (shown)</source>
        <translation>%1 (angezeigt)</translation>
    </message>
    <message>
        <source>LAB</source>
        <translation>LABOR</translation>
    </message>
    <message>
        <source>in this program</source>
        <translation>in diesem Programm</translation>
    </message>
    <message>
        <source>No kubeconfig names a context. Add the file of a cluster.</source>
        <translation>Keine kubeconfig nennt einen Kontext. Die Datei eines Clusters hinzufügen.</translation>
    </message>
    <message>
        <source>This window shows it.</source>
        <translation>Dieses Fenster zeigt ihn.</translation>
    </message>
    <message>
        <source>Logs in with the command %1. You are asked before it runs.</source>
        <translation>Meldet sich mit dem Befehl %1 an. Vor dem Ausführen wird gefragt.</translation>
    </message>
    <message>
        <source>The lab in memory is gone then.</source>
        <translation>Das Labor im Speicher ist dann verloren.</translation>
    </message>
    <message>
        <source>Controllers that run here stop.</source>
        <translation>Controller, die hier laufen, halten an.</translation>
    </message>
    <message>
        <source>A lab of this computer.</source>
        <translation>Ein Labor dieses Rechners.</translation>
    </message>
    <message>
        <source>Server: %1
The window opens locked.</source>
        <translation>Server: %1
Das Fenster wird gesperrt geöffnet.</translation>
    </message>
    <message>
        <source>Leave this cluster</source>
        <translation>Diesen Cluster verlassen</translation>
    </message>
    <message>
        <source>Leave %1, and open %2?</source>
        <translation>%1 verlassen und %2 öffnen?</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Add a kubeconfig</source>
        <translation>kubeconfig hinzufügen</translation>
    </message>
    <message>
        <source>None of them contains that.</source>
        <translation>Keiner enthält das.</translation>
    </message>
</context>
<context>
    <name>ui::ControllersPanel</name>
    <message>
        <source>Control plane</source>
        <translation>Control-Plane</translation>
    </message>
    <message>
        <source>Hollow nodes</source>
        <translation>Hollow-Nodes</translation>
    </message>
    <message>
        <source>running</source>
        <translation>läuft</translation>
    </message>
    <message>
        <source>off</source>
        <translation>aus</translation>
    </message>
    <message>
        <source>starting</source>
        <translation>startet</translation>
    </message>
    <message>
        <source>%1 of %2 running</source>
        <translation>%1 von %2 laufen</translation>
    </message>
    <message>
        <source>This cluster does not serve:
%1</source>
        <translation>Dieser Cluster kennt nicht:
%1</translation>
    </message>
    <message>
        <source>Turn a controller on</source>
        <translation>Einen Controller einschalten</translation>
    </message>
    <message>
        <source>Let the controller %1 change objects in the cluster %2?</source>
        <translation>Darf der Controller %1 Objekte im Cluster %2 ändern?</translation>
    </message>
    <message>
        <source>Server: %1
It acts until you turn it off or close the window.</source>
        <translation>Server: %1
Er handelt, bis er ausgeschaltet oder das Fenster geschlossen wird.</translation>
    </message>
    <message>
        <source>Turn on</source>
        <translation>Einschalten</translation>
    </message>
    <message>
        <source>Turn on what machines need…</source>
        <translation>Einschalten, was Maschinen brauchen …</translation>
    </message>
    <message>
        <source>Server: %1</source>
        <translation>Server: %1</translation>
    </message>
    <message>
        <source>They act until you turn them off or close the window.</source>
        <translation>Sie handeln, bis sie ausgeschaltet oder das Fenster geschlossen wird.</translation>
    </message>
    <message>
        <source>Turn controllers on</source>
        <translation>Controller einschalten</translation>
    </message>
    <message numerus="yes">
        <source>Let these %n controllers change objects in the cluster %1?</source>
        <translation>
            <numerusform>Darf dieser %n Controller Objekte im Cluster %1 ändern?</numerusform>
            <numerusform>Dürfen diese %n Controller Objekte im Cluster %1 ändern?</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::Deletions</name>
    <message>
        <source>&amp;Cancel</source>
        <translation>&amp;Abbrechen</translation>
    </message>
    <message numerus="yes">
        <source>%n objects</source>
        <translation>
            <numerusform>%n Objekt</numerusform>
            <numerusform>%n Objekte</numerusform>
        </translation>
    </message>
    <message>
        <source>The past is shown.</source>
        <translation>Die Vergangenheit wird gezeigt.</translation>
    </message>
    <message>
        <source>The window is locked.</source>
        <translation>Das Fenster ist gesperrt.</translation>
    </message>
    <message>
        <source>The connection is lost.</source>
        <translation>Die Verbindung ist verloren.</translation>
    </message>
    <message>
        <source>Not deleted: %1.</source>
        <translation>Nicht gelöscht: %1.</translation>
    </message>
    <message>
        <source>Not deleted: %1. %2</source>
        <translation>Nicht gelöscht: %1. %2</translation>
    </message>
    <message>
        <source>Another cluster is shown.</source>
        <translation>Ein anderer Cluster wird gezeigt.</translation>
    </message>
    <message>
        <source>Not deleted: %1. It is gone, or another one has its name by now.</source>
        <translation>Nicht gelöscht: %1. Es gibt das nicht mehr, oder etwas anderes heißt inzwischen so.</translation>
    </message>
    <message>
        <source>Deletes %1 in %2, on the cluster %3.</source>
        <translation>Löscht %1 in %2, im Cluster %3.</translation>
    </message>
</context>
<context>
    <name>ui::DotChart</name>
    <message>
        <source>Chart of what was measured, variant by variant</source>
        <translation>Diagramm des Gemessenen, Variante für Variante</translation>
    </message>
    <message>
        <source>What the runs find is drawn here, a dot for each.</source>
        <translation>Was die Läufe finden, wird hier gezeichnet, ein Punkt für jedes.</translation>
    </message>
    <message numerus="yes">
        <source>%1: %2, p95 %3, %n runs</source>
        <translation>
            <numerusform>%1: %2, p95 %3, %n Lauf</numerusform>
            <numerusform>%1: %2, p95 %3, %n Läufe</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln not recovered (hollow)</source>
        <translation>
            <numerusform>%Ln nicht erholt (hohl)</numerusform>
            <numerusform>%Ln nicht erholt (hohl)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::EditorDialog</name>
    <message>
        <source>Discard what you wrote?</source>
        <translation>Das Geschriebene verwerfen?</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>Verwerfen</translation>
    </message>
    <message>
        <source>No draft is kept: what is written here is lost when the program ends. %1</source>
        <translation>Kein Entwurf wird aufbewahrt: was hier steht, ist weg, wenn das Programm endet. %1</translation>
    </message>
    <message>
        <source>Keep for later</source>
        <translation>Für später behalten</translation>
    </message>
</context>
<context>
    <name>ui::ExperimentsPage</name>
    <message>
        <source>Variants</source>
        <translation>Varianten</translation>
    </message>
    <message>
        <source>Others</source>
        <translation>Andere</translation>
    </message>
    <message>
        <source>Choose another experiment</source>
        <translation>Ein anderes Experiment wählen</translation>
    </message>
    <message>
        <source>▶ Run</source>
        <translation>▶ Ausführen</translation>
    </message>
    <message>
        <source>Carry all runs out, in labs of their own beside the window</source>
        <translation>Alle Läufe ausführen, in eigenen Labors neben dem Fenster</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Stopp</translation>
    </message>
    <message>
        <source>Give up the runs that are left</source>
        <translation>Die übrigen Läufe aufgeben</translation>
    </message>
    <message>
        <source>Open…</source>
        <translation>Öffnen …</translation>
    </message>
    <message>
        <source>Add an experiment from a file</source>
        <translation>Ein Experiment aus einer Datei hinzufügen</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exportieren …</translation>
    </message>
    <message>
        <source>Keep what was measured as CSV</source>
        <translation>Das Gemessene als CSV aufbewahren</translation>
    </message>
    <message>
        <source>Play it here</source>
        <translation>Hier abspielen</translation>
    </message>
    <message>
        <source>Carry this variant&apos;s scenario out on the cluster that is shown</source>
        <translation>Das Szenario dieser Variante auf dem gezeigten Cluster ausführen</translation>
    </message>
    <message>
        <source>Report of the slowest</source>
        <translation>Bericht zum langsamsten</translation>
    </message>
    <message>
        <source>Carry the run with the slowest recovery out once more, and show its report</source>
        <translation>Den Lauf mit der langsamsten Erholung noch einmal ausführen und seinen Bericht zeigen</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>The experiment ended early: %1</source>
        <translation>Das Experiment endete vorzeitig: %1</translation>
    </message>
    <message>
        <source>No experiment</source>
        <translation>Kein Experiment</translation>
    </message>
    <message>
        <source>▶ Run again</source>
        <translation>▶ Noch einmal</translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation>noch %1</translation>
    </message>
    <message>
        <source>Choose a variant: it is weighed against the others.</source>
        <translation>Eine Variante wählen: sie wird gegen die anderen abgewogen.</translation>
    </message>
    <message>
        <source>Run the experiment: what it finds is drawn and told here.</source>
        <translation>Das Experiment ausführen: was es findet, wird hier gezeichnet und gesagt.</translation>
    </message>
    <message>
        <source>Nothing is known of %1 yet.</source>
        <translation>Über %1 ist noch nichts bekannt.</translation>
    </message>
    <message>
        <source>Open an experiment</source>
        <translation>Ein Experiment öffnen</translation>
    </message>
    <message>
        <source>Experiments (*.yaml *.yml)</source>
        <translation>Experimente (*.yaml *.yml)</translation>
    </message>
    <message>
        <source>Keep what was measured</source>
        <translation>Das Gemessene aufbewahren</translation>
    </message>
    <message>
        <source>CSV (*.csv)</source>
        <translation>CSV (*.csv)</translation>
    </message>
    <message>
        <source>Written: %1</source>
        <translation>Geschrieben: %1</translation>
    </message>
    <message>
        <source>The report could not be made: %1</source>
        <translation>Der Bericht ließ sich nicht erstellen: %1</translation>
    </message>
    <message>
        <source>The report is in %1</source>
        <translation>Der Bericht ist in %1</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Zeigen</translation>
    </message>
    <message>
        <source>Edit…</source>
        <translation>Ändern …</translation>
    </message>
    <message>
        <source>Change its YAML, or keep it under another name</source>
        <translation>Sein YAML ändern oder es unter einem anderen Namen behalten</translation>
    </message>
    <message>
        <source>it is no file</source>
        <translation>das ist keine Datei</translation>
    </message>
    <message>
        <source>%1 has changed. What runs is as it was; the next run is as it is then.</source>
        <translation>%1 hat sich geändert. Was läuft, ist wie zuvor; der nächste Lauf ist, wie es dann ist.</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %Ln runs</source>
        <translation>
            <numerusform>%1 von %Ln Lauf</numerusform>
            <numerusform>%1 von %Ln Läufen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln runs</source>
        <translation>
            <numerusform>%Ln Lauf</numerusform>
            <numerusform>%Ln Läufe</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln machines</source>
        <translation>
            <numerusform>%Ln Maschine</numerusform>
            <numerusform>%Ln Maschinen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln variants</source>
        <translation>
            <numerusform>%Ln Variante</numerusform>
            <numerusform>%Ln Varianten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln seeds</source>
        <translation>
            <numerusform>%Ln Seed</numerusform>
            <numerusform>%Ln Seeds</numerusform>
        </translation>
    </message>
    <message>
        <source>at most %1 each</source>
        <translation>je höchstens %1</translation>
    </message>
    <message>
        <source>There is no other variant to weigh %1 against.</source>
        <translation>Es gibt keine andere Variante, gegen die %1 abzuwägen wäre.</translation>
    </message>
    <message>
        <source>No run of %1 has a figure for %2.</source>
        <translation>Kein Lauf von %1 hat einen Wert für %2.</translation>
    </message>
</context>
<context>
    <name>ui::FleetPage</name>
    <message>
        <source>Wall + table</source>
        <translation>Kacheln + Tabelle</translation>
    </message>
    <message>
        <source>All machines as tiles, and in a table</source>
        <translation>Alle Maschinen als Kacheln und in einer Tabelle</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>Tabelle</translation>
    </message>
    <message>
        <source>The table alone</source>
        <translation>Nur die Tabelle</translation>
    </message>
    <message>
        <source>Wall</source>
        <translation>Kacheln</translation>
    </message>
    <message>
        <source>All machines as tiles</source>
        <translation>Alle Maschinen als Kacheln</translation>
    </message>
</context>
<context>
    <name>ui::Format</name>
    <message>
        <source>… (%1 characters)</source>
        <translation>… (%1 Zeichen)</translation>
    </message>
    <message>
        <source>… %1 in all</source>
        <translation>… %1 insgesamt</translation>
    </message>
    <message>
        <source>… (%1 in all)</source>
        <translation>… (%1 insgesamt)</translation>
    </message>
    <message>
        <source>now</source>
        <translation>jetzt</translation>
    </message>
    <message>
        <source>in %1</source>
        <translation>in %1</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>%1 bytes</source>
        <translation>%1 Bytes</translation>
    </message>
    <message>
        <source>%1 d</source>
        <translation>%1 d</translation>
    </message>
    <message>
        <source>%1d%2h</source>
        <translation>%1d%2h</translation>
    </message>
    <message>
        <source>%1 h</source>
        <translation>%1 h</translation>
    </message>
    <message>
        <source>%1h%2m</source>
        <translation>%1h%2m</translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation>%1 min</translation>
    </message>
    <message>
        <source>%1m%2s</source>
        <translation>%1m%2s</translation>
    </message>
    <message>
        <source>, </source>
        <translation>, </translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 und %2 weitere</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>und %n weitere</numerusform>
            <numerusform>und %n weitere</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::Guidance</name>
    <message>
        <source>Activity</source>
        <translation>Aktivität</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>Protokoll</translation>
    </message>
    <message>
        <source>Copied: program, computer, cluster, settings and log, without names and secrets. Read it before you pass it on.</source>
        <translation>Kopiert: Programm, Rechner, Cluster, Einstellungen und Protokoll, ohne Namen und Geheimnisse. Vor dem Weitergeben bitte lesen.</translation>
    </message>
</context>
<context>
    <name>ui::Guide</name>
    <message>
        <source>Topics</source>
        <translation>Themen</translation>
    </message>
    <message>
        <source>Guide</source>
        <translation>Handbuch</translation>
    </message>
</context>
<context>
    <name>ui::HealthChart</name>
    <message>
        <source>Node health over time</source>
        <translation>Zustand der Nodes im Lauf der Zeit</translation>
    </message>
    <message>
        <source>last %1</source>
        <translation>letzte %1</translation>
    </message>
    <message>
        <source>%1 – %2</source>
        <translation>%1 – %2</translation>
    </message>
    <message>
        <source>connection lost: not known</source>
        <translation>Verbindung verloren: unbekannt</translation>
    </message>
    <message>
        <source>not recorded: the program did not run</source>
        <translation>nicht aufgezeichnet: das Programm lief nicht</translation>
    </message>
    <message>
        <source>┅ %1 desired</source>
        <translation>┅ %1 gewünscht</translation>
    </message>
    <message>
        <source>Nothing is known yet.</source>
        <translation>Noch ist nichts bekannt.</translation>
    </message>
    <message>
        <source>%1 to %2: now %3 Ready, %4 NotReady, %5 Unknown.</source>
        <translation>%1 bis %2: jetzt %3 Ready, %4 NotReady, %5 Unknown.</translation>
    </message>
    <message>
        <source>Connection lost at %1. </source>
        <translation>Verbindung verloren um %1. </translation>
    </message>
    <message>
        <source>cluster %1</source>
        <translation>Cluster %1</translation>
    </message>
    <message>
        <source>lab %1, %2 – lab timing, not production&apos;s</source>
        <translation>Labor %1, %2 – Zeiten des Labors, nicht der Produktion</translation>
    </message>
    <message>
        <source>at %1, of which the chart keeps no counts</source>
        <translation>um %1, wovon das Diagramm keine Zahlen aufhebt</translation>
    </message>
    <message>
        <source>desired %1</source>
        <translation>gewünscht %1</translation>
    </message>
    <message>
        <source>at %1</source>
        <translation>um %1</translation>
    </message>
    <message>
        <source>not known: the cluster was not looked at yet</source>
        <translation>nicht bekannt: der Cluster wurde noch nicht beobachtet</translation>
    </message>
    <message>
        <source>now</source>
        <translation>jetzt</translation>
    </message>
    <message>
        <source>not recorded: the program did not run, or had no connection</source>
        <translation>nicht aufgezeichnet: das Programm lief nicht oder hatte keine Verbindung</translation>
    </message>
</context>
<context>
    <name>ui::HealthSentence</name>
    <message numerus="yes">
        <source>machines</source>
        <comment>after their number</comment>
        <translation>
            <numerusform>Maschine</numerusform>
            <numerusform>Maschinen</numerusform>
        </translation>
    </message>
    <message>
        <source>booting</source>
        <comment>after a number of machines</comment>
        <translation>beim Start</translation>
    </message>
    <message>
        <source>deleting</source>
        <comment>after a number of machines</comment>
        <translation>beim Löschen</translation>
    </message>
    <message>
        <source>Show all machines</source>
        <translation>Alle Maschinen zeigen</translation>
    </message>
    <message>
        <source>Show these machines alone</source>
        <translation>Nur diese Maschinen zeigen</translation>
    </message>
</context>
<context>
    <name>ui::Inspector</name>
    <message>
        <source>Labels</source>
        <translation>Labels</translation>
    </message>
    <message>
        <source>Created</source>
        <translation>Erstellt</translation>
    </message>
    <message>
        <source>Config</source>
        <translation>Konfiguration</translation>
    </message>
    <message>
        <source>Image</source>
        <translation>Image</translation>
    </message>
    <message>
        <source>Capacity</source>
        <translation>Kapazität</translation>
    </message>
    <message>
        <source>Fails</source>
        <translation>Fällt aus</translation>
    </message>
    <message>
        <source>Deletion</source>
        <translation>Löschung</translation>
    </message>
    <message>
        <source>%1 for %2</source>
        <translation>%1 für %2</translation>
    </message>
    <message>
        <source>%1, but %2</source>
        <translation>%1, aber %2</translation>
    </message>
    <message>
        <source>%1 replaces it after %2</source>
        <translation>%1 ersetzt sie nach %2</translation>
    </message>
    <message>
        <source> or </source>
        <translation> oder </translation>
    </message>
    <message>
        <source>none selects this machine: it stays as it is when its node fails</source>
        <translation>keiner wählt diese Maschine aus: sie bleibt, wie sie ist, wenn ihr Node ausfällt</translation>
    </message>
    <message>
        <source>Fault</source>
        <translation>Störung</translation>
    </message>
    <message>
        <source>Phase</source>
        <translation>Phase</translation>
    </message>
    <message>
        <source>Set</source>
        <translation>Set</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>Node</translation>
    </message>
    <message>
        <source>Health check</source>
        <translation>Health-Check</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>Provider ID</source>
        <translation>Provider-ID</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>Maschine</translation>
    </message>
    <message>
        <source>none: nobody replaces this node</source>
        <translation>keine: niemand ersetzt diesen Node</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Adresse</translation>
    </message>
    <message>
        <source>Kubelet</source>
        <translation>Kubelet</translation>
    </message>
    <message>
        <source>Last operation</source>
        <translation>Letzter Vorgang</translation>
    </message>
    <message>
        <source>Class</source>
        <translation>Klasse</translation>
    </message>
    <message>
        <source>Timeout runs</source>
        <translation>Frist läuft</translation>
    </message>
    <message>
        <source>since %1</source>
        <translation>seit %1</translation>
    </message>
    <message>
        <source>Preserved</source>
        <translation>Bewahrt</translation>
    </message>
    <message>
        <source>until %1</source>
        <translation>bis %1</translation>
    </message>
    <message>
        <source>Secret</source>
        <translation>Secret</translation>
    </message>
    <message>
        <source>revision %1: %2, %3/%4 Ready</source>
        <translation>Revision %1: %2, %3/%4 Ready</translation>
    </message>
    <message>
        <source>none yet</source>
        <translation>noch keine</translation>
    </message>
    <message>
        <source>%1 of %2 up to date</source>
        <translation>%1 von %2 aktuell</translation>
    </message>
    <message>
        <source>Paused, %1</source>
        <translation>Angehalten, %1</translation>
    </message>
    <message>
        <source>Desired</source>
        <translation>Soll</translation>
    </message>
    <message>
        <source>Current</source>
        <translation>Ist</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>Ready</translation>
    </message>
    <message>
        <source>Available</source>
        <translation>Verfügbar</translation>
    </message>
    <message>
        <source>Strategy</source>
        <translation>Strategie</translation>
    </message>
    <message>
        <source>Revision</source>
        <translation>Revision</translation>
    </message>
    <message>
        <source>Sets</source>
        <translation>Sets</translation>
    </message>
    <message>
        <source>%1 of %2 Ready</source>
        <translation>%1 von %2 Ready</translation>
    </message>
    <message>
        <source>Deployment</source>
        <translation>Deployment</translation>
    </message>
    <message>
        <source>Deletes first</source>
        <translation>Löscht zuerst</translation>
    </message>
    <message>
        <source>%1 of %2 healthy</source>
        <translation>%1 von %2 gesund</translation>
    </message>
    <message>
        <source>Replaces when</source>
        <translation>Ersetzt bei</translation>
    </message>
    <message>
        <source>Max unhealthy</source>
        <translation>Max. ungesund</translation>
    </message>
    <message>
        <source>May replace now</source>
        <translation>Darf jetzt ersetzen</translation>
    </message>
    <message>
        <source>Node start-up</source>
        <translation>Node-Start</translation>
    </message>
    <message>
        <source>Machines with</source>
        <translation>Maschinen mit</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>Meldung</translation>
    </message>
    <message>
        <source>About</source>
        <translation>Betrifft</translation>
    </message>
    <message>
        <source>Seen</source>
        <translation>Gesehen</translation>
    </message>
    <message>
        <source>%1 ×</source>
        <translation>%1 ×</translation>
    </message>
    <message>
        <source>Last</source>
        <translation>Zuletzt</translation>
    </message>
    <message>
        <source>From</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>%1, when the connection was lost at %2</source>
        <translation>%1, als die Verbindung um %2 verloren ging</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>Warum</translation>
    </message>
    <message>
        <source>Summary</source>
        <translation>Daten</translation>
    </message>
    <message>
        <source>Conditions</source>
        <translation>Conditions</translation>
    </message>
    <message>
        <source>YAML</source>
        <translation>YAML</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>Events</translation>
    </message>
    <message>
        <source>No events about it.</source>
        <translation>Keine Events dazu.</translation>
    </message>
    <message>
        <source>Select a row to see all about it.</source>
        <translation>Eine Zeile auswählen, um alles darüber zu sehen.</translation>
    </message>
    <message>
        <source>It is gone: no controller looks at it.</source>
        <translation>Es ist weg: kein Controller betrachtet es.</translation>
    </message>
    <message>
        <source>was not there</source>
        <translation>war nicht da</translation>
    </message>
    <message>
        <source>deleted at %1</source>
        <translation>gelöscht um %1</translation>
    </message>
    <message>
        <source>replaced by %1</source>
        <translation>ersetzt durch %1</translation>
    </message>
    <message>
        <source>No conditions.</source>
        <translation>Keine Conditions.</translation>
    </message>
    <message>
        <source>It is gone. This was said of it last:</source>
        <translation>Es ist nicht mehr da. Zuletzt hieß es:</translation>
    </message>
    <message>
        <source>node %1</source>
        <translation>Node %1</translation>
    </message>
    <message>
        <source>is not there any more</source>
        <translation>ist nicht mehr da</translation>
    </message>
</context>
<context>
    <name>ui::KeyField</name>
    <message>
        <source>Press a key…</source>
        <translation>Taste drücken …</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
</context>
<context>
    <name>ui::KeyRow</name>
    <message>
        <source>Take over</source>
        <translation>Übernehmen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Key of %1: %2</source>
        <translation>Taste für %1: %2</translation>
    </message>
    <message>
        <source>%1 is the key of “%2”, which would have none then.</source>
        <translation>%1 ist die Taste für „%2“, das dann keine mehr hätte.</translation>
    </message>
</context>
<context>
    <name>ui::Keys</name>
    <message>
        <source>%1 stays as it is: %2.</source>
        <translation>%1 bleibt, wie es ist: %2.</translation>
    </message>
    <message>
        <source>%1 alone is text, or a key of the tables: take one with Ctrl or Alt.</source>
        <translation>%1 allein ist Text oder eine Taste der Tabellen: eine mit Strg oder Alt nehmen.</translation>
    </message>
    <message>
        <source>it inspects the row</source>
        <translation>es untersucht die Zeile</translation>
    </message>
    <message>
        <source>it goes one step back</source>
        <translation>es geht einen Schritt zurück</translation>
    </message>
    <message>
        <source>it copies the rows</source>
        <translation>es kopiert die Zeilen</translation>
    </message>
    <message>
        <source>it opens the menus</source>
        <translation>es öffnet die Menüs</translation>
    </message>
    <message>
        <source>it moves or chooses wherever it is pressed</source>
        <translation>es bewegt oder wählt, wo immer es gedrückt wird</translation>
    </message>
    <message>
        <source>it goes to a row of the navigation</source>
        <translation>es geht zu einer Zeile der Navigation</translation>
    </message>
    <message>
        <source>it opens the menu %1</source>
        <translation>es öffnet das Menü %1</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
</context>
<context>
    <name>ui::Lanes</name>
    <message>
        <source>The past of each machine</source>
        <translation>Die Vergangenheit jeder Maschine</translation>
    </message>
    <message numerus="yes">
        <source>%n machines, those first that failed last</source>
        <translation>
            <numerusform>%n Maschine</numerusform>
            <numerusform>%n Maschinen, zuletzt ausgefallene zuerst</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 %2 since %3, for %4</source>
        <translation>%1 %2 seit %3, %4 lang</translation>
    </message>
    <message>
        <source>F fault %1 at %2</source>
        <translation>F Störung %1 um %2</translation>
    </message>
    <message>
        <source>↧ deletion asked for at %1</source>
        <translation>↧ Löschung verlangt um %1</translation>
    </message>
    <message>
        <source>gone at %1</source>
        <translation>weg um %1</translation>
    </message>
    <message>
        <source>→ replaced by %1</source>
        <translation>→ ersetzt durch %1</translation>
    </message>
</context>
<context>
    <name>ui::Layouts</name>
    <message>
        <source>&amp;Reset layout</source>
        <translation>Anordnung &amp;zurücksetzen</translation>
    </message>
    <message>
        <source>&amp;Save layout as…</source>
        <translation>Anordnung &amp;speichern als …</translation>
    </message>
    <message>
        <source>&amp;Forget layout</source>
        <translation>Anordnung ver&amp;gessen</translation>
    </message>
    <message>
        <source>The layout %1 is damaged, or of another version: the first layout is shown.</source>
        <translation>Die Anordnung %1 ist beschädigt oder von einer anderen Version: Die erste Anordnung wird gezeigt.</translation>
    </message>
    <message>
        <source>Save layout</source>
        <translation>Anordnung speichern</translation>
    </message>
    <message>
        <source>What shall the layout be called? One of the same name is replaced.</source>
        <translation>Wie soll die Anordnung heißen? Eine gleichen Namens wird ersetzt.</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>The layout was not saved: it has no name.</source>
        <translation>Die Anordnung wurde nicht gespeichert: Sie hat keinen Namen.</translation>
    </message>
    <message>
        <source>Layout saved: %1</source>
        <translation>Anordnung gespeichert: %1</translation>
    </message>
    <message>
        <source>Layout forgotten: %1</source>
        <translation>Anordnung vergessen: %1</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Present in the command palette ends the presentation.</source>
        <translation>„Vorführen“ in der Befehlspalette beendet die Vorführung.</translation>
    </message>
    <message>
        <source>%1 ends the presentation.</source>
        <translation>%1 beendet die Vorführung.</translation>
    </message>
</context>
<context>
    <name>ui::LogModel</name>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Level</source>
        <translation>Stufe</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>Teil</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>Meldung</translation>
    </message>
</context>
<context>
    <name>ui::LogPanel</name>
    <message>
        <source>Log</source>
        <translation>Protokoll</translation>
    </message>
    <message>
        <source>Level</source>
        <translation>Stufe</translation>
    </message>
    <message>
        <source>All levels</source>
        <translation>Alle Stufen</translation>
    </message>
    <message>
        <source>Warnings and errors</source>
        <translation>Warnungen und Fehler</translation>
    </message>
    <message>
        <source>Errors</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>Words, parts of the program</source>
        <translation>Wörter, Teile des Programms</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>Filter</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Hold the log still; what comes is kept</source>
        <translation>Das Protokoll anhalten; was kommt, wird aufbewahrt</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Copy the chosen lines, or all that are shown</source>
        <translation>Die gewählten Zeilen kopieren, oder alle, die gezeigt werden</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>Leeren</translation>
    </message>
    <message>
        <source>Forget all lines</source>
        <translation>Alle Zeilen vergessen</translation>
    </message>
    <message>
        <source>0 of %1 lines shown: the filter hides them.</source>
        <translation>0 von %1 Zeilen gezeigt: der Filter verbirgt sie.</translation>
    </message>
    <message>
        <source>Nothing has been logged. What controllers decide is, while the settings have it so.</source>
        <translation>Nichts wurde protokolliert. Was Controller entscheiden, wird es, solange die Einstellungen es so wollen.</translation>
    </message>
</context>
<context>
    <name>ui::MainWindow</name>
    <message>
        <source>Not all of the lab could be read back from %1:</source>
        <translation>Nicht alles vom Labor konnte aus %1 zurückgelesen werden:</translation>
    </message>
    <message>
        <source>… and %1 more, which /readyz?verbose tells</source>
        <translation>… und %1 weitere, die /readyz?verbose nennt</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Ansicht</translation>
    </message>
    <message>
        <source>The window speaks that language from its next start on.</source>
        <translation>Das Fenster spricht diese Sprache ab seinem nächsten Start.</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Hilfe</translation>
    </message>
    <message>
        <source>Copy the path: with this kubeconfig other tools work on the cluster too</source>
        <translation>Den Pfad kopieren: mit dieser kubeconfig arbeiten auch andere Programme auf dem Cluster</translation>
    </message>
    <message>
        <source>Copied: %1</source>
        <translation>Kopiert: %1</translation>
    </message>
    <message>
        <source> · </source>
        <translation> · </translation>
    </message>
    <message>
        <source>kubeconfig %1</source>
        <translation>kubeconfig %1</translation>
    </message>
    <message>
        <source>[…] Hollow Lab</source>
        <translation>[…] Hollow Lab</translation>
    </message>
    <message>
        <source>LAB</source>
        <translation>LABOR</translation>
    </message>
    <message>
        <source>EXTERNAL</source>
        <translation>EXTERN</translation>
    </message>
    <message>
        <source>[%1 %2 at %3] Hollow Lab</source>
        <translation>[%1 %2 unter %3] Hollow Lab</translation>
    </message>
    <message>
        <source>[%1 %2] Hollow Lab</source>
        <translation>[%1 %2] Hollow Lab</translation>
    </message>
    <message>
        <source>The kubeconfig has changed: %1. This window stays with %2.</source>
        <translation>Die kubeconfig hat sich geändert: %1. Dieses Fenster bleibt bei %2.</translation>
    </message>
    <message>
        <source>Use it…</source>
        <translation>Verwenden …</translation>
    </message>
    <message>
        <source>Use the changed kubeconfig</source>
        <translation>Die geänderte kubeconfig verwenden</translation>
    </message>
    <message>
        <source>Leave this cluster, and open what the context names now?</source>
        <translation>Diesen Cluster verlassen und öffnen, was der Kontext jetzt nennt?</translation>
    </message>
    <message>
        <source>Controllers that run here stop. The window opens locked.</source>
        <translation>Controller, die hier laufen, halten an. Das Fenster wird gesperrt geöffnet.</translation>
    </message>
    <message>
        <source>Use it</source>
        <translation>Verwenden</translation>
    </message>
    <message>
        <source>under way: %1</source>
        <translation>in Arbeit: %1</translation>
    </message>
    <message>
        <source>hidden by the filter</source>
        <translation>durch den Filter verborgen</translation>
    </message>
    <message>
        <source>not selected</source>
        <translation>nicht ausgewählt</translation>
    </message>
    <message>
        <source>%1 is not there any more.</source>
        <translation>%1 ist nicht mehr da.</translation>
    </message>
    <message>
        <source>The filter hides %1.</source>
        <translation>Der Filter verbirgt %1.</translation>
    </message>
    <message>
        <source>Clear the filter</source>
        <translation>Filter leeren</translation>
    </message>
    <message>
        <source>About Hollow Lab</source>
        <translation>Über Hollow Lab</translation>
    </message>
    <message>
        <source>&lt;b&gt;Hollow Lab %1&lt;/b&gt;&lt;br&gt;A laboratory for Kubernetes machine management.</source>
        <translation>&lt;b&gt;Hollow Lab %1&lt;/b&gt;&lt;br&gt;Ein Labor für die Verwaltung von Kubernetes-Maschinen.</translation>
    </message>
    <message>
        <source>Free software under the GNU General Public License, version 3 or later.</source>
        <translation>Freie Software unter der GNU General Public License, Version 3 oder neuer.</translation>
    </message>
    <message>
        <source>Not recorded: %1.</source>
        <translation>Nicht aufgezeichnet: %1.</translation>
    </message>
    <message>
        <source>; </source>
        <translation>; </translation>
    </message>
    <message>
        <source>● Recording: %1</source>
        <translation>● Aufzeichnung: %1</translation>
    </message>
    <message>
        <source>The past is shown: nothing can be changed</source>
        <translation>Die Vergangenheit wird gezeigt: nichts lässt sich ändern</translation>
    </message>
    <message>
        <source>back to live</source>
        <translation>zurück zu jetzt</translation>
    </message>
    <message>
        <source>a second earlier</source>
        <translation>eine Sekunde früher</translation>
    </message>
    <message>
        <source>later</source>
        <translation>später</translation>
    </message>
    <message>
        <source>filter</source>
        <translation>Filter</translation>
    </message>
    <message>
        <source>all keys</source>
        <translation>alle Tasten</translation>
    </message>
    <message>
        <source>Layout</source>
        <translation>Anordnung</translation>
    </message>
    <message>
        <source>Layout of the panels</source>
        <translation>Anordnung der Bereiche</translation>
    </message>
    <message>
        <source>Those that the program brings, and those that were saved.</source>
        <translation>Die des Programms, und die gespeicherten.</translation>
    </message>
    <message>
        <source>Another cluster is being chosen.</source>
        <translation>Ein anderer Cluster wird ausgewählt.</translation>
    </message>
    <message>
        <source>The window was to be closed; close it again.</source>
        <translation>Das Fenster sollte geschlossen werden; noch einmal schließen.</translation>
    </message>
    <message>
        <source>Start again</source>
        <translation>Neu starten</translation>
    </message>
    <message>
        <source>New health check</source>
        <translation>Neuer Health-Check</translation>
    </message>
    <message>
        <source>Esc back to the table</source>
        <translation>Esc zurück zur Tabelle</translation>
    </message>
    <message>
        <source>Open another lab…</source>
        <translation>Anderes Labor öffnen …</translation>
    </message>
    <message>
        <source>What you choose is not kept: %1 can&apos;t be written (%2).</source>
        <translation>Was gewählt wird, bleibt nicht erhalten: %1 lässt sich nicht schreiben (%2).</translation>
    </message>
    <message>
        <source>%1 chosen</source>
        <translation>%1 gewählt</translation>
    </message>
    <message>
        <source>Enter run the scenario</source>
        <translation>Enter führt das Szenario aus</translation>
    </message>
    <message>
        <source>1 … 9 other pages</source>
        <translation>1 … 9 andere Seiten</translation>
    </message>
    <message>
        <source>watches down · %1</source>
        <translation>Watches unterbrochen · %1</translation>
    </message>
    <message>
        <source>watches %1/%2</source>
        <translation>Watches %1/%2</translation>
    </message>
    <message>
        <source>The kubeconfig has changed: %1.</source>
        <translation>Die kubeconfig hat sich geändert: %1.</translation>
    </message>
</context>
<context>
    <name>ui::Marks</name>
    <message>
        <source>fault %1</source>
        <translation>Störung %1</translation>
    </message>
    <message numerus="yes">
        <source>%n faults</source>
        <translation>
            <numerusform>%n Störung</numerusform>
            <numerusform>%n Störungen</numerusform>
        </translation>
    </message>
    <message>
        <source>scaled %1 → %2</source>
        <translation>skaliert %1 → %2</translation>
    </message>
    <message numerus="yes">
        <source>%n scalings</source>
        <translation>
            <numerusform>%n Skalierung</numerusform>
            <numerusform>%n Skalierungen</numerusform>
        </translation>
    </message>
    <message>
        <source>↧ delete asked</source>
        <translation>↧ Löschung verlangt</translation>
    </message>
    <message numerus="yes">
        <source>↧ %n deletions</source>
        <translation>
            <numerusform>↧ %n Löschung</numerusform>
            <numerusform>↧ %n Löschungen</numerusform>
        </translation>
    </message>
    <message>
        <source>fault %1 on %2</source>
        <translation>Störung %1 auf %2</translation>
    </message>
    <message>
        <source>%1 scaled %2 → %3</source>
        <translation>%1 skaliert %2 → %3</translation>
    </message>
    <message>
        <source>deletion of %1 asked for, its node had failed</source>
        <translation>Löschung von %1 verlangt, der Node war ausgefallen</translation>
    </message>
    <message>
        <source>… %1 in all</source>
        <translation>… %1 insgesamt</translation>
    </message>
</context>
<context>
    <name>ui::Navigation</name>
    <message>
        <source>Navigation</source>
        <translation>Navigation</translation>
    </message>
    <message>
        <source>CLUSTER</source>
        <translation>CLUSTER</translation>
    </message>
    <message>
        <source>Fleet</source>
        <translation>Flotte</translation>
    </message>
    <message>
        <source>PLAY</source>
        <translation>AUSPROBIEREN</translation>
    </message>
    <message>
        <source>Scenarios</source>
        <translation>Szenarien</translation>
    </message>
    <message>
        <source>runs</source>
        <translation>läuft</translation>
    </message>
    <message>
        <source>CONTROL</source>
        <translation>STEUERN</translation>
    </message>
    <message>
        <source>Controllers</source>
        <translation>Controller</translation>
    </message>
    <message>
        <source>%1 on</source>
        <translation>%1 an</translation>
    </message>
    <message>
        <source>%1 %2 (%3)</source>
        <translation>%1 %2 (%3)</translation>
    </message>
    <message>
        <source>Recoveries</source>
        <translation>Erholungen</translation>
    </message>
    <message>
        <source>Experiments</source>
        <translation>Experimente</translation>
    </message>
</context>
<context>
    <name>ui::Next</name>
    <message>
        <source>&lt;b&gt;Health check %1 %2.&lt;/b&gt;</source>
        <translation>&lt;b&gt;Health-Check %1 %2.&lt;/b&gt;</translation>
    </message>
    <message>
        <source>nothing: it is well</source>
        <translation>nichts: es geht ihr gut</translation>
    </message>
    <message>
        <source>No health check selects it: when its node fails, it stays.</source>
        <translation>Kein Health-Check wählt sie aus: wenn ihr Node ausfällt, bleibt sie.</translation>
    </message>
    <message>
        <source>Node reports Ready=%1</source>
        <translation>Node meldet Ready=%1</translation>
    </message>
    <message>
        <source>%1 since %2</source>
        <translation>%1 seit %2</translation>
    </message>
    <message>
        <source>Fault &lt;i&gt;%1&lt;/i&gt; is on its node</source>
        <translation>Auf dem Node liegt die Störung &lt;i&gt;%1&lt;/i&gt;</translation>
    </message>
    <message>
        <source>Its deletion was asked for at %1</source>
        <translation>Ihre Löschung wurde um %1 verlangt</translation>
    </message>
    <message>
        <source>Set %1 wants %L2, has %L3</source>
        <translation>Set %1 will %L2, hat %L3</translation>
    </message>
    <message>
        <source>in %1–%2 s</source>
        <translation>in %1–%2 s</translation>
    </message>
    <message>
        <source>deleted</source>
        <translation>gelöscht</translation>
    </message>
    <message>
        <source>replacement created</source>
        <translation>Ersatz erstellt</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>Ready</translation>
    </message>
    <message>
        <source>then</source>
        <translation>dann</translation>
    </message>
    <message>
        <source>Ready, recovery about %1</source>
        <translation>Ready, Erholung etwa %1</translation>
    </message>
    <message>
        <source>Then, as forecast</source>
        <translation>Dann, laut Vorhersage</translation>
    </message>
    <message>
        <source>What happens next</source>
        <translation>Was als Nächstes geschieht</translation>
    </message>
    <message>
        <source>Because</source>
        <translation>Weil</translation>
    </message>
    <message numerus="yes">
        <source>%n machines boot</source>
        <translation>
            <numerusform>%n Maschine startet</numerusform>
            <numerusform>%n Maschinen starten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n machines are being deleted</source>
        <translation>
            <numerusform>%n Maschine wird gelöscht</numerusform>
            <numerusform>%n Maschinen werden gelöscht</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n machines: %1</source>
        <translation>
            <numerusform>%n Maschine: %1</numerusform>
            <numerusform>%n Maschinen: %1</numerusform>
        </translation>
    </message>
    <message>
        <source>, the last %1</source>
        <translation>, die letzte %1</translation>
    </message>
    <message numerus="yes">
        <source>and of %n more machines</source>
        <translation>
            <numerusform>und von %n weiteren Maschine</numerusform>
            <numerusform>und von %n weiteren Maschinen</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 next.</source>
        <translation>Als Nächstes: %1.</translation>
    </message>
    <message>
        <source>%1 once the controller %2 is on.</source>
        <translation>Sobald der Controller %2 eingeschaltet ist: %1.</translation>
    </message>
    <message>
        <source>%1 when its controller, which does not run here, says so.</source>
        <translation>Wenn ihr Controller, der nicht hier läuft, es so will: %1.</translation>
    </message>
    <message>
        <source>It is being deleted, and its machines with it.</source>
        <translation>Es wird gelöscht, und seine Maschinen mit ihm.</translation>
    </message>
    <message numerus="yes">
        <source>%n missing machines are created</source>
        <translation>
            <numerusform>%n fehlende Maschine wird angelegt</numerusform>
            <numerusform>%n fehlende Maschinen werden angelegt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n machines too many are deleted</source>
        <translation>
            <numerusform>%n überzählige Maschine wird gelöscht</numerusform>
            <numerusform>%n überzählige Maschinen werden gelöscht</numerusform>
        </translation>
    </message>
    <message>
        <source>It is paused: changes of its template wait until it is resumed.</source>
        <translation>Es ist angehalten: Änderungen der Vorlage warten, bis es fortgesetzt wird.</translation>
    </message>
    <message>
        <source>Rolls out revision %1: %L2 of %L3 machines are of it.</source>
        <translation>Rollt Revision %1 aus: %L2 von %L3 Maschinen sind von ihr.</translation>
    </message>
    <message numerus="yes">
        <source>Once the %n machines of earlier revisions are gone, new ones are created</source>
        <translation>
            <numerusform>sobald die %n Maschine früherer Revisionen weg ist, werden neue angelegt</numerusform>
            <numerusform>sobald die %n Maschinen früherer Revisionen weg sind, werden neue angelegt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>As new ones become Ready, the %n machines of earlier revisions are deleted</source>
        <translation>
            <numerusform>sobald neue Ready sind, wird die %n Maschine früherer Revisionen gelöscht</numerusform>
            <numerusform>sobald neue Ready sind, werden die %n Maschinen früherer Revisionen gelöscht</numerusform>
        </translation>
    </message>
    <message>
        <source>At most %1 machines at a time, at least %2 available; %L3 are Ready.</source>
        <translation>Höchstens %1 Maschinen zugleich, mindestens %2 verfügbar; %L3 sind Ready.</translation>
    </message>
    <message>
        <source>Judges nothing: %1.</source>
        <translation>Beurteilt nichts: %1.</translation>
    </message>
    <message>
        <source>&lt;b&gt;%1&lt;/b&gt; of %2 machines unhealthy</source>
        <translation>&lt;b&gt;%1&lt;/b&gt; von %2 Maschinen ungesund</translation>
    </message>
    <message>
        <source>, at most &lt;b&gt;%1&lt;/b&gt; may be</source>
        <translation>, höchstens &lt;b&gt;%1&lt;/b&gt; dürfen es sein</translation>
    </message>
    <message>
        <source>: paused, replaces none.</source>
        <translation>: angehalten, ersetzt keine.</translation>
    </message>
    <message>
        <source>: too many, replaces none.</source>
        <translation>: zu viele, ersetzt keine.</translation>
    </message>
    <message>
        <source>Health check %1: %2</source>
        <translation>Health-Check %1: %2</translation>
    </message>
    <message>
        <source>No health check selects its machines: those whose node fails stay.</source>
        <translation>Kein Health-Check wählt seine Maschinen aus: wessen Node ausfällt, bleibt.</translation>
    </message>
    <message>
        <source>Nothing: it selects no machine.</source>
        <translation>Nichts: er wählt keine Maschine aus.</translation>
    </message>
    <message numerus="yes">
        <source>Nothing: all %Ln machines are well.</source>
        <translation>
            <numerusform>Nichts: der %Ln Maschine geht es gut.</numerusform>
            <numerusform>Nichts: allen %Ln Maschinen geht es gut.</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing: it wants no machines.</source>
        <translation>Nichts: es will keine Maschinen.</translation>
    </message>
    <message numerus="yes">
        <source>Nothing: all %Ln machines are Ready.</source>
        <translation>
            <numerusform>Nichts: die %Ln Maschine ist Ready.</numerusform>
            <numerusform>Nichts: alle %Ln Maschinen sind Ready.</numerusform>
        </translation>
    </message>
    <message>
        <source>%L1 of %L2 machines are Ready.</source>
        <translation>%L1 von %L2 Maschinen sind Ready.</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>und %n weitere</numerusform>
            <numerusform>und %n weitere</numerusform>
        </translation>
    </message>
    <message>
        <source>Set %1, revision %2, was made at %3</source>
        <translation>Set %1, Revision %2, wurde um %3 angelegt</translation>
    </message>
    <message>
        <source>%1 deleted and replaced</source>
        <translation>%1 gelöscht und ersetzt</translation>
    </message>
    <message numerus="yes">
        <source>the last of %n more deleted and replaced</source>
        <translation>
            <numerusform>%n weitere gelöscht und ersetzt</numerusform>
            <numerusform>die letzte von %n weiteren gelöscht und ersetzt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n replacements Ready</source>
        <translation>
            <numerusform>%n Ersatz Ready</numerusform>
            <numerusform>%n Ersatzmaschinen Ready</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n booting machines Ready</source>
        <translation>
            <numerusform>%n startende Maschine Ready</numerusform>
            <numerusform>%n startende Maschinen Ready</numerusform>
        </translation>
    </message>
    <message>
        <source>: may replace, its controller does not run here.</source>
        <translation>: darf ersetzen, sein Controller läuft nicht hier.</translation>
    </message>
    <message numerus="yes">
        <source>The %n machines of earlier revisions are updated in place</source>
        <translation>
            <numerusform>die %n Maschine früherer Revisionen wird vor Ort aktualisiert</numerusform>
            <numerusform>die %n Maschinen früherer Revisionen werden vor Ort aktualisiert</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Its set gets %n machines instead of %L1</source>
        <translation>
            <numerusform>sein MachineSet bekommt %n Maschine statt %L1</numerusform>
            <numerusform>sein MachineSet bekommt %n Maschinen statt %L1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>all %n machines of revision %1</source>
        <translation>
            <numerusform>die %n Maschine von Revision %1</numerusform>
            <numerusform>alle %n Maschinen von Revision %1</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 (revision %2): %L3 of %L4 Ready</source>
        <translation>%1 (Revision %2): %L3 von %L4 Ready</translation>
    </message>
    <message>
        <source>As of %1:</source>
        <translation>Stand %1:</translation>
    </message>
    <message>
        <source>Create one</source>
        <translation>Einen anlegen</translation>
    </message>
    <message>
        <source>Ready again after %1</source>
        <translation>Nach %1 wieder Ready</translation>
    </message>
    <message>
        <source>Ready again</source>
        <translation>Wieder Ready</translation>
    </message>
    <message>
        <source>. Replacements: %1 under way, %2 more may begin now.</source>
        <translation>. Ersetzungen: %1 in Arbeit, %2 weitere dürfen jetzt beginnen.</translation>
    </message>
    <message>
        <source>&lt;b&gt;Node %1 has given no sign of life for %2: it becomes Unknown %3.&lt;/b&gt;</source>
        <translation>&lt;b&gt;Node %1 gibt seit %2 kein Lebenszeichen: %3 wird er Unknown.&lt;/b&gt;</translation>
    </message>
    <message>
        <source>The last one came at %1, and it may be silent for %2. Until then it counts as Ready.</source>
        <translation>Das letzte kam um %1, und er darf %2 lang schweigen. Bis dahin gilt er als Ready.</translation>
    </message>
    <message>
        <source>: replaces none.</source>
        <translation>: ersetzt keine.</translation>
    </message>
    <message>
        <source>%1.</source>
        <translation>%1.</translation>
    </message>
    <message numerus="yes">
        <source>Each of %n machines %1</source>
        <translation>
            <numerusform>Die %n Maschine %1</numerusform>
            <numerusform>Jede der %n Maschinen %1</numerusform>
        </translation>
    </message>
    <message>
        <source>&lt;b&gt;It boots: Ready %1.&lt;/b&gt;</source>
        <translation>&lt;b&gt;Sie startet: Ready %1.&lt;/b&gt;</translation>
    </message>
</context>
<context>
    <name>ui::Notices</name>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Copy kubectl</source>
        <translation>kubectl kopieren</translation>
    </message>
</context>
<context>
    <name>ui::ObjectDocument</name>
    <message>
        <source>this is no object</source>
        <translation>das ist kein Objekt</translation>
    </message>
    <message>
        <source>%1 names another object: apply it as YAML of its own to create that</source>
        <translation>%1 nennt ein anderes Objekt: um das anzulegen, als eigenes YAML anwenden</translation>
    </message>
</context>
<context>
    <name>ui::ObjectEditor</name>
    <message>
        <source>Take &amp;theirs</source>
        <translation>&amp;Deren nehmen</translation>
    </message>
    <message>
        <source>Keep &amp;mine</source>
        <translation>&amp;Meine behalten</translation>
    </message>
    <message>
        <source>&amp;Apply</source>
        <translation>&amp;Anwenden</translation>
    </message>
    <message>
        <source>Edit %1</source>
        <translation>%1 ändern</translation>
    </message>
    <message>
        <source>YAML of %1</source>
        <translation>YAML von %1</translation>
    </message>
    <message>
        <source>What changes</source>
        <translation>Was sich ändert</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Reading …</source>
        <translation>Wird gelesen …</translation>
    </message>
    <message>
        <source>Status and what else the server keeps by itself is left out.</source>
        <translation>Der Status und was der Server sonst selbst führt, ist weggelassen.</translation>
    </message>
    <message>
        <source>Nothing is changed.</source>
        <translation>Nichts ist geändert.</translation>
    </message>
    <message>
        <source>Changed; the server will be asked …</source>
        <translation>Geändert; der Server wird gefragt …</translation>
    </message>
    <message>
        <source>Sent, waiting for the answer …</source>
        <translation>Gesendet, wartet auf die Antwort …</translation>
    </message>
    <message>
        <source>%1 is gone. What you wrote stays here, to be copied.</source>
        <translation>%1 gibt es nicht mehr. Das Geschriebene bleibt hier und lässt sich kopieren.</translation>
    </message>
    <message>
        <source>Field</source>
        <translation>Feld</translation>
    </message>
    <message>
        <source>It was</source>
        <translation>Vorher</translation>
    </message>
    <message>
        <source>Theirs</source>
        <translation>Deren Wert</translation>
    </message>
    <message>
        <source>Yours</source>
        <translation>Eigener Wert</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>Jetzt</translation>
    </message>
    <message>
        <source>Then</source>
        <translation>Danach</translation>
    </message>
    <message>
        <source>The server would change nothing.</source>
        <translation>Der Server würde nichts ändern.</translation>
    </message>
    <message>
        <source>The server accepts it. Fields that change: %1</source>
        <translation>Der Server nimmt es an. Felder, die sich ändern: %1</translation>
    </message>
    <message>
        <source>another object of that name has come</source>
        <translation>ein anderes Objekt dieses Namens ist gekommen</translation>
    </message>
    <message>
        <source>The server leaves out what it does not know: %1. Fields that change: %2</source>
        <translation>Der Server lässt weg, was er nicht kennt: %1. Felder, die sich ändern: %2</translation>
    </message>
    <message>
        <source>, </source>
        <translation>, </translation>
    </message>
    <message>
        <source>Try a&amp;gain</source>
        <translation>&amp;Erneut versuchen</translation>
    </message>
    <message>
        <source>This is what you wrote last and did not apply.</source>
        <translation>Das wurde zuletzt geschrieben und nicht angewandt.</translation>
    </message>
    <message>
        <source>You and somebody else have both changed %1.</source>
        <translation>Sie und jemand anderes haben beide %1 geändert.</translation>
    </message>
    <message>
        <source>The server is being asked …</source>
        <translation>Der Server wird gefragt …</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>Anwenden</translation>
    </message>
</context>
<context>
    <name>ui::ObjectForm</name>
    <message>
        <source>&amp;Machines</source>
        <translation>&amp;Maschinen</translation>
    </message>
    <message>
        <source>Available after &amp;seconds ready</source>
        <translation>Verfügbar nach &amp;Sekunden Ready</translation>
    </message>
    <message>
        <source>More than wanted, at &amp;most</source>
        <translation>Mehr als gewünscht, &amp;höchstens</translation>
    </message>
    <message>
        <source>&amp;Unavailable, at most</source>
        <translation>Nicht &amp;verfügbar, höchstens</translation>
    </message>
    <message>
        <source>&amp;Paused: nothing is rolled out</source>
        <translation>&amp;Angehalten: nichts wird ausgerollt</translation>
    </message>
    <message>
        <source>&amp;Old sets kept</source>
        <translation>Alte Sets, die &amp;bleiben</translation>
    </message>
    <message>
        <source>Stuck after seconds without &amp;progress</source>
        <translation>Steckt fest nach Sekunden ohne &amp;Fortschritt</translation>
    </message>
    <message>
        <source>Scaling down takes &amp;first</source>
        <translation>Beim Verkleinern &amp;zuerst</translation>
    </message>
    <message>
        <source>S&amp;trategy</source>
        <translation>S&amp;trategie</translation>
    </message>
    <message>
        <source>Replaces while &amp;unhealthy are at most</source>
        <translation>Ersetzt, solange &amp;ungesund höchstens</translation>
    </message>
    <message>
        <source>A node has to &amp;join within</source>
        <translation>Ein Node muss &amp;beitreten binnen</translation>
    </message>
    <message>
        <source>Unhealthy when a &amp;condition lasts</source>
        <translation>Ungesund, wenn eine Be&amp;dingung anhält</translation>
    </message>
    <message>
        <source>a whole number is wanted, 0 or more</source>
        <translation>gewünscht ist eine ganze Zahl, 0 oder mehr</translation>
    </message>
    <message>
        <source>a number of machines is wanted, or a percentage such as 40%</source>
        <translation>gewünscht ist eine Zahl von Maschinen oder ein Anteil wie 40%</translation>
    </message>
    <message>
        <source>a duration is wanted, such as 90s or 5m</source>
        <translation>gewünscht ist eine Dauer wie 90s oder 5m</translation>
    </message>
    <message>
        <source>%1 of %2 machines</source>
        <translation>%1 von %2 Maschinen</translation>
    </message>
    <message>
        <source>a unit is missing; did you mean %1?</source>
        <translation>es fehlt eine Einheit; ist %1 gemeint?</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
</context>
<context>
    <name>ui::ObjectPage</name>
    <message>
        <source>Filter</source>
        <translation>Filter</translation>
    </message>
    <message>
        <source>Order is old · Sort</source>
        <translation>Ordnung ist alt · Sortieren</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>The filter hides all %1. Esc clears it.</source>
        <translation>Der Filter verbirgt alle %1. Esc leert ihn.</translation>
    </message>
    <message>
        <source>Filter   words, !word, column=word</source>
        <translation>Filter   Wörter, !Wort, Spalte=Wort</translation>
    </message>
    <message>
        <source>Filter ( %1 )   words, !word, column=word</source>
        <translation>Filter ( %1 )   Wörter, !Wort, Spalte=Wort</translation>
    </message>
</context>
<context>
    <name>ui::Orders</name>
    <message>
        <source>lock %1</source>
        <translation>%1 sperren</translation>
    </message>
    <message>
        <source>unlock %1</source>
        <translation>%1 entsperren</translation>
    </message>
    <message>
        <source>Not connected yet: cannot %1.</source>
        <translation>Noch nicht verbunden, nicht möglich: %1.</translation>
    </message>
    <message>
        <source>The window was opened read-only: cannot %1.</source>
        <translation>Das Fenster wurde nur lesend geöffnet, nicht möglich: %1.</translation>
    </message>
    <message>
        <source>Locked: cannot %1. Unlock at the top right first.</source>
        <translation>Gesperrt, nicht möglich: %1. Zuerst oben rechts entsperren.</translation>
    </message>
    <message>
        <source>The cluster was exchanged before it answered.</source>
        <translation>Der Cluster wurde ausgetauscht, bevor er antwortete.</translation>
    </message>
    <message>
        <source>Could not show the past: %1</source>
        <translation>Die Vergangenheit ließ sich nicht zeigen: %1</translation>
    </message>
    <message>
        <source>Could not %1: %2</source>
        <translation>Fehlgeschlagen: %1. %2</translation>
    </message>
    <message>
        <source>The past is shown: cannot %1. Go back to live first.</source>
        <translation>Die Vergangenheit wird gezeigt, nicht möglich: %1. Erst zurück zu jetzt.</translation>
    </message>
    <message>
        <source>Connection lost</source>
        <translation>Verbindung verloren</translation>
    </message>
    <message>
        <source>The connection is lost since %1: what you see may be old.</source>
        <translation>Die Verbindung ist seit %1 verloren: Was zu sehen ist, kann veraltet sein.</translation>
    </message>
    <message>
        <source>To be done in %1:</source>
        <translation>Zu tun in %1:</translation>
    </message>
    <message>
        <source>Do it all the same</source>
        <translation>Trotzdem tun</translation>
    </message>
    <message>
        <source>Unlock…</source>
        <translation>Entsperren …</translation>
    </message>
    <message>
        <source>try what is written</source>
        <translation>das Geschriebene erproben</translation>
    </message>
</context>
<context>
    <name>ui::Panels</name>
    <message>
        <source>Navigation</source>
        <translation>Navigation</translation>
    </message>
    <message>
        <source>Inspector</source>
        <translation>Inspektor</translation>
    </message>
    <message>
        <source>Controllers</source>
        <translation>Controller</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>Zeitverlauf</translation>
    </message>
</context>
<context>
    <name>ui::Preferences</name>
    <message>
        <source>Appearance</source>
        <translation>Aussehen</translation>
    </message>
    <message>
        <source>Labs</source>
        <translation>Labore</translation>
    </message>
    <message>
        <source>Safety</source>
        <translation>Sicherheit</translation>
    </message>
    <message>
        <source>The past</source>
        <translation>Vergangenheit</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>Wie das System</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>Farben</translation>
    </message>
    <message>
        <source>Light, dark, with high contrast, or as the desktop has it.</source>
        <translation>Hell, dunkel, mit hohem Kontrast, oder wie der Desktop.</translation>
    </message>
    <message>
        <source>As the desktop</source>
        <translation>Wie der Desktop</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Hell</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>High contrast</source>
        <translation>Hoher Kontrast</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>The language of the window. What servers, logs and the command line say stays English.</source>
        <translation>Die Sprache des Fensters. Was Server, Protokolle und die Befehlszeile sagen, bleibt englisch.</translation>
    </message>
    <message>
        <source>Reduce motion</source>
        <translation>Weniger Bewegung</translation>
    </message>
    <message>
        <source>Nothing glows, fades or slides: what has changed gets a mark instead.</source>
        <translation>Nichts leuchtet, verblasst oder gleitet: was sich geändert hat, bekommt stattdessen eine Marke.</translation>
    </message>
    <message>
        <source>Panel titles</source>
        <translation>Titel der Bereiche</translation>
    </message>
    <message>
        <source>Panels have titles, by which they are moved and floated.</source>
        <translation>Bereiche haben Titel, an denen sie bewegt und gelöst werden.</translation>
    </message>
    <message>
        <source>Timing of new labs</source>
        <translation>Zeiten neuer Labore</translation>
    </message>
    <message>
        <source>How quickly machines boot, fail and are replaced in a lab that the window makes. A lab keeps its timing until it is opened with --timing.</source>
        <translation>Wie schnell Maschinen in einem Labor, das das Fenster anlegt, starten, ausfallen und ersetzt werden. Ein Labor behält seine Zeiten, bis es mit --timing geöffnet wird.</translation>
    </message>
    <message>
        <source>Demo: seconds</source>
        <translation>Demo: Sekunden</translation>
    </message>
    <message>
        <source>Realistic: minutes</source>
        <translation>Realistisch: Minuten</translation>
    </message>
    <message>
        <source>As fast as possible</source>
        <translation>So schnell wie möglich</translation>
    </message>
    <message>
        <source>Lock again after</source>
        <translation>Wieder sperren nach</translation>
    </message>
    <message>
        <source>A cluster that is not a lab locks itself when nothing was changed for so long.</source>
        <translation>Ein Cluster, der kein Labor ist, sperrt sich, wenn so lange nichts geändert wurde.</translation>
    </message>
    <message>
        <source>min</source>
        <translation>min</translation>
    </message>
    <message>
        <source>Keep the past for</source>
        <translation>Vergangenheit aufbewahren</translation>
    </message>
    <message>
        <source>So many hours of a lab&apos;s time can be shown again, unless their size is reached before.</source>
        <translation>So viele Stunden der Zeit eines Labors lassen sich wieder zeigen, wenn nicht vorher die Größe erreicht ist.</translation>
    </message>
    <message>
        <source>h</source>
        <translation>h</translation>
    </message>
    <message>
        <source>Size of the past</source>
        <translation>Größe der Vergangenheit</translation>
    </message>
    <message>
        <source>As much of the disk may the past of one lab take.</source>
        <translation>So viel Platz darf die Vergangenheit eines Labors auf der Platte belegen.</translation>
    </message>
    <message>
        <source>MiB</source>
        <translation>MiB</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>Protokoll</translation>
    </message>
    <message>
        <source>Log decisions</source>
        <translation>Entscheidungen protokollieren</translation>
    </message>
    <message>
        <source>The log of the window tells what controllers decide too, which makes large labs slower.</source>
        <translation>Das Protokoll des Fensters sagt auch, was Controller entscheiden; das macht große Labore langsamer.</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Tasten</translation>
    </message>
    <message>
        <source>Set of keys</source>
        <translation>Satz von Tasten</translation>
    </message>
    <message>
        <source>Those that this program brings, or as in k9s: d describes, e edits, l shows what happened, Ctrl+D deletes.</source>
        <translation>Die dieses Programms, oder wie in k9s: d beschreibt, e bearbeitet, l zeigt, was geschah, Strg+D löscht.</translation>
    </message>
    <message>
        <source>Standard</source>
        <translation>Standard</translation>
    </message>
    <message>
        <source>As in k9s</source>
        <translation>Wie in k9s</translation>
    </message>
    <message>
        <source>Text size</source>
        <translation>Textgröße</translation>
    </message>
    <message>
        <source>How large all text of the window is, beside the size that the system has.</source>
        <translation>Wie groß aller Text des Fensters ist, gemessen an der Größe des Systems.</translation>
    </message>
    <message>
        <source>%</source>
        <translation>%</translation>
    </message>
</context>
<context>
    <name>ui::Question</name>
    <message>
        <source>Type %1 to go on:</source>
        <translation>Zum Fortfahren %1 eingeben:</translation>
    </message>
</context>
<context>
    <name>ui::RecipePreview</name>
    <message>
        <source>boots</source>
        <translation>startet</translation>
    </message>
    <message>
        <source>healthy</source>
        <translation>gesund</translation>
    </message>
    <message>
        <source>What its nodes go through</source>
        <translation>Was seine Nodes durchmachen</translation>
    </message>
    <message>
        <source>%1 until %2</source>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>%1 for good</source>
        <translation>%1 auf Dauer</translation>
    </message>
</context>
<context>
    <name>ui::Recoveries</name>
    <message>
        <source>Failures and recoveries</source>
        <translation>Ausfälle und Erholungen</translation>
    </message>
    <message>
        <source>No failure yet.
Select a machine and let it fail.</source>
        <translation>Noch kein Ausfall.
Eine Maschine auswählen und ausfallen lassen.</translation>
    </message>
</context>
<context>
    <name>ui::RecoveryCard</name>
    <message>
        <source>The story of a recovery</source>
        <translation>Die Geschichte einer Erholung</translation>
    </message>
    <message>
        <source>Jump to start</source>
        <translation>Zum Anfang springen</translation>
    </message>
    <message>
        <source>Show the stretch of time in the timeline</source>
        <translation>Diese Zeitspanne im Zeitverlauf zeigen</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exportieren …</translation>
    </message>
    <message numerus="yes">
        <source>Compared with the other %n without a set</source>
        <translation>
            <numerusform>Verglichen mit der %n anderen ohne Set</numerusform>
            <numerusform>Verglichen mit den %n anderen ohne Set</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Compared with the other %n of this set</source>
        <translation>
            <numerusform>Verglichen mit der %n anderen dieses Sets</numerusform>
            <numerusform>Verglichen mit den %n anderen dieses Sets</numerusform>
        </translation>
    </message>
    <message>
        <source>median %1 · p95 %2 · worst %3</source>
        <translation>Median %1 · p95 %2 · längste %3</translation>
    </message>
    <message>
        <source>What the rule&apos;s wait and the set&apos;s last replacements let expect, and what was</source>
        <translation>Was die Wartezeit der Regel und die letzten Ersetzungen des Sets erwarten ließen, und was war</translation>
    </message>
    <message>
        <source>Replay</source>
        <translation>Wiederholen</translation>
    </message>
    <message>
        <source>Show it again as it was, slower or faster</source>
        <translation>Noch einmal zeigen, wie es war, langsamer oder schneller</translation>
    </message>
    <message>
        <source>When the change was seen here, and what showed it:</source>
        <translation>Wann die Änderung hier gesehen wurde, und was sie gezeigt hat:</translation>
    </message>
    <message>
        <source>Try it in an experiment</source>
        <translation>In einem Experiment ausprobieren</translation>
    </message>
</context>
<context>
    <name>ui::RecoveryNews</name>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message numerus="yes">
        <source>%n recovered: median %1, the slowest took %2</source>
        <translation>
            <numerusform>%n wiederhergestellt: Median %1, am längsten dauerte es %2</numerusform>
            <numerusform>%n wiederhergestellt: Median %1, am längsten dauerte es %2</numerusform>
        </translation>
    </message>
    <message>
        <source>Show its story</source>
        <translation>Hergang zeigen</translation>
    </message>
    <message>
        <source>Show the slowest</source>
        <translation>Den langsamsten zeigen</translation>
    </message>
</context>
<context>
    <name>ui::RecoveryStory</name>
    <message>
        <source>less than a second</source>
        <translation>weniger als eine Sekunde</translation>
    </message>
    <message>
        <source>Not healthy, and nobody has acted yet.</source>
        <translation>Nicht gesund, und noch hat niemand gehandelt.</translation>
    </message>
    <message>
        <source>No health check covers this machine: it stays as it is.</source>
        <translation>Kein Health-Check umfasst diese Maschine: sie bleibt, wie sie ist.</translation>
    </message>
    <message>
        <source>Health check %1 is paused by an annotation.</source>
        <translation>Health-Check %1 ist durch eine Annotation angehalten.</translation>
    </message>
    <message>
        <source>Health check %1 hands it over to an external remediation.</source>
        <translation>Health-Check %1 übergibt sie an eine externe Behebung.</translation>
    </message>
    <message>
        <source>%1 of %2 unhealthy, health check %3 allows %4: waiting.</source>
        <translation>%1 von %2 ungesund, Health-Check %3 erlaubt %4: wartet.</translation>
    </message>
    <message>
        <source>No set owns this machine, so deleting it would not bring a replacement.</source>
        <translation>Kein Set besitzt diese Maschine, also brächte ihre Löschung keinen Ersatz.</translation>
    </message>
    <message>
        <source>Not healthy for %1; the rule waits %2.</source>
        <translation>Seit %1 nicht gesund; die Regel wartet %2.</translation>
    </message>
    <message>
        <source>No rule of its health check names this condition: it stays as it is.</source>
        <translation>Keine Regel ihres Health-Checks nennt diese Condition: sie bleibt, wie sie ist.</translation>
    </message>
    <message>
        <source>No node after %1; the rule replaces it.</source>
        <translation>Kein Node nach %1; die Regel ersetzt sie.</translation>
    </message>
    <message>
        <source>The replacement is not Ready yet: it has been booting for %1.</source>
        <translation>Der Ersatz ist noch nicht Ready: er startet seit %1.</translation>
    </message>
    <message>
        <source>Deletion was asked for %1 ago; the machine is not gone yet.</source>
        <translation>Die Löschung wurde vor %1 verlangt; die Maschine ist noch nicht weg.</translation>
    </message>
    <message>
        <source>Deletion was asked for; there is no replacement yet.</source>
        <translation>Die Löschung wurde verlangt; noch gibt es keinen Ersatz.</translation>
    </message>
    <message>
        <source>Replaced in %1.</source>
        <translation>Ersetzt in %1.</translation>
    </message>
    <message>
        <source>Came back after %1; the rule waits %2.</source>
        <translation>Kam nach %1 zurück; die Regel wartet %2.</translation>
    </message>
    <message>
        <source>Came back after %1.</source>
        <translation>Kam nach %1 zurück.</translation>
    </message>
    <message>
        <source>Gone: nobody wanted a replacement.</source>
        <translation>Weg: niemand wollte einen Ersatz.</translation>
    </message>
    <message>
        <source>from %1 until the replacement was Ready</source>
        <translation>ab %1, bis der Ersatz Ready war</translation>
    </message>
    <message>
        <source>from %1 until it was Ready again</source>
        <translation>ab %1, bis sie wieder Ready war</translation>
    </message>
    <message>
        <source>not replaced</source>
        <translation>nicht ersetzt</translation>
    </message>
    <message>
        <source>since it is %1, and going on</source>
        <translation>seit sie %1 ist, und dauert an</translation>
    </message>
    <message>
        <source>the rule waits %1</source>
        <translation>die Regel wartet %1</translation>
    </message>
    <message>
        <source>waited</source>
        <translation>gewartet</translation>
    </message>
    <message>
        <source>fault</source>
        <translation>Störung</translation>
    </message>
    <message>
        <source>noticed</source>
        <translation>bemerkt</translation>
    </message>
    <message>
        <source>delete asked</source>
        <translation>Löschung verlangt</translation>
    </message>
    <message>
        <source>created</source>
        <translation>erstellt</translation>
    </message>
    <message>
        <source>replaced</source>
        <translation>ersetzt</translation>
    </message>
    <message>
        <source>old one gone</source>
        <translation>alte weg</translation>
    </message>
    <message>
        <source>after the request, meanwhile</source>
        <translation>nach dem Verlangen, währenddessen</translation>
    </message>
    <message>
        <source>Ready again</source>
        <translation>wieder Ready</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>Ready</translation>
    </message>
    <message>
        <source>boot</source>
        <translation>Start</translation>
    </message>
    <message>
        <source>set complete</source>
        <translation>Set vollständig</translation>
    </message>
    <message>
        <source>%1 of the time passed until somebody asked for the deletion.</source>
        <translation>%1 der Zeit vergingen, bis jemand die Löschung verlangte.</translation>
    </message>
    <message>
        <source>%1 of the time is the rule&apos;s own wait.</source>
        <translation>%1 der Zeit sind die Wartezeit der Regel.</translation>
    </message>
    <message>
        <source>With a timeout of %1 the same failure would have taken %2.</source>
        <translation>Mit einer Frist von %1 hätte derselbe Ausfall %2 gedauert.</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>%1 of the time passed before the failure was noticed: heartbeats and the grace period decide that.</source>
        <translation>%1 der Zeit vergingen, bevor der Ausfall bemerkt wurde: darüber entscheiden Heartbeats und Schonfrist.</translation>
    </message>
    <message>
        <source>%1 of the time passed between the request to delete and the new machine.</source>
        <translation>%1 der Zeit vergingen zwischen dem Verlangen der Löschung und der neuen Maschine.</translation>
    </message>
    <message>
        <source>%1 of the time is the new machine&apos;s boot. A boot half as long would have saved %2.</source>
        <translation>%1 der Zeit sind der Start der neuen Maschine. Ein halb so langer Start hätte %2 gespart.</translation>
    </message>
    <message>
        <source>lab timing</source>
        <translation>Zeiten des Labors</translation>
    </message>
    <message>
        <source>Recovery %1</source>
        <translation>Erholung %1</translation>
    </message>
    <message>
        <source>Failure %1</source>
        <translation>Ausfall %1</translation>
    </message>
    <message>
        <source>unhealthy</source>
        <translation>ungesund</translation>
    </message>
    <message>
        <source>%1 failed, none recovered yet</source>
        <translation>%1 ausgefallen, noch keine erholt</translation>
    </message>
    <message numerus="yes">
        <source>%n recoveries</source>
        <translation>
            <numerusform>%n Erholung</numerusform>
            <numerusform>%n Erholungen</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 · median &lt;b&gt;%2&lt;/b&gt; · p95 %3</source>
        <translation>%1 · Median &lt;b&gt;%2&lt;/b&gt; · p95 %3</translation>
    </message>
    <message>
        <source>%1 is told to fail.</source>
        <translation>%1 soll ausfallen.</translation>
    </message>
    <message>
        <source>%1 is told to fail: %2.</source>
        <translation>%1 soll ausfallen: %2.</translation>
    </message>
    <message>
        <source>%1 is %2.</source>
        <translation>%1 ist %2.</translation>
    </message>
    <message>
        <source>The rule waits %1.</source>
        <translation>Die Regel wartet %1.</translation>
    </message>
    <message>
        <source>The deletion of %1 is asked for, %2 after it failed.</source>
        <translation>Das Löschen von %1 ist verlangt, %2 nach dem Ausfall.</translation>
    </message>
    <message>
        <source>%1 is Ready again, by itself, after %2.</source>
        <translation>%1 ist nach %2 von selbst wieder Ready.</translation>
    </message>
    <message>
        <source>%1 is Ready: recovered in %2.</source>
        <translation>%1 ist Ready: erholt in %2.</translation>
    </message>
    <message>
        <source>%1 is made in the place of %2.</source>
        <translation>%1 entsteht anstelle von %2.</translation>
    </message>
    <message>
        <source>%1 is gone.</source>
        <translation>%1 ist weg.</translation>
    </message>
    <message>
        <source>The set has all its machines again.</source>
        <translation>Das Set hat wieder alle seine Maschinen.</translation>
    </message>
    <message>
        <source>Foreseen %1 · took %2 (%3)</source>
        <translation>Erwartet %1 · gedauert %2 (%3)</translation>
    </message>
    <message>
        <source>Foreseen: replaced after %1. It came back before.</source>
        <translation>Erwartet: ersetzt nach %1. Sie kam vorher zurück.</translation>
    </message>
    <message>
        <source>Foreseen: recovered after %1</source>
        <translation>Erwartet: erholt nach %1</translation>
    </message>
    <message>
        <source>demo pace</source>
        <translation>Demo-Tempo</translation>
    </message>
    <message>
        <source>realistic timing</source>
        <translation>echte Zeiten</translation>
    </message>
    <message>
        <source>joined</source>
        <translation>beigetreten</translation>
    </message>
    <message>
        <source>The node of %1 joins.</source>
        <translation>Der Node von %1 tritt bei.</translation>
    </message>
    <message>
        <source>node gone</source>
        <translation>Node verschwunden</translation>
    </message>
    <message>
        <source>Its node is gone, and nobody has acted yet.</source>
        <translation>Ihr Node ist verschwunden, und noch hat niemand gehandelt.</translation>
    </message>
    <message>
        <source>The node of %1 is gone.</source>
        <translation>Der Node von %1 ist verschwunden.</translation>
    </message>
    <message>
        <source>Took %1, as foreseen</source>
        <translation>Dauerte %1, wie vorhergesehen</translation>
    </message>
    <message>
        <source>%1 (fault: %2)</source>
        <translation>%1 (Störung: %2)</translation>
    </message>
    <message>
        <source>Foreseen %1 · took %2 (%3): others came first</source>
        <translation>Erwartet %1 · gedauert %2 (%3): andere kamen zuerst</translation>
    </message>
    <message>
        <source>had not failed yet</source>
        <translation>war noch nicht ausgefallen</translation>
    </message>
    <message>
        <source>unwatched</source>
        <translation>unbeobachtet</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>angehalten</translation>
    </message>
    <message>
        <source>handed over</source>
        <translation>übergeben</translation>
    </message>
    <message>
        <source>held back</source>
        <translation>zurückgehalten</translation>
    </message>
    <message>
        <source>skipped</source>
        <translation>übergangen</translation>
    </message>
    <message>
        <source>never started</source>
        <translation>nie gestartet</translation>
    </message>
    <message>
        <source>deletion waits</source>
        <translation>Löschen wartet</translation>
    </message>
    <message>
        <source>%1 is Ready again after %2.</source>
        <translation>%1 ist nach %2 wieder Ready.</translation>
    </message>
</context>
<context>
    <name>ui::Replay</name>
    <message>
        <source>Shortly before: all is well.</source>
        <translation>Kurz davor: alles ist gut.</translation>
    </message>
    <message>
        <source>Shortly before.</source>
        <translation>Kurz davor.</translation>
    </message>
</context>
<context>
    <name>ui::ReplayBar</name>
    <message>
        <source>Next mark</source>
        <translation>Nächste Marke</translation>
    </message>
    <message>
        <source>Back to live</source>
        <translation>Zurück zu jetzt</translation>
    </message>
    <message>
        <source>REPLAY · recovery %1 · %2</source>
        <translation>WIEDERHOLUNG · Erholung %1 · %2</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Again</source>
        <translation>Noch einmal</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>Weiter</translation>
    </message>
    <message>
        <source>Slower</source>
        <translation>Langsamer</translation>
    </message>
    <message>
        <source>Faster</source>
        <translation>Schneller</translation>
    </message>
    <message>
        <source>Go to where something happens next, and wait</source>
        <translation>Dorthin gehen, wo als Nächstes etwas geschieht, und warten</translation>
    </message>
    <message>
        <source>End the replay: show what happens now</source>
        <translation>Die Wiederholung beenden: zeigen, was jetzt geschieht</translation>
    </message>
</context>
<context>
    <name>ui::ScaleChips</name>
    <message>
        <source>No machines</source>
        <translation>Keine Maschinen</translation>
    </message>
    <message>
        <source>One machine less</source>
        <translation>Eine Maschine weniger</translation>
    </message>
    <message>
        <source>One machine more</source>
        <translation>Eine Maschine mehr</translation>
    </message>
    <message>
        <source>Twice as many</source>
        <translation>Doppelt so viele</translation>
    </message>
    <message>
        <source>As many as are wanted now</source>
        <translation>So viele wie jetzt gewünscht</translation>
    </message>
    <message>
        <source>Number of machines</source>
        <translation>Zahl der Maschinen</translation>
    </message>
    <message>
        <source>Up to %L1 machines</source>
        <translation>Bis zu %L1 Maschinen</translation>
    </message>
</context>
<context>
    <name>ui::ScaleDialog</name>
    <message>
        <source>Scale %1</source>
        <translation>%1 skalieren</translation>
    </message>
    <message numerus="yes">
        <source>Scale %n sets or deployments</source>
        <translation>
            <numerusform>%n Set oder Deployment skalieren</numerusform>
            <numerusform>%n Sets oder Deployments skalieren</numerusform>
        </translation>
    </message>
    <message>
        <source>Scale</source>
        <translation>Skalieren</translation>
    </message>
</context>
<context>
    <name>ui::ScaleNews</name>
    <message>
        <source>Show in the chart</source>
        <translation>Im Diagramm zeigen</translation>
    </message>
    <message>
        <source>%1: %L2 of %L2 Ready after %3</source>
        <translation>%1: %L2 von %L2 Ready nach %3</translation>
    </message>
    <message>
        <source>%1 (foreseen: within about %2)</source>
        <translation>%1 (erwartet: in etwa %2)</translation>
    </message>
    <message>
        <source>%1 booted in %2</source>
        <translation>%1 startete in %2</translation>
    </message>
    <message>
        <source>Median boot %1, slowest %2 in %3</source>
        <translation>Start im Median %1, am langsamsten %2 in %3</translation>
    </message>
</context>
<context>
    <name>ui::ScaleOutlook</name>
    <message>
        <source>marked for deletion</source>
        <translation>zum Löschen markiert</translation>
    </message>
    <message>
        <source>it has failed</source>
        <translation>ausgefallen</translation>
    </message>
    <message>
        <source>it has no node yet</source>
        <translation>noch ohne Node</translation>
    </message>
    <message>
        <source>the oldest go first</source>
        <translation>die älteste zuerst</translation>
    </message>
    <message>
        <source>the newest go first</source>
        <translation>die neueste zuerst</translation>
    </message>
    <message>
        <source>by chance</source>
        <translation>nach Zufall</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>, </source>
        <translation>, </translation>
    </message>
    <message numerus="yes">
        <source>%n machines go: %1.</source>
        <translation>
            <numerusform>%n Maschine geht: %1.</numerusform>
            <numerusform>%n Maschinen gehen: %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n machines go, first %1.</source>
        <translation>
            <numerusform>%n Maschine geht, zuerst %1.</numerusform>
            <numerusform>%n Maschinen gehen, zuerst %1.</numerusform>
        </translation>
    </message>
    <message>
        <source>%L1 → %L2.</source>
        <translation>%L1 → %L2.</translation>
    </message>
    <message numerus="yes">
        <source>%n machines more.</source>
        <translation>
            <numerusform>%n Maschine mehr.</numerusform>
            <numerusform>%n Maschinen mehr.</numerusform>
        </translation>
    </message>
    <message>
        <source>Ready within about %1.</source>
        <translation>Ready in etwa %1.</translation>
    </message>
    <message>
        <source>Health check %1 then allows %2 of %L3 = %L4 to be unhealthy.</source>
        <translation>Health-Check %1 erlaubt dann %2 von %L3 = %L4 ungesunde.</translation>
    </message>
    <message>
        <source>%1 %L2 → %L3</source>
        <translation>%1 %L2 → %L3</translation>
    </message>
    <message>
        <source>Its sets: %1.</source>
        <translation>Seine Sets: %1.</translation>
    </message>
    <message>
        <source>The rollout goes on, with at most %L1 machines, of which %L2 are available.</source>
        <translation>Der Rollout geht weiter, mit höchstens %L1 Maschinen, von denen %L2 verfügbar sind.</translation>
    </message>
    <message>
        <source>About %1 of memory.</source>
        <translation>Etwa %1 Speicher.</translation>
    </message>
    <message numerus="yes">
        <source>%n machines wait for PodDisruptionBudget %1, first %2: it needs %L3 healthy pods, has %L4</source>
        <translation>
            <numerusform>%n Maschine wartet auf das PodDisruptionBudget %1, zuerst %2: es braucht %L3 gesunde Pods, hat %L4</numerusform>
            <numerusform>%n Maschinen warten auf das PodDisruptionBudget %1, zuerst %2: es braucht %L3 gesunde Pods, hat %L4</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 and lets %L2 go at a time.</source>
        <translation>%1 und lässt %L2 auf einmal gehen.</translation>
    </message>
    <message>
        <source>%1 and lets none go.</source>
        <translation>%1 und lässt keinen gehen.</translation>
    </message>
    <message>
        <source>MachineDisruptionBudget %1, which holds no scaling back, then lets health checks take %L2 of %L3 machines.</source>
        <translation>Das MachineDisruptionBudget %1, das keine Skalierung aufhält, lässt Health-Checks dann %L2 von %L3 Maschinen nehmen.</translation>
    </message>
    <message numerus="yes">
        <source>Before that %n pods leave their nodes.</source>
        <translation>
            <numerusform>Vorher verlässt %n Pod seinen Node.</numerusform>
            <numerusform>Vorher verlassen %n Pods ihre Nodes.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>And %n more budgets.</source>
        <translation>
            <numerusform>Und %n weiteres Budget.</numerusform>
            <numerusform>Und %n weitere Budgets.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::ScalePreview</name>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Together %L1 → %L2.</source>
        <translation>Zusammen %L1 → %L2.</translation>
    </message>
    <message>
        <source>%1 in the namespace %2, spec.replicas: %L3 → %L4</source>
        <translation>%1 im Namespace %2, spec.replicas: %L3 → %L4</translation>
    </message>
    <message>
        <source>The server would make it %L1 for %2.</source>
        <translation>Der Server würde daraus %L1 für %2 machen.</translation>
    </message>
    <message numerus="yes">
        <source>%n sets or deployments</source>
        <translation>
            <numerusform>%n Set oder Deployment</numerusform>
            <numerusform>%n Sets oder Deployments</numerusform>
        </translation>
    </message>
    <message>
        <source>Scale</source>
        <translation>Skalieren</translation>
    </message>
    <message>
        <source>Scale %1 in the cluster %2 (%3)?</source>
        <translation>%1 im Cluster %2 (%3) skalieren?</translation>
    </message>
</context>
<context>
    <name>ui::ScenarioEditor</name>
    <message>
        <source>&amp;Save…</source>
        <translation>&amp;Speichern …</translation>
    </message>
    <message>
        <source>Recorded scenario</source>
        <translation>Aufgezeichnetes Szenario</translation>
    </message>
    <message>
        <source>The scenario as YAML</source>
        <translation>Das Szenario als YAML</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message numerus="yes">
        <source>%n steps</source>
        <translation>
            <numerusform>%n Schritt</numerusform>
            <numerusform>%n Schritte</numerusform>
        </translation>
    </message>
    <message>
        <source>Keep the scenario</source>
        <translation>Szenario aufbewahren</translation>
    </message>
    <message>
        <source>Scenarios (*.yaml *.yml)</source>
        <translation>Szenarien (*.yaml *.yml)</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Scenario %1</source>
        <translation>Szenario %1</translation>
    </message>
    <message>
        <source>The experiment as YAML</source>
        <translation>Das Experiment als YAML</translation>
    </message>
    <message>
        <source>Experiment %1</source>
        <translation>Experiment %1</translation>
    </message>
    <message numerus="yes">
        <source>%n runs</source>
        <translation>
            <numerusform>%n Lauf</numerusform>
            <numerusform>%n Läufe</numerusform>
        </translation>
    </message>
    <message>
        <source>Keep the experiment</source>
        <translation>Das Experiment behalten</translation>
    </message>
    <message>
        <source>Experiments (*.yaml *.yml)</source>
        <translation>Experimente (*.yaml *.yml)</translation>
    </message>
</context>
<context>
    <name>ui::ScenarioRecorder</name>
    <message>
        <source>Recorded in the window on %1.</source>
        <translation>Im Fenster aufgezeichnet, auf %1.</translation>
    </message>
    <message>
        <source>Not recorded: %1.</source>
        <translation>Nicht aufgezeichnet: %1.</translation>
    </message>
    <message>
        <source>; </source>
        <translation>; </translation>
    </message>
    <message>
        <source>Recorded %1</source>
        <translation>Aufgezeichnet %1</translation>
    </message>
    <message>
        <source>rolling %1 back</source>
        <translation>%1 zurückrollen</translation>
    </message>
    <message>
        <source>switching %1 on</source>
        <translation>%1 einschalten</translation>
    </message>
    <message>
        <source>switching %1 off</source>
        <translation>%1 ausschalten</translation>
    </message>
    <message>
        <source>installing the prerequisites</source>
        <translation>die Voraussetzungen installieren</translation>
    </message>
    <message>
        <source>running a scenario</source>
        <translation>ein Szenario ausführen</translation>
    </message>
    <message>
        <source>deleting %1 %2</source>
        <translation>%1 %2 löschen</translation>
    </message>
    <message>
        <source>changing %1 %2</source>
        <translation>%1 %2 ändern</translation>
    </message>
</context>
<context>
    <name>ui::ScenariosPage</name>
    <message>
        <source>Scenarios</source>
        <translation>Szenarien</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>▶ Run</source>
        <translation>▶ Ausführen</translation>
    </message>
    <message>
        <source>Carry the scenario out on this cluster</source>
        <translation>Das Szenario auf diesem Cluster ausführen</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Stopp</translation>
    </message>
    <message>
        <source>Give up the scenario that runs; what it has asked for stays asked</source>
        <translation>Das laufende Szenario aufgeben; was es verlangt hat, bleibt verlangt</translation>
    </message>
    <message>
        <source>Open…</source>
        <translation>Öffnen …</translation>
    </message>
    <message>
        <source>Add a scenario from a file</source>
        <translation>Ein Szenario aus einer Datei hinzufügen</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Open a scenario</source>
        <translation>Szenario öffnen</translation>
    </message>
    <message>
        <source>Scenarios (*.yaml *.yml)</source>
        <translation>Szenarien (*.yaml *.yml)</translation>
    </message>
    <message>
        <source>No scenario</source>
        <translation>Kein Szenario</translation>
    </message>
    <message>
        <source>■ Stop recording (%1)</source>
        <translation>■ Aufzeichnung beenden (%1)</translation>
    </message>
    <message>
        <source>● Record</source>
        <translation>● Aufzeichnen</translation>
    </message>
    <message>
        <source>Write down as a scenario what you do in the window</source>
        <translation>Als Szenario aufschreiben, was im Fenster getan wird</translation>
    </message>
    <message>
        <source>Edit…</source>
        <translation>Ändern …</translation>
    </message>
    <message>
        <source>Change its YAML, or keep it under another name</source>
        <translation>Sein YAML ändern oder es unter einem anderen Namen behalten</translation>
    </message>
    <message>
        <source>Report…</source>
        <translation>Bericht …</translation>
    </message>
    <message>
        <source>Keep as one page what it did and how long the recoveries took</source>
        <translation>Als eine Seite aufheben, was es tat und wie lange die Erholungen dauerten</translation>
    </message>
</context>
<context>
    <name>ui::ServerTrial</name>
    <message>
        <source>%1 in the namespace %2, %3</source>
        <translation>%1 im Namespace %2, %3</translation>
    </message>
    <message>
        <source>The server refuses this for %1: %2</source>
        <translation>Der Server lehnt das für %1 ab: %2</translation>
    </message>
    <message>
        <source>The server would accept this.</source>
        <translation>Der Server würde das annehmen.</translation>
    </message>
    <message>
        <source>The server is being asked whether it would accept this …</source>
        <translation>Der Server wird gefragt, ob er das annähme …</translation>
    </message>
</context>
<context>
    <name>ui::SettingRow</name>
    <message>
        <source>Reset</source>
        <translation>Zurücksetzen</translation>
    </message>
    <message>
        <source>Reset %1</source>
        <translation>%1 zurücksetzen</translation>
    </message>
</context>
<context>
    <name>ui::SettingsDialog</name>
    <message>
        <source>No setting has these words.</source>
        <translation>Keine Einstellung enthält diese Wörter.</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Search settings</source>
        <translation>Einstellungen durchsuchen</translation>
    </message>
    <message>
        <source>Opened with --fresh: what is chosen counts until the window closes.</source>
        <translation>Mit --fresh geöffnet: was gewählt wird, gilt, bis das Fenster schließt.</translation>
    </message>
    <message>
        <source>Kept in %1</source>
        <translation>Aufbewahrt in %1</translation>
    </message>
    <message>
        <source>Open &amp;folder</source>
        <translation>&amp;Ordner öffnen</translation>
    </message>
    <message>
        <source>from the next start on</source>
        <translation>ab dem nächsten Start</translation>
    </message>
    <message>
        <source>All keys</source>
        <translation>Alle Tasten</translation>
    </message>
    <message>
        <source>Give every action the key of the set in use again.</source>
        <translation>Jeder Aktion wieder die Taste des Satzes geben, der benutzt wird.</translation>
    </message>
    <message>
        <source>Reset all keys</source>
        <translation>Alle Tasten zurücksetzen</translation>
    </message>
</context>
<context>
    <name>ui::ShortcutSheet</name>
    <message>
        <source>inspect the row</source>
        <translation>die Zeile untersuchen</translation>
    </message>
    <message>
        <source>copy the rows with the columns&apos; titles</source>
        <translation>die Zeilen mit den Spaltentiteln kopieren</translation>
    </message>
    <message>
        <source>clear the filter, leave the editor</source>
        <translation>Filter leeren, Editor verlassen</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Tasten</translation>
    </message>
    <message>
        <source>C&amp;hange keys…</source>
        <translation>Tasten än&amp;dern …</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>Hilfe</translation>
    </message>
    <message>
        <source>Guide</source>
        <translation>Handbuch</translation>
    </message>
    <message>
        <source>the rows of the navigation; with Alt where text is written</source>
        <translation>die Zeilen der Navigation; mit Alt, wo Text geschrieben wird</translation>
    </message>
</context>
<context>
    <name>ui::TableModel</name>
    <message>
        <source>Ready %1</source>
        <translation>Ready %1</translation>
    </message>
</context>
<context>
    <name>ui::Tables</name>
    <message>
        <source>Machines</source>
        <translation>Maschinen</translation>
    </message>
    <message>
        <source>Sets</source>
        <translation>Sets</translation>
    </message>
    <message>
        <source>Deployments</source>
        <translation>Deployments</translation>
    </message>
    <message>
        <source>Classes</source>
        <translation>Klassen</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>Nodes</translation>
    </message>
    <message>
        <source>Health checks</source>
        <translation>Health-Checks</translation>
    </message>
    <message>
        <source>Old health checks</source>
        <translation>Alte Health-Checks</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>Events</translation>
    </message>
    <message>
        <source>Machine system</source>
        <translation>Maschinensystem</translation>
    </message>
    <message>
        <source>Whose machines, sets and deployments the tables show</source>
        <translation>Wessen Maschinen, Sets und Deployments die Tabellen zeigen</translation>
    </message>
</context>
<context>
    <name>ui::TimeControl</name>
    <message>
        <source>No recovery to replay yet.</source>
        <translation>Noch keine Erholung zum Wiederholen.</translation>
    </message>
    <message>
        <source>Nothing is kept of the time of that recovery.</source>
        <translation>Aus der Zeit dieser Erholung ist nichts aufbewahrt.</translation>
    </message>
</context>
<context>
    <name>ui::TimelineExport</name>
    <message>
        <source>Picture (PNG)…</source>
        <translation>Bild (PNG) …</translation>
    </message>
    <message>
        <source>Drawing (SVG)…</source>
        <translation>Zeichnung (SVG) …</translation>
    </message>
    <message>
        <source>Recoveries as a table (CSV)…</source>
        <translation>Erholungen als Tabelle (CSV) …</translation>
    </message>
    <message>
        <source>All that happened, as a table (CSV)…</source>
        <translation>Alles Geschehene als Tabelle (CSV) …</translation>
    </message>
    <message>
        <source>Recoveries as values (JSON)…</source>
        <translation>Erholungen als Werte (JSON) …</translation>
    </message>
    <message>
        <source>Report, one page (HTML)…</source>
        <translation>Bericht, eine Seite (HTML) …</translation>
    </message>
    <message>
        <source>Report of the scenario, one page (HTML)</source>
        <translation>Bericht des Szenarios, eine Seite (HTML)</translation>
    </message>
</context>
<context>
    <name>ui::TimelinePanel</name>
    <message>
        <source>● LIVE</source>
        <translation>● LIVE</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>Zeitverlauf</translation>
    </message>
    <message>
        <source>Counts and machines over time</source>
        <translation>Anzahlen und Maschinen im Lauf der Zeit</translation>
    </message>
    <message>
        <source>Recoveries</source>
        <translation>Erholungen</translation>
    </message>
    <message>
        <source>The failures, and the story of each</source>
        <translation>Die Ausfälle und die Geschichte jedes einzelnen</translation>
    </message>
    <message>
        <source>5 min</source>
        <translation>5 min</translation>
    </message>
    <message>
        <source>Show the last five minutes</source>
        <translation>Die letzten fünf Minuten zeigen</translation>
    </message>
    <message>
        <source>Fit</source>
        <translation>Einpassen</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exportieren …</translation>
    </message>
    <message>
        <source>Keep what is shown as a file</source>
        <translation>Das Gezeigte als Datei aufheben</translation>
    </message>
    <message>
        <source>Back to live</source>
        <translation>Zurück zu jetzt</translation>
    </message>
    <message>
        <source>%1 gone machines kept, %2 forgotten</source>
        <translation>%1 vergangene Maschinen behalten, %2 vergessen</translation>
    </message>
    <message>
        <source>%1 gone</source>
        <translation>%1 weg</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>%1 gespeichert</translation>
    </message>
    <message>
        <source>Could not save %1: %2</source>
        <translation>%1 ließ sich nicht speichern: %2</translation>
    </message>
    <message>
        <source>Follow what happens now</source>
        <translation>Dem folgen, was jetzt geschieht</translation>
    </message>
    <message>
        <source>Show everything. The wheel zooms, dragging chooses a stretch, with Shift it moves; Alt+Left goes back.</source>
        <translation>Alles zeigen. Das Rad vergrößert, Ziehen wählt einen Abschnitt, mit Umschalt bewegt es; Alt+Links geht zurück.</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Zeigen</translation>
    </message>
</context>
<context>
    <name>ui::Tour</name>
    <message>
        <source>%1 of %2 · %3</source>
        <translation>%1 von %2 · %3</translation>
    </message>
    <message>
        <source>Choose a machine</source>
        <translation>Eine Maschine wählen</translation>
    </message>
    <message>
        <source>Break it</source>
        <translation>Sie stören</translation>
    </message>
    <message>
        <source>Watch it heal</source>
        <translation>Sie heilen sehen</translation>
    </message>
    <message>
        <source>Read how long it took</source>
        <translation>Lesen, wie lange es dauerte</translation>
    </message>
    <message>
        <source>Go back in time</source>
        <translation>In der Zeit zurückgehen</translation>
    </message>
    <message>
        <source>Back to now</source>
        <translation>Zurück zu jetzt</translation>
    </message>
    <message>
        <source>That was the tour</source>
        <translation>Das war der Rundgang</translation>
    </message>
    <message>
        <source>Each card or tile is a machine. Click one, or press %1.</source>
        <translation>Jede Karte oder Kachel ist eine Maschine. Eine anklicken oder %1 drücken.</translation>
    </message>
    <message>
        <source>Press %1, then Enter: its node stops being Ready until it is replaced.</source>
        <translation>%1 drücken, dann die Eingabetaste: ihr Node ist nicht mehr Ready, bis sie ersetzt wird.</translation>
    </message>
    <message>
        <source>The health check waits, deletes the machine, and its set makes another one: that takes some twenty seconds. Why, and when, stands at the right.</source>
        <translation>Der Health-Check wartet, löscht die Maschine, und ihr Set erzeugt eine neue: das dauert etwa zwanzig Sekunden. Warum und wann, steht rechts.</translation>
    </message>
    <message>
        <source>Press %1 for the recoveries: the card tells what happened when, and what took the time.</source>
        <translation>%1 drücken für die Erholungen: die Karte sagt, was wann geschah und was die Zeit brauchte.</translation>
    </message>
    <message>
        <source>Press %1 a few times, or drag along the times below the chart: all is shown as it was at that second.</source>
        <translation>Einige Male %1 drücken, oder an den Zeiten unter dem Diagramm entlangziehen: alles wird gezeigt, wie es in dieser Sekunde war.</translation>
    </message>
    <message>
        <source>Nothing can be changed in the past. Press %1.</source>
        <translation>In der Vergangenheit lässt sich nichts ändern. %1 drücken.</translation>
    </message>
    <message>
        <source>%1 finds everything, %2 shows all keys.</source>
        <translation>%1 findet alles, %2 zeigt alle Tasten.</translation>
    </message>
</context>
<context>
    <name>ui::Trial</name>
    <message>
        <source>The server warns: %1</source>
        <translation>Der Server warnt: %1</translation>
    </message>
    <message>
        <source>%1: can be tried only once %2 is there</source>
        <translation>%1: kann erst erprobt werden, wenn %2 da ist</translation>
    </message>
    <message>
        <source>%1: refused: %2</source>
        <translation>%1: abgelehnt: %2</translation>
    </message>
    <message>
        <source>%1: can&apos;t be tried: %2</source>
        <translation>%1: lässt sich nicht erproben: %2</translation>
    </message>
    <message>
        <source>%1: created</source>
        <translation>%1: wird angelegt</translation>
    </message>
    <message>
        <source>%1: stays as it is</source>
        <translation>%1: bleibt, wie es ist</translation>
    </message>
    <message>
        <source>%1: changed</source>
        <translation>%1: wird geändert</translation>
    </message>
    <message>
        <source>The server accepts it.</source>
        <translation>Der Server nimmt es an.</translation>
    </message>
    <message>
        <source>The server leaves out what it does not know: %1.</source>
        <translation>Der Server lässt weg, was er nicht kennt: %1.</translation>
    </message>
    <message numerus="yes">
        <source>Apply %n objects to the cluster %1 (%2)?</source>
        <translation>
            <numerusform>%n Objekt auf den Cluster %1 (%2) anwenden?</numerusform>
            <numerusform>%n Objekte auf den Cluster %1 (%2) anwenden?</numerusform>
        </translation>
    </message>
    <message>
        <source>What changes</source>
        <translation>Was sich ändert</translation>
    </message>
    <message>
        <source>Field</source>
        <translation>Feld</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>Jetzt</translation>
    </message>
    <message>
        <source>Then</source>
        <translation>Danach</translation>
    </message>
</context>
<context>
    <name>ui::VariantDetail</name>
    <message>
        <source>The variant that is chosen</source>
        <translation>Die gewählte Variante</translation>
    </message>
    <message>
        <source>No variant is chosen.</source>
        <translation>Keine Variante ist gewählt.</translation>
    </message>
    <message>
        <source>variant %1 of %2</source>
        <translation>Variante %1 von %2</translation>
    </message>
    <message numerus="yes">
        <source>%Ln runs</source>
        <translation>
            <numerusform>%Ln Lauf</numerusform>
            <numerusform>%Ln Läufe</numerusform>
        </translation>
    </message>
    <message>
        <source>Definition</source>
        <translation>Definition</translation>
    </message>
    <message>
        <source>Slowest run</source>
        <translation>Langsamster Lauf</translation>
    </message>
    <message>
        <source>seed</source>
        <translation>Seed</translation>
    </message>
    <message>
        <source>recovery</source>
        <translation>Erholung</translation>
    </message>
    <message>
        <source>most of it</source>
        <translation>davon das meiste</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
</context>
<context>
    <name>ui::Variants</name>
    <message>
        <source>p95</source>
        <translation>p95</translation>
    </message>
    <message>
        <source>of a hundred 95 took no longer</source>
        <translation>von hundert dauerten 95 nicht länger</translation>
    </message>
    <message>
        <source>the median of all runs</source>
        <translation>der Median aller Läufe</translation>
    </message>
    <message>
        <source>the mean of all runs</source>
        <translation>der Mittelwert aller Läufe</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>gescheitert</translation>
    </message>
    <message>
        <source>not recovered</source>
        <translation>nicht erholt</translation>
    </message>
    <message>
        <source>failures that were not over when their run was, in all runs together: they count among the recovery times for as long as they were watched, and as dots that are hollow</source>
        <translation>Ausfälle, die nicht vorbei waren, als ihr Lauf endete, in allen Läufen zusammen: sie zählen bei den Erholungszeiten so lange, wie sie beobachtet wurden, und sind hohle Punkte</translation>
    </message>
    <message>
        <source>of a hundred 95 took no longer; ≥: too many had not recovered to tell more</source>
        <translation>von hundert dauerten 95 nicht länger; ≥: zu viele hatten sich nicht erholt, um mehr zu sagen</translation>
    </message>
    <message>
        <source>the median of all runs; ≥: too many had not recovered to tell more</source>
        <translation>der Median aller Läufe; ≥: zu viele hatten sich nicht erholt, um mehr zu sagen</translation>
    </message>
    <message>
        <source>needlessly</source>
        <translation>davon unnötig</translation>
    </message>
</context>
<context>
    <name>ui::ViewMenu</name>
    <message>
        <source>Panel t&amp;itles</source>
        <translation>&amp;Titel der Bereiche</translation>
    </message>
    <message>
        <source>L&amp;ayout</source>
        <translation>&amp;Anordnung</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>&amp;Farben</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>&amp;Sprache</translation>
    </message>
    <message>
        <source>&amp;Machines as</source>
        <translation>&amp;Maschinen als</translation>
    </message>
</context>
<context>
    <name>ui::Wall</name>
    <message>
        <source>Wall of machines</source>
        <translation>Kacheln der Maschinen</translation>
    </message>
    <message>
        <source>no health check</source>
        <translation>kein Health-Check</translation>
    </message>
    <message>
        <source>no zone</source>
        <translation>keine Zone</translation>
    </message>
    <message>
        <source>zone %1</source>
        <translation>Zone %1</translation>
    </message>
    <message>
        <source>of no set</source>
        <translation>in keinem Set</translation>
    </message>
    <message>
        <source>%1 · zone %2</source>
        <translation>%1 · Zone %2</translation>
    </message>
    <message>
        <source>%L1 more may fail</source>
        <translation>%L1 weitere dürfen ausfallen</translation>
    </message>
    <message>
        <source>%L1 of %L2 unhealthy, no more may fail</source>
        <translation>%L1 von %L2 ungesund, mehr dürfen nicht ausfallen</translation>
    </message>
    <message>
        <source>%L1 of %L2 Ready</source>
        <translation>%L1 von %L2 Ready</translation>
    </message>
    <message>
        <source>never</source>
        <translation>nie</translation>
    </message>
    <message>
        <source>once</source>
        <translation>einmal</translation>
    </message>
    <message>
        <source>twice</source>
        <translation>zweimal</translation>
    </message>
    <message>
        <source>more often</source>
        <translation>öfter</translation>
    </message>
    <message>
        <source>&lt; 1 min</source>
        <translation>&lt; 1 min</translation>
    </message>
    <message>
        <source>&lt; 10 min</source>
        <translation>&lt; 10 min</translation>
    </message>
    <message>
        <source>&lt; 1 h</source>
        <translation>&lt; 1 h</translation>
    </message>
    <message>
        <source>older</source>
        <translation>älter</translation>
    </message>
</context>
<context>
    <name>ui::WallBar</name>
    <message>
        <source>Set, zone</source>
        <translation>Set, Zone</translation>
    </message>
    <message>
        <source>A group for each zone of a set</source>
        <translation>Eine Gruppe für jede Zone eines Sets</translation>
    </message>
    <message>
        <source>Set</source>
        <translation>Set</translation>
    </message>
    <message>
        <source>A group for each set</source>
        <translation>Eine Gruppe für jedes Set</translation>
    </message>
    <message>
        <source>Zone</source>
        <translation>Zone</translation>
    </message>
    <message>
        <source>A group for each zone</source>
        <translation>Eine Gruppe für jede Zone</translation>
    </message>
    <message>
        <source>Health check</source>
        <translation>Health-Check</translation>
    </message>
    <message>
        <source>A group for each health check</source>
        <translation>Eine Gruppe für jeden Health-Check</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>The colour of a tile is that of its machine&apos;s state</source>
        <translation>Die Farbe einer Kachel ist die des Zustands ihrer Maschine</translation>
    </message>
    <message>
        <source>Last 10 min</source>
        <translation>Letzte 10 min</translation>
    </message>
    <message>
        <source>The colour of a tile tells how often its node has failed in 10 minutes</source>
        <translation>Die Farbe einer Kachel sagt, wie oft ihr Node in 10 Minuten ausgefallen ist</translation>
    </message>
    <message>
        <source>Age</source>
        <translation>Alter</translation>
    </message>
    <message>
        <source>The colour of a tile tells how new its machine is</source>
        <translation>Die Farbe einer Kachel sagt, wie neu ihre Maschine ist</translation>
    </message>
    <message>
        <source>Group by</source>
        <translation>Gruppen nach</translation>
    </message>
    <message>
        <source>Colour by</source>
        <translation>Farbe nach</translation>
    </message>
</context>
<context>
    <name>ui::Welcome</name>
    <message>
        <source>Welcome to Hollow Lab</source>
        <translation>Willkommen bei Hollow Lab</translation>
    </message>
    <message>
        <source>Watch machines fail and heal. Everything runs in this program: no containers, no network, no account. Six steps show how.</source>
        <translation>Maschinen beim Ausfallen und Heilen zusehen. Alles läuft in diesem Programm: keine Container, kein Netz, kein Konto. Sechs Schritte zeigen, wie.</translation>
    </message>
    <message>
        <source>Take the tour</source>
        <translation>Zum Rundgang</translation>
    </message>
    <message>
        <source>Open a real cluster…</source>
        <translation>Einen echten Cluster öffnen …</translation>
    </message>
    <message>
        <source>Close (Esc)</source>
        <translation>Schließen (Esc)</translation>
    </message>
    <message>
        <source>Starting: %L1 of %L2 nodes Ready</source>
        <translation>Startet: %L1 von %L2 Nodes Ready</translation>
    </message>
    <message>
        <source>Your lab is running: %L1 nodes Ready after %2.</source>
        <translation>Das Labor läuft: %L1 Nodes Ready nach %2.</translation>
    </message>
    <message>
        <source>Your lab is running: %L1 nodes Ready.</source>
        <translation>Das Labor läuft: %L1 Nodes Ready.</translation>
    </message>
    <message>
        <source>scale the set</source>
        <translation>das Set skalieren</translation>
    </message>
    <message>
        <source>break a node</source>
        <translation>einen Node ausfallen lassen</translation>
    </message>
    <message>
        <source>read how it healed</source>
        <translation>lesen, wie es heilte</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>Next: %1</source>
        <translation>Als Nächstes: %1</translation>
    </message>
</context>
<context>
    <name>ui::Why</name>
    <message>
        <source>looks again when something changes</source>
        <translation>sieht wieder nach, wenn sich etwas ändert</translation>
    </message>
    <message>
        <source>looks again in %1</source>
        <translation>sieht in %1 wieder nach</translation>
    </message>
    <message>
        <source>looks again now</source>
        <translation>sieht jetzt wieder nach</translation>
    </message>
    <message>
        <source> about %1</source>
        <translation> über %1</translation>
    </message>
    <message>
        <source>at %1 · %2</source>
        <translation>um %1 · %2</translation>
    </message>
    <message>
        <source>Failures in a row: %1. </source>
        <translation>Fehlschläge in Folge: %1. </translation>
    </message>
    <message>
        <source>… and %1 more</source>
        <translation>… und %1 weitere</translation>
    </message>
    <message>
        <source>What controllers last said (%1)</source>
        <translation>Was die Controller zuletzt sagten (%1)</translation>
    </message>
    <message>
        <source>at %1</source>
        <translation>um %1</translation>
    </message>
    <message>
        <source>No decision about it is kept of that time.</source>
        <translation>Aus dieser Zeit ist keine Entscheidung darüber aufgehoben.</translation>
    </message>
    <message>
        <source>Asking the controllers …</source>
        <translation>Fragt die Controller …</translation>
    </message>
    <message>
        <source>No controller that runs here decides about this object, or none has looked at it yet.</source>
        <translation>Kein Controller, der hier läuft, entscheidet über dieses Objekt, oder noch hat keiner es betrachtet.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln machines count as healthy</source>
        <translation>
            <numerusform>%Ln Maschine gilt als gesund</numerusform>
            <numerusform>%Ln Maschinen gelten als gesund</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::YamlEdit</name>
    <message>
        <source>Unfold</source>
        <translation>Ausklappen</translation>
    </message>
    <message>
        <source>Fold</source>
        <translation>Einklappen</translation>
    </message>
    <message>
        <source>Fold all</source>
        <translation>Alles einklappen</translation>
    </message>
    <message>
        <source>Unfold all</source>
        <translation>Alles ausklappen</translation>
    </message>
</context>
</TS>
