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
import { submitChange } from '#tests/support/offline/submit-change.ts'
import { rawText } from '#tests/support/server/raw-text.ts'

const SECRET = 'Tr0ub4dor-and-3'
const FORMER = 'Correct-h0rse'
const SECRETS = [SECRET, FORMER]
/** A change whose label is secret. */
const lockCrate = crateChange({
  name: 'crates.lock',
  withoutSecrets: ({ was, to: { label: _, ...to } }) => ({ was, to }),
})
const locked = (label: string, color = 'green'): ChangeCrate => ({ was: aCrate(), to: { color, label } })
registerCommands([lockCrate as never])

let user = 0
let page: ReturnType<typeof openPage>
/** The result of the next attempts; `offline` at the start of each test. */
let nextResult: AttemptResult
let sent: OutboxEntry[]

beforeEach(async () => {
  user += 1
  nextResult = { kind: 'offline' }
  sent = []
  page = openPage()
  vi.stubGlobal('caches', fakeCacheStorage())
  await open()
})
afterEach(async () => {
  await stopOutbox()
  vi.unstubAllGlobals()
})

/** Starts the user's outbox with both real copies and loss marker, and a server that responds with `nextResult`. */
async function open(): Promise<void> {
  const { ports } = await aDesk()
  const name = String(user)
  const send = async (entry: OutboxEntry) => {
    sent.push(entry)
    return nextResult
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
/** Saves a change and waits until its first attempt has failed. */
async function saveChange(label = SECRET): Promise<{ readonly id: string }> {
  const id = await submitChange(await openedOutbox(), lockCrate, locked(label), 3)
  await untilAttemptFailed()
  return { id }
}
async function editColor(): Promise<void> {
  await (await openedOutbox()).revise(
    firstEntry().id,
    inputWith(firstEntry(), { color: { take: 'value', value: 'blue' } }),
  )
  await untilAttemptFailed()
}
const untilAttemptFailed = () =>
  eventually(() => expect(firstEntry()).toMatchObject({ state: 'waiting', problem: { kind: 'network' } }))
const stateOf = (id: string) => outboxSnapshot().entries.find((entry) => entry.id === id)?.state
const firstEntry = () => outboxSnapshot().entries[0]!
/** Sends the waiting change and waits for its outcome. */
async function send(result: AttemptResult): Promise<void> {
  const tries = sent.length
  nextResult = result
  outboxIfOpen()?.sendNow()
  await eventually(() => expect(sent.length).toBeGreaterThan(tries))
  await eventually(() => expect(['waiting', 'sending']).not.toContain(outboxSnapshot().entries[0]?.state))
}

/** Everything in both copies of the user, opened; and every byte stored in the browser, as text. */
async function readEverything() {
  const { store, mirror } = sealedStores(String(user))
  const disk = await store.read((tx) =>
    Promise.all([tx.entries(), tx.rememberedStates(0, 99), tx.settlingStates(), tx.meta()]),
  )
  const copies = await Promise.all((await mirror.names()).map((name) => mirror.read(name)))
  store.close()
  return { disk: JSON.stringify(disk), mirror: JSON.stringify(copies), raw: await rawText(page.local) }
}
async function holdsSecrets(): Promise<boolean> {
  const all = JSON.stringify(await readEverything())
  return SECRETS.some((secret) => all.includes(secret))
}

describe('the secret of a waiting change', () => {
  test('is sealed in both copies and readable nowhere else', async () => {
    await saveChange()
    const { disk, mirror, raw } = await readEverything()
    expect([disk.includes(SECRET), mirror.includes(SECRET), raw.includes(SECRET)]).toEqual([true, true, false])
    const entry = firstEntry()
    const [item] = itemsOf([entry], [])
    const shownTexts = [
      contentText(item!, 0),
      changeLines(entry),
      item?.words,
      fieldsOf(entry),
      await (await openedOutbox()).exportChanges(),
    ]
    expect(JSON.stringify(shownTexts)).not.toContain(SECRET)
    expect(contentText(item!, 0)).toContain('color: red → green')
    expect(outboxSnapshot().fold.rows(crateKind, [aCrate()])).toMatchObject([{ color: 'green', label: 'Bolts' }])
  })
  test('stays on the device after sign-out and is sent when the user is back', async () => {
    await saveChange()
    await stopOutbox()
    expect((await readEverything()).disk).toContain(SECRET)
    await open()
    await untilAttemptFailed()
    await send(answer(200, aCrate({ version: 4 })))
    expect(sent.at(-1)?.request.body).toEqual({ color: 'green', label: SECRET })
  })
  test('is sent after the user edits another field of the change', async () => {
    await saveChange()
    await editColor()
    await send(answer(200, aCrate({ version: 4 })))
    expect(sent.at(-1)?.request.body).toEqual({ color: 'blue', label: SECRET })
  })
})

describe('a secret is removed from every store', () => {
  test('once the server has the change; the change is still listed and can still be undone', async () => {
    const { id } = await saveChange()
    await send(answer(200, aCrate({ version: 4 })))
    expect(await holdsSecrets()).toBe(false)
    const [done] = await (await openedOutbox()).endedChanges()
    expect(done).toMatchObject({ id, state: 'done', words: { record: 'Crate a', change: 'green' } })
    expect(changeLines(done!.entry)).toMatchObject([{ name: 'color', was: 'red', yours: 'green' }])
    expect(canUndo(done!.entry)).toBe(true)
    nextResult = { kind: 'offline' }
    expect(await (await openedOutbox()).undo(id)).toBe('sent_back')
    expect(outboxSnapshot().entries.at(-1)).toMatchObject({ seenVersion: 4, request: { body: { color: 'red' } } })
  })
  test('once the change is discarded', async () => {
    const { id } = await saveChange()
    await (await openedOutbox()).discard(id)
    expect(await holdsSecrets()).toBe(false)
    expect(await outboxIfOpen()?.endedChanges()).toMatchObject([{ state: 'discarded', words: { change: 'green' } }])
  })
  test('once the change is undone before it was sent', async () => {
    await (await openedOutbox()).undo((await saveChange()).id)
    expect(await holdsSecrets()).toBe(false)
  })
  test('together with the secrets of the changes that it replaced by a merge or an edit', async () => {
    await saveChange(FORMER)
    await saveChange(SECRET)
    await editColor()
    expect(firstEntry().earlier).toHaveLength(2)
    expect((await readEverything()).disk).toContain(FORMER)
    await send(answer(200, aCrate({ version: 4 })))
    expect(await holdsSecrets()).toBe(false)
  })
  test('not when the server refuses the change, but once a retry succeeds', async () => {
    const { id } = await saveChange()
    await send(answer(400, { color: ['No.'] }))
    expect([stateOf(id), await holdsSecrets()]).toEqual(['refused', true])
    nextResult = answer(200, aCrate({ version: 4 }))
    await (await openedOutbox()).retry(id)
    await eventually(async () => expect(await outboxIfOpen()?.endedChanges()).toHaveLength(1))
    expect(sent.at(-1)?.request.body).toEqual({ color: 'green', label: SECRET })
    expect(sent.at(-1)?.id).not.toBe(id)
    expect(await holdsSecrets()).toBe(false)
  })
  test('once a change unknown to this version of the app is discarded; only its words stay', async () => {
    await saveChange()
    await stopOutbox()
    const { store } = sealedStores(String(user))
    await store.write(async (tx) => tx.putEntry({ ...(await tx.entries())[0]!, command: 'crates.ofTomorrow' }))
    store.close()
    await open()
    await eventually(() => expect(firstEntry()?.state).toBe('unreadable'))
    expect(JSON.stringify(await (await openedOutbox()).exportChanges())).not.toContain(SECRET)
    await (await openedOutbox()).discard(firstEntry().id)
    expect(await holdsSecrets()).toBe(false)
    expect(await outboxIfOpen()?.endedChanges()).toMatchObject([{ state: 'discarded', words: { change: 'green' } }])
  })
})

test('an ended change whose content cannot be built without its secret keeps only its words', async () => {
  const needsSecret = crateChange({ withoutSecrets: () => ({ was: aCrate() }) as ChangeCrate })
  const entry = anEntry({ command: needsSecret.name, input: locked(SECRET), request: { body: SECRET } })
  const registry = createRegistry()
  registry.register([{ ...needsSecret, describe: () => entry.words, shows: () => [] } as never])
  const stripped = entryWithoutSecrets(registry.readUncached(entry), entry)
  expect(stripped).toEqual({ ...entry, input: null, request: {} })
})
