import * as z from 'zod/mini'
import { invalid } from '#server/base/problem.ts'
import { cursorText } from './cursor.ts'
import type { ListOrder } from './page-sql.ts'

type Key = ListOrder['keys'][number]
/** The sort keys of a field, most significant first, each with the schema of its value in a cursor. */
export type OrderField = readonly (readonly [Key, z.ZodMiniType])[]

/** The fields in a sort order of the app: one in "-id", two in "first_name,last_name". */
type FieldsIn<Ordering extends string> = Ordering extends `${infer First},${infer Rest}`
  ? FieldsIn<First> | FieldsIn<Rest>
  : Ordering extends `-${infer Field}`
    ? Field
    : Ordering

/**
 * The sort orders that a list offers. `AppOrders` are those that the app uses. A field of theirs that is missing here
 * is a compile error.
 */
export interface SortOrders<AppOrders extends string = never> {
  /** The name of the query parameter. */
  readonly param: 'ordering' | 'order_by'
  readonly fields: Readonly<Record<string, OrderField>> & Readonly<Record<FieldsIn<AppOrders>, OrderField>>
  /**
   * First name and last name as one key, which has an index. Replaces the two keys when they are next to each other.
   */
  readonly names?: OrderField
  /** The keys before all requested ones, always ascending. */
  readonly first?: OrderField
  /** The keys that break ties, in the direction of the last requested field. The last key must be unique. */
  readonly ties: OrderField
  readonly defaultOrder: string
  /**
   * Other names for some sort orders in cursors and statements, so that cursors already stored on devices stay valid.
   */
  readonly cursorNames?: Readonly<Record<string, string>>
}

/** Sorts by the first or last name of a user, ignoring case. @param alias the alias of the users table */
export const personNameOrder = (name: 'first_name' | 'last_name', alias = 'u'): OrderField => [
  [{ sql: `lower(${alias}.${name}) collate "C"`, type: 'text' }, cursorText],
]

interface Term {
  readonly field: string
  readonly isDescending: boolean
}

function refuseOrdering({ param, fields }: SortOrders): never {
  const offered = Object.keys(fields).join(', ')
  throw invalid({
    [param]: [`Give one or more of ${offered}, with commas between, each once; "-" before one turns it around.`],
  })
}

function parseTerms(text: string, orders: SortOrders): readonly Term[] {
  const terms = text.split(',').map((part) => {
    const isDescending = part.startsWith('-')
    const field = isDescending ? part.slice(1) : part
    return Object.hasOwn(orders.fields, field) ? { field, isDescending } : refuseOrdering(orders)
  })
  return new Set(terms.map(({ field }) => field)).size === terms.length ? terms : refuseOrdering(orders)
}

/**
 * A short name of a sort order for statement names, which PostgreSQL cuts after 63 characters. Several fields are named
 * by their positions.
 */
function shortName(terms: readonly Term[], { fields }: SortOrders): string {
  const places = Object.keys(fields)
  const fieldName = ({ field }: Term) => (terms.length === 1 ? field : `${places.indexOf(field)}`)
  return terms.map((term) => `${term.isDescending ? '-' : ''}${fieldName(term)}`).join('')
}

/** The keys of the terms. First name and last name next to each other become the one key `names`. */
function keysOf(terms: readonly Term[], { fields, names }: SortOrders) {
  return terms.flatMap(({ field, isDescending }, index) => {
    const [next, before] = [terms[index + 1], terms[index - 1]]
    const isPair = (first?: Term, last?: Term) =>
      names !== undefined &&
      first?.field === 'first_name' &&
      last?.field === 'last_name' &&
      first.isDescending === last.isDescending
    if (isPair(before, terms[index])) return []
    const orderField = isPair(terms[index], next) && names ? names : (fields[field] ?? [])
    return orderField.map(([key, cursor]) => ({ key: { ...key, isDescending }, cursor }))
  })
}

/**
 * Reads the query parameter `ordering` (for users: `order_by`): fields separated by commas, with `-` before a field for
 * descending. Empty means the default order. Throws a 400 that lists the fields on offer.
 */
export function readOrdering(requested: string, orders: SortOrders): ListOrder<z.ZodMiniTuple> {
  const text = requested || orders.defaultOrder
  const terms = parseTerms(text, orders)
  const isDescending = terms.at(-1)?.isDescending ?? false
  const inDirection = (field: OrderField, isDescending: boolean) =>
    field.map(([key, cursor]) => ({ key: { ...key, isDescending }, cursor }))
  const all = [
    ...inDirection(orders.first ?? [], false),
    ...keysOf(terms, orders),
    ...inDirection(orders.ties, isDescending),
  ]
  const distinct = all.filter(({ key }, index) => all.findIndex((one) => one.key.sql === key.sql) === index)
  const [first, ...rest] = distinct.map(({ cursor }) => cursor)
  if (!first) throw new Error('an order has a key')
  return {
    name: orders.cursorNames?.[text] ?? shortName(terms, orders),
    keys: distinct.map(({ key }) => key),
    cursor: z.tuple([first, ...rest]),
  }
}
