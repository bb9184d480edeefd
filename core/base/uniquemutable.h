// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What is handed out never changes; what nobody has taken may.

#include <atomic>
#include <memory>

namespace core::base {

/// Returns the value to change where it lies when the pointer is the only one to it, else nullptr. The value
/// must have been made changeable (make_shared<T>, not make_shared<const T>). Weak pointers to it see the
/// change.
template<typename T>
T *uniqueMutable(const std::shared_ptr<const T> &pointer)
{
    if (pointer.use_count() != 1)
        return nullptr;
    std::atomic_thread_fence(
        std::memory_order_acquire); // whoever held it on another thread has read what it wanted
    return const_cast<T *>(pointer.get());
}

} // namespace core::base
