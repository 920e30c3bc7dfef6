import * as z from 'zod/mini'
import type { AnyCommand, Effect, RecordKey } from '#src/offline/command.ts'
import type { FoldEntry } from '#src/offline/fold/fold.ts'
import { contentOf, withoutSecrets } from './content.ts'
import type { EarlierContent, EntryWords, OutboxEntry } from './entry.ts'

/** An entry interpreted by the current version of its command. */
export interface Reading {
  readonly command: AnyCommand
  /** The input in the command's current version, upgraded if the entry is older. */
  readonly input: never
  /** The earlier contents of the entry, upgraded the same way. */
  readonly earlier: readonly EarlierContent[]
  readonly effects: readonly Effect[]
  readonly dependsOn: readonly RecordKey[]
  readonly words: EntryWords
  /** The entry for the fold. The same object until the entry is settled. */
  readonly fold: FoldEntry
}

/**
 * Interprets an entry by its command. Null when this version of the app does not understand the entry: the command is
 * unknown or older than the entry, an upgrade is missing or fails, or the command's schema refuses the input. Such an
 * entry stays stored unchanged for a version that understands it.
 */
export function readingOf(command: AnyCommand | undefined, entry: OutboxEntry): Reading | null {
  if (!command || entry.commandVersion > command.version) return null
  try {
    const upgrade = (input: unknown) => upgradeInput(command, entry.commandVersion, input)
    const parsed = z.safeParse(command.input, upgrade(entry.input))
    if (!parsed.success) return null
    // The command's own schema has just accepted the input, so the command's functions accept it too.
    const input = parsed.data as never
    // An entry that was never sent is rewritten in the current version; this throws when that is impossible.
    const isOld = entry.commandVersion < command.version || entry.isFromClear
    if (isOld && !entry.wasSent) contentOf(command, input)
    const shown = withoutSecrets(command, input)
    const effects = command.effects(shown)
    const dependsOn = command.dependsOn?.(input) ?? []
    const earlier = entry.earlier.map((content) => ({ ...content, input: upgrade(content.input) }))
    const fold = { effects, settled: null }
    return { command, input, earlier, effects, dependsOn, words: command.describe(shown), fold }
  } catch {
    // A command that fails on an input does not understand it.
    return null
  }
}

/** Upgrades an older input to the command's current version, step by step. Throws when a step is missing or fails. */
function upgradeInput(command: AnyCommand, version: number, input: unknown): unknown {
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
