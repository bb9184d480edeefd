// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Takes out of a text what is nobody else's business: names of people and computers that are known, and
// whatever looks like a credential (docs/window.md W41).

#include <QString>

#include <vector>

namespace ui {

class Masking
{
public:
    /// Knows the user, their home and this computer.
    Masking();

    /// The name is hidden from now on wherever it stands as a word; one of fewer than two letters is not.
    void hide(const QString &name, const QString &as);
    QString operator()(QString text) const;

private:
    struct Hidden {
        QString name;
        QString as;
    };

    std::vector<Hidden> m_hidden; ///< the longest first
};

} // namespace ui
