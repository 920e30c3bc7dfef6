import type { SealedEntry } from '#src/offline/outbox/store/raw-store.ts'
import type { OutboxEntry } from './entry.ts'
import { timeOfUuid } from './uuid-v7.ts'

/** No command is called so. */
const UNOPENED = ''
const WORDS = {
  record: 'A change that can’t be opened',
  change: 'It was not stored by you on this device, or its key is missing. It is never sent.',
}

/**
 * What stands for an entry whose content does not open: its number counts, and its person can discard it. It is of no
 * known record, and so holds up no other.
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
    words: WORDS,
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

/** Whether an entry stands for one whose content does not open. */
export const isUnopened = ({ command }: Pick<OutboxEntry, 'command'>): boolean => command === UNOPENED
