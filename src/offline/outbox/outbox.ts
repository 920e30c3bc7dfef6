import type { Access } from '#contract/wire/access.ts'
import { emptyFold, type Fold } from '#src/offline/fold/fold.ts'
import type { AnyCommand, Command, RecordKey } from '../command.ts'
import type { Given, Outbox } from './engine.ts'
import { appRegistry } from './entry/registry.ts'
import type { GivenFile } from './keep/kept-files.ts'
import { ANOTHER_IS_HERE, NotKept, notLoaded } from './keep/not-kept.ts'
import type { OutboxPorts } from './ports.ts'
import type { DoneChange, KeptChanges } from './settle/done.ts'
import type { Picks } from './settle/picks.ts'
import type { Mark } from './show/marks.ts'
import { emptySnapshot, type OutboxSnapshot } from './show/snapshot.ts'

export type { DoneChange } from './settle/done.ts'

interface Wanted {
  readonly user: string
  readonly ports: () => Promise<OutboxPorts>
}

const startingSnapshot: OutboxSnapshot = { ...emptySnapshot, state: 'starting' }
const listeners = new Set<() => void>()
let commandsOf: () => Promise<readonly AnyCommand[]> = () => Promise.resolve([])
/** Whose outbox is to be open. */
let wanted: Wanted | null = null
let open: { readonly user: string; readonly outbox: Outbox } | null = null
let starting: Promise<void> | null = null
let turn: Promise<void> = Promise.resolve()

const tell = (): void => {
  for (const listener of [...listeners]) listener()
}

/** Makes the changes of the app known. An entry whose command is not among them is kept as unreadable. */
export function registerCommands(commands: readonly AnyCommand[]): void {
  appRegistry.register(commands)
  open?.outbox.memory.build()
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
  const [{ Outbox }, ports, commands] = await Promise.all([import('./engine.ts'), want.ports(), commandsOf()])
  await inTurn(async () => {
    // The same person may have been asked for once more meanwhile, and that has been left to this one.
    if (wanted?.user !== want.user || open) return
    appRegistry.register(commands)
    const outbox = new Outbox(want.user, ports, appRegistry)
    outbox.memory.subscribe(tell)
    open = { user: want.user, outbox }
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
  const { outbox } = open ?? {}
  open = null
  tell()
  return inTurn(async () => outbox?.stop())
}

/** The outbox of whoever is signed in, loaded if it is not yet. Throws NotKept, also when that is not `as`. */
async function opened(as?: string): Promise<Outbox> {
  const { user } = wanted ?? {}
  if (as !== undefined && user !== undefined && user !== as) throw new NotKept(ANOTHER_IS_HERE)
  if (!open && wanted) await start().catch(notLoaded)
  // Somebody else may have come while it was loaded: what one person does is never kept as another's.
  if (!open || open.user !== user) throw new NotKept('Sign in first; then save again. What you typed is still here.')
  return open.outbox
}

/**
 * Keeps a change on this device and sends it as soon as that is possible. Resolves when it is stored in both places
 * ("Saved on this device") with the id by which it can be taken back; throws NotKept, with words for the person, when the
 * device can't. A change that waits and has never been sent may become one with it.
 * @param seenVersion the version of the record that the person saw; null for a new one
 */
export async function submit<Input>(
  command: Command<Input>,
  input: Input,
  { seenVersion, files }: { readonly seenVersion: number | null; readonly files?: readonly GivenFile[] },
): Promise<{ readonly id: string }> {
  const outbox = await opened()
  return { id: await outbox.submit(command, input, seenVersion, files) }
}

/**
 * Keeps several changes that belong together, as `submit` keeps one: all of them, or none. Answers the id of each. Without
 * `mayMerge` none becomes one with what waits already, so that it can be given up by itself.
 * @param as whose it is: what was made in one person's time and is kept later is never kept as another's
 */
export async function submitAll(
  given: readonly Given[],
  { as, ...options }: { readonly mayMerge?: boolean; readonly as?: string } = {},
): Promise<readonly string[]> {
  return (await opened(as)).submitAll(given, options)
}

/** The bytes of a file that waits on this device; null when it does not, any more or here. */
export async function keptFile(id: string): Promise<Blob | null> {
  return (await open?.outbox.file(id)) ?? null
}

/** Tries a change again, by a person's word. After a conflict that word is "mine". Throws TooLate; NotKept if none is open. */
export async function retry(id: string): Promise<void> {
  await (await opened()).retry(id)
}
/** Takes a change back, by a person's word. Throws TooLate when it is on its way or settled; NotKept if none is open. */
export async function discard(id: string): Promise<void> {
  await (await opened()).discard(id)
}
/**
 * Takes a change back. One that the server can't have is taken out, or the last thing merged into it is; of one that may
 * have reached the server, or is done, the inverse is kept as a change of its own. Throws TooLate; CannotUndo, with words,
 * when nothing puts it back; NotKept when the device can't store that.
 */
export async function undo(id: string): Promise<'removed' | 'sent_back'> {
  return (await opened()).undo(id)
}
/**
 * Lets a change say something else: one that waits and was never sent, was refused, waits for the password, or conflicts. It
 * keeps its place in the order and gets a new id. Throws TooLate, and NotKept with words when its command refuses the input.
 */
export async function revise(id: string, input: unknown): Promise<void> {
  await (await opened()).revise(id, input)
}
/**
 * Settles a conflict field by field, by the first name of each; what is not named stays mine. All theirs discards the
 * change. Throws TooLate or NotKept.
 */
export async function settleConflict(id: string, picks: Picks): Promise<void> {
  await (await opened()).settleConflict(id, picks)
}
/** What is over, newest first, as far as its content is kept: the last 500, or 90 days, of this sign-in. */
export async function doneChanges(limit = 500): Promise<readonly DoneChange[]> {
  return open ? open.outbox.doneChanges(limit) : []
}

/**
 * Forgets what settled changes said that took what the person has no more: `isGone` judges what each takes, undefined of
 * one that this version does not know. What waits stays. Does nothing unless it is `user` whose outbox is to be open.
 */
export async function forgetLostDone(user: string, isGone: (access: Access | undefined) => boolean): Promise<void> {
  if (wanted?.user === user) await (await opened()).forgetLost(isGone)
}

/** All changes that this device keeps, those that are over included, as plain data: of files names and sizes, no secrets. */
export async function exportAll(): Promise<KeptChanges> {
  return (await opened()).keptChanges()
}

/** What was stored before the person signed in, up to this number, may be sent: the person was shown that it is there. */
export async function releaseHeld(upTo: number): Promise<void> {
  await (await opened()).releaseHeld(upTo)
}

/** The person has read that changes were lost. */
export async function dismissLoss(): Promise<void> {
  await open?.outbox.dismissLoss()
}
/** Does not wait any longer for what waits for the network; `signed_in`: nor for the password, which was just given. */
export function sendNow(since?: 'online' | 'signed_in'): void {
  open?.outbox.sendNow(since)
}

export function outboxSnapshot(): OutboxSnapshot {
  return open?.outbox.memory.snapshot() ?? (wanted ? startingSnapshot : emptySnapshot)
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
