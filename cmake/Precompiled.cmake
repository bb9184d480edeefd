# SPDX-License-Identifier: GPL-3.0-or-later
# The headers of others that nearly every file includes are read once for all of them, and once more with the
# widgets for those that use them; and each with Qt's own for tests. Sources include what they use all the
# same: clang-tidy sees them without.
function(add_precompiled_headers name)
    cmake_parse_arguments(HEADERS "" "" "LIBRARIES;HEADERS" ${ARGN})
    set(nothing ${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp)
    file(CONFIGURE OUTPUT ${nothing} CONTENT "")
    add_library(${name} OBJECT ${nothing})
    set_target_properties(${name} PROPERTIES
        AUTOMOC OFF AUTOUIC OFF UNITY_BUILD OFF)
    target_link_libraries(${name} PRIVATE ${HEADERS_LIBRARIES} project_options)
    target_precompile_headers(${name} PRIVATE ${HEADERS_HEADERS})
endfunction()

set(core_headers
    <algorithm> <array> <chrono> <deque> <functional> <map> <memory> <optional> <ranges> <set> <string>
    <string_view> <tuple> <unordered_map> <utility> <variant> <vector>
    <boost/container/flat_set.hpp> <boost/describe.hpp> <boost/json.hpp> <tl/expected.hpp>
    <QObject> <QString> <QTimer>)
set(core_libraries Qt6::Core Boost::json tl::expected)
set(ui_headers
    <QApplication> <QBoxLayout> <QComboBox> <QLabel> <QLineEdit> <QMenu> <QPainter> <QPushButton>
    <QRegularExpression> <QScrollBar> <QToolButton> <QWidget>)
set(test_headers <QSignalSpy> <QTemporaryDir> <QTest>)
add_precompiled_headers(core_precompiled HEADERS ${core_headers} LIBRARIES ${core_libraries})
add_precompiled_headers(ui_precompiled
    HEADERS ${core_headers} ${ui_headers} LIBRARIES ${core_libraries} Qt6::Widgets)
add_precompiled_headers(core_tests_precompiled
    HEADERS ${core_headers} ${test_headers} LIBRARIES ${core_libraries} Qt6::Test)
add_precompiled_headers(ui_tests_precompiled
    HEADERS ${core_headers} ${ui_headers} ${test_headers} LIBRARIES ${core_libraries} Qt6::Widgets Qt6::Test)

# What QTest reads of where a test stands and whether it has a network, no test asks it for: a header that
# had seen it would fit no other folder.
function(forget_where_test_stands target)
    target_compile_options(${target} PRIVATE
        -UQT_TESTCASE_BUILDDIR -UQT_TESTCASE_SOURCEDIR -UQT_NETWORK_LIB)
endfunction()

forget_where_test_stands(core_tests_precompiled)
forget_where_test_stands(ui_tests_precompiled)

# use_precompiled_headers(TARGET LIBRARY…): as fits what the target is linked with. To what is linked with
# Qt's Gui and no widgets, none does: QTest reads more there.
function(use_precompiled_headers target)
    set(part "")
    foreach(library IN LISTS ARGN)
        if(library MATCHES "^(ui|ui_fakes|Qt6::Widgets)$")
            set(part ui)
            break()
        elseif(library MATCHES "^core::|_(core|harness|plane|support)$" AND NOT library STREQUAL "core::base")
            set(part core)
        elseif(library STREQUAL "Boost::json")
            set(part core)
        endif()
    endforeach()
    if(NOT part OR (part STREQUAL core AND "Qt6::Gui" IN_LIST ARGN))
        return()
    endif()
    if("Qt6::Test" IN_LIST ARGN)
        string(APPEND part _tests)
        forget_where_test_stands(${target})
    endif()
    target_precompile_headers(${target} REUSE_FROM ${part}_precompiled)
endfunction()
