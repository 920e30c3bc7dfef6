import * as z from 'zod/mini'

/** The groups of the Outbox, in the order in which they ask for something. */
export const GROUP_NAMES = ['attention', 'sign_in', 'password', 'sending', 'waiting', 'done'] as const
export type GroupName = (typeof GROUP_NAMES)[number]

/** The address may hold a number or a word where text was typed; both are text. */
const typed = z.pipe(
  z.union([z.string(), z.number(), z.boolean()]),
  z.transform((value) => String(value)),
)

/** What the address of the Outbox says. Whatever is not understood there is as if it were absent. */
export const outboxSearch = z.object({
  /** A group, or empty for all. */
  state: z.catch(z._default(z.union([z.enum(GROUP_NAMES), z.literal('')]), ''), ''),
  /** The kind of record: the first part of the commands' names, or empty for all. */
  about: z.catch(z._default(typed, ''), ''),
  /** What is looked for in the words of the changes. */
  q: z.catch(z._default(typed, ''), ''),
})
export interface OutboxChoice {
  readonly state: GroupName | ''
  readonly about: string
  readonly q: string
}

/** What an address that says nothing means; left out of addresses that the page writes. */
export const OUTBOX_DEFAULTS: OutboxChoice = { state: '', about: '', q: '' }
