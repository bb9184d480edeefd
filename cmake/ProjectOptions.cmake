# SPDX-License-Identifier: GPL-3.0-or-later
# One interface target carries the compiler's strictness; every library and executable of ours links it.
add_library(project_options INTERFACE)
target_compile_features(project_options INTERFACE cxx_std_20)
target_include_directories(project_options INTERFACE ${PROJECT_SOURCE_DIR})
target_compile_options(project_options INTERFACE
    -Wall -Wextra -Wpedantic -Wshadow -Wold-style-cast -Wnon-virtual-dtor
    # gcc 12 calls a designated initializer that leaves members to their defaults incomplete.
    -Wno-missing-field-initializers
    # and takes the value of an empty optional for uninitialized once it has inlined enough.
    $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>
    # Lets the compiler's cache see precompiled headers.
    $<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>
    # Collecting its garbage takes gcc a sixth of the time of a batch of files; without, 400 MB more.
    $<$<CXX_COMPILER_ID:GNU>:--param=ggc-min-heapsize=1000000>
    # A class's Private may hold what its file keeps to itself, also where files are compiled together.
    $<$<AND:$<CXX_COMPILER_ID:GNU>,$<BOOL:${CMAKE_UNITY_BUILD}>>:-Wno-subobject-linkage>)
target_compile_definitions(project_options INTERFACE
    QT_NO_CAST_FROM_ASCII QT_NO_CAST_TO_ASCII QT_NO_FOREACH BOOST_ALL_NO_LIB)

# What runs seldom may be slower, and is compiled sooner. Newer compilers leave flags of the processor out at
# -O1 that -O2 brings along, and take no precompiled header that was made with them.
set(compiled_sooner $<$<CONFIG:Release>:-O1>)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_GREATER_EQUAL 13
    AND CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|i.86)$")
    list(APPEND compiled_sooner "$<$<CONFIG:Release>:-munroll-only-small-loops;-mvzeroupper>")
endif()

option(HOLLOWLAB_SANITIZE "Build with address and undefined behaviour sanitizers" OFF)
if(HOLLOWLAB_SANITIZE)
    target_compile_options(project_options INTERFACE
        -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
    target_link_options(project_options INTERFACE -fsanitize=address,undefined)
endif()

option(HOLLOWLAB_FUZZ "Build what libFuzzer needs, which is clang's (packaging/fuzz.sh)" OFF)
if(HOLLOWLAB_FUZZ)
    # Without what the address sanitizer sees as well it is compiled in two thirds of the time.
    target_compile_options(project_options INTERFACE -fsanitize=fuzzer-no-link
        -fno-sanitize=alignment,builtin,function,null,object-size,return,unreachable,vptr)
endif()

# A sixth of the time of a large lab goes into many small pieces of memory; an allocator made for them saves
# most of it.
add_library(project_allocator INTERFACE)
find_library(JEMALLOC jemalloc)
if(JEMALLOC AND NOT HOLLOWLAB_SANITIZE)
    target_link_libraries(project_allocator INTERFACE ${JEMALLOC})
    target_sources(project_allocator INTERFACE ${PROJECT_SOURCE_DIR}/app/allocator.cpp)
endif()

# What moc reads waits for no library to be built: nothing that is included is made by a target.
set(CMAKE_AUTOGEN_ORIGIN_DEPENDS OFF)

# An edit of one file is mostly linking: a second with this one, ten with GNU's.
find_program(LLD ld.lld)
if(LLD)
    add_link_options(-fuse-ld=lld)
endif()

find_program(CCACHE ccache)
if(CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
    # What it needs to know of precompiled headers (its manual, "Precompiled headers"); what the compiler
    # tells of includes is enough for it, without reading each file once more; and what it has read of a
    # header of 200 MB, it need not read again for each file.
    set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros
        CCACHE_DEPEND=true CCACHE_INODECACHE=true ${CCACHE})
endif()
