import type * as z from 'zod/mini'
import type { Role } from '#contract/wire/access.ts'
import type { position } from './drivers.ts'

type Position = z.output<typeof position>

export const ROLE_TITLES: Readonly<Record<Role, string>> = {
  driver: 'Driver',
  dispatcher: 'Dispatcher',
  administrator: 'Administrator',
  fleet_manager: 'Fleet manager',
}

/** The positions of drivers, as the trade writes them. */
export const POSITION_CHOICES = [
  { value: 'owner_operator', title: 'Owner operator' },
  { value: 'lease', title: 'Lease' },
  { value: 'company_driver', title: 'Company driver' },
] as const satisfies readonly { readonly value: Position; readonly title: string }[]

/** What is the same of a driver and of the user that the driver is, by its title on either screen. */
export const DRIVER_TITLES = {
  position: 'Job position',
  gomotive_id: 'Telematics ID',
  pilot_flying_j_driver_id: 'Fuel network ID',
} as const
