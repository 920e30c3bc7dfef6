/**
 * SQL for the form of an e-mail that identifies an account: only A to Z are lowered, in every locale of the database. It
 * matches `asciiLower` of the contract. The indexes have the same expression; a query with another one would not use
 * them.
 */
export const emailSql = (text: string): string => `lower(${text} collate "C")`

/**
 * The end of a query on users (alias `u`): finds the one user with an e-mail. Old accounts may differ only in the case
 * of A to Z. Of these, the exact spelling wins, otherwise the lowest id.
 * @param emailExpression SQL such as `$1`, never a value
 * @param condition a further condition on the user
 */
export const oneUserByEmail = (emailExpression: string, condition = 'true'): string =>
  `where ${emailSql('u.email')} = ${emailSql(`${emailExpression}::text`)} and ${condition} order by u.email = ${emailExpression} desc, u.id limit 1`
