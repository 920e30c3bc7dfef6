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

/**
 * SQL for the truck that a row names on the road: by the transponder, else by the plate, else by the unit number.
 * @param row has `transponder_id`, `plate` and `unit_number`, each empty for none
 */
export function namedTruckSql(row: string, finding: Finding): string {
  return `coalesce(${marked('transponder_id', `${row}.transponder_id`, finding)},
    ${marked('licence_plate', `${row}.plate`, finding)}, ${marked('unit_number', `${row}.unit_number`, finding)})`
}

/** SQL for the truck or trailer that a row's `unit_number` names: by its number, else by its id. */
export function namedUnitSql(row: string, finding: Finding): string {
  return `coalesce(${marked('unit_number', `${row}.unit_number`, finding)},
    (select u.id from units u where u.id = ${row}.unit_number${lock(finding)}))`
}

/** SQL for the driver whose card paid, by a row's `network_driver`: should two have one number, the first of them. */
export function cardholderSql(row: string, finding: Finding): string {
  return `(select d.id from drivers d where d.pilot_flying_j_driver = ${row}.network_driver
    order by d.id limit 1${lock(finding)})`
}
