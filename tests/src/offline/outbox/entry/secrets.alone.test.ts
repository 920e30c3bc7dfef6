import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { changeLines } from '#src/areas/outbox/entry/change-lines.ts'
import { contentText } from '#src/areas/outbox/entry/content-text.ts'
import { itemsOf } from '#src/areas/outbox/outbox-items.ts'
import type { OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import { createRegistry } from '#src/offline/outbox/entry/registry.ts'
import { entryWithoutSecrets } from '#src/offline/outbox/entry/secrets.ts'
import {
  openedOutbox,
  outboxIfOpen,
  outboxSnapshot,
  registerCommands,
  startOutbox,
  stopOutbox,
} from '#src/offline/outbox/outbox.ts'
import type { AttemptResult } from '#src/offline/outbox/send/attempt-result.ts'
import { canUndo, fieldsOf, inputWith } from '#src/offline/outbox/show/entry-readings.ts'
import { openPage } from '#tests/support/browser/fake-browser.ts'
import { fakeCacheStorage } from '#tests/support/browser/fake-cache-storage.ts'
import { eventually } from '#tests/support/eventually.ts'
import { aCrate, aDesk, answer, type ChangeCrate, crateChange, crateKind } from '#tests/support/offline/offline-desk.ts'
import { anEntry } from '#tests/support/offline/offline-entry.ts'
import { sealedStores } from '#tests/support/offline/sealed-stores.ts'
import { submitTo } from '#tests/support/offline/submit-to.ts'
import { rawText } from '#tests/support/server/raw-text.ts'

const SECRET = 'Tr0ub4dor-and-3'
const FORMER = 'Correct-h0rse'
const SECRETS = [SECRET, FORMER]
/** Here the label is what nobody may read again. */
const lockCrate = crateChange({
  name: 'crates.lock',
  withoutSecrets: ({ was, to: { label: _, ...to } }) => ({ was, to }),
})
const locked = (label: string, color = 'green'): ChangeCrate => ({ was: aCrate(), to: { color, label } })
registerCommands([lockCrate as never])

let user = 0
let page: ReturnType<typeof openPage>
/** What the server says to the next changes; nothing for as long as there is no network. */
let facts: AttemptResult
let sent: OutboxEntry[]

beforeEach(async () => {
  user += 1
  facts = { kind: 'offline' }
  sent = []
  page = openPage()
  vi.stubGlobal('caches', fakeCacheStorage())
  await open()
})
afterEach(async () => {
  await stopOutbox()
  vi.unstubAllGlobals()
})

/** A person's outbox as it stands on a device: both real stores and the note, and a server that is told what to say. */
async function open(): Promise<void> {
  const { ports } = await aDesk()
  const name = String(user)
  const send = async (entry: OutboxEntry) => {
    sent.push(entry)
    return facts
  }
  await startOutbox({
    user: name,
    ports: async () => ({
      ...ports,
      ...sealedStores(name),
      session: { ...ports.session, user: () => name },
      transport: { ...ports.transport, send },
    }),
  })
}
/** Keeps the change, and waits until it has been tried in vain. */
async function keep(label = SECRET): Promise<{ readonly id: string }> {
  const id = await submitTo(await openedOutbox(), lockCrate, locked(label), 3)
  await triedInVain()
  return { id }
}
async function edit(): Promise<void> {
  await (await openedOutbox()).revise(only().id, inputWith(only(), { color: { take: 'value', value: 'blue' } }))
  await triedInVain()
}
const triedInVain = () =>
  eventually(() => expect(only()).toMatchObject({ state: 'waiting', problem: { kind: 'network' } }))
const stateOf = (id: string) => outboxSnapshot().entries.find((entry) => entry.id === id)?.state
const only = () => outboxSnapshot().entries[0]!
/** Tries what waits, and waits until it has come to something. */
async function send(said: AttemptResult): Promise<void> {
  const tries = sent.length
  facts = said
  outboxIfOpen()?.sendNow()
  await eventually(() => expect(sent.length).toBeGreaterThan(tries))
  await eventually(() => expect(['waiting', 'sending']).not.toContain(outboxSnapshot().entries[0]?.state))
}

/** All that both copies hold of the person, opened; and every byte that lies in the browser, as a text. */
async function everything() {
  const { store, mirror } = sealedStores(String(user))
  const disk = await store.read((tx) =>
    Promise.all([tx.entries(), tx.rememberedStates(0, 99), tx.settlingStates(), tx.meta()]),
  )
  const copies = await Promise.all((await mirror.names()).map((name) => mirror.read(name)))
  store.close()
  return { disk: JSON.stringify(disk), mirror: JSON.stringify(copies), raw: await rawText(page.local) }
}
async function holdsSecrets(): Promise<boolean> {
  const all = JSON.stringify(await everything())
  return SECRETS.some((secret) => all.includes(secret))
}

describe('a secret that waits', () => {
  test('is in both copies under their seal, and nowhere where it could be read', async () => {
    await keep()
    const { disk, mirror, raw } = await everything()
    expect([disk.includes(SECRET), mirror.includes(SECRET), raw.includes(SECRET)]).toEqual([true, true, false])
    const entry = only()
    const [item] = itemsOf([entry], [])
    const told = [
      contentText(item!, 0),
      changeLines(entry),
      item?.words,
      fieldsOf(entry),
      await (await openedOutbox()).exportChanges(),
    ]
    expect(JSON.stringify(told)).not.toContain(SECRET)
    expect(contentText(item!, 0)).toContain('color: red → green')
    expect(outboxSnapshot().fold.rows(crateKind, [aCrate()])).toMatchObject([{ color: 'green', label: 'Bolts' }])
  })
  test('stays when its person signs out, and is sent when they are back', async () => {
    await keep()
    await stopOutbox()
    expect((await everything()).disk).toContain(SECRET)
    await open()
    await triedInVain()
    await send(answer(200, aCrate({ version: 4 })))
    expect(sent.at(-1)?.request.body).toEqual({ color: 'green', label: SECRET })
  })
  test('is sent with what the person changes about the rest', async () => {
    await keep()
    await edit()
    await send(answer(200, aCrate({ version: 4 })))
    expect(sent.at(-1)?.request.body).toEqual({ color: 'blue', label: SECRET })
  })
})

describe('a secret is gone from every store', () => {
  test('once the server has the change, which is told and taken back as ever', async () => {
    const { id } = await keep()
    await send(answer(200, aCrate({ version: 4 })))
    expect(await holdsSecrets()).toBe(false)
    const [done] = await (await openedOutbox()).doneChanges()
    expect(done).toMatchObject({ id, state: 'done', words: { record: 'Crate a', change: 'green' } })
    expect(changeLines(done!.entry)).toMatchObject([{ name: 'color', was: 'red', yours: 'green' }])
    expect(canUndo(done!.entry)).toBe(true)
    facts = { kind: 'offline' }
    expect(await (await openedOutbox()).undo(id)).toBe('sent_back')
    expect(outboxSnapshot().entries.at(-1)).toMatchObject({ seenVersion: 4, request: { body: { color: 'red' } } })
  })
  test('once it is discarded', async () => {
    const { id } = await keep()
    await (await openedOutbox()).discard(id)
    expect(await holdsSecrets()).toBe(false)
    expect(await outboxIfOpen()?.doneChanges()).toMatchObject([{ state: 'discarded', words: { change: 'green' } }])
  })
  test('once it is undone before it was sent', async () => {
    await (await openedOutbox()).undo((await keep()).id)
    expect(await holdsSecrets()).toBe(false)
  })
  test('with those that it stood in place of, merged or edited', async () => {
    await keep(FORMER)
    await keep(SECRET)
    await edit()
    expect(only().earlier).toHaveLength(2)
    expect((await everything()).disk).toContain(FORMER)
    await send(answer(200, aCrate({ version: 4 })))
    expect(await holdsSecrets()).toBe(false)
  })
  test('only after it was tried again, when the server had refused it', async () => {
    const { id } = await keep()
    await send(answer(400, { color: ['No.'] }))
    expect([stateOf(id), await holdsSecrets()]).toEqual(['refused', true])
    facts = answer(200, aCrate({ version: 4 }))
    await (await openedOutbox()).retry(id)
    await eventually(async () => expect(await outboxIfOpen()?.doneChanges()).toHaveLength(1))
    expect(sent.at(-1)?.request.body).toEqual({ color: 'green', label: SECRET })
    expect(sent.at(-1)?.id).not.toBe(id)
    expect(await holdsSecrets()).toBe(false)
  })
  test('also when this version of the app does not know the change that is given up: its words are left', async () => {
    await keep()
    await stopOutbox()
    const { store } = sealedStores(String(user))
    await store.write(async (tx) => tx.putEntry({ ...(await tx.entries())[0]!, command: 'crates.ofTomorrow' }))
    store.close()
    await open()
    await eventually(() => expect(only()?.state).toBe('unreadable'))
    expect(JSON.stringify(await (await openedOutbox()).exportChanges())).not.toContain(SECRET)
    await (await openedOutbox()).discard(only().id)
    expect(await holdsSecrets()).toBe(false)
    expect(await outboxIfOpen()?.doneChanges()).toMatchObject([{ state: 'discarded', words: { change: 'green' } }])
  })
})

test('a change that can not be said without its secret keeps its words alone once it is over', async () => {
  const unsayable = crateChange({ withoutSecrets: () => ({ was: aCrate() }) as ChangeCrate })
  const entry = anEntry({ command: unsayable.name, input: locked(SECRET), request: { body: SECRET } })
  const registry = createRegistry()
  registry.register([{ ...unsayable, describe: () => entry.words, shows: () => [] } as never])
  const kept = entryWithoutSecrets(registry.readUncached(entry), entry)
  expect(kept).toEqual({ ...entry, input: null, request: {} })
})
