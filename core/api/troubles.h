// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What keeps a lab or somebody's cluster from being opened or written to, in the program's own words. What an
// operating system, SQLite or a file says stands in them as it is.

#include "core/api/saying.h"

namespace core::api {

inline constexpr ReasonKind troubleSayings[] {
    // a lab's files
    {"LabOpenElsewhere", "another program has this lab open ({file} is locked)"},
    {"CannotOpen", "cannot open {file}: {problem}"},
    {"NoFolder", "{folder}: the directory cannot be made"},
    {"CannotMakeFolder", "can't make the directory {folder}: {problem}"},
    {"CannotMoveAside", "can't move {file} aside: {problem}"},
    {"CannotCopy", "can't copy {file} to look at it: {problem}"},
    {"NoLab", "there is no lab at {folder} to look at"},
    {"CannotOpenDatabase", "cannot open the lab's database {file}: {problem}"},
    {"CannotLookAtDatabase", "cannot look at the lab's database {file}: {problem}"},
    {"NotADatabase", "{file} is not a lab's database"},
    {"NewerDatabase",
        "{file} was written by a newer program (schema {version}, this one knows {known})"},
    {"Damaged", "the lab's database {file} is damaged: {problem}"},
    {"EmptyThoughWritten", "it is empty, though revisions up to {revision} were on disk here"},
    {"LogAlone", "it is missing or empty, though its write-ahead log {log} is there"},
    {"NoCounter", "the revision counter is missing"},
    {"WrongCounter", "the revision counter is wrong"},
    {"StrangeObject", "an object is of no kind"},
    {"StaysAsItIs", "{problem}. It stays as it is; --fresh keeps it aside and begins a new lab."},
    {"PortTaken", "the lab cannot listen on 127.0.0.1:{port}: {problem}"},
    // its disk while it runs
    {"DiskFull", "lab disk full: there is no room in {folder}, nothing more is written"},
    {"DiskNearlyFull",
        "lab disk full: there is no room in {folder}, only what is deleted is still written"},
    {"DiskRefuses", "the lab cannot write to its disk: {problem}"},
    {"FilesGone",
        "{file} was deleted or replaced while the lab was running: nothing more is kept. Put the files back, "
        "or start the lab again."},
    // a write that does not leave
    {"OpenedReadOnly", "opened read-only: nothing is changed on {cluster}"},
    {"NobodyAsked", "nobody who may write to {cluster} has asked for this"},
    {"AnotherCluster", "another cluster answers than at first: nothing is written to it"},
};
inline constexpr Sayings<troubleSayings> troubleSaying;

} // namespace core::api
