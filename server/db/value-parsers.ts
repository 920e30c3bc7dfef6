import pg from 'pg'

/**
 * How values read, for both drivers: numbers as numbers, dates and instants as the text that goes on the wire, jsonb
 * parsed, bytea as a Buffer. What is not named here reads as pg reads it: text, booleans, small integers, floats.
 */
const INT8 = 20
const DATE = 1082
const TIMESTAMP = 1114
const TIMESTAMPTZ = 1184
const INTERVAL = 1186
const NUMERIC = 1700

type Parse = (text: string) => unknown
const asIs: Parse = (text) => text

const UTC_INSTANT = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d+))?\+00$/

/**
 * `2026-11-21 08:37:00.12+00` → `2026-11-21T08:37:00.120000Z`: always six digits, so that instants sort as text and none
 * is cut. The sessions of both drivers keep UTC; `infinity` and years before Christ stay as PostgreSQL writes them.
 */
export function instantOf(text: string): string {
  const [, day, time, fraction = ''] = UTC_INSTANT.exec(text) ?? []
  return day && time ? `${day}T${time}.${fraction.padEnd(6, '0')}Z` : text
}

const scalars: ReadonlyMap<number, Parse> = new Map<number, Parse>([
  [INT8, Number],
  [NUMERIC, Number],
  [DATE, asIs],
  [TIMESTAMP, asIs],
  [INTERVAL, asIs],
  [TIMESTAMPTZ, instantOf],
])

const ARRAYS: ReadonlyMap<number, number> = new Map([
  [1016, INT8],
  [1231, NUMERIC],
  [1182, DATE],
  [1115, TIMESTAMP],
  [1185, TIMESTAMPTZ],
  [1187, INTERVAL],
])

/** `{1,NULL,3}` by the parser of its items; of these types none has a comma or a quote inside. */
const arrayOf =
  (item: Parse): Parse =>
  (text) =>
    text === '{}'
      ? []
      : text
          .slice(1, -1)
          .split(',')
          .map((entry) => (entry === 'NULL' ? null : item(entry.replaceAll('"', ''))))

function parserOf(oid: number): Parse | undefined {
  const itemOid = ARRAYS.get(oid)
  return itemOid === undefined ? scalars.get(oid) : arrayOf(scalars.get(itemOid) ?? asIs)
}

const parsers = new Map<number, Parse>()
for (const oid of [...scalars.keys(), ...ARRAYS.keys()]) parsers.set(oid, parserOf(oid) ?? asIs)

/** The `types` of a pg client. */
export const valueParsers: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    (format === 'binary' ? undefined : parsers.get(oid)) ?? pg.types.getTypeParser(oid, format),
}
