import { emptyFold, type Fold } from '#src/offline/fold/fold.ts'
import type { AnyCommand, RecordKey } from '../command.ts'
import type { Acts } from './acts.ts'
import type { Engine } from './engine.ts'
import { appRegistry } from './entry/registry.ts'
import type { OutboxPorts } from './ports.ts'
import { ANOTHER_IS_HERE, NotSaved, notLoaded } from './save/not-saved.ts'
import type { Mark } from './show/marks.ts'
import { emptySnapshot, type OutboxSnapshot } from './show/snapshot.ts'

interface Wanted {
  readonly user: string
  readonly ports: () => Promise<OutboxPorts>
}

const startingSnapshot: OutboxSnapshot = { ...emptySnapshot, state: 'starting' }
const listeners = new Set<() => void>()
let commandsOf: () => Promise<readonly AnyCommand[]> = () => Promise.resolve([])
/** Whose outbox is to be open. */
let wanted: Wanted | null = null
let open: { readonly user: string; readonly engine: Engine } | null = null
let starting: Promise<void> | null = null
let turn: Promise<void> = Promise.resolve()

const tell = (): void => {
  for (const listener of [...listeners]) listener()
}

/** Makes the changes of the app known. An entry whose command is not among them is kept as unreadable. */
export function registerCommands(commands: readonly AnyCommand[]): void {
  appRegistry.register(commands)
  open?.engine.memory.build()
}
/** Says where the changes of the app are to be had: they are asked for when an outbox is opened, and before it is read. */
export function loadCommandsFrom(load: () => Promise<readonly AnyCommand[]>): void {
  commandsOf = load
}

/**
 * Opens a person's outbox; another's, if open, is stopped first. Resolves when it is open; what waits is read and sent
 * from then on by itself. Nothing of it is part of the first screen: it is loaded now. Rejects when that is not possible;
 * the next call, or the next change, tries again.
 * @param user the token's subject
 */
export function startOutbox(want: Wanted): Promise<void> {
  if (wanted?.user !== want.user) starting = null
  if (open && open.user !== want.user) void close()
  wanted = want
  tell()
  return start()
}
/** Stops sending and forgets, in this tab, what waits. The entries stay on the device for their person's next sign-in. */
export function stopOutbox(): Promise<void> {
  wanted = null
  starting = null
  return close()
}

function start(): Promise<void> {
  if (starting) return starting
  const own = opening().finally(() => {
    if (starting === own) starting = null
  })
  starting = own
  return own
}
async function opening(): Promise<void> {
  const want = wanted
  if (!want || open?.user === want.user) return
  // Not in turn with the ends: signing out never waits for a network.
  const [{ Engine }, ports, commands] = await Promise.all([import('./engine.ts'), want.ports(), commandsOf()])
  await inTurn(async () => {
    // The same person may have been asked for once more meanwhile, and that has been left to this one.
    if (wanted?.user !== want.user || open) return
    appRegistry.register(commands)
    const engine = new Engine(want.user, ports, appRegistry)
    engine.memory.subscribe(tell)
    open = { user: want.user, engine }
    tell()
  })
}
function inTurn(work: () => Promise<void>): Promise<void> {
  const own = turn.then(work)
  turn = own.catch(() => undefined)
  return own
}
/** From now on none is open; resolves when what was runs no more. */
function close(): Promise<void> {
  const { engine } = open ?? {}
  open = null
  tell()
  return inTurn(async () => engine?.stop())
}

/**
 * The one way to an act: the outbox of the person who is signed in, loaded if it is not yet. Throws NotKept, with words for
 * the person, when there is none: no user is signed in, it can't be loaded, or another person is here.
 * @param as whose act it is, noted before anything was awaited: what was done in one person's time is never kept as another's
 */
export async function openedOutbox(as?: string): Promise<Acts> {
  const { user } = wanted ?? {}
  if (as !== undefined && user !== undefined && user !== as) throw new NotSaved(ANOTHER_IS_HERE)
  if (!open && wanted) await start().catch(notLoaded)
  // Another person may have come while it was loaded: what one person does is never kept as another's.
  if (!open || open.user !== user) throw new NotSaved('Sign in first; then save again. What you typed is still here.')
  return open.engine.acts
}
/**
 * The acts that mean nothing without an open outbox; null while none is open. Loads nothing. What a person decides about a change
 * is none of them: it would be dropped without a word.
 */
export function outboxIfOpen(): Pick<Acts, 'file' | 'doneChanges' | 'dismissLoss' | 'sendNow'> | null {
  return open?.engine.acts ?? null
}

export function outboxSnapshot(): OutboxSnapshot {
  return open?.engine.memory.snapshot() ?? (wanted ? startingSnapshot : emptySnapshot)
}
export function subscribeOutbox(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
/** All that waits, as a fold over rows; the same value until something changes that shows. */
export function currentFold(): Fold {
  return open ? outboxSnapshot().fold : emptyFold
}
export function markOf(key: RecordKey): Mark | null {
  return outboxSnapshot().marks.get(key) ?? null
}
