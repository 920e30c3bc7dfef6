import { setTimeout as pause } from 'node:timers/promises'
import { slowWire } from '../app/slow-wire.ts'
import { type Change, type Colleague, commitChange } from './colleagues.ts'
import { listenForRows, type RowsData } from './event-listener.ts'

/** `open`: opens a stream for each listener. `commit`: commits changes one by one. `close`: ends the streams. */
export type ListeningRequest =
  | { readonly act: 'open'; readonly listeners: readonly Colleague[]; readonly isSlow: boolean }
  | { readonly act: 'commit'; readonly changes: readonly Change[]; readonly pauseMs: number }
  | { readonly act: 'close' }

/** For each change that each listener received, in milliseconds. */
export interface Delays {
  /** Since the server took the change, so before its commit. */
  readonly sinceTaken: readonly number[]
  /** Since its author sent it. */
  readonly sinceSent: readonly number[]
}

interface Arrival {
  readonly record: string
  /** When the server took the change, and when the listener had its rows. In milliseconds since 1970. */
  readonly takenAt: number
  readonly at: number
}

const clock = () => performance.timeOrigin + performance.now()
/** Time for the last events to arrive over a slow network, in ms. */
const LAST_MS = 2_000

let writer: Colleague | null = null
let arrivals: Arrival[] = []
let stops: (() => unknown)[] = []

/** A way to the server for one device: its own slow network, or none. */
async function wayTo(one: Colleague, isSlow: boolean): Promise<Colleague> {
  if (!isSlow) return one
  const { origin, close } = await slowWire(one.origin)
  stops.push(close)
  return { ...one, origin }
}

async function open(listeners: readonly Colleague[], isSlow: boolean): Promise<void> {
  const note = ({ changes, at: takenAt }: RowsData) => {
    const at = clock()
    for (const { area, id, version } of changes) arrivals.push({ record: `${area}/${id}/${version}`, takenAt, at })
  }
  for (const one of listeners) stops.push(await listenForRows(await wayTo(one, isSlow), note))
}

async function commit(by: Colleague, changes: readonly Change[], pauseMs: number): Promise<Delays> {
  arrivals = []
  const sentAt = new Map<string, number>()
  for (const change of changes) {
    const at = clock()
    const { id, version } = await commitChange(by, change)
    const [, , area] = change.path.split('/')
    sentAt.set(`${area}/${id}/${version}`, at)
    await pause(pauseMs)
  }
  await pause(LAST_MS)
  const own = arrivals.filter(({ record }) => sentAt.has(record))
  return {
    sinceTaken: own.map(({ at, takenAt }) => at - takenAt),
    sinceSent: own.map(({ at, record }) => at - (sentAt.get(record) ?? Number.NaN)),
  }
}

async function close(): Promise<void> {
  for (const stop of stops.reverse()) await stop()
  stops = []
}

/** The work of the child process: it listens, changes records, and times when the changes arrive. */
export async function listen(request: ListeningRequest): Promise<Delays | null> {
  if (request.act === 'close') await close()
  if (request.act === 'open') {
    const [first] = request.listeners
    if (first) writer = await wayTo(first, request.isSlow)
    await open(request.listeners.slice(1), request.isSlow)
  }
  if (request.act !== 'commit') return null
  if (writer === null) throw new Error('no one is signed in')
  return commit(writer, request.changes, request.pauseMs)
}
