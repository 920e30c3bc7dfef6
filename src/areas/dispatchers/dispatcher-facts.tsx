import { IconUsers } from '@tabler/icons-react'
import { edit } from '#contract/wire/access.ts'
import { fullName } from '#contract/wire/people.ts'
import { countOf, formatMoney } from '#src/format/numbers.ts'
import { Can } from '#src/session/can.tsx'
import { Fact } from '#src/ui/page/fact.tsx'
import classes from './dispatcher-card.module.css'
import { DispatcherDates } from './dispatcher-dates.tsx'
import type { DispatcherRowProps } from './dispatcher-details.tsx'

interface DispatcherFactsProps extends DispatcherRowProps {
  /** A class for the layout. */
  readonly className: string | undefined
}

/** A dispatcher's drivers, the dates of the status, and the revenue of the drivers. */
export function DispatcherFacts({ dispatcher, onDrivers, revenue, className }: DispatcherFactsProps) {
  const name = fullName(dispatcher.user)
  const count = countOf(dispatcher.drivers.length, 'driver')
  // A dispatcher who is away can't have drivers, so there is nothing to choose.
  const isFixed = dispatcher.status !== 'working' && dispatcher.drivers.length === 0
  return (
    <dl className={className}>
      <Fact name="Drivers" isNameHidden>
        <Can access={edit('dispatchers')} otherwise={count}>
          {isFixed ? (
            count
          ) : (
            <button
              type="button"
              className={classes.drivers}
              aria-haspopup="dialog"
              aria-label={`${count}: choose the drivers of ${name}`}
              onClick={() => onDrivers(dispatcher)}
            >
              <IconUsers size={16} stroke={1.75} aria-hidden />
              {count}
            </button>
          )}
        </Can>
      </Fact>
      <Fact name="Dates of the status" isNameHidden>
        <DispatcherDates dispatcher={dispatcher} />
      </Fact>
      {revenue === undefined ? null : (
        <Fact name="Gross revenue">
          <span className={classes.amount}>{revenue === null ? '—' : formatMoney(revenue)}</span>
        </Fact>
      )}
    </dl>
  )
}
