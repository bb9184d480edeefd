// SPDX-License-Identifier: GPL-3.0-or-later
// A large lab is scattered over the heap: with large pages, once it has them (app/memorypages.h), looking it
// up takes a tenth less of the time. What is freed is given back after minutes, not the usual ten seconds:
// each bit given back breaks a large page up, and within a minute of much coming and going few were left.

/// The settings are read by jemalloc, where the program is linked with it.
extern "C" {
extern const char *malloc_conf;
const char *malloc_conf = "thp:always,dirty_decay_ms:300000";
}
