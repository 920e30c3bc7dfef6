import * as z from 'zod/mini'
import { invalid } from '#server/base/problem.ts'
import { cursorText } from './cursor.ts'
import type { ListOrder } from './page-sql.ts'

type Key = ListOrder['keys'][number]
/** What a field is ordered by, most significant first: each key, and what a cursor holds of it. */
export type OrderField = readonly (readonly [Key, z.ZodMiniType])[]

/** The fields that an order of the app names: "-id" names one, "first_name,last_name" two. */
type NamedIn<Ordering extends string> = Ordering extends `${infer First},${infer Rest}`
  ? NamedIn<First> | NamedIn<Rest>
  : Ordering extends `-${infer Field}`
    ? Field
    : Ordering

/** The orders that a list offers: more than those that the app asks for, `Asked`. One of these that is missing does not compile. */
export interface Orders<Asked extends string = never> {
  /** What the query calls it. */
  readonly param: 'ordering' | 'order_by'
  readonly fields: Readonly<Record<string, OrderField>> & Readonly<Record<NamedIn<Asked>, OrderField>>
  /** First name and last name one after the other: one key, for which there are indexes. */
  readonly names?: OrderField
  /** What comes before anything that is asked for, always from the first to the last. */
  readonly first?: OrderField
  /** What breaks ties, in the direction of the last field; ends in a key that is unique. */
  readonly ties: OrderField
  readonly usual: string
  /** Orders whose cursors bear another name than they are asked by: pages that devices keep from before go on. */
  readonly called?: Readonly<Record<string, string>>
}

/** One of the names of a person, whatever their capitals. @param alias whose row it is */
export const nameOf = (name: 'first_name' | 'last_name', alias = 'u'): OrderField => [
  [{ sql: `lower(${alias}.${name}) collate "C"`, type: 'text' }, cursorText],
]

interface Term {
  readonly field: string
  readonly isDescending: boolean
}

function refused({ param, fields }: Orders): never {
  const offered = Object.keys(fields).join(', ')
  throw invalid({
    [param]: [`Give one or more of ${offered}, with commas between, each once; "-" before one turns it around.`],
  })
}

function termsOf(text: string, orders: Orders): readonly Term[] {
  const terms = text.split(',').map((part) => {
    const isDescending = part.startsWith('-')
    const field = isDescending ? part.slice(1) : part
    return Object.hasOwn(orders.fields, field) ? { field, isDescending } : refused(orders)
  })
  return new Set(terms.map(({ field }) => field)).size === terms.length ? terms : refused(orders)
}

/** Statements bear it in their names, which PostgreSQL cuts after 63 characters: of several fields it says their places. */
function shortName(terms: readonly Term[], { fields }: Orders): string {
  const places = Object.keys(fields)
  const of = ({ field }: Term) => (terms.length === 1 ? field : `${places.indexOf(field)}`)
  return terms.map((term) => `${term.isDescending ? '-' : ''}${of(term)}`).join('')
}

/** The keys of the terms; the two names beside each other are one. */
function keysOf(terms: readonly Term[], { fields, names }: Orders) {
  return terms.flatMap(({ field, isDescending }, at) => {
    const [next, before] = [terms[at + 1], terms[at - 1]]
    const isPair = (first?: Term, last?: Term) =>
      names !== undefined &&
      first?.field === 'first_name' &&
      last?.field === 'last_name' &&
      first.isDescending === last.isDescending
    if (isPair(before, terms[at])) return []
    const field_ = isPair(terms[at], next) && names ? names : (fields[field] ?? [])
    return field_.map(([key, cursor]) => ({ key: { ...key, isDescending }, cursor }))
  })
}

/**
 * The order that `ordering` (of users: `order_by`) asks for: fields with commas between them, `-` before one for
 * descending. Empty is the usual one. Throws the 400 that says what a list offers.
 */
export function readOrdering(asked: string, orders: Orders): ListOrder<z.ZodMiniTuple> {
  const text = asked || orders.usual
  const terms = termsOf(text, orders)
  const isDescending = terms.at(-1)?.isDescending ?? false
  const inDirection = (field: OrderField, isDescending: boolean) =>
    field.map(([key, cursor]) => ({ key: { ...key, isDescending }, cursor }))
  const all = [
    ...inDirection(orders.first ?? [], false),
    ...keysOf(terms, orders),
    ...inDirection(orders.ties, isDescending),
  ]
  const once = all.filter(({ key }, at) => all.findIndex((one) => one.key.sql === key.sql) === at)
  const [first, ...rest] = once.map(({ cursor }) => cursor)
  if (!first) throw new Error('an order has a key')
  return {
    name: orders.called?.[text] ?? shortName(terms, orders),
    keys: once.map(({ key }) => key),
    cursor: z.tuple([first, ...rest]),
  }
}
