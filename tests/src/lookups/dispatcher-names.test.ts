import { expect, test } from 'vitest'
import { dispatcherEndpoints } from '#contract/people/dispatchers.ts'
import { AREAS, type Area, can } from '#contract/wire/access.ts'
import { dispatcherNamesToPrefetch } from '#src/lookups/dispatcher-name-queries.ts'

const none = AREAS.map(() => ({ user_has_permission: false }))
const only = (area: Area) => AREAS.map((one) => ({ user_has_permission: one === area }))

test('dispatcher names are prefetched for users who may edit dispatchers, drivers or units, not for mere viewers', () => {
  const prefetchAccess = dispatcherNamesToPrefetch.queries('2026-11-21').map(({ access }) => access)
  const canRead = (view: Area | null, edit: Area | null) =>
    [...prefetchAccess, dispatcherEndpoints.miniList.access].map((access) =>
      can(
        {
          role: 'fleet_manager',
          view_permissions: view ? only(view) : none,
          edit_permissions: edit ? only(edit) : none,
        },
        access,
      ),
    )
  for (const area of ['dispatchers', 'drivers', 'trucks', 'trailers'] as const)
    expect(canRead(null, area)).toEqual([true, true])
  for (const area of ['trucks', 'trailers'] as const) expect(canRead(area, null)).toEqual([false, true])
  expect(canRead(null, 'maintenance')).toEqual([false, false])
})
