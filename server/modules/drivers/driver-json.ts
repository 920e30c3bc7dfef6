import type { Driver, DriverName } from '#contract/people/drivers.ts'
import { jsonObject } from '#server/records/json-object.ts'
import { pageUsers, personJson, personNameJson } from '#server/records/person.ts'
import { type PapersVisibility, papersUntil } from '#server/records/sql/papers-sql.ts'
import { DRIVER_UNITS } from '#server/records/units-of-driver.ts'

/** SQL for the date range of a driver's figures. */
interface FigureRange {
  readonly first: string
  readonly last: string
  /** Whether the miles are also limited to the range. Otherwise they are the driver's total. */
  readonly hasMiles?: boolean
}

const rowsInRange = (table: string, { first, last }: FigureRange) =>
  `${table} f where f.driver_id = d.id and f.date between ${first}::date and ${last}::date`

/**
 * `status` and `dispatcher_subordinate` duplicate other fields, for clients that read the specified fields. The app
 * reads neither.
 */
type WireDriver = Driver & { readonly status: unknown; readonly dispatcher_subordinate: unknown }

/**
 * SQL for a driver in the wire format, over `d` drivers, `u` its user, `p` its dispatcher and `pu` the dispatcher's
 * user.
 */
export function driverJson(range: FigureRange): string {
  const miles = `(select coalesce(sum(f.miles), 0) from ${rowsInRange('driver_miles', range)})`
  const fuel = `(select coalesce(sum(f.amount), 0) from ${rowsInRange('fuel_transactions', range)})::float8`
  const dispatcher = jsonObject<NonNullable<Driver['dispatcher']>>({ id: 'p.id', user: personNameJson('pu') })
  return jsonObject<WireDriver>({
    id: 'd.id',
    user: personJson('u'),
    current_status: 'd.status',
    status: 'd.status',
    current_status_date_from: 'd.status_date_from',
    status_date_to: 'd.status_date_to',
    position: 'd.position',
    gomotive_id: 'd.gomotive_id',
    pilot_flying_j_driver: 'd.pilot_flying_j_driver',
    ...DRIVER_UNITS,
    dispatcher: `case when p.id is not null then ${dispatcher} end`,
    dispatcher_subordinate: 'd.dispatcher_id',
    miles_driven: `${range.hasMiles ? miles : 'd.miles_driven'}::float8`,
    extra_info: jsonObject<Driver['extra_info']>({
      med_expire: 'd.med_expire',
      CDL_expire: 'd.cdl_expire',
      rate: 'd.rate',
    }),
    expenses_and_income: jsonObject<Driver['expenses_and_income']>({ fuel_expenses: fuel }),
    version: 'd.version',
  })
}

/** SQL for a driver in pickers, over `d` and `u`. `today`: SQL for the company's date. */
export const driverNameJson = (papers: PapersVisibility, today: string) =>
  jsonObject<DriverName>({
    id: 'd.id',
    user: personNameJson('u'),
    current_status: 'd.status',
    ...DRIVER_UNITS,
    dispatcher: 'd.dispatcher_id',
    papers_until: papersUntil(papers, today),
  })

const DISPATCHER = 'left join dispatchers p on p.id = d.dispatcher_id left join users pu on pu.id = p.user_id'
/** Joins of the user of driver `d`, the dispatcher and the dispatcher's user. */
export const PEOPLE = `join users u on u.id = d.user_id ${DISPATCHER}`
/** Joins of the users of a page of drivers. */
export const PAGE_USERS = pageUsers('d')
/** `PEOPLE` for a page of drivers. */
export const PAGE_PEOPLE = `${PAGE_USERS} left join (dispatchers p join users pu on pu.id = p.user_id)
  on p.id = d.dispatcher_id and p.id = any(array(select dispatcher_id from page))`
