import { useCallback, useState } from 'react'
import type { RowEdit } from '#src/areas/schedule/day/day-edit.ts'
import { editWords } from '#src/boards/schedule/edits/edit-words.ts'
import { firedRows } from '#src/boards/schedule/edits/fired-rows.ts'
import type { MayFire } from '#src/boards/schedule/edits/trail.ts'

/** Keys are to set *Firing* on days: to be asked before it is done. */
export interface FiringAsked {
  /** "Maria Lopez, Tue 11/24/26: Firing". */
  readonly days: string
  readonly onConfirm: () => void
  readonly onClose: () => void
}

interface FiringQuestion {
  readonly asked: FiringAsked | null
  /** Does what keys are to do: at once, unless it sets *Firing* on some days. */
  readonly unlessFiring: (rows: readonly RowEdit[], act: () => void) => void
  /** Asks of days that are not looked at: what is taken back, or made again. */
  readonly mayFire: MayFire
}

const NOTHING = () => undefined

/** No single key fires a driver: who types a name or pastes a sheet is asked first. */
export function useFiringQuestion(): FiringQuestion {
  const [asked, setAsked] = useState<FiringAsked | null>(null)
  const ask = useCallback((fired: readonly RowEdit[], onConfirm: () => void, onNo: () => void = NOTHING) => {
    const onClose = () => {
      setAsked(null)
      onNo()
    }
    setAsked({ days: editWords(fired, 'Firing'), onConfirm, onClose })
  }, [])
  const mayFire = useCallback<MayFire>(
    (fired) =>
      new Promise((resolve) => {
        // It is closed after a yes as well: the first answer stands.
        ask(
          fired,
          () => resolve(true),
          () => resolve(false),
        )
      }),
    [ask],
  )
  return {
    asked,
    unlessFiring: (rows, act) => {
      const fired = firedRows(rows)
      if (fired.length === 0) act()
      else ask(fired, act)
    },
    mayFire,
  }
}
