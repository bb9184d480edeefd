// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/log.h"

namespace core::base {

void setUpLogging(bool verbose)
{
    qSetMessagePattern(QStringLiteral("%{time hh:mm:ss.zzz} %{type} %{category}: %{message}"));
    QLoggingCategory::setFilterRules(verbose
            ? QStringLiteral("hollowlab.*.info=true")
            : QStringLiteral("hollowlab.*.info=false\nhollowlab.*.debug=false\ndefault.warning=false"));
}

} // namespace core::base
