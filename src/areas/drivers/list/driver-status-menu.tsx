import { DUTY_STATUSES, type DutyStatus, dutyStatusOf } from '#contract/people/driver-choices.ts'
import type { Driver } from '#contract/people/drivers.ts'
import { edit } from '#contract/wire/access.ts'
import { fullName } from '#contract/wire/people.ts'
import { isDated } from '#src/areas/drivers/changes/status-dates.ts'
import { submitAllWithUndo } from '#src/form/frame/submit-with-undo.ts'
import type { IsoDay } from '#src/format/calendar.ts'
import { newChange } from '#src/offline/command.ts'
import { useCan } from '#src/session/use-can.ts'
import { toastFailure } from '#src/ui/notice/toast.ts'
import { DatedStatusMenu } from '#src/ui/status/dated-status-menu.tsx'
import { StatusBadge } from '#src/ui/status/status-badge.tsx'

interface Dates {
  readonly from: IsoDay
  readonly to: IsoDay | null
}

async function saveStatus(driver: Driver, to: DutyStatus, { from, to: until }: Dates): Promise<void> {
  const isSame =
    to === driver.current_status && from === driver.current_status_date_from && until === driver.status_date_to
  if (isSame) return
  const input = { was: driver, to, on: from, until }
  await submitAllWithUndo(
    import('#src/areas/drivers/changes/driver-commands.ts').then(({ changeDriverStatus }) => [
      newChange(changeDriverStatus, input, driver.version),
    ]),
  )
}

/**
 * Whether the menu asks for dates. It also asks for Firing chosen by key, because a single key must never fire a
 * driver.
 */
const isAsked = (status: DutyStatus, isByKey: boolean) => isDated(status) || (isByKey && status === 'firing_process')

/** A driver's status. Users who may edit drivers can change it and its dates here. */
export function DriverStatusMenu({ driver }: { readonly driver: Driver }) {
  const mayEdit = useCan(edit('drivers'))
  const { current_status: status, current_status_date_from: from, status_date_to: to } = driver
  if (!mayEdit) return <StatusBadge {...dutyStatusOf(status)} />
  return (
    <DatedStatusMenu
      of={fullName(driver.user)}
      present={{ status, from, to }}
      statuses={DUTY_STATUSES}
      isAsked={isAsked}
      onKeep={(chosen, dates) => void saveStatus(driver, chosen, dates).catch(toastFailure)}
    />
  )
}
