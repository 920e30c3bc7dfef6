import { beforeAll, describe, expect, test } from 'vitest'
import { changeLines, lineWords } from '#src/areas/outbox/entry/change-lines.ts'
import { contentText } from '#src/areas/outbox/entry/content-text.ts'
import { stateWords, whyWords } from '#src/areas/outbox/entry/entry-words.ts'
import { messagesBeside, messagesOf, reasonsOf, reasonWords } from '#src/areas/outbox/entry/refusal.ts'
import { itemsOf, type OutboxItem } from '#src/areas/outbox/outbox-items.ts'
import type { OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import { registerCommands } from '#src/offline/outbox/outbox.ts'
import { fieldsOf } from '#src/offline/outbox/show/entry-readings.ts'
import { aConflict, aDone, anEntry, changeUnit, NOW, statusProblem } from '#tests/src/areas/outbox/a-change.ts'

beforeAll(() => registerCommands([changeUnit]))

function itemOf(entry: OutboxEntry): OutboxItem {
  const [item] = itemsOf([entry], [])
  if (!item) throw new Error('no item')
  return item
}
const GONE = 'What it is about is no longer there, or you may not see it any more.'
const both = { status: { was: 'ready', to: 'in_shop' }, note: { was: '', to: 'Flat tyre' } }

describe('the state of an entry', () => {
  test('is described with its attempts and the next attempt', () => {
    const words = (over: Partial<OutboxEntry>) => stateWords(itemOf(anEntry(over)), NOW)
    expect(words({})).toBe('Waiting to be sent')
    expect(words({ state: 'sign_in' })).toBe('Sign in again to send it')
    expect(words({ attempts: 1 })).toBe('Waiting to be sent · tried 1 time')
    expect(words({ attempts: 3, nextTryAt: NOW + 40_000 })).toBe('Waiting to be sent · tried 3 times, next try in 40 s')
  })

  test('mentions that a change of an account may need the password', () => {
    const command = { ...changeUnit, name: 'accounts.change', changesAccount: () => true }
    registerCommands([command])
    const words = (over: Partial<OutboxEntry>) => stateWords(itemOf(anEntry({ command: command.name, ...over })), NOW)
    expect(words({})).toBe('Waiting to be sent; your password may be asked for then')
    expect(words({ attempts: 1 })).toBe('Waiting to be sent; your password may be asked for then · tried 1 time')
    expect(words({ state: 'sending' })).toBe('Being sent')
  })

  test('is described with its end once the entry has ended', () => {
    const entry = anEntry()
    const [done, discarded] = itemsOf([], [aDone(entry), aDone(anEntry(), { state: 'discarded', settledAt: 1 })])
    expect(done && stateWords(done, NOW)).toBe('Sent 2:04 PM')
    expect(discarded && stateWords(discarded, NOW)).toBe('Discarded; it was not made')
  })

  test.each([
    [null, ''],
    [{ kind: 'network', status: null, body: null }, 'The server could not be reached.'],
    [{ kind: 'timeout', status: null, body: null }, 'The server did not answer in time.'],
    [
      statusProblem(403, { detail: 'You do not have permission to perform this action.' }),
      'You do not have permission to perform this action.',
    ],
    [statusProblem(400, { description: ['At most 500 characters.'] }), 'At most 500 characters.'],
    [
      statusProblem(404, { detail: 'Not found.' }),
      'What it is about is no longer there, or you may not see it any more.',
    ],
    [statusProblem(404, { detail: 'Truck 1042 was deleted by Ada Lane.' }), 'Truck 1042 was deleted by Ada Lane.'],
    [statusProblem(503, ''), 'The server has trouble (503).'],
    [statusProblem(418, null), 'The server answered 418.'],
  ] as const)('explains its problem, in the server’s words if it sent any (%#)', (problem, words) => {
    expect(whyWords(problem)).toBe(words)
  })

  test('explains that a captive portal shows a sign in', () => {
    expect(whyWords({ kind: 'not_ours', status: null, body: null })).toContain('sign in')
  })
})

describe('the lines of a change', () => {
  test('show each field with its former and its new value', () => {
    expect(changeLines(anEntry({ input: both })).map(lineWords)).toEqual([
      'Status: Ready → In the shop',
      'Note: none → “Flat tyre”',
    ])
  })
  test('are empty if the command describes no fields', () => {
    expect(changeLines(anEntry({ command: 'unknown' }))).toEqual([])
    expect(changeLines(null)).toEqual([])
  })
})

describe('a refusal by fields', () => {
  const entry = anEntry({ input: both })
  const problem = statusProblem(400, {
    status_date: ['Enter a date.'],
    note: ['Too long.', 'Not polite.'],
    extra: ['No.'],
  })
  test('shows each message at its field, under any of the field’s names', () => {
    expect(fieldsOf(entry).map((field) => messagesOf(problem, field))).toEqual([
      'Enter a date.',
      'Too long., Not polite.',
    ])
  })
  test('shows the messages that belong to no field separately', () => {
    expect(messagesBeside(problem, fieldsOf(entry))).toBe('No.')
    expect(messagesBeside(statusProblem(404, { detail: 'Not found.' }), fieldsOf(entry))).toBe(GONE)
    expect(messagesBeside(statusProblem(400, { note: ['No.'] }), fieldsOf(entry))).toBe('')
  })
})

describe('the reasons of a refusal', () => {
  const reasons = (problem: ReturnType<typeof statusProblem>, entry = anEntry({ input: both })) =>
    reasonsOf(problem, fieldsOf(entry)).map(reasonWords)
  test('are listed message by message, each with its field', () => {
    const problem = statusProblem(400, {
      note: ['Too long.', 'Not polite.'],
      status_date: ['Enter a date.'],
      extra: ['No.'],
    })
    expect(reasons(problem)).toEqual(['Note: Too long.', 'Note: Not polite.', 'Status: Enter a date.', 'No.'])
  })
  test('name no field if the change has only one', () => {
    expect(reasons(statusProblem(400, { status: ['It is for sale.'] }), anEntry())).toEqual(['It is for sale.'])
  })
  test('include nested messages, but no data that only the app reads', () => {
    const held_by = { id: 9, first_name: 'Maria', last_name: 'Lopez' }
    const problem = statusProblem(400, { driver: { rate: ['Odd.'] }, unit: ['It is taken.'], held_by })
    expect(reasons(problem)).toEqual(['Odd.', 'It is taken.'])
    expect(whyWords(problem)).toBe('Odd., It is taken.')
    expect(messagesBeside(problem, fieldsOf(anEntry()))).not.toContain('Maria')
  })
  test('are one sentence if the server sends one', () => {
    expect(reasons(statusProblem(403, { detail: 'Not yours.' }))).toEqual(['Not yours.'])
    expect(reasons(statusProblem(404, { detail: 'Not found.' }))).toEqual([GONE])
    expect(reasonsOf(null, [])).toEqual([])
  })
})

describe('the text copied from an entry', () => {
  test('contains the whole change in readable words', () => {
    const problem = statusProblem(404, { detail: 'Not found.' })
    const files = [{ id: 'f', field: 'photo', name: 'tyre.jpg', type: 'image/jpeg', size: 1_234_567 }]
    const text = contentText(itemOf(anEntry({ input: both, state: 'refused', problem, files })), NOW)

    expect(text.split('\n')).toEqual([
      'Truck T-1',
      'Status: Ready → In the shop',
      'Note: none → “Flat tyre”',
      'File: tyre.jpg (1.2 MB)',
      'Made 2:03 PM',
      `The server refused it: ${GONE}`,
    ])
  })
  test('contains both values of a conflict and the name of the other user', () => {
    const by = { id: 4, first_name: 'Greg', last_name: 'Hill' }
    const conflict = { theirs: 'in_shop', yours: 'sold', was: 'ready', by, at: '2026-11-21T20:04:00.000000Z' }
    const text = contentText(itemOf(aConflict({ status: conflict })), NOW)

    expect(text).toContain('Status: was Ready, theirs In the shop (Greg Hill, 2:04 PM), yours Sold')
    expect(text).not.toMatch(/[{}]/)
  })
})
