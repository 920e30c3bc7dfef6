import { type Driver, type DriverName, driverEndpoints } from '#contract/people/drivers.ts'
import { can, view } from '#contract/wire/access.ts'
import type { CurrentUser } from '#contract/wire/current-user.ts'
import { aDriver } from '#tests/support/builders/a-driver.ts'
import type { CompanyModel, ModelDriver } from './company-model.ts'

/** A part of the rows of pickers: only for users who may view drivers. */
export const PAPERS = view('drivers')

const AREAS = { 'drivers.list': ['drivers', 'dispatchers'], 'drivers.miniList': ['drivers'] } as const
export type ModelList = keyof typeof AREAS
export const MODEL_LISTS = Object.keys(AREAS) as readonly ModelList[]
export const accessOf = (list: ModelList) => driverEndpoints[list === 'drivers.list' ? 'list' : 'miniList'].access

const personOf = ({ id, name }: { readonly id: number; readonly name: string }) => ({
  id: 1000 + id,
  first_name: name,
  last_name: String(id).padStart(4, '0'),
  photo: null,
})

function rowOf(
  list: ModelList,
  driver: ModelDriver,
  user: CurrentUser,
  records: CompanyModel['records'],
): Driver | DriverName {
  const { id, version } = driver
  const dispatcher = records.dispatchers.get(driver.dispatcher ?? 0) ?? null
  const full = aDriver({ id, version })
  if (list === 'drivers.list')
    return {
      ...full,
      user: { ...full.user, ...personOf(driver) },
      dispatcher: dispatcher && { id: dispatcher.id, user: personOf(dispatcher) },
    }
  return {
    id,
    user: personOf(driver),
    current_status: full.current_status,
    truck: null,
    trailer: null,
    dispatcher: driver.dispatcher,
    ...(can(user, PAPERS) && { papers_until: driver.papersUntil }),
  }
}

const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
/** The order of both lists. */
export const byName = (a: Pick<DriverName, 'user'>, b: Pick<DriverName, 'user'>) =>
  compareText(a.user.first_name, b.user.first_name) || compareText(a.user.last_name, b.user.last_name)

/** All rows of a list as this user sees them now, in their order. */
export const rowsOf = (
  { records }: Pick<CompanyModel, 'records'>,
  list: ModelList,
  user: CurrentUser,
): readonly (Driver | DriverName)[] =>
  [...records.drivers.values()].map((driver) => rowOf(list, driver, user, records)).sort(byName)

// What follows stands for `changed-lists.ts`.

export const visibleLists = (user: CurrentUser): readonly ModelList[] =>
  MODEL_LISTS.filter((list) => can(user, accessOf(list)))

/** See `ServerFault`. */
let isScopeIgnored = false
export const setScopeIgnored = (is: boolean): void => {
  isScopeIgnored = is
}
export const visibilityText = (list: ModelList, user: CurrentUser): string =>
  list === 'drivers.miniList' && !isScopeIgnored ? String(can(user, PAPERS)) : ''

export const canChange = (list: ModelList, areas: ReadonlySet<string>): boolean =>
  AREAS[list].some((area) => areas.has(area))

export function changedListText(
  sql: CompanyModel,
  list: ModelList,
  numbers: readonly number[],
  { user }: { readonly user: CurrentUser },
): Promise<string> {
  return sql.read((model) => {
    const reported =
      model.fault === 'of several changes the last is left out' && numbers.length > 1 ? numbers.slice(0, -1) : numbers
    const changes = model.history.filter(({ seq }) => reported.includes(seq))
    const ids = new Set(changes.flatMap((one) => (one.area === 'drivers' ? [Number(one.record_id)] : [])))
    if (list === 'drivers.list')
      for (const { area, record_id } of changes)
        for (const { id, dispatcher } of model.records.drivers.values())
          if (area === 'dispatchers' && dispatcher === Number(record_id)) ids.add(id)
    const records = model.fault === 'rows are read before their change' ? model.former : model.records
    const rows = rowsOf({ records }, list, user).filter(({ id }) => ids.has(id))
    const gone =
      model.fault === 'rows that are gone are not reported' ? [] : [...ids].filter((id) => !records.drivers.has(id))
    return rows.length + gone.length === 0 ? '' : JSON.stringify({ list, rows, gone })
  })
}
