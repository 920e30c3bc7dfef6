import { Link } from '@tanstack/react-router'
import type { Inspection } from '#contract/maintenance/inspections.ts'
import { view } from '#contract/wire/access.ts'
import { useCan } from '#src/session/use-can.ts'
import { transportWords } from '../inspection-words.ts'

/**
 * A link to the page of the unit. Plain text if the unit was deleted or the user can't view its kind.
 */
export function UnitLink({ transport }: Pick<Inspection, 'transport'>) {
  const { kind, id, is_deleted } = transport
  const canView = useCan(view(kind === 'truck' ? 'trucks' : 'trailers'))
  if (is_deleted || !canView) return transportWords(transport)
  return (
    <Link to="/units/$kind/$id" params={{ kind, id }}>
      {transportWords(transport)}
    </Link>
  )
}
