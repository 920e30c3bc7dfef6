import {
  IconCalendarWeek,
  IconLayoutDashboard,
  type IconProps,
  IconSend,
  IconSteeringWheel,
  IconUsers,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { type Access, administrator, can, type Holder, signedIn, viewOrEdit } from '#contract/access.ts'

export interface NavigationEntry {
  readonly title: string
  readonly to: '/' | '/schedule' | '/drivers' | '/users' | '/outbox'
  /** Who sees the entry: view or edit opens an area's page. */
  readonly access: Access
  readonly Icon: ComponentType<IconProps>
  /** One line for the start page. */
  readonly about: string
}

/** The menu, in its order. A page that exists has its line here and nowhere else. */
export const navigation: readonly NavigationEntry[] = [
  {
    title: 'Schedule',
    to: '/schedule',
    access: viewOrEdit('schedule'),
    Icon: IconCalendarWeek,
    about: 'Who is on the road, off, or waiting: a week of duty by dispatcher.',
  },
  {
    title: 'Dashboard',
    to: '/',
    access: signedIn,
    Icon: IconLayoutDashboard,
    about: 'Where you are now.',
  },
  {
    title: 'Drivers',
    to: '/drivers',
    access: viewOrEdit('drivers'),
    Icon: IconSteeringWheel,
    about: 'Status, units, miles, expiry dates and each driver’s week.',
  },
  {
    title: 'All users',
    to: '/users',
    access: administrator,
    Icon: IconUsers,
    about: 'Who works here, what they may see and change, and their sign-ins.',
  },
  {
    title: 'Outbox',
    to: '/outbox',
    access: signedIn,
    Icon: IconSend,
    about: 'Changes made on this device and where they stand.',
  },
]

/** The entries that a person may open. */
export function permittedEntries(holder: Holder | null): readonly NavigationEntry[] {
  return navigation.filter((entry) => can(holder, entry.access))
}
