# SPDX-License-Identifier: GPL-3.0-or-later
# One line declares a folder as a library, or a file as a test. A folder may use only what it names, by name
# (tests/tst_layers.cpp).

# add_layer(core_base [COLD] [QOBJECTS] SOURCES … DEPENDS …) makes the static library core_base and its alias
# core::base. A cold one decides or shows, and leaves the work to others: with -O1 it is compiled a quarter
# sooner. Qt's moc looks only into those that have QObjects.
function(add_layer name)
    cmake_parse_arguments(LAYER "COLD;QOBJECTS" "" "SOURCES;DEPENDS" ${ARGN})
    qt_add_library(${name} STATIC ${LAYER_SOURCES})
    string(REGEX REPLACE "^core_" "core::" alias ${name})
    if(NOT alias STREQUAL name)
        add_library(${alias} ALIAS ${name})
    endif()
    target_link_libraries(${name} PUBLIC ${LAYER_DEPENDS} PRIVATE project_options)
    if(LAYER_COLD)
        target_compile_options(${name} PRIVATE ${compiled_sooner})
    endif()
    if(NOT LAYER_QOBJECTS)
        set_target_properties(${name} PROPERTIES AUTOMOC OFF)
    endif()
    use_precompiled_headers(${name} ${LAYER_DEPENDS})
endfunction()

# add_own_moc(TARGET SOURCE): for a source that includes its own .moc and needs nothing of its headers to be
# understood. That takes moc a hundredth of the time it takes with CMake's, which reads all headers.
function(add_own_moc target source)
    get_filename_component(name ${source} NAME_WE)
    set(generated ${CMAKE_CURRENT_BINARY_DIR}/${name}.moc)
    add_custom_command(OUTPUT ${generated} DEPENDS ${source} VERBATIM
        COMMAND Qt6::moc -o ${generated} ${CMAKE_CURRENT_SOURCE_DIR}/${source})
    set_target_properties(${target} PROPERTIES AUTOMOC OFF AUTOUIC OFF)
    target_sources(${target} PRIVATE ${generated})
    target_include_directories(${target} PRIVATE ${CMAKE_CURRENT_BINARY_DIR})
endfunction()

# add_project_test(unit/base/tst_clock.cpp DEPENDS core::base [LABELS …] [OFFSCREEN|ON_A_SCREEN] [SHARDS n])
# makes one executable and one test; or n tests, each told by HOLLOWLAB_SHARD=i/n which part is its own. On a
# screen: that of an X server of its own.
function(add_project_test source)
    cmake_parse_arguments(TEST "OFFSCREEN;ON_A_SCREEN" "TIMEOUT;SHARDS" "DEPENDS;LABELS" ${ARGN})
    get_filename_component(name ${source} NAME_WE)
    qt_add_executable(${name} ${source})
    target_link_libraries(${name} PRIVATE ${TEST_DEPENDS} Qt6::Test project_options)
    use_precompiled_headers(${name} ${TEST_DEPENDS} Qt6::Test)
    add_own_moc(${name} ${source})
    # A test runs its own code once: it may be slower, and is compiled sooner. GCC 12 counts the bytes of a
    # text wrongly when it has inlined how it is put together.
    target_compile_options(${name} PRIVATE ${compiled_sooner}
        $<$<CXX_COMPILER_ID:GNU>:-Wno-array-bounds;-Wno-stringop-overflow;-Wno-restrict>)
    target_compile_definitions(${name} PRIVATE
        HOLLOWLAB_SOURCE_DIR="${PROJECT_SOURCE_DIR}"
        HOLLOWLAB_BINARY="$<$<TARGET_EXISTS:hollowlab>:$<TARGET_FILE:hollowlab>>")
    if(NOT TEST_TIMEOUT)
        set(TEST_TIMEOUT 300)
    endif()
    if(NOT TEST_SHARDS)
        set(TEST_SHARDS 1)
    endif()
    # What takes minutes begins first, so that nothing is left to wait for alone.
    set(cost 0)
    if("slow" IN_LIST TEST_LABELS)
        set(cost 100)
    endif()
    foreach(shard RANGE 1 ${TEST_SHARDS})
        set(test ${name})
        # Qt would end a function of a test after five minutes.
        set(environment HOLLOWLAB_SHARD=${shard}/${TEST_SHARDS} QTEST_FUNCTION_TIMEOUT=${TEST_TIMEOUT}000)
        if(TEST_SHARDS GREATER 1)
            set(test ${name}_${shard})
        endif()
        if(TEST_OFFSCREEN)
            list(APPEND environment QT_QPA_PLATFORM=offscreen)
        endif()
        set(screen)
        if(TEST_ON_A_SCREEN)
            list(APPEND environment QT_QPA_PLATFORM=xcb)
            set(screen xvfb-run --auto-servernum)
        endif()
        add_test(NAME ${test} COMMAND ${screen} $<TARGET_FILE:${name}>)
        set_tests_properties(${test} PROPERTIES
            TIMEOUT ${TEST_TIMEOUT} COST ${cost} LABELS "${TEST_LABELS}" ENVIRONMENT "${environment}")
    endforeach()
endfunction()
