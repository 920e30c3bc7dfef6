import { type KeyboardEvent, useRef } from 'react'
import { stepOf } from '#src/ui/photo/step-of.ts'
import type { MapItem } from './map-item.ts'

/**
 * Key handling that moves the focus between lines (`data-index`), even to a line that is only mounted after scrolling.
 */
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
  /** Call it for each line that is mounted. */
  const onMade = (key: string, line: HTMLElement) => {
    if (awaited.current !== key) return
    awaited.current = null
    line.focus()
  }
  return { onKeyDown, onMade }
}
