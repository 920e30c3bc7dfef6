import { useEffect } from 'react'
import { OPEN_DIALOG } from './layers.ts'

/** A second tap of a finger that meant the closed dialog comes within this time, in milliseconds. */
const SECOND_TAP_MS = 700
/** How far from the first tap the second one can be, in CSS pixels. */
const SECOND_TAP_REACH = 40

/**
 * When this dialog closes, a second tap in the place that was last touched does nothing: otherwise a finger in a glove
 * that taps Save twice also takes what is behind the dialog, be it the page or another dialog. A dialog that opens
 * afterward gets its taps. Mouse and keys are exact and keep working.
 */
export function useNoTapThrough(): void {
  useEffect(() => {
    const behind = [...document.querySelectorAll(OPEN_DIALOG)]
    let last: PointerEvent | null = null
    const note = (event: PointerEvent) => {
      last = event
    }
    document.addEventListener('pointerdown', note, { capture: true })
    return () => {
      document.removeEventListener('pointerdown', note, { capture: true })
      if (last?.pointerType === 'touch') dropSecondTap(last, behind)
    }
  }, [])
}

function dropSecondTap({ clientX, clientY }: PointerEvent, behind: readonly Element[]): void {
  const end = () => document.removeEventListener('click', drop, { capture: true })
  const drop = (event: MouseEvent) => {
    const isNear = Math.hypot(event.clientX - clientX, event.clientY - clientY) <= SECOND_TAP_REACH
    const dialog = event.target instanceof Element ? event.target.closest(OPEN_DIALOG) : null
    if (!isNear || (dialog !== null && !behind.includes(dialog))) return
    event.preventDefault()
    event.stopImmediatePropagation()
    end()
  }
  document.addEventListener('click', drop, { capture: true })
  setTimeout(end, SECOND_TAP_MS)
}
