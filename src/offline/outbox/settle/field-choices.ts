import * as z from 'zod/mini'
import { conflictProblem } from '#contract/wire/problem.ts'
import type { OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import type { Reading } from '#src/offline/outbox/entry/reading.ts'

/** What a person decides about one field of a conflict. */
export type FieldChoice =
  | { readonly take: 'theirs' }
  | { readonly take: 'mine' }
  | { readonly take: 'value'; readonly value: unknown }
/** By the first name of each field on the wire. What is not named stays mine. */
export type FieldChoices = Readonly<Record<string, FieldChoice>>

/** The input that carries what stays mine, upon the record as it is now; null when that is nothing. */
export function chosenInput({ command, input }: Reading, entry: OutboxEntry, picks: FieldChoices): unknown {
  const theirs = theirsOf(entry)
  let current = theirs === undefined ? input : ((command.onto?.(input, theirs) ?? input) as never)
  const takes = Object.values(picks)
  if (!command.fields) return takes.length > 0 && takes.every(({ take }) => take === 'theirs') ? null : current
  for (const [name, pick] of Object.entries(picks)) {
    // Each step starts from what the one before left.
    const field = command.fields(current).find(({ names }) => names[0] === name)
    if (!field || pick.take === 'mine') continue
    const next = pick.take === 'theirs' ? field.without() : field.with(pick.value)
    if (next === null) return null
    current = next as never
  }
  return current
}

/** The record as the conflict showed it, as the server gave it; undefined when it did not. */
export function theirsOf(entry: OutboxEntry): unknown {
  return conflictProblem.safeParse(entry.problem?.body).data?.current
}

/** The version that the conflict showed; the person has decided against it. Unknown: their word is taken as the last. */
export function versionOfTheirs(entry: OutboxEntry): number | null {
  return z.object({ version: z.number() }).safeParse(theirsOf(entry)).data?.version ?? null
}
