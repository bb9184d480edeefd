// SPDX-License-Identifier: GPL-3.0-or-later
#include "resources/resources.h"

#include <QDir>
#include <QFile>

static void initResources() // the macro must stand outside every namespace
{
    Q_INIT_RESOURCE(hollowlab);
    Q_INIT_RESOURCE(definitions);
    Q_INIT_RESOURCE(guide);
}

namespace resources {

namespace {

QString qrcPath(std::string_view path)
{
    initResources();
    return QStringLiteral(":/hollowlab/")
        + QString::fromUtf8(path.data(), static_cast<qsizetype>(path.size()));
}

} // namespace

std::string text(std::string_view path)
{
    QFile file(qrcPath(path));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    return file.readAll().toStdString();
}

std::vector<std::string> files(std::string_view folder)
{
    std::vector<std::string> names;
    for (const QString &name : QDir(qrcPath(folder)).entryList(QDir::Files, QDir::Name))
        names.push_back(name.toStdString());
    return names;
}

} // namespace resources
