import { QueryClient, QueryObserver } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { driverChanges } from '#contract/people/driver-changes.ts'
import { type Driver, driver, driverKind } from '#contract/people/drivers.ts'
import { command, newChange, patched, recordKey } from '#src/offline/command.ts'
import { browserPorts } from '#src/offline/outbox/browser-ports.ts'
import { Engine } from '#src/offline/outbox/engine.ts'
import type { OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import { createRegistry } from '#src/offline/outbox/entry/registry.ts'
import { newUuid } from '#src/offline/outbox/entry/uuid-v7.ts'
import type { OutboxPorts } from '#src/offline/outbox/ports.ts'
import { httpTransport } from '#src/offline/outbox/send/transport.ts'
import { QueryPersister } from '#src/offline/query-storage/query-persister.ts'
import { QueryStore } from '#src/offline/query-storage/query-store.ts'
import { clearSealer, importSealKey, type Sealer, sealerWith } from '#src/seal/sealer.ts'

/** The outbox over the browser's own storage, without a screen: what it costs is the engine's alone. */
const USER = '1'
/** As many rows as a screen has, each of which asks for its mark and for itself at each change. */
const ROWS_ON_SCREEN = 50
/** An answer of this many characters is about a list of 50 drivers. */
const ANSWER_SIZE = 100_000
/** The keeper writes 250 ms after a change; by then it has. */
const WRITTEN_MS = 300
/** How long the rows of settled changes take to come. */
const FETCH_MS = 100

const change = command({
  name: 'bench.changeStatus',
  version: 1,
  endpoint: driverChanges.update,
  input: z.object({ was: driver, to: z.string() }),
  request: ({ was, to }) => ({ params: { id: was.id }, body: { status: to } }),
  touches: ({ was }) => [recordKey(driverKind, driverKind.keyOf(was))],
  effects: ({ was, to }) => [
    patched(
      driverKind,
      driverKind.keyOf(was),
      (row) => ({ ...row, current_status: to as Driver['current_status'] }),
      was,
    ),
  ],
  describe: ({ was, to }) => ({ record: was.user.last_name, change: `Status: ${to}` }),
  versions: (reply, { was }) => [
    { key: recordKey(driverKind, driverKind.keyOf(was)), version: driver.parse(reply).version },
  ],
  refreshes: [['drivers']],
})

const registry = createRegistry()
registry.register([change])

let rows: readonly Driver[] = []
let token = ''
let outbox: Engine | null = null
let sealer: Sealer = clearSealer
let gate = Promise.withResolvers<void>()

function ports(isReal: boolean): OutboxPorts {
  const who = { user: () => USER, token: () => token, refresh: () => Promise.resolve('refused' as const) }
  const real = httpTransport(who)
  return {
    ...browserPorts(USER, {
      session: who,
      onBackOnline: () => () => undefined,
      onSignedIn: () => () => undefined,
      onSettled: () => new Promise((resolve) => setTimeout(resolve, FETCH_MS)),
      onDeclined: () => undefined,
      signIn: null,
      sealer,
    }),
    transport: {
      ...real,
      send: async (entry, known, signal) => {
        await gate.promise
        if (isReal) return real.send(entry, known, signal)
        const { was } = entry.input as { was: Driver }
        return { kind: 'answer', status: 200, reply: { ...was, version: was.version + 1 }, retryAfterMs: null }
      },
    },
  }
}

const rowOf = (at: number) => rows[at % rows.length] as Driver
function entryOf(seq: number): OutboxEntry {
  const input = { was: rowOf(seq - 1), to: seq % 2 ? 'on_vacation' : 'on_the_road' } as const
  return {
    seq,
    id: newUuid(),
    command: change.name,
    commandVersion: change.version,
    touches: change.touches(input as never),
    input,
    request: change.request(input as never),
    words: change.describe(input as never),
    user: USER,
    device: '00000000-0000-7000-8000-00000000be4c',
    madeAt: Date.now(),
    seenVersion: rowOf(seq - 1).version,
    revision: 0,
    earlier: [],
    files: [],
    wasSent: false,
    state: 'waiting',
    attempts: 0,
    nextTryAt: 0,
    problem: null,
    settledAt: null,
    versions: [],
  }
}

/** What a screen of the app does with each change: folds its list, asks for each row's mark. */
function watch(seen: Engine): () => void {
  const shown = rows.slice(0, ROWS_ON_SCREEN)
  return seen.memory.subscribe(() => {
    const { fold, marks } = seen.memory.snapshot()
    fold.rows(driverKind, shown, {
      complete: false,
      compare: (a, b) => a.user.last_name.localeCompare(b.user.last_name),
    })
    for (const row of shown) marks.get(recordKey(driverKind, driverKind.keyOf(row)))
  })
}

async function openOutbox(isReal: boolean): Promise<number> {
  gate = Promise.withResolvers()
  const startedAt = performance.now()
  outbox = new Engine(USER, ports(isReal), registry)
  watch(outbox)
  await outbox.ready()
  return performance.now() - startedAt
}

const LISTS = 20
const keyOf = (list: number) => ['bench', list]
let client: QueryClient | null = null
let keeper: QueryPersister | null = null
const fail = (error: unknown): never => {
  throw error
}
function observe(of: QueryClient, list: number): void {
  const stored = { pack: (data: unknown) => data, unpack: (data: unknown) => data }
  new QueryObserver(of, { queryKey: keyOf(list), enabled: false, meta: { stored } }).subscribe(() => undefined)
}

const bench = {
  async know(drivers: readonly Driver[], access: string): Promise<void> {
    sealer = sealerWith([await importSealKey('00000001', new Uint8Array(32).fill(1))])
    rows = drivers
    token = access
  },
  /** Puts so many changes into both stores, as a long day in a dead zone leaves them. */
  async fill(count: number): Promise<void> {
    const { store, mirror } = ports(false)
    const entries = Array.from({ length: count }, (_, at) => entryOf(at + 1))
    await store.write(async (tx) => {
      for (const entry of entries) await tx.putEntry(entry)
      await tx.putMeta({ ...(await tx.meta()), nextSeq: count + 1, device: entries[0]?.device ?? null })
    })
    for (let at = 0; at < count; at += 50) await Promise.all(entries.slice(at, at + 50).map((one) => mirror.put(one)))
    store.close()
  },
  /** Opens an outbox in which so much waits that none of it is sent yet; answers milliseconds. */
  open: openOutbox,
  /** Lets it be sent; resolves with the milliseconds until nothing waits any more. */
  async replay(): Promise<number> {
    const at = outbox
    if (!at) throw new Error('open it first')
    const startedAt = performance.now()
    const { promise, resolve } = Promise.withResolvers<void>()
    const look = () => at.memory.snapshot().waiting === 0 && resolve()
    at.memory.subscribe(look)
    gate.resolve()
    look()
    await promise
    if (at.memory.snapshot().needsAttention > 0) throw new Error('a change was refused')
    return performance.now() - startedAt
  },
  /** Makes changes one after the other; answers how long each took until it was saved, in milliseconds. */
  async submit(count: number): Promise<number[]> {
    const at = outbox
    if (!at) throw new Error('open it first')
    const took: number[] = []
    for (let one = 0; one < count; one += 1) {
      const startedAt = performance.now()
      await at.acts.submitAll([newChange(change, { was: rowOf(one), to: 'on_vacation' }, rowOf(one).version)])
      took.push(performance.now() - startedAt)
    }
    return took
  },
  /** Keeps so many MB of the server's answers, a few of them in memory as lists on screen are. */
  async keep(megabytes: number): Promise<void> {
    const sealer = sealerWith([await importSealKey('00000001', new Uint8Array(32).fill(1))])
    const store = new QueryStore(USER, { sealer, now: () => Date.now(), onTrouble: fail })
    const json = JSON.stringify('x'.repeat(ANSWER_SIZE))
    const count = (megabytes * 1e6) / ANSWER_SIZE
    for (let at = 0; at < count; at += 20) {
      const some = Array.from({ length: 20 }, (_, one) => ({ hash: `kept-${at + one}`, json, asOf: Date.now() }))
      if (!(await store.put(some))) throw new Error('the device keeps nothing')
    }
    client = new QueryClient()
    keeper = new QueryPersister(store, { client, isAllowed: () => true, notifyTabs: () => undefined })
    for (let list = 0; list < LISTS; list += 1) observe(client, list)
  },
  /** So many times: an answer comes, a change is made, both are written. Answers how many. */
  async work(count: number): Promise<number> {
    for (let one = 0; one < count; one += 1) {
      const shown = rows.slice(one, one + ROWS_ON_SCREEN).map((row) => ({ ...row, version: row.version + one }))
      client?.setQueryData(keyOf(one % LISTS), { data: shown, asOf: Date.now(), source: 'network' })
      await bench.submit(1)
      await new Promise((resolve) => setTimeout(resolve, WRITTEN_MS))
    }
    return count
  },
  /** Closes it, and leaves nothing on the device. */
  async wipe(): Promise<void> {
    gate.resolve()
    await outbox?.stop()
    outbox = null
    keeper?.close()
    client?.clear()
    for (const { name } of await indexedDB.databases()) {
      await new Promise((resolve, reject) => {
        const gone = indexedDB.deleteDatabase(name ?? '')
        gone.onsuccess = resolve
        gone.onerror = reject
      })
    }
    for (const name of await caches.keys()) await caches.delete(name)
    localStorage.clear()
  },
}
export type EngineBench = typeof bench

Object.assign(globalThis, { engineBench: bench })
