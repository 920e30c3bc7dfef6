import type { Role } from './access.ts'

export const ROLE_TITLES: Readonly<Record<Role, string>> = {
  driver: 'Driver',
  dispatcher: 'Dispatcher',
  administrator: 'Administrator',
  fleet_manager: 'Fleet manager',
}
