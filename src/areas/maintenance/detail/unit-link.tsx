import { Link } from '@tanstack/react-router'
import type { Inspection } from '#contract/maintenance/inspections.ts'
import { unitNumberOf } from '#contract/units/unit-names.ts'
import { view } from '#contract/wire/access.ts'
import { useCan } from '#src/session/use-can.ts'
import { transportWords } from '../inspection-words.ts'

/**
 * A link to the list page of trucks or trailers, searched for the unit's number. Plain text if the unit was deleted or
 * the user can't view that page.
 */
export function UnitLink({ transport }: Pick<Inspection, 'transport'>) {
  const { kind, is_deleted } = transport
  const canView = useCan(view(kind === 'truck' ? 'trucks' : 'trailers'))
  if (is_deleted || !canView) return transportWords(transport)
  return (
    <Link to={kind === 'truck' ? '/trucks' : '/trailers'} search={{ find: unitNumberOf(transport) }}>
      {transportWords(transport)}
    </Link>
  )
}
