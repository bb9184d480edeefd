# SPDX-License-Identifier: GPL-3.0-or-later
include(CTest)
find_package(Qt6 6.4 REQUIRED COMPONENTS Core Gui Widgets DBus Network Charts Svg Test LinguistTools)
find_package(Boost 1.81 REQUIRED COMPONENTS json)
find_package(OpenSSL REQUIRED)
find_package(SQLiteCpp REQUIRED)
find_package(ZLIB REQUIRED)
find_package(yaml-cpp REQUIRED)
find_package(tl-expected REQUIRED)
find_package(CLI11 REQUIRED)
find_package(Threads REQUIRED)
find_path(RE2_HEADERS re2/re2.h REQUIRED)
find_path(NGHTTP2_HEADERS nghttp2/nghttp2.h REQUIRED)
qt_standard_project_setup()
# Qt asks for libraries beside the installed program; as room for that path CMake gives the built one an empty
# path, which is the current directory. All libraries are the system's.
set(CMAKE_INSTALL_RPATH "")
