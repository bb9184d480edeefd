// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The file of a lab in a directory of its own, what is in it, and when the lab has written there.

#include "labfixture.h"

#include <QTemporaryDir>

#include <SQLiteCpp/SQLiteCpp.h>

namespace labtest {

class LabFile
{
public:
    /// What was there before is gone.
    void beginAnew()
    {
        m_directory = std::make_unique<QTemporaryDir>();
        QVERIFY(m_directory->isValid());
    }
    std::string directory() const { return m_directory->path().toStdString(); }
    std::string path() const { return directory() + "/lab.db"; }
    std::vector<std::string> dump(const std::string &query) const
    {
        std::vector<std::string> rows;
        SQLite::Database database(path(), SQLite::OPEN_READONLY);
        SQLite::Statement statement(database, query);
        while (statement.executeStep())
            rows.push_back(statement.getColumn(0).getString());
        return rows;
    }

private:
    std::unique_ptr<QTemporaryDir> m_directory;
};

inline void waitForDisk(Lab &lab)
{
    QTRY_COMPARE(lab.server->committedRevision(), lab.server->revision());
}

inline std::string everything(Lab &lab)
{
    std::string text;
    for (const std::string_view target : {"/api/v1/namespaces", "/api/v1/configmaps", "/api/v1/nodes",
             "/api/v1/pods", "/apis/machine.openshift.io/v1beta1/machines",
             "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
             "/apis/coordination.k8s.io/v1/leases"}) {
        const auto list = lab.get(target).list;
        for (const api::JsonPtr &item : list->items)
            text += api::writeCanonicalJson(*item) + "\n";
    }
    return text;
}

} // namespace labtest
