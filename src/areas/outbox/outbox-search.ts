import * as z from 'zod/mini'

/** The groups of the Outbox, the most urgent first. */
export const GROUP_NAMES = ['attention', 'sign_in', 'password', 'sending', 'waiting', 'done'] as const
export type GroupName = (typeof GROUP_NAMES)[number]

/** The router parses typed text like `12` or `true` as a number or a boolean. All are text here. */
const typed = z.pipe(
  z.union([z.string(), z.number(), z.boolean()]),
  z.transform((value) => String(value)),
)

/** The search values in the URL of the Outbox. Invalid values count as missing. */
export const outboxSearch = z.object({
  /** A group, or empty for all. */
  state: z.catch(z._default(z.union([z.enum(GROUP_NAMES), z.literal('')]), ''), ''),
  /** The area: the first part of the commands' names, or empty for all. */
  about: z.catch(z._default(typed, ''), ''),
  /** The search text for the changes' descriptions. */
  q: z.catch(z._default(typed, ''), ''),
})
export interface OutboxChoice {
  readonly state: GroupName | ''
  readonly about: string
  readonly q: string
}

/** The defaults for missing values. The page leaves them out of its URLs. */
export const OUTBOX_DEFAULTS: OutboxChoice = { state: '', about: '', q: '' }
