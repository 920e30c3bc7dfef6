import type { Unit } from '#contract/units/units.ts'
import { edit } from '#contract/wire/access.ts'
import { unitTitle } from '#src/areas/units/changes/seen-unit.ts'
import { useCan } from '#src/session/use-can.ts'
import { WordButton } from '#src/ui/control/word-button.tsx'
import { lazyPart } from '#src/ui/page/lazy-part.tsx'
import { UNIT_WORDS } from '../unit-kinds.ts'

const DriverPicker = lazyPart(() => import('./driver-picker.tsx').then((module) => module.DriverPicker))

/** The server's message. */
const FIRING = 'The units of a driver in Firing can’t be changed.'

/** A unit's driver. Users who may edit the unit's area can change it here, unless the driver is in Firing. */
export function DriverButton({ unit }: { readonly unit: Unit }) {
  const mayEdit = useCan(edit(UNIT_WORDS[unit.kind].area))
  const name = unit.driver_full_name
  if (!mayEdit) return name ?? '—'
  return (
    <WordButton
      name={`Driver of ${unitTitle(unit)}: ${name ?? 'none'}`}
      held={unit.holder?.is_firing ? FIRING : null}
      opens={(anchor, onClose) => <DriverPicker {...{ unit, anchor, onClose }} />}
    >
      {name ?? '—'}
    </WordButton>
  )
}
