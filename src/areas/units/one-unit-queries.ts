import type { UnitKind } from '#contract/units/unit-choices.ts'
import { trailerEndpoints, truckEndpoints, type Unit } from '#contract/units/units.ts'
import { view } from '#contract/wire/access.ts'
import { withManagerContacts } from '#src/lookups/copied-contacts.ts'
import { UNIT_ROW_AREAS } from '#src/lookups/unit-row-areas.ts'
import type { Fold } from '#src/offline/fold/fold.ts'
import { findStoredRow } from '#src/offline/reading/derived-list.ts'
import { type RecordQuery, recordQuery } from '#src/offline/reading/record-query.ts'
import { UNIT_DEFAULTS } from './list/unit-search.ts'
import { trailerList, truckList } from './unit-queries.ts'

const hasRef = (ref: string) => (row: Unit) => row.id === ref || row.client_id === ref

/** The parts that both queries share. Until the server responds, the row comes from the stored list. */
const oneParts = (kind: UnitKind, ref: string) => ({
  params: { id: ref },
  areas: UNIT_ROW_AREAS[kind],
  // As in the lists.
  parts: [view('drivers')],
  showsDerivedFirst: true,
  overlay: <Row extends Unit>(row: Row, fold: Fold) => withManagerContacts([row], fold)[0] ?? row,
})

const oneTruck = (ref: string) =>
  recordQuery({
    ...oneParts('truck', ref),
    key: ['trucks', 'one'],
    endpoint: truckEndpoints.find,
    derive: () => findStoredRow(truckList(UNIT_DEFAULTS), hasRef(ref)),
  })

const oneTrailer = (ref: string) =>
  recordQuery({
    ...oneParts('trailer', ref),
    key: ['trailers', 'one'],
    endpoint: trailerEndpoints.find,
    derive: () => findStoredRow(trailerList(UNIT_DEFAULTS), hasRef(ref)),
  })

/** One truck or trailer. `ref`: its id, or the client id from the device that created it. */
export function oneUnit(kind: UnitKind, ref: string): RecordQuery<Unit> {
  // A query of a kind only receives rows of that kind.
  return (kind === 'truck' ? oneTruck(ref) : oneTrailer(ref)) as RecordQuery<Unit>
}
