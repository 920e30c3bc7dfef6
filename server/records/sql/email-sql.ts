/**
 * SQL for an e-mail as accounts are told apart by it: A to Z folded and nothing else, whatever the database's locale. It is
 * `asciiLower` of the contract, and the same expression as that of the indexes, or none serves it.
 */
export const emailSql = (text: string): string => `lower(${text} collate "C")`

/**
 * SQL that ends a search for the one user `u` with an e-mail. Of two that differ in nothing but the case of A to Z, from
 * before they were held apart, it is the one that is written so.
 * @param and what else must hold of the user
 */
export const theOneWith = (email: string, and = 'true'): string =>
  `where ${emailSql('u.email')} = ${emailSql(`${email}::text`)} and ${and} order by u.email = ${email} desc, u.id limit 1`
