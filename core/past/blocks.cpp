// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/past/blocks.h"

#include "core/api/troubles.h"

#include <cstring>
#include <limits>

namespace core::past {

namespace {

constexpr int quickly = 1; // of zlib's levels: objects of a kind resemble each other so much that it will do

/// Takes fields off the front; what is not there any more is empty, and remembered.
class FieldReader
{
public:
    explicit FieldReader(std::string_view rest) : m_rest(rest) { }

    bool atEnd() const { return m_rest.empty(); }
    bool isCutOff() const { return m_isCutOff; }
    template<typename Number>
    Number number()
    {
        Number value {};
        const std::string_view bytes = take(sizeof value);
        if (!bytes.empty())
            std::memcpy(&value, bytes.data(), sizeof value);
        return value;
    }
    std::string_view text() { return take(number<std::uint32_t>()); }

private:
    std::string_view take(std::size_t size)
    {
        m_isCutOff = m_isCutOff || size > m_rest.size();
        if (m_isCutOff)
            return m_rest = {};
        const std::string_view front = m_rest.substr(0, size);
        m_rest.remove_prefix(size);
        return front;
    }

    std::string_view m_rest;
    bool m_isCutOff = false;
};

template<typename Number>
void addNumber(QByteArray &bytes, Number value)
{
    char raw[sizeof value];
    std::memcpy(raw, &value, sizeof value);
    bytes.append(raw, sizeof value);
}

} // namespace

void BlockWriter::addText(std::string_view text)
{
    addNumber(m_bytes, static_cast<std::uint32_t>(text.size()));
    m_bytes.append(text.data(), static_cast<qsizetype>(text.size()));
}

void BlockWriter::add(const VersionView &version)
{
    addNumber(m_bytes, static_cast<std::int64_t>(version.at.time_since_epoch().count()));
    for (const std::string_view text : {version.kind, version.ns, version.name, version.text})
        addText(text);
}

QByteArray BlockWriter::compressed() const
{
    return qCompress(m_bytes, quickly);
}

base::Result<QByteArray> uncompressed(const QByteArray &block)
{
    QByteArray bytes = qUncompress(block);
    static const QByteArray empty = qCompress(QByteArray(), quickly);
    if (bytes.isEmpty() && block != empty)
        return api::failWith(base::ErrorKind::Invalid, api::troubleSaying("DamagedBlock"));
    return bytes;
}

base::Result<> readVersions(const QByteArray &bytes, const std::function<void(const VersionView &)> &use)
{
    FieldReader reader({bytes.constData(), static_cast<std::size_t>(bytes.size())});
    while (!reader.atEnd()) {
        VersionView version;
        version.at = api::Time(base::Duration(reader.number<std::int64_t>()));
        version.kind = reader.text();
        version.ns = reader.text();
        version.name = reader.text();
        version.text = reader.text();
        if (reader.isCutOff())
            return api::failWith(base::ErrorKind::Invalid, api::troubleSaying("CutOffBlock"));
        use(version);
    }
    return {};
}

} // namespace core::past
