import { UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { edit } from '#contract/access.ts'
import type { Driver } from '#contract/drivers.ts'
import { DUTY_STATUSES, type DutyStatus, dutyStatusOf } from '#contract/duty.ts'
import { fullName } from '#contract/people.ts'
import { submitWithUndo } from '#src/form/submit-with-undo.ts'
import { chicagoDay } from '#src/format/chicago.ts'
import { useCan } from '#src/session/use-can.ts'
import { RadioMenu } from '#src/ui/radio-menu.tsx'
import { StatusBadge } from '#src/ui/status-badge.tsx'
import { toastFailure } from '#src/ui/toast.ts'
import classes from './driver-card.module.css'
import { changeDriverStatus } from './driver-commands.ts'

/** A driver's status; those who may edit drivers choose another here. */
export function DriverStatusMenu({ driver }: { readonly driver: Driver }) {
  const mayEdit = useCan(edit('drivers'))
  const current = dutyStatusOf(driver.current_status)
  if (!mayEdit) return <StatusBadge colour={current.colour} title={current.title} />
  const choose = (to: DutyStatus) => {
    if (to === driver.current_status) return
    const input = { was: driver, to, on: chicagoDay(Date.now()), until: null }
    submitWithUndo(changeDriverStatus, input, { seenVersion: driver.version }).catch(toastFailure)
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
  return <RadioMenu target={target} value={driver.current_status} choices={DUTY_STATUSES} onChoose={choose} />
}
