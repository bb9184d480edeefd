// SPDX-License-Identifier: GPL-3.0-or-later
// A large lab is scattered over the heap: with large pages, once it has them (app/memorypages.h), looking it
// up takes a tenth less of the time. What is freed is given back after minutes, not the usual ten seconds:
// each bit given back breaks a large page up, and within a minute of much coming and going few were left.
// Two arenas, for the core's thread and the window's: of the usual four for each core most are begun by
// threads that keep little, and the window with a small lab takes 1.5 MB less.

/// The settings are read by jemalloc, where the program is linked with it.
extern "C" {
extern const char *malloc_conf;
const char *malloc_conf = "thp:always,dirty_decay_ms:300000,narenas:2";
}
