import { jsonFields } from '../json-object.ts'
import { identifierSql } from './identifier-sql.ts'

/** SQL for the number of unit `t`, or its id when it has no number. */
export const numberOf = (t: string) => `coalesce(${t}.unit_number, ${t}.id)`

const former = (t: string) => `from former_unit_numbers f where f.unit_id = ${t}.id
  and ${identifierSql('f.number')} <> ${identifierSql(numberOf(t))} group by f.number`

/** SQL for the former numbers of unit `t`, the latest first, as a JSON list. */
export const formerlyOf = (t: string) => `(select coalesce(json_agg(n.number order by n.until desc, n.id desc), '[]')
  from (select f.number, max(f.until) as until, max(f.id) as id ${former(t)}) n)`

/** SQL for the former numbers as one text for the search (`codeText` of the contract). */
export const formerText = (t: string) => `(select string_agg(folded(n.number) || ' ' || glued(n.number), ' '
    order by n.until desc, n.id desc)
  from (select f.number, max(f.until) as until, max(f.id) as id ${former(t)}) n)`

/** SQL for the current and former numbers of a unit, by wire field (`unitNumbers` of the contract). */
export const numbersOf = (t: string) => ({ number: numberOf(t), formerly: formerlyOf(t) })

/**
 * SQL for these fields as JSON, to be added to a row with the unit's id. Empty when the id is and always was its
 * number.
 */
export const otherNumbers = (t: string) => `case when ${numberOf(t)} = ${t}.id and not exists (
    select from former_unit_numbers f where f.unit_id = ${t}.id) then '{}'
  else jsonb_build_object(${jsonFields(numbersOf(t))}) end`

/**
 * SQL for the number of a driver's unit as JSON, to be added to the driver's row. Empty when the number is the unit's
 * id.
 */
export const otherNumber = (field: string, t: string) =>
  `case when ${t}.unit_number <> ${t}.id then jsonb_build_object('${field}', ${t}.unit_number) else '{}' end`
