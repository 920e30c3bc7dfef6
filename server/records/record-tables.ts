import type { UnitKind } from '#contract/units/unit-choices.ts'
import type { HistoryArea } from '#contract/wire/access.ts'

/** The table that stores the records of an area. */
interface RecordTable {
  readonly table: string
  readonly idType: 'integer' | 'text'
  /** Whether devices create these records and give them a `client_id`. */
  readonly isNamedByDevices: boolean
  /**
   * The table that stores the `client_id` of deleted records, and its column with the record's id. Null when the area
   * does not store them.
   */
  readonly deletedNames: { readonly table: string; readonly id: string } | null
  /** The unit kind of the area, because one table stores both kinds. Null for records that are not units. */
  readonly unitKind: UnitKind | null
}

const numbered = { idType: 'integer', isNamedByDevices: false, deletedNames: null, unitKind: null } as const
const namedByDevices = { ...numbered, isNamedByDevices: true } as const
const units = {
  table: 'units',
  idType: 'text',
  isNamedByDevices: true,
  deletedNames: { table: 'deleted_units', id: 'unit_id' },
} as const

/** The tables of all areas with a history. A new area adds one entry here. No other list names these tables. */
export const RECORD_TABLES = {
  contacts: { ...namedByDevices, table: 'contacts', deletedNames: { table: 'deleted_contacts', id: 'contact_id' } },
  dispatchers: { ...numbered, table: 'dispatchers' },
  drivers: { ...numbered, table: 'drivers' },
  maintenance: {
    ...namedByDevices,
    table: 'inspections',
    deletedNames: { table: 'deleted_inspections', id: 'inspection_id' },
  },
  schedule: { ...namedByDevices, table: 'schedule_days' },
  trailers: { ...units, unitKind: 'trailer' },
  trucks: { ...units, unitKind: 'truck' },
  users: { ...namedByDevices, table: 'users' },
} as const satisfies Readonly<Record<HistoryArea, RecordTable>>

type Tables = typeof RECORD_TABLES
/** The areas that store the `client_id` of deleted records. */
export type AreaOfDeletedNames = {
  [A in keyof Tables]: Tables[A]['deletedNames'] extends null ? never : A
}[keyof Tables]
