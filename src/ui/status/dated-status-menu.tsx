import { UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { companyNow } from '#src/browser/company-clock.ts'
import type { IsoDay } from '#src/format/calendar.ts'
import { chicagoDay } from '#src/format/chicago.ts'
import classes from '#src/ui/person/person-card.module.css'
import { RadioMenu } from './radio-menu.tsx'
import { StatusBadge, type StatusColor } from './status-badge.tsx'

const DatesDialog = lazy(() =>
  import('#src/ui/date-selector/dates-dialog.tsx').then((module) => ({ default: module.DatesDialog })),
)

export interface StatusSpell<Status> {
  readonly status: Status
  readonly from: IsoDay | null
  readonly to: IsoDay | null
}

interface DatedStatusMenuProps<Status extends string> {
  /** Whose status it is: "Maria Lopez". */
  readonly of: string
  readonly present: StatusSpell<Status>
  readonly statuses: readonly { readonly value: Status; readonly title: string; readonly color: StatusColor }[]
  /** Unless given, all of them can be chosen. */
  readonly isOffered?: (status: Status) => boolean
  /**
   * Statuses that are asked for from when until when: those that run from a day to a day, and those that no key alone may
   * give. The others hold from today until another one does.
   */
  readonly isAsked: (status: Status, isByKey: boolean) => boolean
  /** Statuses that are not kept without their last day; none unless given. */
  readonly isEndNeeded?: (status: Status) => boolean
  readonly onKeep: (status: Status, dates: { readonly from: IsoDay; readonly to: IsoDay | null }) => void
}

/** A status in its color, and the menu in which another one is chosen, or from when until when this one holds. */
export function DatedStatusMenu<Status extends string>(props: DatedStatusMenuProps<Status>) {
  const { of, present, statuses, isOffered = () => true, isAsked, isEndNeeded = () => false, onKeep } = props
  const [asked, setAsked] = useState<Status | null>(null)
  const titleOf = (value: Status) => statuses.find((one) => one.value === value)?.title ?? value
  const choose = (to: Status, isByKey: boolean) => {
    if (isAsked(to, isByKey)) setAsked(to)
    else if (to !== present.status) onKeep(to, { from: chicagoDay(companyNow()), to: null })
  }
  const title = titleOf(present.status)
  return (
    <>
      <RadioMenu
        target={
          <UnstyledButton className={classes.statusButton} aria-label={`Status of ${of}: ${title}`}>
            <StatusBadge color={statuses.find((one) => one.value === present.status)?.color ?? 'gray'} title={title} />
            <IconChevronDown size={16} aria-hidden />
          </UnstyledButton>
        }
        value={present.status}
        choices={statuses.filter(({ value }) => isOffered(value))}
        onChoose={choose}
        more={[{ title: 'Dates…', onChoose: () => setAsked(present.status) }]}
      />
      {asked === null ? null : (
        <Suspense>
          <DatesDialog
            title={`${titleOf(asked)}: ${of}`}
            initial={datesFor(present, asked)}
            isEndNeeded={isEndNeeded(asked)}
            onSubmit={(dates) => {
              setAsked(null)
              onKeep(asked, dates)
            }}
            onClose={() => setAsked(null)}
          />
        </Suspense>
      )}
    </>
  )
}

/** Those that the present status has; another one begins today. */
function datesFor<Status>(present: StatusSpell<Status>, status: Status) {
  const today = chicagoDay(companyNow())
  if (status !== present.status) return { from: today, to: null }
  return { from: present.from ?? today, to: present.to }
}
