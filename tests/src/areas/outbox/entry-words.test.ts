import { describe, expect, test } from 'vitest'
import { conflictsOf, contentText, groupsOf, stateWords, whyWords } from '#src/areas/outbox/entry-words.ts'
import type { EntryProblem, OutboxEntry } from '#src/offline/outbox/entry.ts'

const now = Date.parse('2026-11-21T20:05:00Z')

function anEntry(over: Partial<OutboxEntry> = {}): OutboxEntry {
  return {
    seq: 1,
    id: '0193f2a0-0000-7000-8000-000000000001',
    command: 'schedule.changeDay',
    commandVersion: 1,
    touches: ['day/12/2026-11-21'],
    input: { to: { status: 'on_vacation' } },
    request: {},
    words: { record: 'Maria Lopez, Sat 11/21/26', change: 'Status: Vacation' },
    user: '1',
    device: 'd',
    madeAt: now - 120_000,
    seenVersion: 1,
    state: 'waiting',
    attempts: 0,
    nextTryAt: 0,
    problem: null,
    settledAt: null,
    versions: [],
    ...over,
  }
}
const answered = (status: number, body: unknown): EntryProblem => ({ kind: 'status', status, body })

describe('the Outbox', () => {
  test('shows first what needs the person, and no empty group', () => {
    const entries = [
      anEntry({ id: 'a', state: 'waiting' }),
      anEntry({ id: 'b', state: 'refused' }),
      anEntry({ id: 'c', state: 'sending' }),
      anEntry({ id: 'd', state: 'conflict' }),
      anEntry({ id: 'e', state: 'unreadable' }),
    ]
    expect(groupsOf(entries).map((group) => [group.title, group.entries.map((entry) => entry.id)])).toEqual([
      ['Needs attention', ['b', 'd', 'e']],
      ['Waiting', ['a', 'c']],
    ])
  })

  test('puts every state into one group', () => {
    const states = ['waiting', 'sending', 'sign_in', 'conflict', 'refused', 'unreadable', 'done'] as const
    const shown = groupsOf(states.map((state) => anEntry({ state }))).flatMap((group) => group.entries)
    expect(shown.map((entry) => entry.state).sort()).toEqual([...states].sort())
  })
})

describe('how a change stands', () => {
  test('is told with its attempts and the next one', () => {
    expect(stateWords(anEntry(), now)).toBe('Waiting to be sent')
    expect(stateWords(anEntry({ attempts: 1 }), now)).toBe('Waiting to be sent · tried 1 time')
    expect(stateWords(anEntry({ attempts: 3, nextTryAt: now + 40_000 }), now)).toBe(
      'Waiting to be sent · tried 3 times, next try in 40 s',
    )
  })

  test.each([
    [null, ''],
    [{ kind: 'network', status: null, body: null }, 'The server could not be reached.'],
    [{ kind: 'timeout', status: null, body: null }, 'The server did not answer in time.'],
    [
      answered(403, { detail: 'You do not have permission to perform this action.' }),
      'You do not have permission to perform this action.',
    ],
    [answered(400, { description: ['At most 500 characters.'] }), 'At most 500 characters.'],
    [answered(503, ''), 'The server has trouble (503).'],
    [answered(418, null), 'The server answered 418.'],
  ] as const)('is explained in words, the server’s own where it gave any (%#)', (problem, words) => {
    expect(whyWords(problem)).toBe(words)
  })

  test('names a captive portal for what it is', () => {
    expect(whyWords({ kind: 'not_ours', status: null, body: null })).toContain('sign-in page')
  })
})

describe('a conflict', () => {
  test('is shown field by field, theirs and yours, in the titles of the screen', () => {
    const body = {
      detail: 'Changed meanwhile.',
      current: {},
      conflicts: {
        status: { theirs: 'firing_process', yours: 'on_vacation' },
        status_date_from: { theirs: null, yours: '2026-11-21' },
      },
    }
    expect(conflictsOf(answered(412, body))).toEqual([
      { field: 'Status', theirs: 'Firing', yours: 'Vacation' },
      { field: 'Status date from', theirs: '–', yours: '2026-11-21' },
    ])
  })

  test('that the server did not explain shows no fields', () => {
    expect(conflictsOf(answered(412, { detail: 'x' }))).toEqual([])
    expect(conflictsOf(null)).toEqual([])
  })
})

test('the content that is copied out has all of the change in it', () => {
  const entry = anEntry({ state: 'refused', problem: answered(404, { detail: 'Not found.' }) })
  const text = contentText(entry, entry.words, now)

  expect(text).toContain('Maria Lopez, Sat 11/21/26')
  expect(text).toContain('Not found.')
  expect(text).toContain('"status": "on_vacation"')
  expect(text).toContain('Made 14:03')
})
