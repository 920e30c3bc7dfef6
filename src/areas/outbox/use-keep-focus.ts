import { type FocusEvent, useEffect, useRef } from 'react'
import { focusPage } from '#src/ui/dialog/focus-page.ts'

interface Place {
  readonly element: Element
  /** The list's name and the place in it; null outside of a list. */
  readonly list: string | null
  readonly position: number
}

/**
 * Keeps the keyboard focus in place when the focused card leaves its list: the card that is now in its place takes it,
 * or else the card before, or else the page. The focus is checked when `items` changes.
 */
export function useKeepFocus(items: unknown): { readonly onFocusCapture: (event: FocusEvent) => void } {
  const last = useRef<Place | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the items may have removed the focused card.
  useEffect(() => {
    const place = last.current
    if (place === null || place.element.isConnected || document.activeElement !== document.body) return
    const { list, position } = place
    const card = list === null ? null : (cardAt(list, position) ?? cardAt(list, position - 1))
    const button = card?.querySelector('button')
    if (button) button.focus()
    else focusPage()
  }, [items])
  return {
    onFocusCapture: ({ target }) => {
      const item = target.closest('[role=listitem]')
      const list = item?.closest('[role=list]')?.getAttribute('aria-label') ?? null
      last.current = { element: target, list, position: Number(item?.getAttribute('aria-posinset')) }
    },
  }
}

const cardAt = (list: string, position: number) =>
  document.querySelector(`[role=list][aria-label="${list}"] > * > [aria-posinset="${position}"]`)
