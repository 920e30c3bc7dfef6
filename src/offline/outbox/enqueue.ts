import * as z from 'zod/mini'
import type { Command } from '../command.ts'
import type { OutboxEntry } from './entry.ts'
import { storeLock } from './names.ts'
import type { OutboxPorts, Witness } from './ports.ts'

/** The device could not keep a change. The message is for the person; nothing of the change is kept unless it says so. */
export class NotKept extends Error {
  override readonly name = 'NotKept'
}

const IS_STILL_HERE = 'Nothing was saved; what you typed is still here.'

/** Puts an entry into both stores. Resolves when both have it; rejects with NotKept, and then neither has. */
export async function enqueue<Input>(
  ports: OutboxPorts,
  user: string,
  command: Command<Input>,
  input: Input,
  seenVersion: number | null,
): Promise<OutboxEntry> {
  const draft = drafted(command, input)
  const { store, mirror, clock, ids, locks, witness } = ports
  return locks.hold(storeLock(user), 'shared', async () => {
    const common = { id: ids.uuid(), user, madeAt: clock.now(), seenVersion, ...draft }
    const entry = await store
      .write(async (tx) => {
        const meta = await tx.meta()
        if (meta.device === null) throw new Error('the outbox has not been reconciled')
        const made: OutboxEntry = { ...common, seq: meta.nextSeq, device: meta.device }
        await tx.put(made)
        await tx.putMeta({ ...meta, nextSeq: made.seq + 1 })
        return made
      })
      .catch((cause: unknown) => {
        throw new NotKept(wordsFor(cause), { cause })
      })
    await mirror.put(entry).catch((cause: unknown) => withdraw(ports, entry, cause))
    noteKept(witness, entry)
    return entry
  })
}

function drafted<Input>(command: Command<Input>, given: Input) {
  const parsed = z.safeParse(command.input, given)
  if (!parsed.success) {
    const why = parsed.error.issues.map((issue) => issue.message).join(' ')
    throw new NotKept(`This change can't be kept as it is: ${why} ${IS_STILL_HERE}`)
  }
  const input = parsed.data
  return {
    command: command.name,
    commandVersion: command.version,
    touches: command.touches(input),
    // As given, not as parsed: it is parsed again each time that it is read, and a transform must not run twice.
    input: given,
    request: command.request(input),
    words: command.describe(input),
    state: 'waiting',
    attempts: 0,
    nextTryAt: 0,
    problem: null,
    settledAt: null,
    versions: [],
  } as const
}

async function withdraw({ store }: OutboxPorts, entry: OutboxEntry, cause: unknown): Promise<never> {
  try {
    await store.write((tx) => tx.drop(entry.seq))
  } catch {
    throw new NotKept(
      'This device could not keep the change safely, and could not take it back either. Look in the Outbox whether it is there.',
      { cause },
    )
  }
  throw new NotKept(wordsFor(cause), { cause })
}

function noteKept(witness: Witness, entry: OutboxEntry): void {
  const note = witness.read()
  witness.write({
    device: entry.device,
    lastSeq: Math.max(note?.lastSeq ?? 0, entry.seq),
    unsettled: [...(note?.unsettled ?? []), entry.seq],
  })
}

function wordsFor(cause: unknown): string {
  const isFull = cause instanceof Error && cause.name === 'QuotaExceededError'
  return isFull
    ? `This device's storage is full. Free some space and save again. ${IS_STILL_HERE}`
    : `This device can't store changes right now. Reload the page, or leave private browsing, and save again. ${IS_STILL_HERE}`
}
