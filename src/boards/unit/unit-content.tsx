import type { ReactNode } from 'react'
import type { Unit } from '#contract/units/units.ts'
import { view } from '#contract/wire/access.ts'
import { LastReports } from '#src/areas/maintenance/of-unit/last-reports.tsx'
import { OpenDefectList } from '#src/areas/maintenance/of-unit/open-defect-list.tsx'
import { openDefects, useUnitReports } from '#src/areas/maintenance/of-unit/unit-reports.ts'
import { UnitDetails } from '#src/areas/units/detail/unit-details.tsx'
import { unitIds } from '#src/areas/units/unit-address.ts'
import { ReadingPlaceholder } from '#src/list/reading-placeholder.tsx'
import { useCan } from '#src/session/use-can.ts'
import { Card } from '#src/ui/page/card.tsx'
import classes from './unit-page.module.css'
import { UnitSummary } from './unit-summary.tsx'

/** The address may name a part of the page that comes later than the page itself. */
const showIfNamed = (part: HTMLElement | null) => {
  if (part !== null && location.hash === `#${part.id}`) part.scrollIntoView()
}

/** The content of a unit's page. Its reports are left out for users who may not view maintenance. */
export function UnitContent({ unit }: { readonly unit: Unit }) {
  const canRead = useCan(view('maintenance'))
  const list = useUnitReports(unitIds(unit), { isWanted: canRead })
  const defects = openDefects(list.rows)
  const read = (shown: ReactNode) => (
    <ReadingPlaceholder
      list={list}
      what="list"
      subject="The reports"
      loading={<p role="status">Loading...</p>}
      nothing={shown}
    />
  )
  return (
    <div className={classes.page}>
      <UnitSummary unit={unit} defects={defects} />
      {canRead ? (
        <div className={classes.reports}>
          <div id="defects" ref={showIfNamed}>
            <Card title="Open defects">{read(<OpenDefectList defects={defects} />)}</Card>
          </div>
          <div id="reports" ref={showIfNamed}>
            <Card title="Last reports">{read(<LastReports reports={list.rows} />)}</Card>
          </div>
        </div>
      ) : null}
      <div className={classes.details}>
        <UnitDetails unit={unit} />
      </div>
    </div>
  )
}
