/**
 * SQL for the form of a plate, transponder or unit number that identifies it, whatever its spaces, dashes and case. It
 * matches `identifierKey` of the contract. The unique indexes use the same expression; with another one, no index would
 * serve the query. Null stays null.
 */
export function identifierSql(text: string): string {
  return `upper(translate(${text}, ' -', '') collate "C")`
}

const unitIdByCode = (column: string, code: string, condition = 'true') =>
  `(select u.id from units u where ${identifierSql(`u.${column}`)} = nullif(${identifierSql(code)}, '') and ${condition})`

/**
 * SQL for the id of the truck that a row names: by the transponder, otherwise by the plate, otherwise by the current
 * unit number.
 * @param row the alias of a row with `transponder_id`, `plate` and `unit_number`; missing ones are empty
 */
export function truckIdSql(row: string): string {
  return `coalesce(${unitIdByCode('transponder_id', `${row}.transponder_id`)}, ${unitIdByCode('licence_plate', `${row}.plate`)},
    ${unitIdByCode('unit_number', `${row}.unit_number`, `u.kind = 'truck'`)})`
}
