import type { OutboxEntry } from '#src/offline/outbox/entry/entry.ts'

/** A waiting entry. `parts` overrides some fields. */
export function anEntry(parts: Partial<OutboxEntry> = {}): OutboxEntry {
  const seq = parts.seq ?? 1
  return {
    seq,
    id: `00000000-0000-7000-8000-${String(seq).padStart(12, '0')}`,
    command: 'things.change',
    revision: 0,
    commandVersion: 1,
    touches: ['thing/a'],
    input: { edit: seq, things: ['a'], field: 'status' },
    request: { body: { edit: seq, things: ['a'], field: 'status' } },
    words: { record: 'a', change: `Edit ${seq}` },
    user: '7',
    device: 'tablet',
    madeAt: 1_800_000_000_000,
    seenVersion: 1,
    earlier: [],
    files: [],
    state: 'waiting',
    wasSent: false,
    attempts: 0,
    nextTryAt: 0,
    problem: null,
    settledAt: null,
    versions: [],
    ...parts,
  }
}
