import { MILES_PER_DAY } from '#contract/maintenance/inspection-lists.ts'
import { SERVICE_TYPES } from '#contract/maintenance/maintenance-choices.ts'

const TITLES = SERVICE_TYPES.map(([value, title]) => `when '${value}' then '${title}'`).join(' ')

/** SQL for the title of an inspection's service. `i` is the inspection. */
export const SERVICE_TITLE = `case i.service_type ${TITLES} else i.service_type end`

/**
 * SQL for the number of an inspection's unit, or its last number when the unit was deleted. `i` is the inspection, `t`
 * the unit (left join).
 */
export const UNIT_NUMBER = 'coalesce(t.unit_number, i.unit_number, i.unit_name)'

/** SQL for the unit's number and model, as lists show them. */
export const UNIT_TITLE = `concat_ws(' · ', ${UNIT_NUMBER}, nullif(coalesce(t.transport_model, i.unit_model), ''))`

/** SQL for `isUpcoming` of the contract. The index of upcoming work uses the same expression. */
export const IS_UPCOMING = `i.is_latest and i.unit_id is not null and (i.due_date is not null or coalesce(i.due_mileage, 0) > 0)`

/** SQL for the reference of defect `f`: its `client_id` or, without one, its id. */
export const DEFECT_REF = 'coalesce(f.client_id::text, f.id::text)'

const NEVER = 2_147_483_647

/** SQL for `dueIn(…).soonest` of the contract. `$1` is today, `t` the unit. */
export const SOONEST = `coalesce(least(i.due_date - $1::date,
  floor((nullif(i.due_mileage, 0) - t.miles_driven) / ${MILES_PER_DAY})::integer), ${NEVER})`
