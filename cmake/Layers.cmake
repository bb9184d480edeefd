# SPDX-License-Identifier: GPL-3.0-or-later
# One line declares a folder as a library, or a file as a test. A folder may use only what it names.

# add_layer(core_base SOURCES … DEPENDS …) makes the static library core_base and its alias core::base.
function(add_layer name)
    cmake_parse_arguments(LAYER "" "" "SOURCES;DEPENDS" ${ARGN})
    qt_add_library(${name} STATIC ${LAYER_SOURCES})
    string(REGEX REPLACE "^core_" "core::" alias ${name})
    if(NOT alias STREQUAL name)
        add_library(${alias} ALIAS ${name})
    endif()
    target_link_libraries(${name} PUBLIC ${LAYER_DEPENDS} PRIVATE project_options)
endfunction()

# add_project_test(unit/base/tst_clock.cpp DEPENDS core::base [LABELS …] [OFFSCREEN]) makes one executable and
# one test.
function(add_project_test source)
    cmake_parse_arguments(TEST "OFFSCREEN" "TIMEOUT" "DEPENDS;LABELS" ${ARGN})
    get_filename_component(name ${source} NAME_WE)
    qt_add_executable(${name} ${source})
    target_link_libraries(${name} PRIVATE ${TEST_DEPENDS} Qt6::Test project_options)
    target_compile_definitions(${name} PRIVATE
        HOLLOWLAB_SOURCE_DIR="${PROJECT_SOURCE_DIR}"
        HOLLOWLAB_BINARY="$<$<TARGET_EXISTS:hollowlab>:$<TARGET_FILE:hollowlab>>")
    add_test(NAME ${name} COMMAND ${name})
    if(NOT TEST_TIMEOUT)
        set(TEST_TIMEOUT 300)
    endif()
    set_tests_properties(${name} PROPERTIES TIMEOUT ${TEST_TIMEOUT} LABELS "${TEST_LABELS}")
    if(TEST_OFFSCREEN)
        set_tests_properties(${name} PROPERTIES ENVIRONMENT "QT_QPA_PLATFORM=offscreen")
    endif()
endfunction()
