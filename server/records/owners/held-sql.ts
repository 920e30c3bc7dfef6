/**
 * SQL for one who was found, held until the transaction ends: the foreign key would refuse all rows for one who is deleted at
 * this very moment; so that one is waited for, and the row is nobody's.
 */
export const held = (table: 'units' | 'drivers', id: string) =>
  `(select o.id from ${table} o where o.id = ${id} for key share)`
