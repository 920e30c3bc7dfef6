import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { pathOf } from '#contract/wire/endpoint.ts'
import { allCommands } from '#src/app/commands.ts'
import {
  entryFromCopy,
  entryFromStored,
  type FinalState,
  finalStateFromStored,
  type OutboxEntry,
} from '#src/offline/outbox/entry/entry.ts'
import { createRegistry } from '#src/offline/outbox/entry/registry.ts'
import { canUndoEntry } from '#src/offline/outbox/settle/can-undo.ts'
import { Sealing } from '#src/offline/outbox/store/sealing.ts'
import { validUnsealedEntry, validUnsealedFinalState } from '#src/offline/outbox/store/unsealed-rows.ts'
import { aSealer } from '#tests/support/builders/a-sealer.ts'
import { aDesk } from '#tests/support/offline/offline-desk.ts'

/**
 * Rows that versions of the app stored on devices, unchanged: `unsettled` and `fates` from the first copy, `copies`
 * from the mirror. A file is never deleted. When a command is new or its version rises, the app itself provides the
 * entries of the new file: change something, then use "Export all" in the Outbox.
 */
interface StoredRows {
  readonly unsettled: readonly OutboxEntry[]
  readonly copies?: readonly OutboxEntry[]
  readonly fates?: readonly FinalState[]
}
const folder = new URL('corpus/', import.meta.url)
const corpus = readdirSync(folder).map((file) => {
  const [, name = '', version] = /^(.+)\.v(\d+)\.json$/.exec(file) ?? []
  return {
    name,
    version: Number(version),
    content: JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as StoredRows,
  }
})
const commands = allCommands()
const known = createRegistry()
known.register(commands)
/** Reads nothing from the cache: some ids occur in several files. */
const registry = { ...known, read: known.readUncached }

test('the corpus has entries of every version of every command ever declared', () => {
  const declared = commands.flatMap(({ name, version }) =>
    Array.from({ length: version }, (_, at) => `${name} v${at + 1}`),
  )
  expect(corpus.map(({ name, version }) => `${name} v${version}`)).toEqual(expect.arrayContaining(declared))
  for (const { name, version, content } of corpus) {
    expect(content.unsettled.length, name).toBeGreaterThan(0)
    for (const { command, commandVersion } of content.unsettled)
      expect([command, commandVersion]).toEqual([name, version])
  }
})

describe.each(corpus)('stored entries of $name version $version', ({ content }) => {
  const entries = content.unsettled.map(entryFromStored)
  const commandOf = ({ command }: OutboxEntry) => commands.find(({ name }) => name === command)!

  test('are read, described and shown in every state', () => {
    for (const entry of entries) {
      const reading = registry.read(entry)
      expect(reading, entry.id).not.toBeNull()
      expect(reading?.words.record).toMatch(/\w/)
      expect(reading?.words.change).toMatch(/\w/)
      expect(reading?.effects.length).toBeGreaterThan(0)
      const fields = reading?.command.fields?.(reading.input) ?? []
      for (const { yours, words } of fields) expect(words(yours)).toMatch(/./)
      expect(typeof canUndoEntry(registry, entry)).toBe('boolean')
    }
  })
  test('are sent unchanged if the server may have them, otherwise in the current format', async () => {
    for (const entry of [...entries, ...entries.map((one) => ({ ...one, wasSent: false }))]) {
      const desk = await aDesk(commands as never)
      const waits = { ...entry, state: 'waiting' as const, user: '7', files: [] }
      await desk.ports.store.write((tx) => tx.putEntry(waits))
      await desk.send(entry.seq, { kind: 'network' })
      const [sent] = desk.sent
      const command = commandOf(entry)
      expect(pathOf(command.endpoint, sent?.request.params)).toMatch(/^\/api\/.+\/$/)
      if (entry.wasSent) expect(sent).toMatchObject({ id: entry.id, request: entry.request })
      else if (command.endpoint.body) expect(command.endpoint.body.safeParse(sent?.request.body).success).toBe(true)
      else expect(sent?.request.body).toBeUndefined()
    }
  })
  test('are taken over from unsealed storage and sealed without a change', async () => {
    for (const stored of content.unsettled) {
      const sealing = new Sealing(stored.user, await aSealer())
      const entry = validUnsealedEntry(stored.seq, stored, stored.user)
      expect(entry).toEqual({ ...entryFromStored(stored), isFromClear: true })
      expect(registry.readUncached(entry!)).not.toBeNull()
      expect(await sealing.openEntry(await sealing.sealEntry(entry!))).toEqual(entry)
    }
    for (const fate of content.fates ?? [])
      expect(validUnsealedFinalState(fate, fate.entry?.user ?? '')).toEqual(finalStateFromStored(fate))
  })
  test('are restored complete from the mirror', () => {
    for (const copy of content.copies ?? []) {
      const entry = entryFromCopy(copy)
      expect(entry).toMatchObject({ id: copy.id, input: copy.input, request: copy.request, state: 'waiting' })
      expect(registry.read(entry!)).not.toBeNull()
    }
  })
  test('have final states that can be read', () => {
    for (const fate of content.fates ?? []) {
      const { entry, isSettling } = finalStateFromStored(fate)
      expect(typeof isSettling).toBe('boolean')
      if (entry) expect(registry.read(entry)).not.toBeNull()
    }
  })
})
