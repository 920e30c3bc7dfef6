import type { Inspection } from '#contract/maintenance/inspections.ts'
import type { FieldProps } from '#src/form/fields/bound-field.ts'
import { PickerList, PickField } from '#src/form/pick/pick-field.tsx'
import { unitList } from '#src/lookups/unit-name-queries.ts'
import { useAllRows } from '#src/offline/reading/use-all-rows.ts'
import { transportChoices } from '../inspection-choices.ts'

type Transport = Inspection['transport']

interface TransportFieldProps extends FieldProps<Transport | null> {
  /** The report's current unit, which might be missing from the lists. */
  readonly present: Transport | null
}

/** The field for the truck or trailer of a report. */
export function TransportField({ present, ...fieldProps }: TransportFieldProps) {
  const picked = fieldProps.field.state.value
  return (
    <PickField {...fieldProps} shown={picked?.title ?? null}>
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

/** A list of trucks, then trailers, to pick one. */
export function TransportPicks({ picked, present, onPick, keepsEscape = true }: TransportPicksProps) {
  const trucks = useAllRows(TRUCKS)
  const trailers = useAllRows(TRAILERS)
  return (
    <PickerList
      // As soon as one list is ready its units can be picked, while the other list is still loading.
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
