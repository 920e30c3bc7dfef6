import { useState, useSyncExternalStore } from 'react'

let isPressed = false
const watchers = new Set<() => void>()

function note(pressed: boolean): void {
  if (pressed === isPressed) return
  isPressed = pressed
  for (const watcher of watchers) watcher()
}
// Only the main button: when another button opens a context menu, its release may not be reported.
const press = ({ button }: PointerEvent) => note(button === 0)
// Delayed, because the click event follows the release.
const release = () => setTimeout(() => note(false))

const ENDS = ['pointerup', 'pointercancel', 'dragend'] as const

function watch(watcher: () => void): () => void {
  if (watchers.size === 0) {
    addEventListener('pointerdown', press, true)
    for (const end of ENDS) addEventListener(end, release, true)
    // The window's own blur event: blur events of elements do not bubble.
    addEventListener('blur', release)
  }
  watchers.add(watcher)
  return () => {
    watchers.delete(watcher)
    if (watchers.size > 0) return
    removeEventListener('pointerdown', press, true)
    for (const end of ENDS) removeEventListener(end, release, true)
    removeEventListener('blur', release)
    isPressed = false
  }
}

/**
 * Returns `value`, but holds back changes while a pointer button is pressed. Use it for values that move the page on
 * their own: a button that moves between press and release gets no click. `before` is the value from before the
 * component was mounted, for a component that loads late and may appear during a press.
 */
export function useUnpressed<Value>(value: Value, before = value): Value {
  const isHeldBack = useSyncExternalStore(watch, () => isPressed)
  const [shown, setShown] = useState(before)
  if (!isHeldBack && shown !== value) setShown(value)
  return isHeldBack ? shown : value
}
