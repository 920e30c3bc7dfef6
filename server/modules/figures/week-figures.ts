import type { DayRange } from '#server/records/day-range.ts'

/** A table of daily amounts: its owner column, and the name of the weekly sum on the wire. */
interface Figure {
  readonly name: string
  readonly table: string
  readonly owner: string
  readonly amount: string
}

const FUEL: Figure = { name: 'fuel_expenses', table: 'fuel_transactions', owner: 'driver_id', amount: 'amount' }
const MILES: Figure = { name: 'miles_driven', table: 'driver_miles', owner: 'driver_id', amount: 'miles' }
const income = (owner: string): Figure => ({ name: 'income', table: 'gross_revenue', owner, amount: 'amount' })

export const DRIVER_FIGURES = [FUEL, MILES]
/** The figures of a driver for administrators. */
export const ALL_DRIVER_FIGURES = [...DRIVER_FIGURES, income('driver_id')]
export const DISPATCHER_FIGURES = [income('dispatcher_id')]
export const UNIT_FIGURES: readonly Figure[] = [
  { ...FUEL, owner: 'unit_id' },
  { name: 'tolls_expenses', table: 'toll_transactions', owner: 'unit_id', amount: 'amount' },
  { name: 'miles_driven', table: 'unit_miles', owner: 'unit_id', amount: 'miles' },
]

/** The parameters `$1` to `$3` of `weekTables`. */
export const weekParams = ({ first, last }: DayRange, today: string) => [first, last, today]

/** The condition `= any` reads only the rows of the page’s ids. A plain join would read the rows of all owners. */
const sums = ({ name, table, owner, amount }: Figure) => `
  ${name} as (
    select t.${owner} as id, (t.date - $1::date) / 7 as n, sum(t.${amount}) as amount from ${table} t
    where t.${owner} = any(array(select id from page)) and t.date between $1::date and $2::date group by 1, 2)`

/**
 * CTEs that define `figures` (id, weeks): for each id of `page`, the weeks of a range as JSON. The first week begins on
 * the first day of the range; the last week can be shorter. `week` is 0 for the week that begins today.
 * @param own SQL for further fields of each week’s object
 */
export function weekTables(figures: readonly Figure[], own = ''): string {
  const shown = figures.map(({ name }) => `'${name}', coalesce(${name}.amount, 0)::float8`).join(', ')
  const joined = figures
    .map(({ name }) => `left join ${name} on ${name}.id = page.id and ${name}.n = w.n`)
    .join('\n      ')
  return `
  weeks as (
    select n, $1::date + n * 7 as first, least($1::date + n * 7 + 6, $2::date) as last
    from generate_series(0, ($2::date - $1::date) / 7) n),${figures.map(sums).join(',')},
  figures as (
    select page.id, json_agg(json_build_object(${own} 'startDate', w.first, 'endDate', w.last,
      'week', floor((w.first - $3::date) / 7.0)::integer, ${shown}) order by w.n) as weeks
    from page cross join weeks w
      ${joined}
    group by page.id)`
}
