import type { Inspection } from '#contract/maintenance/inspections.ts'
import type { FieldProps } from '#src/form/fields/bound-field.ts'
import { PickField, Picks } from '#src/form/pick/pick-field.tsx'
import { unitList } from '#src/lookups/unit-name-queries.ts'
import { useAllRows } from '#src/offline/reading/use-all-rows.ts'
import { transportChoices } from '../inspection-choices.ts'

type Transport = Inspection['transport']

interface TransportFieldProps extends FieldProps<Transport | null> {
  /** The unit that the report is of, which may be gone from the lists. */
  readonly present: Transport | null
}

/** The truck or the trailer that a report is of. */
export function TransportField({ present, ...given }: TransportFieldProps) {
  const picked = given.field.state.value
  return (
    <PickField {...given} shown={picked?.title ?? null}>
      {(pick) => <TransportPicks {...{ picked, present }} onPick={pick} />}
    </PickField>
  )
}

interface TransportPicksProps extends Pick<TransportFieldProps, 'present'> {
  readonly picked: Transport | null
  readonly onPick: (unit: Transport) => void
  readonly keepsEscape?: boolean
}

const TRUCKS = unitList('truck')
const TRAILERS = unitList('trailer')

/** The trucks, then the trailers, to pick one. */
export function TransportPicks({ picked, present, onPick, keepsEscape = true }: TransportPicksProps) {
  const trucks = useAllRows(TRUCKS)
  const trailers = useAllRows(TRAILERS)
  return (
    <Picks
      // Those that are there can be picked, while the others come.
      list={trucks.state === 'ready' ? trucks : trailers.state === 'ready' ? trailers : trucks}
      what="The trucks and trailers"
      label="Vehicle or asset"
      choices={transportChoices([...trucks.rows, ...trailers.rows], present)}
      picked={picked?.id ?? null}
      onPick={({ content }) => onPick(content)}
      keepsEscape={keepsEscape}
    />
  )
}
