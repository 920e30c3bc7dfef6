/**
 * SQL that makes two ways of writing a plate, a transponder or a unit number one: in capitals, without spaces and dashes.
 * The same expression as that of the indexes, or none serves it. Null for none.
 */
export function identifierSql(column: string): string {
  return `upper(translate(${column}, ' -', ''))`
}

/**
 * SQL for the truck that a row `r` names on the road: by the transponder, else by the plate, else by the unit number.
 * @param row has `transponder_id`, `plate` and `unit_number`, each empty for none
 */
export function namedTruckSql(row: string): string {
  const by = (own: string, theirs: string) =>
    `(select u.id from units u where ${identifierSql(`u.${own}`)} = nullif(${identifierSql(`${row}.${theirs}`)}, ''))`
  return `coalesce(${by('transponder_id', 'transponder_id')}, ${by('licence_plate', 'plate')},
    ${by('unit_number', 'unit_number')})`
}
