import { useEffect } from 'react'
import { OPEN_DIALOG } from './layers.ts'

/** A second tap of a finger that meant the closed dialog comes within this time, in milliseconds. */
const SECOND_TAP_MS = 700
/** How far from the first tap the second one can be, in CSS pixels. */
const SECOND_TAP_REACH = 40

/**
 * When a tap closes this dialog, a second tap in the same place does nothing: otherwise a finger in a glove that taps
 * Save twice also takes what is behind the dialog. Mouse and keys are exact and keep working.
 */
export function useNoTapThrough(): void {
  useEffect(() => {
    let last: PointerEvent | null = null
    const note = (event: PointerEvent) => {
      last = event
    }
    document.addEventListener('pointerdown', note, { capture: true })
    return () => {
      document.removeEventListener('pointerdown', note, { capture: true })
      if (last?.pointerType === 'touch') dropSecondTap(last)
    }
  }, [])
}

function dropSecondTap({ clientX, clientY }: PointerEvent): void {
  const end = () => document.removeEventListener('click', drop, { capture: true })
  const drop = (event: MouseEvent) => {
    const isNear = Math.hypot(event.clientX - clientX, event.clientY - clientY) <= SECOND_TAP_REACH
    if (!isNear || (event.target instanceof Element && event.target.closest(OPEN_DIALOG) !== null)) return
    event.preventDefault()
    event.stopImmediatePropagation()
    end()
  }
  document.addEventListener('click', drop, { capture: true })
  setTimeout(end, SECOND_TAP_MS)
}
