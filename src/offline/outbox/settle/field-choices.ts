import * as z from 'zod/mini'
import { conflictProblem } from '#contract/wire/problem.ts'
import type { OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import type { Reading } from '#src/offline/outbox/entry/reading.ts'

/** The user's decision about one field of a conflict. */
export type FieldChoice =
  | { readonly take: 'theirs' }
  | { readonly take: 'mine' }
  | { readonly take: 'value'; readonly value: unknown }
/** Keyed by the first name of each field on the wire. A field without a choice keeps the user's value. */
export type FieldChoices = Readonly<Record<string, FieldChoice>>

/** The input with the user's remaining values, based on the current record; null when none of them remains. */
export function inputWithChoices({ command, input }: Reading, entry: OutboxEntry, choices: FieldChoices): unknown {
  const serverRecord = currentRecordOf(entry)
  let current = serverRecord === undefined ? input : ((command.rebase?.(input, serverRecord) ?? input) as never)
  const takes = Object.values(choices)
  if (!command.fields) return takes.length > 0 && takes.every(({ take }) => take === 'theirs') ? null : current
  for (const [name, choice] of Object.entries(choices)) {
    // Each choice is applied to the result of the previous one.
    const field = command.fields(current).find(({ names }) => names[0] === name)
    if (!field || choice.take === 'mine') continue
    const next = choice.take === 'theirs' ? field.without() : field.with(choice.value)
    if (next === null) return null
    current = next as never
  }
  return current
}

/** The record in the server's conflict response; undefined when the response has none. */
export function currentRecordOf(entry: OutboxEntry): unknown {
  return conflictProblem.safeParse(entry.problem?.body).data?.current
}

/**
 * The record's version in the conflict response, which the user saw before deciding. Null when the response has none:
 * the change is then sent without a version and wins.
 */
export function currentVersionOf(entry: OutboxEntry): number | null {
  return z.object({ version: z.number() }).safeParse(currentRecordOf(entry)).data?.version ?? null
}
