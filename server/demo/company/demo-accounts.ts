import { AREAS, type Area, type Role } from '#contract/wire/access.ts'

export const DEMO_PASSWORD = 'demo-haulyard'

interface DemoAccount {
  readonly email: string
  readonly role: Role
  readonly first_name: string
  readonly last_name: string
  readonly view: readonly Area[]
  readonly edit: readonly Area[]
}

/** The four accounts of the demo company that can sign in, each with `DEMO_PASSWORD`. */
export const DEMO_ACCOUNTS = [
  {
    email: 'admin@haulyard.example',
    role: 'administrator',
    first_name: 'Ruth',
    last_name: 'Callahan',
    view: [],
    edit: [],
  },
  {
    email: 'dispatcher@haulyard.example',
    role: 'dispatcher',
    first_name: 'Marisol',
    last_name: 'Vega',
    view: ['dispatchers', 'drivers', 'schedule', 'trailers', 'trucks'],
    edit: ['dispatchers', 'drivers', 'schedule'],
  },
  {
    email: 'manager@haulyard.example',
    role: 'fleet_manager',
    first_name: 'Greg',
    last_name: 'Novak',
    view: ['drivers', 'schedule', 'maintenance', 'trailers', 'trucks'],
    edit: ['maintenance', 'trailers', 'trucks'],
  },
  {
    email: 'driver@haulyard.example',
    role: 'driver',
    first_name: 'Terrence',
    last_name: 'Boone',
    view: ['schedule'],
    edit: [],
  },
] as const satisfies readonly DemoAccount[]

/** Permission ids as the users table stores them, ascending: view of area n is 2n + 1, edit is 2n + 2. */
export function permissionIds(permissions: {
  readonly view: readonly Area[]
  readonly edit: readonly Area[]
}): number[] {
  const ids = [
    ...permissions.view.map((area) => 2 * AREAS.indexOf(area) + 1),
    ...permissions.edit.map((area) => 2 * AREAS.indexOf(area) + 2),
  ]
  return ids.sort((a, b) => a - b)
}

/** The demo account of a role. All other demo users of that role have the same permissions. */
export function demoAccountOf(role: Role): DemoAccount {
  const account: DemoAccount | undefined = DEMO_ACCOUNTS.find((one) => one.role === role)
  if (!account) throw new Error(`no demo account is a ${role}`)
  return account
}
