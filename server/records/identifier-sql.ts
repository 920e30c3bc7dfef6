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

type Mark = 'id' | 'unit_number' | 'licence_plate' | 'transponder_id'

/** What was written on a unit that is gone is nobody else's on the days when it was; all the same where no day is said. */
const isItsOwn = (own: Mark, key: string, day: string | null) =>
  day === null
    ? ''
    : ` and not exists (select 1 from former_marks f where f.field = '${own}' and f.mark = ${key}
        and ${day} < f.until and (f.since is null or f.since <= ${day}))`

const marked = (own: Mark, theirs: string, finding: Finding, day: string | null) =>
  `(select u.id from units u where ${identifierSql(`u.${own}`)} = nullif(${identifierSql(theirs)}, '')${isItsOwn(own, identifierSql(theirs), day)}${lock(finding)})`

/**
 * SQL for the truck that a row names on the road: by the transponder, else by the plate, else by the unit number.
 * @param row has `transponder_id`, `plate` and `unit_number`, each empty for none
 * @param day SQL for the day when it was named so; null for whoever is called so now
 */
export function namedTruckSql(row: string, finding: Finding, day: string | null): string {
  return `coalesce(${marked('transponder_id', `${row}.transponder_id`, finding, day)},
    ${marked('licence_plate', `${row}.plate`, finding, day)}, ${marked('unit_number', `${row}.unit_number`, finding, day)})`
}

/** SQL for the truck or trailer that a row's `unit_number` names on its `date`: by its number, else by its id. */
export function namedUnitSql(row: string, finding: Finding): string {
  const [named, day] = [`${row}.unit_number`, `${row}.date`]
  return `coalesce(${marked('unit_number', named, finding, day)},
    (select u.id from units u where u.id = ${named}${isItsOwn('id', named, day)}${lock(finding)}))`
}

/** SQL for the driver whose card paid, by a row's `network_driver`: should two have one number, the first of them. */
export function cardholderSql(row: string, finding: Finding): string {
  return `(select d.id from drivers d where d.pilot_flying_j_driver = ${row}.network_driver
    order by d.id limit 1${lock(finding)})`
}
