import { memo } from 'react'
import { unitKind, unitNumberOf } from '#contract/units/unit-names.ts'
import type { Unit } from '#contract/units/units.ts'
import { unitTitle } from '#src/areas/units/changes/seen-unit.ts'
import { kMiles } from '#src/format/numbers.ts'
import { useMark } from '#src/offline/outbox/show/use-outbox.ts'
import { WaitingMark } from '#src/ui/notice/waiting-mark.tsx'
import { StatusDates } from '#src/ui/status/status-dates.tsx'
import { Marked } from '#src/ui/text/marked.tsx'
import { isOnCard, Looks } from './found-words.tsx'
import { HealthMark } from './health-mark.tsx'
import { ReasonLink } from './reason-link.tsx'
import classes from './unit-card.module.css'
import { UnitPhoto } from './unit-photo.tsx'
import { ExpandUnit, UnitRowDetails, type UnitRowProps } from './unit-row-details.tsx'
import { UnitRowFacts } from './unit-row-facts.tsx'
import { UnitStatusMenu } from './unit-status-menu.tsx'

/**
 * A unit in the list. A card renders again only when its own unit changes, so that scrolling 5,000 cards stays smooth.
 */
export const UnitCard = memo(function UnitCard({ unit, find, isExpanded, onToggle }: UnitRowProps) {
  const mark = useMark(unitKind, unitKind.keyOf(unit))
  return (
    <article className={classes.card} aria-label={unitTitle(unit)}>
      <div className={classes.summary}>
        <UnitPhoto unit={unit} size={90} />
        <header className={classes.head}>
          <span className={classes.called} translate="no">
            <h2 className={classes.name}>
              <Marked text={unitNumberOf(unit)} find={find} />
            </h2>
            <Formerly unit={unit} />
          </span>
          <WaitingMark mark={mark} />
          <span className={classes.miles}>{kMiles(unit.miles_driven)}</span>
          <span className={classes.status}>
            <UnitStatusMenu unit={unit} />
            <StatusDates from={unit.status_date_from} to={unit.status_date_to} />
          </span>
        </header>
        <p className={classes.looks}>
          <Looks unit={unit} find={find} isShown={isOnCard} />
        </p>
        <UnitRowFacts unit={unit} />
        <div className={classes.health}>
          <HealthMark unit={unit} linked={(reason) => <ReasonLink unit={unit} reason={reason} />} />
        </div>
        <ExpandUnit {...{ unit, isExpanded, onToggle }} />
      </div>
      <UnitRowDetails {...{ unit, isExpanded }} />
    </article>
  )
})

/** A unit's former numbers, after its number: ", formerly 205". */
function Formerly({ unit: { formerly = [] } }: { readonly unit: Unit }) {
  if (formerly.length === 0) return null
  return <span className={classes.formerly}>{formerly.map((number) => `, formerly ${number}`).join('')}</span>
}
