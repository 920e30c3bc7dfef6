import { lazy, Suspense, useState } from 'react'
import { edit } from '#contract/access.ts'
import type { Driver } from '#contract/drivers.ts'
import { fullName } from '#contract/people.ts'
import type { UnitSort } from '#contract/units.ts'
import { useCan } from '#src/session/use-can.ts'
import { toastDone } from '#src/ui/toast.ts'
import classes from './unit-button.module.css'
import { UNIT_TITLES } from './unit-words.ts'

const UnitPicker = lazy(() => import('./unit-picker.tsx').then((module) => ({ default: module.UnitPicker })))

/** As the server words it. */
const FIRING = 'The units of a driver in Firing can not be changed.'

interface UnitButtonProps {
  readonly driver: Driver
  readonly sort: UnitSort
}

/** A driver's truck or trailer; those who may edit drivers choose another here, as long as the driver is not in Firing. */
export function UnitButton({ driver, sort }: UnitButtonProps) {
  const mayEdit = useCan(edit('drivers'))
  const [isOpen, setIsOpen] = useState(false)
  const unit = driver[sort]
  if (!mayEdit) return unit ?? '—'
  const isHeld = driver.current_status === 'firing_process'
  const name = `${UNIT_TITLES[sort]} of ${fullName(driver.user)}: ${unit ?? 'none'}`
  return (
    <span className={classes.place}>
      <button
        type="button"
        className={classes.button}
        aria-label={isHeld ? `${name}. ${FIRING}` : name}
        aria-haspopup="dialog"
        aria-disabled={isHeld || undefined}
        title={isHeld ? FIRING : undefined}
        onClick={() => (isHeld ? toastDone(FIRING) : setIsOpen(true))}
      >
        {unit ?? '—'}
      </button>
      {isOpen ? (
        <Suspense>
          <UnitPicker
            {...{ driver, sort }}
            anchor={<span className={classes.anchor} />}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      ) : null}
    </span>
  )
}
