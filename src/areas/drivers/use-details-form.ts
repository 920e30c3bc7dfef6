import { type Driver, driverKind } from '#contract/drivers.ts'
import { submitWithUndo } from '#src/form/submit-with-undo.ts'
import { useSeenForm } from '#src/form/use-seen-form.ts'
import { detailWords } from './driver-details-change.ts'
import { changeDriverDetails } from './driver-details-commands.ts'
import { detailsDraft, patchOf, valuesOf } from './driver-details-draft.ts'
import { rowOfSeen } from './seen-driver.ts'

/** What is typed about a driver, and its saving. */
export function useDetailsForm(driver: Driver, onClose: () => void) {
  return useSeenForm({
    row: driver,
    valuesOf,
    differs: (seen, now) => detailWords({ was: seen, to: patchOf(seen, valuesOf(now)) }),
    nothing: null,
    kind: detailsDraft,
    key: driverKind.keyOf(driver),
    pack: ({ was, values }) => ({ was, values }),
    unpack: ({ was, values }) => ({ was: rowOfSeen(was), values, beside: null }),
    save: async ({ was, values }) => {
      const to = patchOf(was, values)
      if (Object.keys(to).length > 0)
        await submitWithUndo(changeDriverDetails, { was, to }, { seenVersion: was.version })
    },
    onSaved: onClose,
    onGivenUp: onClose,
  })
}
