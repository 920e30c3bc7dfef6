/**
 * SQL for the form of an e-mail that identifies an account: only A to Z are lowered, whatever the database's locale. It
 * matches `asciiLower` of the contract. The indexes use the same expression; with another one, no index would serve the
 * query.
 */
export const emailSql = (text: string): string => `lower(${text} collate "C")`

/**
 * SQL that ends a query for the one user `u` with an e-mail. Old accounts may differ only in the case of A to Z. Of
 * these, the exact spelling wins.
 * @param and a further condition on the user
 */
export const whereEmailIs = (email: string, and = 'true'): string =>
  `where ${emailSql('u.email')} = ${emailSql(`${email}::text`)} and ${and} order by u.email = ${email} desc, u.id limit 1`
