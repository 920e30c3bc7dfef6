import { IconTool } from '@tabler/icons-react'
import { memo } from 'react'
import { unitKind, unitNumberWords } from '#contract/units/unit-names.ts'
import { kMiles } from '#src/format/numbers.ts'
import { useMark } from '#src/offline/outbox/show/use-outbox.ts'
import { Fact } from '#src/ui/page/fact.tsx'
import { PersonLine } from '#src/ui/person/person-line.tsx'
import { DueFact } from '#src/ui/status/due-fact.tsx'
import { StatusDates } from '#src/ui/status/status-dates.tsx'
import { Marked } from '#src/ui/text/marked.tsx'
import { DriverButton } from './driver-button.tsx'
import { isOnLine, Looks } from './found-words.tsx'
import { HealthMark } from './health-mark.tsx'
import classes from './unit-line.module.css'
import { ExpandUnit, UnitRowDetails, type UnitRowProps } from './unit-row-details.tsx'
import { UnitStatusMenu } from './unit-status-menu.tsx'

const SIGN = { size: 15, stroke: 1.75, 'aria-hidden': true } as const

/** A unit in the compact list. A line renders again only when its own unit changes. */
export const UnitLine = memo(function UnitLine({ unit, find, isExpanded, onToggle }: UnitRowProps) {
  return (
    <PersonLine
      className={classes.row}
      name={unitNumberWords(unit)}
      title={<Marked text={unitNumberWords(unit)} find={find} />}
      mark={useMark(unitKind, unitKind.keyOf(unit))}
      status={<UnitStatusMenu unit={unit} />}
      dates={<StatusDates from={unit.status_date_from} to={unit.status_date_to} isBrief />}
      facts={
        <dl className={classes.facts}>
          <Fact name="Health" isNameHidden>
            <HealthMark unit={unit} isBrief />
          </Fact>
          <Fact name="Driver">
            <DriverButton unit={unit} />
          </Fact>
          <Fact name="Vehicle" isNameHidden>
            <Looks unit={unit} find={find} isShown={isOnLine} />
          </Fact>
          <DueFact name="Next service" icon={<IconTool {...SIGN} />} day={unit.next_service_date} over="overdue" />
          <Fact name="Driven" isNameHidden>
            {kMiles(unit.miles_driven)}
          </Fact>
        </dl>
      }
      unfold={<ExpandUnit {...{ unit, isExpanded, onToggle }} />}
    >
      <UnitRowDetails {...{ unit, isExpanded }} />
    </PersonLine>
  )
})
