# SPDX-License-Identifier: GPL-3.0-or-later
# The headers of others that nearly every file includes are read once for all of them, and once more with the
# widgets for those that use them. Sources include what they use all the same: clang-tidy sees them without.
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
add_precompiled_headers(core_precompiled HEADERS ${core_headers} LIBRARIES ${core_libraries})
add_precompiled_headers(ui_precompiled
    HEADERS ${core_headers}
        <QApplication> <QBoxLayout> <QComboBox> <QLabel> <QLineEdit> <QMenu> <QPainter> <QPushButton>
        <QRegularExpression> <QScrollBar> <QToolButton> <QWidget>
    LIBRARIES ${core_libraries} Qt6::Widgets)

# use_precompiled_headers(TARGET LIBRARY…): as fits what the target is linked with.
function(use_precompiled_headers target)
    set(headers "")
    foreach(library IN LISTS ARGN)
        if(library MATCHES "^(ui|ui_fakes|Qt6::Widgets)$")
            set(headers ui_precompiled)
            break()
        elseif(library MATCHES "^core::|_(core|harness|plane|support)$" AND NOT library STREQUAL "core::base")
            set(headers core_precompiled)
        elseif(library STREQUAL "Boost::json")
            set(headers core_precompiled)
        endif()
    endforeach()
    if(headers)
        target_precompile_headers(${target} REUSE_FROM ${headers})
    endif()
endfunction()
