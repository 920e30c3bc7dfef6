import { Link } from '@tanstack/react-router'
import type { NotReadyReason } from '#contract/maintenance/fleet-health.ts'
import { phraseSearch } from '#contract/text/search.ts'
import type { Unit } from '#contract/units/units.ts'
import { view } from '#contract/wire/access.ts'
import { fullName } from '#contract/wire/people.ts'
import { OPEN_DEFECT } from '#src/lookups/open-defect.ts'
import { useCan } from '#src/session/use-can.ts'
import { unitAddress } from '../unit-address.ts'

interface ReasonLinkProps {
  readonly unit: Unit
  readonly reason: NotReadyReason
  /** The report with all open major defects, for the address of the maintenance page. Absent when not known. */
  readonly report?: string | undefined
}

/** A reason why a unit is not ready, with a link to where it is removed, if there is one that the user may open. */
export function ReasonLink({ unit, reason: { reason, words }, report }: ReasonLinkProps) {
  const canRead = useCan(view('maintenance'))
  const canReadDrivers = useCan(view('drivers'))
  if (reason === 'driver_papers' && canReadDrivers && unit.holder !== null) {
    return (
      <Link to="/drivers" search={{ find: phraseSearch(fullName(unit.holder)) }}>
        {words}
      </Link>
    )
  }
  if (!canRead) return words
  switch (reason) {
    case 'major_defect':
      return report === undefined ? (
        <Link {...unitAddress(unit)} hash="defects">
          {words}
        </Link>
      ) : (
        <Link to="/maintenance" search={{ open: report }} hash={OPEN_DEFECT}>
          {words}
        </Link>
      )
    case 'inspection_overdue':
      return (
        <Link to="/maintenance" search={{ vehicles: unit.id, service_type: 'annual_inspection' }}>
          {words}
        </Link>
      )
    case 'service_overdue':
      return (
        <Link to="/maintenance" search={{ vehicles: unit.id }}>
          {words}
        </Link>
      )
    default:
      return words
  }
}
