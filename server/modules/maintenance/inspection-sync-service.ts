import { chicagoDay } from '#server/records/calendar.ts'
import { changedIdArray, changedIds, RENAMED_USERS, syncedList } from '#server/records/sync/synced-list.ts'
import { inspectionList } from './inspection-list-repository.ts'

const NO_FILTER = { status: '', report_type: '', service_type: '', fleet_manager: [], transport: [] } as const

export const inspectionSync = syncedList({
  visibilityOf: () => null,
  listFor: (_, now) => inspectionList({ ...NO_FILTER, today: chicagoDay(now) }),
  // A row shows its unit, which may be deleted, and several users.
  affected: `${changedIds('maintenance')}
    union all select i.id from inspections i where i.unit_name = any(${changedIdArray('trucks', 'trailers')})
    union all select i.id from inspections i where i.fleet_manager_id = any(${RENAMED_USERS})
    union all select i.id from inspections i where i.approved_by = any(${RENAMED_USERS})
    union all select i.id from inspections i where i.created_by = any(${RENAMED_USERS})
    union all select c.inspection_id from inspection_comments c where c.user_id = any(${RENAMED_USERS})`,
})
