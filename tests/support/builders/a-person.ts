import type { User } from '#contract/people/users.ts'

/** A user as administrators see one: a driver by default. */
export function aPerson(over: Partial<User> = {}): User {
  return {
    id: 12,
    first_name: 'Maria',
    last_name: 'Lopez',
    email: 'maria.lopez@haulyard.example',
    phone: '(312) 555-0117',
    photo: null,
    client_id: null,
    role: 'driver',
    is_active: true,
    user_permissions: [5],
    view_permissions: [1, 3, 5, 7, 9, 11],
    edit_permissions: [2, 4, 6, 8, 10, 12],
    driver: {
      id: 9,
      status: 'on_the_road',
      status_date_from: '2026-11-02',
      status_date_to: '2026-12-01',
      position: 'lease',
      gomotive_id: 7001,
      pilot_flying_j_driver_id: 9001,
    },
    dispatcher: null,
    current_location: null,
    version: 4,
    ...over,
  }
}
