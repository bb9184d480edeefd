// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Versions of objects as one compressed block of bytes, and back. What is read lies in the block.

#include "core/base/result.h"
#include "core/past/version.h"

#include <QByteArray>

#include <functional>
#include <string_view>

namespace core::past {

/// A version where it lies.
struct VersionView {
    api::Time at;
    std::string_view kind;
    std::string_view ns;
    std::string_view name;
    std::string_view text;

    auto object() const { return std::tie(kind, ns, name); }
};

/// Gathers versions; takes no copy but into its bytes.
class BlockWriter
{
public:
    void add(const VersionView &version);
    std::size_t size() const { return static_cast<std::size_t>(m_bytes.size()); }
    QByteArray compressed() const;

private:
    void addText(std::string_view text);

    QByteArray m_bytes;
};

/// The bytes of a block; Invalid when it is damaged.
base::Result<QByteArray> uncompressed(const QByteArray &block);
/// Calls use with each version in the bytes, in their order; Invalid when they are cut off.
base::Result<> readVersions(const QByteArray &bytes, const std::function<void(const VersionView &)> &use);

} // namespace core::past
