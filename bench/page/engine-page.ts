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

// The outbox on the browser's own storage, without a screen: the measured cost is the engine's alone.

const USER = '1'
/** The number of rows on a screen. Each change folds them and looks up the mark of each. */
const ROWS_ON_SCREEN = 50
/** The size of a stored response, in characters: about a list of 50 drivers. */
const ANSWER_SIZE = 100_000
/** Time until the persister has written a change, in ms. It starts to write after 250 ms. */
const WRITTEN_MS = 300
/** The simulated time to refetch the rows of settled changes, in ms. */
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
  areas: ['drivers'],
})

const registry = createRegistry()
registry.register([change])

let rows: readonly Driver[] = []
let token = ''
let outbox: Engine | null = null
let sealer: Sealer = clearSealer
let gate = Promise.withResolvers<void>()

function ports(isReal: boolean): OutboxPorts {
  const session = { user: () => USER, token: () => token, refresh: () => Promise.resolve('refused' as const) }
  const real = httpTransport(session)
  return {
    ...browserPorts(USER, {
      session,
      onBackOnline: () => () => undefined,
      onSignedIn: () => () => undefined,
      onSettled: () => new Promise((resolve) => setTimeout(() => resolve(Date.now()), FETCH_MS)),
      onShown: () => Promise.resolve(),
      onRows: () => undefined,
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

/** Does what a screen of the app does at each change: folds its list and looks up the mark of each row. */
function simulateScreen(engine: Engine): () => void {
  const shown = rows.slice(0, ROWS_ON_SCREEN)
  return engine.memory.subscribe(() => {
    const { fold, marks } = engine.memory.snapshot()
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
  simulateScreen(outbox)
  await outbox.ready()
  return performance.now() - startedAt
}

const LISTS = 20
const keyOf = (list: number) => ['bench', list]
let client: QueryClient | null = null
let persister: QueryPersister | null = null
const fail = (error: unknown): never => {
  throw error
}
function observe(of: QueryClient, list: number): void {
  const stored = { pack: (data: unknown) => data, unpack: (data: unknown) => data }
  new QueryObserver(of, { queryKey: keyOf(list), enabled: false, meta: { stored } }).subscribe(() => undefined)
}

const bench = {
  /** Sets the drivers and the access token for all following calls. */
  async prepare(drivers: readonly Driver[], access: string): Promise<void> {
    sealer = sealerWith([await importSealKey('00000001', new Uint8Array(32).fill(1))])
    rows = drivers
    token = access
  },
  /** Writes this many entries to both copies of the outbox, as after a long day in a dead zone. */
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
  /** Opens the outbox and holds its entries back from sending. Returns the milliseconds until it is ready. */
  open: openOutbox,
  /** Starts sending. Resolves with the milliseconds until no entry waits. */
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
  /** Submits changes one after the other. Returns the milliseconds until each was saved. */
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
  /** Stores this many MB of responses. A few lists are also observed in memory, as lists on screen are. */
  async storeResponses(megabytes: number): Promise<void> {
    const sealer = sealerWith([await importSealKey('00000001', new Uint8Array(32).fill(1))])
    const store = new QueryStore(USER, { sealer, now: () => Date.now(), onTrouble: fail })
    const json = JSON.stringify('x'.repeat(ANSWER_SIZE))
    const count = (megabytes * 1e6) / ANSWER_SIZE
    for (let at = 0; at < count; at += 20) {
      const some = Array.from({ length: 20 }, (_, one) => ({ hash: `kept-${at + one}`, json, asOf: Date.now() }))
      if (!(await store.put(some))) throw new Error('the device keeps nothing')
    }
    client = new QueryClient()
    persister = new QueryPersister(store, { client, isAllowed: () => true, notifyTabs: () => undefined })
    for (let list = 0; list < LISTS; list += 1) observe(client, list)
  },
  /** Repeats: a response arrives, a change is submitted, both are written. Returns the number of repetitions. */
  async work(count: number): Promise<number> {
    for (let one = 0; one < count; one += 1) {
      const shown = rows.slice(one, one + ROWS_ON_SCREEN).map((row) => ({ ...row, version: row.version + one }))
      client?.setQueryData(keyOf(one % LISTS), { data: shown, asOf: Date.now(), source: 'network' })
      await bench.submit(1)
      await new Promise((resolve) => setTimeout(resolve, WRITTEN_MS))
    }
    return count
  },
  /** Closes the outbox and removes everything from the device. */
  async wipe(): Promise<void> {
    gate.resolve()
    await outbox?.stop()
    outbox = null
    persister?.close()
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
