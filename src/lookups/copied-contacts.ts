import type { Unit } from '#contract/units/units.ts'
import { fullName, personContactKind } from '#contract/wire/people.ts'
import type { Fold } from '#src/offline/fold/fold.ts'

/**
 * A unit with its fleet manager's contact from the manager's own waiting change. A contact that was typed by hand
 * stays.
 */
export function withManagerContact<Row extends Unit>(row: Row, fold: Fold): Row {
  const { fleet_manager, fleet_manager_phone: phone, fleet_manager_email: email } = row.extra_info
  if (!fleet_manager) return row
  const storedContact = { ...fleet_manager, phone, email }
  const currentContact = fold.row(personContactKind, storedContact)
  if (currentContact === storedContact) return row
  const contact = {
    fleet_manager_name: fullName(currentContact),
    fleet_manager_phone: currentContact.phone,
    fleet_manager_email: currentContact.email,
  }
  return { ...row, extra_info: { ...row.extra_info, ...contact } }
}

/** The same for all rows of a list. Returns the same array when no manager's change waits. */
export function withManagerContacts<Row extends Unit>(rows: readonly Row[], fold: Fold): readonly Row[] {
  return fold.has(personContactKind) ? rows.map((row) => withManagerContact(row, fold)) : rows
}
