import type { Unit } from '#contract/units/units.ts'
import { contactKind, fullName } from '#contract/wire/people.ts'
import type { Fold } from '#src/offline/fold/fold.ts'

/** A unit with its fleet manager's contact as that person's waiting change says it; what was typed by hand stays. */
export function withContact<Row extends Unit>(row: Row, fold: Fold): Row {
  const { fleet_manager, fleet_manager_phone: phone, fleet_manager_email: email } = row.extra_info
  if (!fleet_manager) return row
  const told = { ...fleet_manager, phone, email }
  const now = fold.row(contactKind, told)
  if (now === told) return row
  const contact = {
    fleet_manager_name: fullName(now),
    fleet_manager_phone: now.phone,
    fleet_manager_email: now.email,
  }
  return { ...row, extra_info: { ...row.extra_info, ...contact } }
}

/** The same of all rows of a list; the same array where nobody's change waits. */
export function withContacts<Row extends Unit>(rows: readonly Row[], fold: Fold): readonly Row[] {
  return fold.has(contactKind) ? rows.map((row) => withContact(row, fold)) : rows
}
