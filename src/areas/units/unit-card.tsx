import { memo } from 'react'
import { unitKind } from '#contract/units.ts'
import { useMark } from '#src/offline/outbox/use-outbox.ts'
import { ContactLine } from '#src/ui/contact-line.tsx'
import { StatusDates } from '#src/ui/status-dates.tsx'
import { WaitingMark } from '#src/ui/waiting-mark.tsx'
import { HealthMark } from './health-mark.tsx'
import { unitTitle } from './seen-unit.ts'
import classes from './unit-card.module.css'
import { looksWords } from './unit-looks.ts'
import { UnitPhoto } from './unit-photo.tsx'
import { UnitRowFacts } from './unit-row-facts.tsx'
import { UnitStatusMenu } from './unit-status-menu.tsx'
import { Unfolded, UnfoldUnit, type UnitRowProps } from './unit-unfolding.tsx'

/** A unit in the list. A card renders anew only when its own unit changes: scrolling 5,000 of them stays smooth. */
export const UnitCard = memo(function UnitCard({ unit, isExpanded, onToggle }: UnitRowProps) {
  const mark = useMark(unitKind, unitKind.keyOf(unit))
  const { fleet_manager_email: email, fleet_manager_phone: phone, fleet_manager_name } = unit.extra_info
  return (
    <article className={classes.card} aria-label={unitTitle(unit)}>
      <div className={classes.summary}>
        <UnitPhoto unit={unit} size={90} />
        <header className={classes.head}>
          <h2 className={classes.name}>{unit.id}</h2>
          <WaitingMark mark={mark} />
          <span className={classes.status}>
            <UnitStatusMenu unit={unit} />
            <StatusDates from={unit.status_date_from} to={unit.status_date_to} />
          </span>
        </header>
        <p className={classes.looks}>{looksWords(unit)}</p>
        <div className={classes.contact}>
          <span className={classes.manager}>{fleet_manager_name}</span>
          <ContactLine person={{ email, phone }} />
        </div>
        <UnitRowFacts unit={unit} className={classes.facts} />
        <div className={classes.health}>
          <HealthMark unit={unit} />
        </div>
        <UnfoldUnit {...{ unit, isExpanded, onToggle }} />
      </div>
      <Unfolded {...{ unit, isExpanded }} />
    </article>
  )
})
