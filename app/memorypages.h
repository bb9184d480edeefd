// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Whether the kernel gives memory in large pages (2 MiB): faster where there is much to look up, and partly
// empty as long as there is not.

namespace app {

/// Small pages from now on, for every thread. What is in large ones already stays there.
void useSmallPages();
/// Large pages for what is added from now on, as soon as the program holds more than a small lab needs. True
/// from then on.
bool useLargePagesOnceLarge();

} // namespace app
