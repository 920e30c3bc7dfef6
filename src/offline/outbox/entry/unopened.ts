import type { SealedEntry } from '#src/offline/outbox/store/raw-store.ts'
import type { OutboxEntry } from './entry.ts'
import { timeOfUuid } from './uuid-v7.ts'

/** No command has an empty name. */
const UNOPENED = ''
const UNOPENED_WORDS = {
  record: 'A change that can’t be opened',
  change: 'It was not stored by you on this device, or its key is missing. It is never sent.',
}

/**
 * The placeholder of an entry whose content does not open. It keeps the sequence number, and its user can discard it.
 * Its records are unknown, so it blocks no other entry.
 */
export function unopenedEntry({ seq, id, revision, device }: Omit<SealedEntry, 'sealed'>, user: string): OutboxEntry {
  return {
    seq,
    id,
    revision,
    device,
    user,
    command: UNOPENED,
    commandVersion: 0,
    touches: [],
    input: null,
    request: {},
    words: UNOPENED_WORDS,
    earlier: [],
    files: [],
    madeAt: timeOfUuid(id),
    seenVersion: null,
    state: 'unreadable',
    wasSent: true,
    attempts: 0,
    nextTryAt: 0,
    problem: null,
    settledAt: null,
    versions: [],
  }
}

/** Whether an entry is the placeholder of an entry whose content does not open. */
export const isUnopened = ({ command }: Pick<OutboxEntry, 'command'>): boolean => command === UNOPENED
