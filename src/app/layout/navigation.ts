import {
  IconCalendarWeek,
  IconContainer,
  IconFileSpreadsheet,
  IconHeadset,
  IconLayoutDashboard,
  IconMap2,
  type IconProps,
  IconSend,
  IconSteeringWheel,
  IconTool,
  IconTruck,
  IconUsers,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import {
  type Access,
  administrator,
  can,
  MAP_ACCESS,
  signedIn,
  type UserPermissions,
  viewOrEdit,
} from '#contract/wire/access.ts'

export interface NavigationEntry {
  readonly title: string
  readonly to:
    | '/'
    | '/schedule'
    | '/map'
    | '/drivers'
    | '/dispatchers'
    | '/trucks'
    | '/trailers'
    | '/maintenance'
    | '/users'
    | '/reports'
    | '/outbox'
  /** The access needed for the entry. View or edit opens an area's page. */
  readonly access: Access
  readonly Icon: ComponentType<IconProps>
}

/** The menu: the specified pages first, then the others. Every page of the menu is listed only here. */
export const navigation: readonly NavigationEntry[] = [
  {
    title: 'Schedule',
    to: '/schedule',
    access: viewOrEdit('schedule'),
    Icon: IconCalendarWeek,
  },
  {
    title: 'Dashboard',
    to: '/',
    access: signedIn,
    Icon: IconLayoutDashboard,
  },
  {
    title: 'Drivers',
    to: '/drivers',
    access: viewOrEdit('drivers'),
    Icon: IconSteeringWheel,
  },
  {
    title: 'Dispatchers',
    to: '/dispatchers',
    access: viewOrEdit('dispatchers'),
    Icon: IconHeadset,
  },
  {
    title: 'Trucks',
    to: '/trucks',
    access: viewOrEdit('trucks'),
    Icon: IconTruck,
  },
  {
    title: 'Trailers',
    to: '/trailers',
    access: viewOrEdit('trailers'),
    Icon: IconContainer,
  },
  {
    title: 'All users',
    to: '/users',
    access: administrator,
    Icon: IconUsers,
  },
  {
    title: 'Maintenance',
    to: '/maintenance',
    access: viewOrEdit('maintenance'),
    Icon: IconTool,
  },
  {
    title: 'Map',
    to: '/map',
    access: MAP_ACCESS,
    Icon: IconMap2,
  },
  {
    title: 'Reports',
    to: '/reports',
    access: administrator,
    Icon: IconFileSpreadsheet,
  },
  {
    title: 'Outbox',
    to: '/outbox',
    access: signedIn,
    Icon: IconSend,
  },
]

/** The entries that a user may open. */
export function permittedEntries(holder: UserPermissions | null): readonly NavigationEntry[] {
  return navigation.filter((entry) => can(holder, entry.access))
}

/**
 * The number of tabs that fit side by side: at the bottom of the narrowest phone (each a thumb wide), in the bar of a
 * tablet in portrait, of a tablet in landscape, and on a desktop.
 */
export const MAX_TABS = { bottom: 5, middle: 6, wide: 8, top: 11 } as const

/**
 * Splits the entries into tabs and the menu "More" when `most` tabs fit. The Outbox always gets a tab, so the state of
 * changes is always visible.
 */
export function tabsOf(
  entries: readonly NavigationEntry[],
  most: number,
): readonly [readonly NavigationEntry[], readonly NavigationEntry[]] {
  if (entries.length <= most) return [entries, []]
  const isOutbox = ({ to }: NavigationEntry) => to === '/outbox'
  const pages = entries.filter((entry) => !isOutbox(entry))
  const outbox = entries.filter(isOutbox)
  const first = most - outbox.length - 1
  return [[...pages.slice(0, first), ...outbox], pages.slice(first)]
}
