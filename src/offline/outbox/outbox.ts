import { firstScreenShown } from '#src/offline/first-screen.ts'
import { emptyFold, type Fold } from '#src/offline/fold/fold.ts'
import type { AnyCommand, RecordKey } from '../command.ts'
import type { Acts } from './acts.ts'
import type { Engine } from './engine.ts'
import { appRegistry } from './entry/registry.ts'
import type { OutboxPorts } from './ports.ts'
import { ANOTHER_IS_HERE, NotSaved, throwNotLoaded } from './save/not-saved.ts'
import type { Mark } from './show/marks.ts'
import { emptySnapshot, type OutboxSnapshot } from './show/snapshot.ts'

interface WantedOutbox {
  readonly user: string
  readonly ports: () => Promise<OutboxPorts>
  /** The first screen waits for the changes in it: see `whenOutboxRead`. */
  readonly isAwaited?: boolean
}

const startingSnapshot: OutboxSnapshot = { ...emptySnapshot, state: 'starting' }
const listeners = new Set<() => void>()
let loadCommands: () => Promise<readonly AnyCommand[]> = () => Promise.resolve([])
/** The outbox that must be open, or null after sign-out. */
let wanted: WantedOutbox | null = null
let current: { readonly user: string; readonly engine: Engine } | null = null
let starting: Promise<void> | null = null
let lastTurn: Promise<void> = Promise.resolve()

const notifyListeners = (): void => {
  for (const listener of [...listeners]) listener()
}

/** Registers the app's commands. An entry whose command is unknown stays in the outbox as unreadable. */
export function registerCommands(commands: readonly AnyCommand[]): void {
  appRegistry.register(commands)
  current?.engine.memory.rebuild()
}
/** Sets how the app's commands are loaded. They are loaded each time an outbox opens, before its entries are read. */
export function loadCommandsFrom(load: () => Promise<readonly AnyCommand[]>): void {
  loadCommands = load
}

/**
 * Opens a user's outbox and stops the outbox of another user first. Resolves when the outbox is open. From then on it
 * reads and sends its entries on its own. The outbox code is loaded here, after the first screen unless that screen needs
 * it; a change that the user makes earlier loads it too. Rejects when loading fails; the next call or the next change
 * tries again. `target.user` is the token's subject.
 */
export function startOutbox(target: WantedOutbox): Promise<void> {
  if (wanted?.user !== target.user) starting = null
  if (current && current.user !== target.user) void closeCurrent()
  wanted = target
  notifyListeners()
  return target.isAwaited ? start() : firstScreenShown().then(start)
}
/** Stops sending and clears this tab's memory of the entries. They stay on the device for the user's next sign-in. */
export function stopOutbox(): Promise<void> {
  wanted = null
  starting = null
  return closeCurrent()
}

function start(): Promise<void> {
  if (starting) return starting
  const attempt = openWanted().finally(() => {
    if (starting === attempt) starting = null
  })
  starting = attempt
  return attempt
}
async function openWanted(): Promise<void> {
  const target = wanted
  if (!target || current?.user === target.user) return
  // Loaded outside the turns: signing out takes a turn and must never wait for the network.
  const [{ Engine }, ports, commands] = await Promise.all([import('./engine.ts'), target.ports(), loadCommands()])
  await takeTurn(async () => {
    // During loading, another user may have been wanted, or another call may have opened this user's outbox.
    if (wanted?.user !== target.user || current) return
    appRegistry.register(commands)
    const engine = new Engine(target.user, ports, appRegistry)
    engine.memory.subscribe(notifyListeners)
    current = { user: target.user, engine }
    notifyListeners()
  })
}
function takeTurn(work: () => Promise<void>): Promise<void> {
  const result = lastTurn.then(work)
  lastTurn = result.catch(() => undefined)
  return result
}
/** No outbox is open from now on. Resolves when the former one has stopped. */
function closeCurrent(): Promise<void> {
  const { engine } = current ?? {}
  current = null
  notifyListeners()
  return takeTurn(async () => engine?.stop())
}

/**
 * The acts of the signed-in user's outbox, loaded first where necessary. Every act goes through this function. Throws
 * NotSaved, with text for the user, when no user is signed in, loading fails, or another user is signed in.
 * `expectedUser` is the user the act belongs to, noted before anything was awaited: an act of one user is never saved
 * as another user's.
 */
export async function openedOutbox(expectedUser?: string): Promise<Acts> {
  const { user } = wanted ?? {}
  if (expectedUser !== undefined && user !== undefined && user !== expectedUser) throw new NotSaved(ANOTHER_IS_HERE)
  if (!current && wanted) await start().catch(throwNotLoaded)
  // Another user may have signed in during loading: an act of one user is never saved as another user's.
  if (!current || current.user !== user)
    throw new NotSaved('Sign in first; then save again. What you typed is still here.')
  return current.engine.acts
}
/**
 * The acts that are harmless to skip while no outbox is open; null in that case. Loads nothing. Decisions of the user
 * about a change are excluded: they would be dropped silently.
 */
export function outboxIfOpen(): Pick<Acts, 'file' | 'photo' | 'endedChanges' | 'dismissLoss' | 'sendNow'> | null {
  return current?.engine.acts ?? null
}

export function outboxSnapshot(): OutboxSnapshot {
  return current?.engine.memory.snapshot() ?? (wanted ? startingSnapshot : emptySnapshot)
}
export function subscribeOutbox(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
/** The optimistic effects of all entries as a fold over rows. The same object until a visible effect changes. */
export function currentFold(): Fold {
  return current ? outboxSnapshot().fold : emptyFold
}
/** The same for data that is on screen now: it has all settled changes whose rows were shown. */
export const foldForScreen = (): Fold => currentFold().at(Date.now())
export function markOf(key: RecordKey): Mark | null {
  return outboxSnapshot().marks.get(key) ?? null
}
