import type { AnyCommand, Command, RecordKey } from '../command.ts'
import { emptyFold, type Fold } from '../fold.ts'
import { Outbox } from './engine.ts'
import { NotKept } from './enqueue.ts'
import type { OutboxEntry } from './entry.ts'
import type { OutboxPorts } from './ports.ts'
import { createRegistry } from './registry.ts'
import { emptySnapshot, type Mark, type OutboxSnapshot } from './snapshot.ts'

const registry = createRegistry()
const listeners = new Set<() => void>()
let open: { readonly user: string; readonly outbox: Outbox } | null = null
let turn: Promise<void> = Promise.resolve()

const tell = (): void => {
  for (const listener of [...listeners]) listener()
}

/** Makes the changes of the app known, once, at start. An entry whose command is not among them is kept as unreadable. */
export function registerCommands(commands: readonly AnyCommand[]): void {
  registry.register(commands)
  open?.outbox.memory.build()
}

/**
 * Opens a person's outbox; another's, if open, is stopped first. Resolves when it is open; what waits is read and sent
 * from then on by itself.
 * @param user the token's subject
 */
export function startOutbox({ user, ports }: { readonly user: string; readonly ports: OutboxPorts }): Promise<void> {
  turn = turn.then(async () => {
    if (open?.user === user) return
    await close()
    const outbox = new Outbox(user, ports, registry)
    outbox.memory.subscribe(tell)
    open = { user, outbox }
    tell()
  })
  return turn
}

/** Stops sending and forgets, in this tab, what waits. The entries stay on the device for their person's next sign-in. */
export function stopOutbox(): Promise<void> {
  turn = turn.then(close)
  return turn
}

async function close(): Promise<void> {
  const { outbox } = open ?? {}
  open = null
  tell()
  await outbox?.stop()
}

/**
 * Keeps a change on this device and sends it as soon as that is possible. Resolves when it is stored in both places
 * ("Saved on this device"); throws NotKept, with words for the person, when the device can't.
 * @param seenVersion the version of the record that the person saw; null for a new one
 */
export async function submit<Input>(
  command: Command<Input>,
  input: Input,
  { seenVersion }: { readonly seenVersion: number | null },
): Promise<void> {
  if (!open) throw new NotKept('Sign in first; then save again. What you typed is still here.')
  await open.outbox.submit(command, input, seenVersion)
}

/** Tries a change again, by a person's word. After a conflict that word is "mine". Throws TooLate. */
export async function retry(id: string): Promise<void> {
  await open?.outbox.retry(id)
}
/** Takes a change back, by a person's word. Throws TooLate when it is on its way or settled. */
export async function discard(id: string): Promise<void> {
  await open?.outbox.discard(id)
}
/** The person has read that changes were lost. */
export async function dismissLoss(): Promise<void> {
  await open?.outbox.dismissLoss()
}
/** Does not wait any longer for what waits for the network. */
export function sendNow(): void {
  open?.outbox.sendNow()
}

/** What an entry is about and what it does, in plain words; also of entries that this version does not know. */
export function describe(entry: OutboxEntry): { readonly record: string; readonly change: string } {
  return registry.read(entry)?.words ?? entry.words
}

export function outboxSnapshot(): OutboxSnapshot {
  return open?.outbox.memory.snapshot() ?? emptySnapshot
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
