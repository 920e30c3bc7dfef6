import { UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { edit } from '#contract/access.ts'
import type { Driver } from '#contract/drivers.ts'
import { DUTY_STATUSES, type DutyStatus, dutyStatusOf } from '#contract/duty.ts'
import { fullName } from '#contract/people.ts'
import { submitWithUndo } from '#src/form/submit-with-undo.ts'
import type { IsoDay } from '#src/format/calendar.ts'
import { chicagoDay } from '#src/format/chicago.ts'
import { useCan } from '#src/session/use-can.ts'
import { RadioMenu } from '#src/ui/radio-menu.tsx'
import { StatusBadge } from '#src/ui/status-badge.tsx'
import { toastFailure } from '#src/ui/toast.ts'
import classes from './driver-card.module.css'
import { changeDriverStatus } from './driver-commands.ts'
import { isDated } from './status-dates.ts'

const DatesDialog = lazy(() =>
  import('#src/ui/date-selector/dates-dialog.tsx').then((module) => ({ default: module.DatesDialog })),
)

interface Dates {
  readonly from: IsoDay
  readonly to: IsoDay | null
}

function keep(driver: Driver, to: DutyStatus, { from, to: until }: Dates): void {
  const isSame =
    to === driver.current_status && from === driver.current_status_date_from && until === driver.status_date_to
  if (isSame) return
  const input = { was: driver, to, on: from, until }
  submitWithUndo(changeDriverStatus, input, { seenVersion: driver.version }).catch(toastFailure)
}

/** A driver's status; those who may edit drivers choose another here, and from when until when it holds. */
export function DriverStatusMenu({ driver }: { readonly driver: Driver }) {
  const mayEdit = useCan(edit('drivers'))
  const [asked, setAsked] = useState<DutyStatus | null>(null)
  const current = dutyStatusOf(driver.current_status)
  if (!mayEdit) return <StatusBadge colour={current.colour} title={current.title} />
  const choose = (to: DutyStatus) => {
    if (isDated(to)) setAsked(to)
    else if (to !== driver.current_status) keep(driver, to, { from: chicagoDay(Date.now()), to: null })
  }
  const target = (
    <UnstyledButton
      className={classes.statusButton}
      aria-label={`Status of ${fullName(driver.user)}: ${current.title}`}
    >
      <StatusBadge colour={current.colour} title={current.title} />
      <IconChevronDown size={16} aria-hidden />
    </UnstyledButton>
  )
  return (
    <>
      <RadioMenu
        target={target}
        value={driver.current_status}
        choices={DUTY_STATUSES}
        onChoose={choose}
        more={[{ title: 'Dates…', onChoose: () => setAsked(driver.current_status) }]}
      />
      {asked === null ? null : (
        <Suspense>
          <DatesDialog
            title={`${dutyStatusOf(asked).title}: ${fullName(driver.user)}`}
            initial={datesFor(driver, asked)}
            onSubmit={(dates) => {
              setAsked(null)
              keep(driver, asked, dates)
            }}
            onClose={() => setAsked(null)}
          />
        </Suspense>
      )}
    </>
  )
}

/** Those that the present status has; another one begins today. */
function datesFor(driver: Driver, status: DutyStatus): Dates {
  const today = chicagoDay(Date.now())
  if (status !== driver.current_status) return { from: today, to: null }
  return { from: driver.current_status_date_from ?? today, to: driver.status_date_to }
}
