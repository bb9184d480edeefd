// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The session's D-Bus, before anything in the process has asked it: Qt waits for its first answer for ever.

#include <chrono>
#include <string>

namespace app {

/// Where the bus listens, as D-Bus writes it; empty when nobody says.
std::string sessionBusAddress();
/// Somebody takes connections there, and then says nothing within that time. Of several addresses the first
/// one is tried, and only sockets of this machine.
bool isSilent(const std::string &address, std::chrono::milliseconds patience);
/// A bus that says nothing for a second is none for this process, nor for what it starts.
void leaveSilentBus();

} // namespace app
