import { jsonFields } from '../json-object.ts'
import { identifierSql } from './identifier-sql.ts'

/** SQL for what unit `t` is called: its number, and its id where it has none. */
export const numberOf = (t: string) => `coalesce(${t}.unit_number, ${t}.id)`

const former = (t: string) => `from former_unit_numbers f where f.unit_id = ${t}.id
  and ${identifierSql('f.number')} <> ${identifierSql(numberOf(t))} group by f.number`

/** SQL for what unit `t` was called before, the last number first, as a JSON list. */
export const formerlyOf = (t: string) => `(select coalesce(json_agg(n.number order by n.until desc, n.id desc), '[]')
  from (select f.number, max(f.until) as until, max(f.id) as id ${former(t)}) n)`

/** SQL for the same as one text, as a search looks through codes (`codeText` of the contract). */
export const formerText = (t: string) => `(select string_agg(folded(n.number) || ' ' || glued(n.number), ' '
    order by n.until desc, n.id desc)
  from (select f.number, max(f.until) as until, max(f.id) as id ${former(t)}) n)`

/** SQL for what a unit is called, by the fields of the wire (`unitNumbers` of the contract). */
export const numbersOf = (t: string) => ({ number: numberOf(t), formerly: formerlyOf(t) })

/** SQL for the same as JSON to be added to a row that tells the unit's id; nothing where it is called by that and always was. */
export const otherNumbers = (t: string) => `case when ${numberOf(t)} = ${t}.id and not exists (
    select from former_unit_numbers f where f.unit_id = ${t}.id) then '{}'
  else jsonb_build_object(${jsonFields(numbersOf(t))}) end`

/** SQL for what a driver's unit is called, as such a field of the driver's row; nothing where that is its id. */
export const otherNumber = (field: string, t: string) =>
  `case when ${t}.unit_number <> ${t}.id then jsonb_build_object('${field}', ${t}.unit_number) else '{}' end`
