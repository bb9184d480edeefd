#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs clang-tidy over the compilation units of a configured build, changed ones first. Started by tidy.sh.

A unit is what the compiler sees as one: a batch of a folder's files, or a single file. What is found clean is
remembered by everything that it was made from, so it is looked at again only when that changes. When the time
is up, the rest, with what is under way, is left to another turn: the order is one commit's own.
"""
import argparse
import concurrent.futures
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
OURS = tuple(f"{ROOT}/{folder}/" for folder in ("app", "core", "resources", "tests", "ui"))
INCLUDE = re.compile(r'^#include "([^"]+)"', re.M)
FOR_GCC = re.compile(
    r"-Winvalid-pch |-fpch-preprocess |-include \S+cmake_pch\.hxx |--param=ggc-min-heapsize=\d+ ")
MOC = re.compile(r'^#include "(\w+\.moc|moc_\w+\.cpp)"', re.M)
COMMITS_LOOKED_AT_FIRST = 10
DAYS_REMEMBERED = 60
# Findings in generated code are left to who generates it.
FILTER = f"--header-filter=^{re.escape(str(ROOT))}/(app|core|resources|tests|ui)/"


def git(*arguments):
    done = subprocess.run(["git", "-C", ROOT, *arguments], capture_output=True, text=True)
    return done.stdout.split() if done.returncode == 0 else []


def read(path):
    return pathlib.Path(path).read_text(encoding="utf-8")


class Sources:
    """What each file of the project includes of it, read once."""

    def __init__(self):
        self._includes = {}

    def includes(self, path):
        if path not in self._includes:
            named = [os.path.normpath(os.path.join(folder, name))
                     for name in INCLUDE.findall(read(path)) for folder in (os.path.dirname(path), ROOT)]
            self._includes[path] = [file for file in dict.fromkeys(named) if os.path.isfile(file)]
        return self._includes[path]

    def closure(self, path):
        seen, left = {path}, [path]
        while left:
            new = set(self.includes(left.pop())) - seen
            seen |= new
            left += new
        return sorted(seen)


class Unit:
    def __init__(self, entry, sources):
        self.path = entry["file"]
        self.command = entry["command"]
        self.made_from = sources.closure(self.path)
        self.files = [self.path] if self.path.startswith(OURS) else sources.includes(self.path)

    def names(self):
        return [os.path.relpath(file, ROOT) for file in self.files]

    def key(self, settings):
        digest = hashlib.sha256(settings + self.command.encode())
        for path in self.made_from:
            digest.update(path.encode() + b"\0" + read(path).encode() + b"\0")
        return digest.hexdigest()


def without_precompiled(entry):
    """clang can't read what gcc has made of them; and each file shall include what it uses."""
    return {**entry, "command": FOR_GCC.sub("", entry["command"])}


def units(entries):
    sources = Sources()
    found = [Unit(entry, sources) for entry in entries if os.path.isfile(entry["file"])]
    return [unit for unit in found if unit.files and all(file.startswith(OURS) for file in unit.files)]


def in_turn(found):
    """First the units whose files, or their headers, the last commits or the working tree touch."""
    touched = git("log", f"-{COMMITS_LOOKED_AT_FIRST}", "--format=", "--name-only")
    touched += git("diff", "HEAD", "--name-only")
    stems = {os.path.splitext(path)[0] for path in touched if path.endswith((".cpp", ".h"))}
    turn = "".join(git("rev-parse", "HEAD"))

    def rank(unit):
        changed = any(os.path.splitext(name)[0] in stems for name in unit.names())
        return not changed, hashlib.sha256((turn + unit.path).encode()).digest()

    return sorted(found, key=rank)


class Tidy:
    def __init__(self, options, entries):
        self._options = options
        self._folder = tempfile.TemporaryDirectory()
        pathlib.Path(self._folder.name, "compile_commands.json").write_text(json.dumps(entries))
        self._deadline = time.monotonic() + options.minutes * 60 if options.minutes else None
        version = subprocess.run([options.tool, "--version"], capture_output=True, check=True).stdout
        self._settings = version + (ROOT / ".clang-tidy").read_bytes()
        self._printing = threading.Lock()
        self.counts = {"clean": 0, "as before": 0, "with findings": 0, "left for another turn": 0}

    def run(self, unit):
        outcome, text = self._outcome(unit)
        with self._printing:
            self.counts[outcome] += 1
            if text:
                print(f"\n-- {' '.join(unit.names())}\n{text}", flush=True)

    def _outcome(self, unit):
        memory = self._options.cache / unit.key(self._settings)
        if memory.exists():
            memory.touch()
            return "as before", ""
        left = self._deadline and self._deadline - time.monotonic()
        if left is not None and left <= 0:
            return "left for another turn", ""
        command = [self._options.tool, "--quiet", "-p", self._folder.name, FILTER]
        try:
            done = subprocess.run([*command, *self._with_moc(unit), unit.path],
                                  capture_output=True, text=True, timeout=left)
        except subprocess.TimeoutExpired:
            return "left for another turn", ""
        if done.returncode:
            return "with findings", done.stdout or done.stderr
        memory.touch()
        return "clean", ""

    def _with_moc(self, unit):
        """Some include what moc makes of them, or of their header; here moc makes it, so that nothing has to
        be built."""
        made = {name: file if name.endswith(".moc") else file.removesuffix(".cpp") + ".h"
                for file in unit.files for name in MOC.findall(read(file))}
        for name, file in made.items():
            subprocess.run([self._options.moc, "-o", f"{self._folder.name}/{name}", file], check=True)
        return [f"--extra-arg=-I{self._folder.name}"] if made else []

    def forget_old(self):
        oldest = time.time() - DAYS_REMEMBERED * 24 * 3600
        for memory in self._options.cache.iterdir():
            if memory.stat().st_mtime < oldest:
                memory.unlink()


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", required=True, help="the configured build")
    parser.add_argument("--cache", required=True, type=pathlib.Path, help="what is known to be clean")
    parser.add_argument("--tool", required=True, help="the clang-tidy to run")
    parser.add_argument("--moc", required=True, help="Qt's moc")
    parser.add_argument("--minutes", type=float, help="leave the rest to another turn after this time")
    parser.add_argument("files", nargs="*", type=pathlib.Path, help="only the units with these files")
    return parser.parse_args()


def main():
    options = arguments()
    options.cache.mkdir(parents=True, exist_ok=True)
    asked = {str(file.resolve()) for file in options.files}
    entries = list(map(without_precompiled, json.loads(read(f"{options.build}/compile_commands.json"))))
    found = [unit for unit in in_turn(units(entries))
             if not asked or asked.intersection(unit.files)]
    if not found:
        sys.exit("tidy: no compilation unit has these files")
    tidy = Tidy(options, entries)
    with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        list(pool.map(tidy.run, found))
    tidy.forget_old()
    print("tidy: " + ", ".join(f"{count} {outcome}" for outcome, count in tidy.counts.items()))
    sys.exit(1 if tidy.counts["with findings"] else 0)


if __name__ == "__main__":
    main()
