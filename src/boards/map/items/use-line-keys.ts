import { type KeyboardEvent, useRef } from 'react'
import { stepOf } from '#src/ui/photo/step-of.ts'
import type { MapItem } from './map-item.ts'

/** Keys that lead from a line (`data-index`) to another, also to one that is not on the page before it is scrolled to. */
export function useLineKeys(items: readonly MapItem[], scrollTo: (index: number) => void) {
  const awaited = useRef<string | null>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    const from = Number((event.target as HTMLElement).closest('[data-index]')?.getAttribute('data-index') ?? -1)
    const to = from < 0 ? null : stepOf(event.key, from, items.length)
    if (to === null) return
    event.preventDefault()
    const line = event.currentTarget.querySelector<HTMLElement>(`[data-index="${to}"]`)
    awaited.current = line ? null : (items[to]?.key ?? null)
    scrollTo(to)
    line?.focus()
  }
  /** For each line that comes. */
  const onMade = (key: string, line: HTMLElement) => {
    if (awaited.current !== key) return
    awaited.current = null
    line.focus()
  }
  return { onKeyDown, onMade }
}
