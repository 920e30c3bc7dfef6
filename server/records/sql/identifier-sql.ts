/**
 * SQL that makes two ways of writing a plate, a transponder or a unit number one: `identifierKey` of the contract, and the
 * same expression as that of the unique indexes, or none serves it. Null for none.
 */
export function identifierSql(text: string): string {
  return `upper(translate(${text}, ' -', '') collate "C")`
}

const marked = (own: string, theirs: string, which = 'true') =>
  `(select u.id from units u where ${identifierSql(`u.${own}`)} = nullif(${identifierSql(theirs)}, '') and ${which})`

/**
 * SQL for the truck that is called so now: by the transponder, else by the plate, else by the unit number.
 * @param row has `transponder_id`, `plate` and `unit_number`, each empty for none
 */
export function namedTruckSql(row: string): string {
  return `coalesce(${marked('transponder_id', `${row}.transponder_id`)}, ${marked('licence_plate', `${row}.plate`)},
    ${marked('unit_number', `${row}.unit_number`, `u.kind = 'truck'`)})`
}
