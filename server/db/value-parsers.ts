import pg from 'pg'

/**
 * How both drivers read values: numbers as numbers, dates and instants as their text on the wire, jsonb parsed, bytea
 * as a Buffer. Types that are not listed here use pg's own parsers: text, booleans, small integers, floats.
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
 * `2026-11-21 08:37:00.12+00` → `2026-11-21T08:37:00.120000Z`. Always six decimals, so that instants sort as text and
 * keep full precision. The sessions of both drivers use UTC. `infinity` and years BC stay as PostgreSQL writes them.
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

/** Parses `{1,NULL,3}` with the parser of its items. Values of these types contain no commas and no quotes. */
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
