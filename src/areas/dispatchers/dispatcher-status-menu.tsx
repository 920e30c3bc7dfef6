import { UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import { DISPATCHER_DUTIES, type DispatcherStatus } from '#contract/people/dispatcher-choices.ts'
import { type Dispatcher, HAS_DRIVERS } from '#contract/people/dispatchers.ts'
import { edit } from '#contract/wire/access.ts'
import { fullName } from '#contract/wire/people.ts'
import { useCan } from '#src/session/use-can.ts'
import { toastFailure } from '#src/ui/notice/toast.ts'
import { RadioMenu } from '#src/ui/status/radio-menu.tsx'
import { StatusBadge } from '#src/ui/status/status-badge.tsx'
import classes from './dispatcher-card.module.css'
import { StatusDates } from './dispatcher-dates.tsx'

const dutyOf = (status: DispatcherStatus) =>
  DISPATCHER_DUTIES.find(({ value }) => value === status) ?? DISPATCHER_DUTIES[0]

/** A dispatcher's status. Users who may edit dispatchers can change it and its dates here. */
export function DispatcherStatusMenu({ dispatcher }: { readonly dispatcher: Dispatcher }) {
  const mayEdit = useCan(edit('dispatchers'))
  const [asked, setAsked] = useState<DispatcherStatus | null>(null)
  const { status } = dispatcher
  const duty = dutyOf(status)
  const badge = <StatusBadge color={duty.color} title={duty.title} />
  const name = fullName(dispatcher.user)
  if (!mayEdit) return badge
  const ask = (to: DispatcherStatus) => {
    if (to !== 'working' && dispatcher.drivers.length > 0) toastFailure(new Error(HAS_DRIVERS))
    else setAsked(to)
  }
  const target = (
    <UnstyledButton className={classes.statusButton} aria-label={`Status of ${name}: ${duty.title}`}>
      {badge}
      <IconChevronDown size={16} aria-hidden />
    </UnstyledButton>
  )
  return (
    <>
      <RadioMenu target={target} value={status} choices={DISPATCHER_DUTIES} onChoose={ask} />
      {asked === null ? null : <StatusDates dispatcher={dispatcher} to={asked} onClose={() => setAsked(null)} />}
    </>
  )
}
