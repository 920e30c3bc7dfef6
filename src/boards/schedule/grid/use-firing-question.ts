import { useCallback, useState } from 'react'
import type { RowEdit } from '#src/areas/schedule/day/day-edit.ts'
import { editWords } from '#src/boards/schedule/edits/edit-words.ts'
import { rowsSettingFiring } from '#src/boards/schedule/edits/firing-rows.ts'
import type { ConfirmFiring } from '#src/boards/schedule/edits/undo-history.ts'

/** An open confirmation: a key is about to set *Firing* on days. */
export interface FiringConfirmation {
  /** "Maria Lopez, Tue 11/24/26: Firing". */
  readonly days: string
  readonly onConfirm: () => void
  readonly onClose: () => void
}

interface FiringGuard {
  readonly confirmation: FiringConfirmation | null
  /** Runs `act` immediately, or after the user confirms when `rows` set *Firing* on some days. */
  readonly confirmIfFiring: (rows: readonly RowEdit[], act: () => void) => void
  /** Asks about days that can be off screen: the days of an undo or redo. */
  readonly confirmFiring: ConfirmFiring
}

const NOTHING = () => undefined

/**
 * The confirmation before keys set *Firing*. A single key must not fire a driver: the user could be typing a name or
 * pasting a sheet.
 */
export function useFiringQuestion(): FiringGuard {
  const [confirmation, setConfirmation] = useState<FiringConfirmation | null>(null)
  const ask = useCallback((fired: readonly RowEdit[], onConfirm: () => void, onNo: () => void = NOTHING) => {
    const onClose = () => {
      setConfirmation(null)
      onNo()
    }
    setConfirmation({ days: editWords(fired, 'Firing'), onConfirm, onClose })
  }, [])
  const confirmFiring = useCallback<ConfirmFiring>(
    (fired) =>
      new Promise((resolve) => {
        // `onClose` runs after a confirmation too; the promise keeps the first result.
        ask(
          fired,
          () => resolve(true),
          () => resolve(false),
        )
      }),
    [ask],
  )
  return {
    confirmation,
    confirmIfFiring: (rows, act) => {
      const fired = rowsSettingFiring(rows)
      if (fired.length === 0) act()
      else ask(fired, act)
    },
    confirmFiring,
  }
}
