import type { FieldChange } from './history-log.ts'

/** How a driver's own record calls what it shares with its user. */
const SHARED: Readonly<Record<string, string>> = {
  status: 'driver.status',
  status_date_from: 'driver.status_date_from',
  status_date_to: 'driver.status_date_to',
  position: 'driver.position',
  gomotive_id: 'driver.gomotive_id',
  pilot_flying_j_driver_id: 'driver.pilot_flying_j_driver_id',
  photo: 'photo',
  first_name: 'first_name',
  last_name: 'last_name',
  email: 'email',
  phone: 'phone',
}

/** What changes of a user mean for the driver that the user is. */
export function driversChanges(changes: readonly FieldChange[]): readonly FieldChange[] {
  const names = new Map(Object.entries(SHARED).map(([own, users]) => [users, own]))
  return changes.flatMap((change) => {
    const field = names.get(change.field)
    return field === undefined ? [] : [{ ...change, field }]
  })
}

/** What changes of a driver mean for the user that the driver is. */
export function usersChanges(changes: readonly FieldChange[]): readonly FieldChange[] {
  return changes.flatMap((change) => {
    const field = SHARED[change.field]
    return field === undefined ? [] : [{ ...change, field }]
  })
}
