import { MILES_A_DAY } from '#contract/maintenance/inspection-lists.ts'
import { SERVICE_TYPES } from '#contract/maintenance/maintenance-choices.ts'

const TITLES = SERVICE_TYPES.map(([value, title]) => `when '${value}' then '${title}'`).join(' ')

/** SQL for how people call the service of a report; over `i` inspections. */
export const SERVICE_TITLE = `case i.service_type ${TITLES} else i.service_type end`

/** SQL for what the unit of a report is called, or was when it was deleted; over `i` inspections, and `t` the unit if there still is one. */
export const UNIT_NUMBER = 'coalesce(t.unit_number, i.unit_number, i.unit_name)'

/** SQL for the same with the model, as lists show it. */
export const UNIT_TITLE = `concat_ws(' · ', ${UNIT_NUMBER}, nullif(coalesce(t.transport_model, i.unit_model), ''))`

/** SQL for the server's side of `isUpcoming`; as the index of upcoming work has it. */
export const IS_UPCOMING = `i.is_latest and i.unit_id is not null and (i.due_date is not null or coalesce(i.due_mileage, 0) > 0)`

const NEVER = 2_147_483_647

/** SQL for the server's side of `dueIn(…).soonest`; `$1` is today, `t` the unit. */
export const SOONEST = `coalesce(least(i.due_date - $1::date,
  floor((nullif(i.due_mileage, 0) - t.miles_driven) / ${MILES_A_DAY})::integer), ${NEVER})`
