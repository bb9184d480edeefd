// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Every page of the window, and every dialog, for tests that look at all of them.

#include "tests/ui/stage.h"

namespace fake {

struct Page {
    const char *name;
    /// Goes there from wherever the stage is. The window, or the dialog or menu that has opened; null when
    /// nothing has.
    QWidget *(*open)(Stage &stage);
};

/// demoCluster, whose time stands still, with a past.
core::engine::ChangeSet pagesCluster(core::engine::Mode mode = core::engine::Mode::Lab);

/// The pages are those of a stage that shows pagesCluster, in the order in which they are gone through: the
/// last ones show another cluster.
const std::vector<Page> &windowPages();
/// The dialogs come in any order, before windowPages are through.
const std::vector<Page> &dialogPages();
/// The log, with a few lines where the program keeps them, and each step of the tour; in their order.
const std::vector<Page> &guidancePages();

/// Closes what the page has opened, if that is not the window itself.
void leave(Stage &stage, QWidget *page);

} // namespace fake
