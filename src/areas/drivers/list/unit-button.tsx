import type { Driver } from '#contract/people/drivers.ts'
import type { UnitKind } from '#contract/units/unit-choices.ts'
import { unitNumberOfDriver } from '#contract/units/unit-names.ts'
import { edit } from '#contract/wire/access.ts'
import { fullName } from '#contract/wire/people.ts'
import { useCan } from '#src/session/use-can.ts'
import { WordButton } from '#src/ui/control/word-button.tsx'
import { lazyPart } from '#src/ui/page/lazy-part.tsx'
import { UNIT_TITLES } from '../unit-words.ts'

const UnitPicker = lazyPart(() => import('./unit-picker.tsx').then((module) => module.UnitPicker))

/** The server's message. */
const FIRING = 'The units of a driver in Firing can’t be changed.'

interface UnitButtonProps {
  readonly driver: Driver
  readonly kind: UnitKind
}

/** A driver's truck or trailer. Users who may edit drivers can change it here, unless the driver is in Firing. */
export function UnitButton({ driver, kind }: UnitButtonProps) {
  const mayEdit = useCan(edit('drivers'))
  const unit = unitNumberOfDriver(driver, kind)
  if (!mayEdit) return unit ?? '—'
  return (
    <WordButton
      name={`${UNIT_TITLES[kind]} of ${fullName(driver.user)}: ${unit ?? 'none'}`}
      held={driver.current_status === 'firing_process' ? FIRING : null}
      opens={(anchor, onClose) => <UnitPicker {...{ driver, kind, anchor, onClose }} />}
    >
      {unit ?? '—'}
    </WordButton>
  )
}
