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
import { validUnsealedEntry, validUnsealedFinalState } from '#src/offline/outbox/store/clear-rows.ts'
import { Sealing } from '#src/offline/outbox/store/sealing.ts'
import { aSealer } from '#tests/support/builders/a-sealer.ts'
import { aDesk } from '#tests/support/offline/offline-desk.ts'

/**
 * What versions of the app have kept on devices, just as they stored it: `unsettled` and `fates` from the first copy,
 * `copies` from the second. A file stays for ever. When a command's version is raised, or a command is new, its file is
 * made from the app itself: change something, then "Export all" in the Outbox gives the entries.
 */
interface Kept {
  readonly unsettled: readonly OutboxEntry[]
  readonly copies?: readonly OutboxEntry[]
  readonly fates?: readonly FinalState[]
}
const folder = new URL('corpus/', import.meta.url)
const corpus = readdirSync(folder).map((file) => {
  const [, name = '', version] = /^(.+)\.v(\d+)\.json$/.exec(file) ?? []
  return { name, version: Number(version), kept: JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Kept }
})
const commands = allCommands()
const registry = createRegistry()
registry.register(commands)

test('there are entries of each version of each change that was ever declared', () => {
  const declared = commands.flatMap(({ name, version }) =>
    Array.from({ length: version }, (_, at) => `${name} v${at + 1}`),
  )
  expect(corpus.map(({ name, version }) => `${name} v${version}`)).toEqual(expect.arrayContaining(declared))
  for (const { name, version, kept } of corpus) {
    expect(kept.unsettled.length, name).toBeGreaterThan(0)
    for (const { command, commandVersion } of kept.unsettled) expect([command, commandVersion]).toEqual([name, version])
  }
})

describe.each(corpus)('$name of version $version', ({ kept }) => {
  const entries = kept.unsettled.map(entryFromStored)
  const commandOf = ({ command }: OutboxEntry) => commands.find(({ name }) => name === command)!

  test('is read, told in words and shown, whatever its state', () => {
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
  test('is sent: as it was if the server may have it, else as today asks for it', async () => {
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
  test('is taken over, sealed, as it is', async () => {
    for (const stored of kept.unsettled) {
      const sealing = new Sealing(stored.user, await aSealer())
      const entry = validUnsealedEntry(stored.seq, stored, stored.user)
      expect(entry).toEqual({ ...entryFromStored(stored), isFromClear: true })
      expect(registry.readUncached(entry!)).not.toBeNull()
      expect(await sealing.openEntry(await sealing.sealEntry(entry!))).toEqual(entry)
    }
    for (const fate of kept.fates ?? [])
      expect(validUnsealedFinalState(fate, fate.entry?.user ?? '')).toEqual(finalStateFromStored(fate))
  })
  test('comes back from the mirror whole', () => {
    for (const copy of kept.copies ?? []) {
      const entry = entryFromCopy(copy)
      expect(entry).toMatchObject({ id: copy.id, input: copy.input, request: copy.request, state: 'waiting' })
      expect(registry.read(entry!)).not.toBeNull()
    }
  })
  test('is known when it is over', () => {
    for (const fate of kept.fates ?? []) {
      const { entry, isSettling } = finalStateFromStored(fate)
      expect(typeof isSettling).toBe('boolean')
      if (entry) expect(registry.read(entry)).not.toBeNull()
    }
  })
})
