import { Link } from '@tanstack/react-router'
import type { Inspection } from '#contract/maintenance/inspections.ts'
import { numberOf } from '#contract/units/unit-names.ts'
import { view } from '#contract/wire/access.ts'
import { useCan } from '#src/session/use-can.ts'
import { transportWords } from '../inspection-words.ts'

/** The unit's own page, found there by its number; of one that was deleted its name alone. */
export function UnitLink({ transport }: Pick<Inspection, 'transport'>) {
  const { kind, is_deleted } = transport
  const isSeen = useCan(view(kind === 'truck' ? 'trucks' : 'trailers'))
  if (is_deleted || !isSeen) return transportWords(transport)
  return (
    <Link to={kind === 'truck' ? '/trucks' : '/trailers'} search={{ find: numberOf(transport) }}>
      {transportWords(transport)}
    </Link>
  )
}
