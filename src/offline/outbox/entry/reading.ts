import * as z from 'zod/mini'
import type { AnyCommand, Effect, RecordKey } from '#src/offline/command.ts'
import type { FoldEntry } from '#src/offline/fold/fold.ts'
import { contentOf, withoutSecrets } from './content.ts'
import type { EarlierStep, EntryWords, OutboxEntry } from './entry.ts'

/** An entry understood: its command, and what it says by the command's present version. */
export interface Reading {
  readonly command: AnyCommand
  /** As the command takes it: an older entry's input, upgraded. */
  readonly input: never
  /** What was merged into it, upgraded likewise. */
  readonly earlier: readonly EarlierStep[]
  readonly effects: readonly Effect[]
  readonly needs: readonly RecordKey[]
  readonly words: EntryWords
  /** As the fold takes it; one identity until the entry is settled. */
  readonly fold: FoldEntry
}

/**
 * Reads an entry by its command. Null when this version of the app does not understand it: the command is unknown or
 * older than the entry, an upgrade is missing or fails, or the input is not what the command takes. The entry is then
 * kept as it is, for a version that does.
 */
export function readingOf(command: AnyCommand | undefined, entry: OutboxEntry): Reading | null {
  if (!command || entry.commandVersion > command.version) return null
  try {
    const upgrade = (input: unknown) => upgraded(command, entry.commandVersion, input)
    const parsed = z.safeParse(command.input, upgrade(entry.input))
    if (!parsed.success) return null
    // The command's own schema has just judged the input: it is what its functions take.
    const input = parsed.data as never
    // What was never sent is written anew as it would be said today.
    const isOld = entry.commandVersion < command.version || entry.isFromClear
    if (isOld && !entry.wasSent) contentOf(command, input)
    const shown = withoutSecrets(command, input)
    const effects = command.effects(shown)
    const needs = command.dependsOn?.(input) ?? []
    const earlier = entry.earlier.map((step) => ({ ...step, input: upgrade(step.input) }))
    const fold = { effects, settled: null }
    return { command, input, earlier, effects, needs, words: command.describe(shown), fold }
  } catch {
    // A command that cannot tell what its own input shows does not know it.
    return null
  }
}

/** An input of an older version as the present one takes it, step by step. Throws when a step is missing or fails. */
function upgraded(command: AnyCommand, version: number, input: unknown): unknown {
  let current = input
  for (let at = version; at < command.version; at += 1) {
    const step = command.upgrades?.[at]
    if (!step) throw new Error(`${command.name} has no upgrade from version ${at}`)
    current = step(current)
  }
  return current
}

export function settledReading(reading: Reading, entry: OutboxEntry): Reading {
  const versions = new Map<RecordKey, number>(entry.versions.map(({ key, version }) => [key, version]))
  return { ...reading, fold: { effects: reading.effects, settled: versions, settledAt: entry.settledAt } }
}
