import { scheduleEndpoints } from '#contract/boards/schedule.ts'
import { fleetManagerEndpoints } from '#contract/maintenance/fleet-managers.ts'
import { inspectionEndpoints } from '#contract/maintenance/maintenance.ts'
import { contactEndpoints } from '#contract/people/contacts.ts'
import { dispatcherEndpoints } from '#contract/people/dispatchers.ts'
import { driverEndpoints } from '#contract/people/drivers.ts'
import { userEndpoints } from '#contract/people/users.ts'
import { trailerEndpoints, truckEndpoints } from '#contract/units/units.ts'
import type { EndpointShape } from '#contract/wire/endpoint.ts'

/**
 * The lists whose changed rows `GET /api/sync/` sends, by the names of their calls. Each is the list without a filter
 * and with the default date range of its figures. Each row has its key in the field `id`. The server must have an
 * entry for each name, and a device applies the rows of each.
 */
export const SYNCED_LISTS = {
  'contacts.list': contactEndpoints.list,
  'dispatchers.list': dispatcherEndpoints.list,
  'dispatchers.miniList': dispatcherEndpoints.miniList,
  'drivers.list': driverEndpoints.list,
  'drivers.miniList': driverEndpoints.miniList,
  'fleetManagers.miniList': fleetManagerEndpoints.miniList,
  'inspections.list': inspectionEndpoints.list,
  'schedule.dispatchers': scheduleEndpoints.dispatchers,
  'schedule.drivers': scheduleEndpoints.drivers,
  'trailers.list': trailerEndpoints.list,
  'trailers.miniList': trailerEndpoints.miniList,
  'trucks.list': truckEndpoints.list,
  'trucks.miniList': truckEndpoints.miniList,
  'users.list': userEndpoints.list,
} as const satisfies Readonly<Record<string, EndpointShape>>

export type SyncedListName = keyof typeof SYNCED_LISTS

export const isSyncedListName = (name: string): name is SyncedListName => Object.hasOwn(SYNCED_LISTS, name)
export const SYNCED_LIST_NAMES = Object.keys(SYNCED_LISTS).filter(isSyncedListName)
