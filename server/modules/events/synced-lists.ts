import type { SyncedListName } from '#contract/sync/synced-lists.ts'
import { contactSync } from '#server/modules/contacts/contact-sync-service.ts'
import { dispatcherNameSync, dispatcherSync } from '#server/modules/dispatchers/dispatcher-sync-service.ts'
import { driverNameSync, driverSync } from '#server/modules/drivers/driver-sync-service.ts'
import { inspectionSync } from '#server/modules/maintenance/inspection-sync-service.ts'
import { scheduleDispatcherSync, scheduledDriverSync } from '#server/modules/schedule/schedule-sync-service.ts'
import { trailerNameSync, trailerSync, truckNameSync, truckSync } from '#server/modules/units/unit-sync-service.ts'
import { fleetManagerSync, userSync } from '#server/modules/users/user-sync-service.ts'
import type { SyncedList } from '#server/records/sync/synced-list.ts'

/** How the server finds the changed rows of each list of the contract. */
export const SYNCED: Readonly<Record<SyncedListName, SyncedList>> = {
  'contacts.list': contactSync,
  'dispatchers.list': dispatcherSync,
  'dispatchers.miniList': dispatcherNameSync,
  'drivers.list': driverSync,
  'drivers.miniList': driverNameSync,
  'fleetManagers.miniList': fleetManagerSync,
  'inspections.list': inspectionSync,
  'schedule.dispatchers': scheduleDispatcherSync,
  'schedule.drivers': scheduledDriverSync,
  'trailers.list': trailerSync,
  'trailers.miniList': trailerNameSync,
  'trucks.list': truckSync,
  'trucks.miniList': truckNameSync,
  'users.list': userSync,
}
