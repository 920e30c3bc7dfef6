import { UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import { companyNow } from '#src/browser/company-clock.ts'
import type { IsoDay } from '#src/format/calendar.ts'
import { chicagoDay } from '#src/format/chicago.ts'
import { lazyPart } from '#src/ui/page/lazy-part.tsx'
import classes from '#src/ui/person/person-card.module.css'
import { RadioMenu } from './radio-menu.tsx'
import { StatusBadge, type StatusColor } from './status-badge.tsx'

const DatesDialog = lazyPart(() =>
  import('#src/ui/date-selector/dates-dialog.tsx').then((module) => module.DatesDialog),
)

export interface StatusSpell<Status> {
  readonly status: Status
  readonly from: IsoDay | null
  readonly to: IsoDay | null
}

interface DatedStatusMenuProps<Status extends string> {
  /** The name of the person with this status: "Maria Lopez". */
  readonly of: string
  readonly present: StatusSpell<Status>
  readonly statuses: readonly { readonly value: Status; readonly title: string; readonly color: StatusColor }[]
  /** Which statuses the menu offers; all by default. */
  readonly isOffered?: (status: Status) => boolean
  /**
   * Whether the menu asks for the dates of a status: for statuses with a first and a last day, and for those that a
   * single key must not set. Other statuses begin today and have no end.
   */
  readonly isAsked: (status: Status, isByKey: boolean) => boolean
  /** Whether a status requires a last day; false by default. */
  readonly isEndNeeded?: (status: Status) => boolean
  readonly onKeep: (status: Status, dates: { readonly from: IsoDay; readonly to: IsoDay | null }) => void
}

/** A status in its color, with a menu to change the status or its dates. */
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
      )}
    </>
  )
}

/** The initial dates in the dialog: those of the current status; another status begins today. */
function datesFor<Status>(present: StatusSpell<Status>, status: Status) {
  const today = chicagoDay(companyNow())
  if (status !== present.status) return { from: today, to: null }
  return { from: present.from ?? today, to: present.to }
}
