/**
 * SQL that makes two ways of writing a plate, a transponder or a unit number one: `identifierKey` of the contract, and the
 * same expression as that of the unique indexes, or none serves it. Null for none.
 */
export function identifierSql(text: string): string {
  return `upper(translate(${text}, ' -', '') collate "C")`
}

/**
 * Whether who is found is only asked for, or is to be written beside the row: then they are held until the transaction
 * ends. One who is deleted at this very moment is waited for and not found, where the foreign key would refuse all rows.
 */
export type Finding = 'asked' | 'held'

const lock = (finding: Finding) => (finding === 'held' ? ' for key share' : '')

const marked = (own: string, theirs: string, finding: Finding) =>
  `(select u.id from units u where ${identifierSql(`u.${own}`)} = nullif(${identifierSql(theirs)}, '')${lock(finding)})`

/** What a row's number is compared by, and of which day it is. */
interface Numbered {
  readonly number: string
  readonly date: string
  /** Which units it may be of, as SQL over `u`. */
  readonly which: string
  readonly finding: Finding
}

/** SQL for the unit that had a number before: `within` says of which of its days, as SQL over `f`. */
const formerly = ({ number, which, finding }: Numbered, within: string) =>
  `(select u.id from former_unit_numbers f join units u on u.id = f.unit_id
    where ${identifierSql('f.number')} = nullif(${identifierSql(number)}, '') and ${within} and ${which}
    order by f.until, f.id limit 1${finding === 'held' ? ' for key share of u' : ''})`

/** SQL for the unit that has a number now; `since` says of which units, as SQL over `u`. */
const now = ({ number, which, finding }: Numbered, since: string) =>
  `(select u.id from units u where ${identifierSql('u.unit_number')} = nullif(${identifierSql(number)}, '')
    and ${since} and ${which}${lock(finding)})`

/**
 * SQL for the unit that had a row's number on the row's day. On a day on which a number goes from one to another it is the new
 * one's. A number that nobody had on that day is that of the unit which has it now: it was mistyped there until it was mended.
 */
function numberedSql(row: Numbered): string {
  const hadLater = `exists (select from former_unit_numbers f where f.unit_id = u.id and f.until > ${row.date})`
  return `coalesce(
    ${formerly(row, `f.until > ${row.date} and (f.since is null or f.since <= ${row.date})`)},
    ${now(row, `not ${hadLater}`)},
    ${formerly(row, `f.until = ${row.date}`)},
    ${now(row, 'true')})`
}

/**
 * SQL for the truck that a row names on the road: by the transponder, else by the plate, else by the unit number that it had
 * then.
 * @param row has `transponder_id`, `plate` and `unit_number`, each empty for none
 * @param date SQL for the day of the row
 */
export function namedTruckSql(row: string, finding: Finding, date = `${row}.date`): string {
  const numbered = { number: `${row}.unit_number`, date, which: `u.kind = 'truck'`, finding }
  return `coalesce(${marked('transponder_id', `${row}.transponder_id`, finding)},
    ${marked('licence_plate', `${row}.plate`, finding)}, ${numberedSql(numbered)})`
}

/**
 * SQL for the truck or trailer that a row's `unit_number` names, by the number that it had on the row's day; one that has no
 * number by its id.
 */
export function namedUnitSql(row: string, finding: Finding): string {
  const number = `${row}.unit_number`
  return `coalesce(${numberedSql({ number, date: `${row}.date`, which: 'true', finding })},
    (select u.id from units u where u.id = ${number} and u.unit_number is null${lock(finding)}))`
}

/** SQL for the driver whose card paid, by a row's `network_driver`: should two have one number, the first of them. */
export function cardholderSql(row: string, finding: Finding): string {
  return `(select d.id from drivers d where d.pilot_flying_j_driver = ${row}.network_driver
    order by d.id limit 1${lock(finding)})`
}
