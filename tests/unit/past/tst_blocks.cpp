// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/past/blocks.h"
#include "tests/unit/randomjson.h"

#include <QRegularExpression>
#include <QTest>

using namespace core::past;
using core::api::Time;

class TestBlocks : public QObject
{
    Q_OBJECT

private slots:
    void versionsComeBack()
    {
        for (int round = 0; round < 200; ++round) {
            Dice dice;
            std::vector<Version> versions;
            BlockWriter block;
            for (std::size_t i = dice.below(20); i > 0; --i)
                versions.push_back({Time(core::base::Duration(static_cast<std::int64_t>(dice.draw() >> 1))),
                    {randomText(dice), {randomText(dice), randomText(dice)}}, randomText(dice)});
            for (const Version &version : versions)
                block.add({version.at, version.name.kind, version.name.key.ns, version.name.key.name,
                    version.text});
            std::vector<Version> read;
            const auto bytes = uncompressed(block.compressed());
            QVERIFY2(bytes.has_value(), dice.seedText().constData());
            QVERIFY(readVersions(*bytes, [&](const VersionView &version) {
                read.push_back({version.at,
                    {std::string(version.kind), {std::string(version.ns), std::string(version.name)}},
                    std::string(version.text)});
            }));
            QVERIFY2(read == versions, dice.seedText().constData());
        }
    }

    void whatIsDamagedIsRefused()
    {
        BlockWriter block;
        block.add({Time(), "nodes", "", "a", std::string(1000, 'x')});
        QByteArray bytes = *uncompressed(block.compressed());
        for (qsizetype size = 1; size < bytes.size(); size += 7)
            QVERIFY(!readVersions(bytes.left(size), [](const VersionView &) {}));
        QByteArray compressed = block.compressed();
        compressed[compressed.size() / 2] = static_cast<char>(compressed[compressed.size() / 2] ^ 0x55);
        QTest::ignoreMessage(
            QtWarningMsg, QRegularExpression(QStringLiteral("^qUncompress: .*Input data is corrupted")));
        QVERIFY(!uncompressed(compressed));
    }
};

QTEST_GUILESS_MAIN(TestBlocks)
#include "tst_blocks.moc"
