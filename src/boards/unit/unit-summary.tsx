import { Link } from '@tanstack/react-router'
import { isOpenMajor } from '#contract/maintenance/inspections.ts'
import { phraseSearch } from '#contract/text/search.ts'
import { unitNumberOf } from '#contract/units/unit-names.ts'
import type { Unit } from '#contract/units/units.ts'
import { view } from '#contract/wire/access.ts'
import { fullName } from '#contract/wire/people.ts'
import { type OpenDefect, reportRef } from '#src/areas/maintenance/of-unit/unit-reports.ts'
import { useCoupledUnit } from '#src/areas/units/coupled-unit.ts'
import { HealthMark } from '#src/areas/units/list/health-mark.tsx'
import { ReasonLink } from '#src/areas/units/list/reason-link.tsx'
import { UnitPhoto } from '#src/areas/units/list/unit-photo.tsx'
import { UnitRowFacts } from '#src/areas/units/list/unit-row-facts.tsx'
import { UnitStatusMenu } from '#src/areas/units/list/unit-status-menu.tsx'
import { unitAddress } from '#src/areas/units/unit-address.ts'
import { UNIT_WORDS } from '#src/areas/units/unit-kinds.ts'
import { looksWords } from '#src/areas/units/unit-words.ts'
import { useCan } from '#src/session/use-can.ts'
import { Fact } from '#src/ui/page/fact.tsx'
import { StatusDates } from '#src/ui/status/status-dates.tsx'
import classes from './unit-page.module.css'

interface UnitSummaryProps {
  readonly unit: Unit
  readonly defects: readonly OpenDefect[]
}

/** What a unit is, whether it may roll, and who and what belongs to it. */
export function UnitSummary({ unit, defects }: UnitSummaryProps) {
  const majors = defects.filter(({ defect }) => isOpenMajor(defect))
  const [major] = majors
  const report = major && majors.every((one) => one.report === major.report) ? reportRef(major.report) : undefined
  return (
    <section className={classes.summary} aria-label="Summary">
      <UnitPhoto unit={unit} size={90} />
      <div className={classes.told}>
        <p className={classes.status}>
          <UnitStatusMenu unit={unit} />
          <StatusDates from={unit.status_date_from} to={unit.status_date_to} />
        </p>
        <HealthMark unit={unit} linked={(reason) => <ReasonLink {...{ unit, reason, report }} />} />
        <p>{looksWords(unit)}</p>
        <div>
          <UnitRowFacts unit={unit} />
        </div>
        <dl className={classes.facts}>
          <DriverLink unit={unit} />
          <CoupledLink unit={unit} />
        </dl>
      </div>
    </section>
  )
}

function DriverLink({ unit: { holder } }: Pick<UnitSummaryProps, 'unit'>) {
  const canView = useCan(view('drivers'))
  if (holder === null || !canView) return null
  const name = fullName(holder)
  return (
    <Fact name="Driver’s card" isVerbatim>
      <Link to="/drivers" search={{ find: phraseSearch(name) }}>
        {name}
      </Link>
    </Fact>
  )
}

function CoupledLink({ unit }: Pick<UnitSummaryProps, 'unit'>) {
  const coupled = useCoupledUnit(unit)
  if (coupled === null) return null
  return (
    <Fact name={`Its ${UNIT_WORDS[coupled.kind].noun}`}>
      <Link {...unitAddress(coupled)} translate="no">
        {unitNumberOf(coupled)}
      </Link>
      <HealthMark unit={coupled} />
    </Fact>
  )
}
