// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What keeps a lab or somebody's cluster from being opened or written to, and what a lab has lost, in the
// program's own words. What an operating system, SQLite or a file says stands in them as it is.

#include "core/api/saying.h"

namespace core::api {

inline constexpr ReasonKind troubleSayings[] {
    // a lab's files
    {"LabOpenElsewhere", "another program has this lab open ({file} is locked)"},
    {"CannotOpen", "cannot open {file}: {problem}"},
    {"NoFolder", "{folder}: the directory cannot be made"},
    {"FolderOfOthers", "{folder}: the directory belongs to another user"},
    {"FolderForOthers",
        "{folder}: other users can write to the directory; name another, or: chmod go-w {folder}"},
    {"FolderOpenToOthers", "{folder}: other users can replace what is made in this directory"},
    {"CannotMakeFolder", "can't make the directory {folder}: {problem}"},
    {"CannotMoveAside", "can't move {file} aside: {problem}"},
    {"CannotCopy", "can't copy {file} to look at it: {problem}"},
    {"NoLab", "there is no lab at {folder} to look at"},
    {"CannotOpenDatabase", "cannot open the lab's database {file}: {problem}"},
    {"CannotLookAtDatabase", "cannot look at the lab's database {file}: {problem}"},
    {"NotADatabase", "{file} is not a lab's database"},
    {"NewerDatabase", "{file} was written by a newer program (schema {version}, this one knows {known})"},
    {"Damaged", "the lab's database {file} is damaged: {problem}"},
    {"EmptyThoughWritten", "it is empty, though revisions up to {revision} were on disk here"},
    {"LogAlone", "it is missing or empty, though its write-ahead log {log} is there"},
    {"NoCounter", "the revision counter is missing"},
    {"WrongCounter", "the revision counter is wrong"},
    {"StrangeObject", "an object is of no kind"},
    {"StrangePart", "no lab has this {part}"},
    {"MissingPart", "it has no {part}"},
    {"StaysAsItIs", "{problem}. It stays as it is; --fresh keeps it aside and begins a new lab."},
    {"PortTaken", "the lab cannot listen on 127.0.0.1:{port}: {problem}"},
    {"MetricsPortTaken", "can't serve metrics on 127.0.0.1:{port}: {problem}"},
    // its disk while it runs
    {"DiskFull", "lab disk full: there is no room in {folder}, nothing more is written"},
    {"DiskNearlyFull", "lab disk full: there is no room in {folder}, only what is deleted is still written"},
    {"DiskRefuses", "the lab cannot write to its disk: {problem}"},
    {"FilesGone",
        "{file} was deleted or replaced while the lab was running: nothing more is kept. Put the files back, "
        "or start the lab again."},
    // what could not be read back
    {"BeginsAnew", "a new lab begins: revisions up to {revision} were on disk here, in files that are gone"},
    {"EndsEarly",
        "it ends at revision {revision} although revisions up to {written} were on disk: what came between "
        "is lost"},
    {"EndsEarly",
        "it ends at revision {revision} although revisions up to {written} were on disk: what came between "
        "is lost (its write-ahead log is kept as {log})"},
    {"SetAside",
        "an object of {collection}, stored at revision {revision}, cannot be read and is set aside: "
        "{problem}"},
    {"SetAside",
        "an object of {collection}, by its name {object}, stored at revision {revision}, cannot be read and "
        "is set aside: {problem}"},
    {"OwnedIsKept",
        "{objects} objects belong to what is set aside, or may: they are kept, until somebody deletes them "
        "or "
        "makes their owner again under its name."},
    {"WithoutName", "an object without a name"},
    {"WrongSum", "its checksum is wrong"},
    {"OtherRevision", "it bears another revision"},
    {"SameName", "another object has its name"},
    {"NewCredentials",
        "The lab has new credentials, since those in {file} {problem}. Whoever still has the old ones, as in "
        "a kubeconfig that was copied elsewhere, is refused: copy the lab's kubeconfig again."},
    {"NewCredentials",
        "The lab has new credentials, since those in {file} {problem}. Whoever still has the old ones, as in "
        "a kubeconfig that was copied elsewhere, is refused: copy the lab's kubeconfig again. They are kept "
        "beside the new ones, as {copy}."},
    {"AreMissing", "are missing"},
    {"AreNoFile", "are no file"},
    {"AreReadable", "could be read by others"},
    {"AreDamaged", "are damaged"},
    {"HaveEnded", "have ended, or end soon"},
    {"TimelineUnreadable",
        "The timeline could not be read ({problem}). It is kept in {file}, and a new one begins."},
    {"TimelineNotKept", "The timeline is not kept: {problem}"},
    {"NotATimeline", "{file} is not a Hollow Lab timeline"},
    {"NewerTimeline",
        "{file} was written by a newer Hollow Lab (schema {version}, this one knows {known}); it is left "
        "untouched"},
    {"HistoryUnreadable",
        "The history could not be read ({problem}). It is kept in {file}, and a new one begins."},
    {"HistoryNotKept", "the history is not kept: {problem}"},
    {"NotAHistory", "{file} is not a history of Hollow Lab"},
    {"NewerHistory", "{file} was written by a newer Hollow Lab"},
    {"DamagedBlock", "a block of the history is damaged"},
    {"CutOffBlock", "a block of the history is cut off"},
    {"NoPast", "nothing is kept of the past"},
    {"NoPastThen", "nothing is kept of that time"},
    {"HistoryClosed", "it can't be opened"},
    // a kubeconfig, and the files that it names
    {"NoKubeconfig", "there is no kubeconfig; looked for {files}"},
    {"NoContexts", "{files}: there are no contexts"},
    {"NoCurrentContext", "{files}: no context is the current one; there are {contexts}"},
    {"NoContext", "{files}: there is no context \"{context}\"; there are {contexts}"},
    {"OfFile", "{file}: {problem}"},
    {"OfContext", "context \"{name}\" in {file}: {problem}"},
    {"OfCluster", "cluster \"{name}\" in {file}: {problem}"},
    {"OfUser", "user \"{name}\" in {file}: {problem}"},
    {"NoSuchFile", "there is no such file"},
    {"NotRegular", "this is not a regular file"},
    {"TooLarge", "the file is larger than {bytes} bytes"},
    {"HasNul", "the file contains NUL bytes"},
    {"NotUtf8", "the file is not UTF-8"},
    {"NotYaml", "not valid YAML at line {line}, column {column}: {problem}"},
    {"NotAToken", "the file is not shaped like a token, it is not used"},
    {"NotAKubeconfig", "this is not a kubeconfig"},
    {"NotAList", "\"{member}\" is not a list"},
    {"EntryWithoutName", "an entry of \"{list}\" has no name"},
    {"TwoEntries", "\"{list}\" has two entries named \"{name}\""},
    {"NotANamespace", "\"{name}\" is not the name of a namespace"},
    {"NoClusterNamed", "no cluster is named"},
    {"NoCluster", "there is no cluster \"{name}\""},
    {"NoUser", "there is no user \"{name}\""},
    {"NotAText", "\"{member}\" is not a text"},
    {"NotTexts", "\"{member}\" is not a list of texts"},
    {"NotABool", "\"{member}\" is neither true nor false"},
    {"NotBase64", "\"{member}\" is not base64"},
    {"NotPem", "\"{member}\" is not in PEM form"},
    {"NotAProxy", "\"proxy-url\" is not an http, https or socks5 address"},
    {"InsecureAndChecked", "insecure-skip-tls-verify contradicts the certificate authority that is given"},
    {"Insecure",
        "insecure-skip-tls-verify would let anybody pose as this cluster and is not followed: "
        "name its certificate authority"},
    {"NoServer", "no server is named"},
    {"NotHttps", "\"{server}\" is not an https:// address"},
    {"UserInAddress", "the server's address must not hold a user or password"},
    {"AuthProvider", "the auth provider \"{name}\" is not supported"},
    {"HalfACertificate", "a client certificate and its key must be given together"},
    {"TwoLogins", "more than one authentication method: a token and a password"},
    {"TokenOutside",
        "\"tokenFile\" is {file}, outside the folder of the kubeconfig: it was not read, since what stands "
        "in "
        "it would be sent to the server. If you know why it is needed, allow it once with --allow-file "
        "{file}"},
    {"NotInstalled", "the command \"{command}\" is not installed"},
    {"NotInstalled", "the command \"{command}\" is not installed: {hint}"},
    {"AsksToRun",
        "logs in through the command {command}. It was not run; if you trust it, allow it once with "
        "--allow-exec"},
    {"NobodyToImpersonate", "as-uid, as-groups and as-user-extra need \"as\""},
    {"SeveralGroups", "acting as a member of more than one group is not supported"},
    {"AuthorityUnreadable", "the certificate authority cannot be read"},
    {"CertificateUnreadable", "the client certificate cannot be read"},
    {"KeyEncrypted", "the client key is encrypted; this is not supported"},
    {"KeyUnreadable", "the client key cannot be read; RSA and EC keys are supported"},
    {"ProxyOverHttps", "proxies that are reached over https are not supported"},
    // the command that a context logs in with
    {"ExecVersion", "exec: the apiVersion \"{version}\" is neither {newer} nor {older}"},
    {"ExecCommand", "exec: no command is named"},
    {"ExecTerminal",
        "exec: the command \"{command}\" wants to ask questions in a terminal (interactiveMode: Always); "
        "there is none"},
    {"ExecMode", "exec: interactiveMode must be Never, IfAvailable or Always"},
    {"ExecTexts", "exec: \"{member}\" is not a list of texts"},
    {"CommandFailed", "the command \"{command}\" failed"},
    {"CommandFailed", "the command \"{command}\" failed: {problem}"},
    {"CommandLate", "the command \"{command}\" did not end in time"},
    {"CommandNotStarted", "the command \"{command}\" cannot be started: {problem}"},
    {"CommandTalkative", "the command \"{command}\" printed more than {bytes} bytes"},
    {"NoCredential", "the command \"{command}\" gave no credential: {problem}"},
    {"NotACredential", "it is no ExecCredential"},
    {"OtherVersion", "its apiVersion is not {version}"},
    {"HalfAPair", "a client certificate and its key must come together"},
    {"EmptyCredential", "it holds neither a token nor a client certificate"},
    {"StrangeToken", "the token is not printable"},
    {"StrangeExpiry", "its expirationTimestamp is no time"},
    // what a context names since the file was written anew
    {"NamesOther", "the context {context} names {change}"},
    {"And", "{change}, {others}"},
    {"OtherServer", "another server ({server} instead of {before})"},
    {"OtherAuthority", "another certificate authority"},
    {"OtherServerName", "another name in the server's certificate"},
    {"UncheckedServer", "a server whose certificate is not checked"},
    {"CheckedServer", "a server whose certificate is checked"},
    {"OtherProxy", "another proxy"},
    {"OtherCommand", "another command to log in with ({command})"},
    {"NoCommand", "no command to log in with"},
    // a server
    {"NoAnswer", "the server did not answer in time"},
    {"DamagedAnswer", "the answer is cut off or damaged: {problem}"},
    {"HalfAnAnswer", "the answer does not come to its end"},
    {"SendsNothing", "the server sends nothing"},
    {"EndsAtOnce", "the server ends every watch at once"},
    {"Redirects", "the server redirects to {server}; redirects are not followed"},
    {"OfObject", "object {number} ({kind} \"{name}\"): {problem}"},
    // a write that does not leave
    {"OpenedReadOnly", "opened read-only: nothing is changed on {cluster}"},
    {"NobodyAsked", "nobody who may write to {cluster} has asked for this"},
    {"AnotherCluster", "another cluster answers than at first: nothing is written to it"},
};
inline constexpr Sayings<troubleSayings> troubleSaying;

} // namespace core::api
