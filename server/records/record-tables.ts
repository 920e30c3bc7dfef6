import type { UnitKind } from '#contract/units/unit-choices.ts'
import type { HistoryArea } from '#contract/wire/access.ts'

/** Where the records of an area are stored. */
interface RecordTable {
  readonly table: string
  readonly idType: 'integer' | 'text'
  /** Whether devices make such records, and name them by a `client_id`. */
  readonly isNamedByDevices: boolean
  /**
   * The table that keeps what devices called records that are deleted since, and its column of their ids, beside `client_id`;
   * null where no such names are kept.
   */
  readonly deletedNames: { readonly table: string; readonly id: string } | null
  /** The kind of unit that the area is about, for one table holds both kinds; null for records that are no units. */
  readonly unitKind: UnitKind | null
}

const numbered = { idType: 'integer', isNamedByDevices: false, deletedNames: null, unitKind: null } as const
const named = { ...numbered, isNamedByDevices: true } as const
const units = {
  table: 'units',
  idType: 'text',
  isNamedByDevices: true,
  deletedNames: { table: 'deleted_units', id: 'unit_id' },
} as const

/**
 * The tables of all kinds of record that have a history. A new area has one entry here. No other list names the tables of
 * areas.
 */
export const RECORD_TABLES = {
  contacts: { ...named, table: 'contacts', deletedNames: { table: 'deleted_contacts', id: 'contact_id' } },
  dispatchers: { ...numbered, table: 'dispatchers' },
  drivers: { ...numbered, table: 'drivers' },
  maintenance: { ...named, table: 'inspections', deletedNames: { table: 'deleted_inspections', id: 'inspection_id' } },
  schedule: { ...named, table: 'schedule_days' },
  trailers: { ...units, unitKind: 'trailer' },
  trucks: { ...units, unitKind: 'truck' },
  users: { ...named, table: 'users' },
} as const satisfies Readonly<Record<HistoryArea, RecordTable>>

type Tables = typeof RECORD_TABLES
/** The areas that keep what devices called their deleted records. */
export type AreaOfDeletedNames = {
  [A in keyof Tables]: Tables[A]['deletedNames'] extends null ? never : A
}[keyof Tables]
