import type { DISPATCHER_STATUSES } from '#contract/people/dispatcher-choices.ts'
import { ROLE_TITLES } from '#contract/people/user-choices.ts'
import { EDIT_IDS, VIEW_IDS } from '#contract/people/users.ts'
import { AREAS } from '#contract/wire/access.ts'

export const ROLES = [
  { value: 'driver', title: ROLE_TITLES.driver },
  { value: 'dispatcher', title: ROLE_TITLES.dispatcher },
  { value: 'fleet_manager', title: ROLE_TITLES.fleet_manager },
  { value: 'administrator', title: ROLE_TITLES.administrator },
] as const

/** The labels of statuses. `dissmissed` is the specification's spelling. */
export const DISPATCHER_CHOICES: readonly { value: (typeof DISPATCHER_STATUSES)[number]; title: string }[] = [
  { value: 'working', title: 'Working' },
  { value: 'dissmissed', title: 'Dissmissed' },
  { value: 'on_vacation', title: 'Vacation' },
]

/** The title of a value among its choices; other values are returned as they are. */
export const titleIn = (choices: readonly { readonly value: string; readonly title: string }[], value: string) =>
  choices.find((choice) => choice.value === value)?.title ?? value

/** The permissions of the six areas, in the order of the areas. */
export const GROUPS = AREAS.map((area, at) => ({
  area,
  title: area.charAt(0).toUpperCase() + area.slice(1),
  view: VIEW_IDS[at] ?? 0,
  edit: EDIT_IDS[at] ?? 0,
}))

/** Permissions in words: "Drivers: view and edit · Schedule: view". "None" for none. */
export function permissionWords(ids: readonly number[]): string {
  const groups = GROUPS.flatMap(({ title, view, edit }) => {
    const rights = [...(ids.includes(view) ? ['view'] : []), ...(ids.includes(edit) ? ['edit'] : [])]
    return rights.length === 0 ? [] : [`${title}: ${rights.join(' and ')}`]
  })
  return groups.length === 0 ? 'None' : groups.join(' · ')
}
