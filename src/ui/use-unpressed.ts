import { useState, useSyncExternalStore } from 'react'

let isPressed = false
const watchers = new Set<() => void>()

function note(pressed: boolean): void {
  if (pressed === isPressed) return
  isPressed = pressed
  for (const watcher of watchers) watcher()
}
// Where another button opens a menu, nobody may hear of its release.
const press = ({ button }: PointerEvent) => note(button === 0)
// The click comes after it.
const release = () => setTimeout(() => note(false))

const ENDS = ['pointerup', 'pointercancel', 'dragend'] as const

function watch(watcher: () => void): () => void {
  if (watchers.size === 0) {
    addEventListener('pointerdown', press, true)
    for (const end of ENDS) addEventListener(end, release, true)
    // Of the window alone: that of elements does not bubble.
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
 * What a value was when nothing was pressed last, for what moves the page by itself: a button that moves away between press and
 * release is never clicked.
 * @param before what it was before the component came, for one that is loaded late and so may come during a press
 */
export function useUnpressed<Value>(value: Value, before = value): Value {
  const held = useSyncExternalStore(watch, () => isPressed)
  const [shown, setShown] = useState(before)
  if (!held && shown !== value) setShown(value)
  return held ? shown : value
}
