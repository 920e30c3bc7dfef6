import * as z from 'zod/mini'
import { type AnyCommand, command, type Field } from '#src/offline/command.ts'
import type { EntryProblem, OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import type { EndedChange } from '#src/offline/outbox/settle/ended-changes.ts'
import { anEntry as waitingEntry } from '#tests/support/offline/offline-entry.ts'

export const NOW = Date.parse('2026-11-21T20:05:00Z')

const TITLES: Readonly<Record<string, string>> = { ready: 'Ready', in_shop: 'In the shop', sold: 'Sold' }
const choices = Object.entries(TITLES).map(([value, title]) => ({ value, title }))

const input = z.object({
  status: z.optional(z.object({ was: z.string(), to: z.string() })),
  note: z.optional(z.object({ was: z.string(), to: z.string() })),
})
type Input = z.output<typeof input>

const asText = (value: unknown) => (value === '' ? 'none' : `“${String(value)}”`)
const asStatus = (value: unknown) => TITLES[String(value)] ?? String(value)
const without = (given: Input, name: keyof Input): Input | null => {
  const { [name]: _, ...rest } = given
  return Object.keys(rest).length === 0 ? null : rest
}

function fieldsOf(given: Input): readonly Field<Input>[] {
  const { status, note } = given
  return [
    ...(status
      ? [
          {
            names: ['status', 'status_date'],
            title: 'Status',
            as: { is: 'choice', of: choices },
            was: status.was,
            yours: status.to,
            words: asStatus,
            with: (to: unknown) => ({ ...given, status: { ...status, to: String(to) } }),
            without: () => without(given, 'status'),
          } as const,
        ]
      : []),
    ...(note
      ? [
          {
            names: ['note'],
            title: 'Note',
            as: { is: 'text', maxLength: 20 },
            was: note.was,
            yours: note.to,
            words: asText,
            with: (to: unknown) => ({ ...given, note: { ...note, to: String(to) } }),
            without: () => without(given, 'note'),
          } as const,
        ]
      : []),
  ]
}

/** A command that changes a unit and describes its fields. */
export const changeUnit: AnyCommand = command({
  name: 'units.change',
  version: 1,
  endpoint: { method: 'PATCH', path: '/api/units/:id/' } as never,
  input,
  request: ({ status, note }) => ({ params: { id: 'T-1' }, body: { status: status?.to, note: note?.to } }),
  touches: () => ['unit/T-1'],
  effects: () => [],
  describe: ({ status, note }) => ({
    record: 'Truck T-1',
    change: [status && `Status: ${asStatus(status.to)}`, note && `Note: ${asText(note.to)}`]
      .filter(Boolean)
      .join(' · '),
  }),
  versions: () => [],
  areas: ['trucks'],
  fields: fieldsOf,
})

let entryCount = 0

/** An entry of `changeUnit`, with the properties that matter to the test. */
export function anEntry(over: Partial<OutboxEntry> = {}): OutboxEntry {
  entryCount += 1
  return waitingEntry({
    seq: entryCount,
    id: `0193f2a0-0000-7000-8000-${String(entryCount).padStart(12, '0')}`,
    command: 'units.change',
    input: { status: { was: 'ready', to: 'sold' } },
    words: { record: 'Truck T-1', change: 'Status: Sold' },
    madeAt: NOW - 120_000,
    ...over,
  })
}

export const statusProblem = (status: number, body: unknown): EntryProblem => ({ kind: 'status', status, body })

/** An entry in conflict, with the conflicting fields as the server sends them. */
export function aConflict(conflicts: Readonly<Record<string, unknown>>, over: Partial<OutboxEntry> = {}): OutboxEntry {
  const body = { detail: 'Another user changed the same fields.', current: { version: 4 }, conflicts }
  return anEntry({ state: 'conflict', wasSent: true, problem: statusProblem(412, body), ...over })
}

export function aDone(entry: OutboxEntry, over: Partial<EndedChange> = {}): EndedChange {
  const { id, seq, words, madeAt } = entry
  return { id, seq, entry: { ...entry, state: 'done' }, words, madeAt, settledAt: NOW - 60_000, state: 'done', ...over }
}
