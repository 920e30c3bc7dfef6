import {
  IconCalendarWeek,
  IconClipboardCheck,
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
  type Area,
  administrator,
  can,
  edit,
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
    | '/walk-around'
    | '/users'
    | '/reports'
    | '/outbox'
  /** The access needed for the entry. View or edit opens an area's page. */
  readonly access: Access
  /** The access with which the page is a place of work, not only of reading. */
  readonly edit?: Access
  readonly Icon: ComponentType<IconProps>
}

/** The accesses of an area's page. */
const ofArea = (area: Area) => ({ access: viewOrEdit(area), edit: edit(area) })

/** The menu: the specified pages first, then the others. Every page of the menu is listed only here. */
export const navigation: readonly NavigationEntry[] = [
  {
    title: 'Schedule',
    to: '/schedule',
    ...ofArea('schedule'),
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
    ...ofArea('drivers'),
    Icon: IconSteeringWheel,
  },
  {
    title: 'Dispatchers',
    to: '/dispatchers',
    ...ofArea('dispatchers'),
    Icon: IconHeadset,
  },
  {
    title: 'Trucks',
    to: '/trucks',
    ...ofArea('trucks'),
    Icon: IconTruck,
  },
  {
    title: 'Trailers',
    to: '/trailers',
    ...ofArea('trailers'),
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
    ...ofArea('maintenance'),
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

/** The work that begins from the bar of a phone or a tablet. Wide bars have no room for it; pages have a button. */
const WALK_AROUND: NavigationEntry = {
  title: 'Walk-around',
  to: '/walk-around',
  access: edit('maintenance'),
  edit: edit('maintenance'),
  Icon: IconClipboardCheck,
}

/** The entries that a user may open. */
export function permittedEntries(holder: UserPermissions | null): readonly NavigationEntry[] {
  return navigation.filter((entry) => can(holder, entry.access))
}

/** The entries of a narrow bar: those where the user may change something come first. */
export function narrowEntries(holder: UserPermissions | null): readonly NavigationEntry[] {
  const entries = [WALK_AROUND, ...navigation].filter((entry) => can(holder, entry.access))
  const isWork = (entry: NavigationEntry) => entry.edit !== undefined && can(holder, entry.edit)
  return [...entries.filter(isWork), ...entries.filter((entry) => !isWork(entry))]
}

/**
 * The number of tabs that fit side by side: at the bottom of the narrowest phone (as wide as their titles), in the bar of a
 * tablet in portrait, of a tablet in landscape, and on a desktop.
 */
export const MAX_TABS = { bottom: 6, middle: 6, wide: 8, top: 11 } as const

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
