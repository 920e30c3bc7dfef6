import { beforeAll, describe, expect, test } from 'vitest'
import { changeLines, lineWords } from '#src/areas/outbox/entry/change-lines.ts'
import { contentText } from '#src/areas/outbox/entry/content-text.ts'
import { stateWords, whyWords } from '#src/areas/outbox/entry/entry-words.ts'
import { messagesBeside, messagesOf, reasonsOf, reasonWords } from '#src/areas/outbox/entry/refusal.ts'
import { itemsOf, type OutboxItem } from '#src/areas/outbox/outbox-items.ts'
import type { OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import { registerCommands } from '#src/offline/outbox/outbox.ts'
import { fieldsOf } from '#src/offline/outbox/show/entry-readings.ts'
import { aConflict, aDone, anEntry, answered, changeUnit, NOW } from './a-change.ts'

beforeAll(() => registerCommands([changeUnit]))

function itemOf(entry: OutboxEntry): OutboxItem {
  const [item] = itemsOf([entry], [])
  if (!item) throw new Error('no item')
  return item
}
const GONE = 'What it is about is no longer there, or you may not see it any more.'
const both = { status: { was: 'ready', to: 'in_shop' }, note: { was: '', to: 'Flat tyre' } }

describe('how a change stands', () => {
  test('is told with its attempts and the next one', () => {
    const words = (over: Partial<OutboxEntry>) => stateWords(itemOf(anEntry(over)), NOW)
    expect(words({})).toBe('Waiting to be sent')
    expect(words({ state: 'sign_in' })).toBe('Sign in again to send it')
    expect(words({ attempts: 1 })).toBe('Waiting to be sent · tried 1 time')
    expect(words({ attempts: 3, nextTryAt: NOW + 40_000 })).toBe('Waiting to be sent · tried 3 times, next try in 40 s')
  })

  test('is told to need the password, perhaps, where it changes an account', () => {
    const command = { ...changeUnit, name: 'accounts.change', changesAccount: () => true }
    registerCommands([command])
    const words = (over: Partial<OutboxEntry>) => stateWords(itemOf(anEntry({ command: command.name, ...over })), NOW)
    expect(words({})).toBe('Waiting to be sent; your password may be asked for then')
    expect(words({ attempts: 1 })).toBe('Waiting to be sent; your password may be asked for then · tried 1 time')
    expect(words({ state: 'sending' })).toBe('Being sent')
  })

  test('is told with its end once it is over', () => {
    const entry = anEntry()
    const [done, discarded] = itemsOf([], [aDone(entry), aDone(anEntry(), { state: 'discarded', settledAt: 1 })])
    expect(done && stateWords(done, NOW)).toBe('The server has it since 14:04')
    expect(discarded && stateWords(discarded, NOW)).toBe('Discarded; it was not made')
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
    [answered(404, { detail: 'Not found.' }), 'What it is about is no longer there, or you may not see it any more.'],
    [answered(404, { detail: 'Truck 1042 was deleted by Ada Lane.' }), 'Truck 1042 was deleted by Ada Lane.'],
    [answered(503, ''), 'The server has trouble (503).'],
    [answered(418, null), 'The server answered 418.'],
  ] as const)('is explained in words, the server’s own where it gave any (%#)', (problem, words) => {
    expect(whyWords(problem)).toBe(words)
  })

  test('names a captive portal for what it is', () => {
    expect(whyWords({ kind: 'not_ours', status: null, body: null })).toContain('sign-in page')
  })
})

describe('what a change says', () => {
  test('is told field by field, as it was and as it shall be', () => {
    expect(changeLines(anEntry({ input: both })).map(lineWords)).toEqual([
      'Status: Ready → In the shop',
      'Note: none → “Flat tyre”',
    ])
  })
  test('is told in its own words where the command tells no fields', () => {
    expect(changeLines(anEntry({ command: 'unknown' }))).toEqual([])
    expect(changeLines(null)).toEqual([])
  })
})

describe('a refusal by fields', () => {
  const entry = anEntry({ input: both })
  const problem = answered(400, { status_date: ['Enter a date.'], note: ['Too long.', 'Not polite.'], extra: ['No.'] })
  test('is told at each field, under whichever of its names', () => {
    expect(fieldsOf(entry).map((field) => messagesOf(problem, field))).toEqual([
      'Enter a date.',
      'Too long., Not polite.',
    ])
  })
  test('is told beside them where it is not told at one of them', () => {
    expect(messagesBeside(problem, fieldsOf(entry))).toBe('No.')
    expect(messagesBeside(answered(404, { detail: 'Not found.' }), fieldsOf(entry))).toBe(GONE)
    expect(messagesBeside(answered(400, { note: ['No.'] }), fieldsOf(entry))).toBe('')
  })
})

describe('why a change was refused', () => {
  const reasons = (problem: ReturnType<typeof answered>, entry = anEntry({ input: both })) =>
    reasonsOf(problem, fieldsOf(entry)).map(reasonWords)
  test('is told message by message, each with the field that it is about', () => {
    const problem = answered(400, {
      note: ['Too long.', 'Not polite.'],
      status_date: ['Enter a date.'],
      extra: ['No.'],
    })
    expect(reasons(problem)).toEqual(['Note: Too long.', 'Note: Not polite.', 'Status: Enter a date.', 'No.'])
  })
  test('names no field where the change has but one', () => {
    expect(reasons(answered(400, { status: ['It is for sale.'] }), anEntry())).toEqual(['It is for sale.'])
  })
  test('is told of parts as well, and never what only the app reads', () => {
    const held_by = { id: 9, first_name: 'Maria', last_name: 'Lopez' }
    const problem = answered(400, { driver: { rate: ['Odd.'] }, unit: ['It is taken.'], held_by })
    expect(reasons(problem)).toEqual(['Odd.', 'It is taken.'])
    expect(whyWords(problem)).toBe('Odd., It is taken.')
    expect(messagesBeside(problem, fieldsOf(anEntry()))).not.toContain('Maria')
  })
  test('is one sentence where the server says one', () => {
    expect(reasons(answered(403, { detail: 'Not yours.' }))).toEqual(['Not yours.'])
    expect(reasons(answered(404, { detail: 'Not found.' }))).toEqual([GONE])
    expect(reasonsOf(null, [])).toEqual([])
  })
})

describe('the content that is copied out', () => {
  test('has all of the change in it, in words for people', () => {
    const problem = answered(404, { detail: 'Not found.' })
    const files = [{ id: 'f', field: 'photo', name: 'tyre.jpg', type: 'image/jpeg', size: 1_234_567 }]
    const text = contentText(itemOf(anEntry({ input: both, state: 'refused', problem, files })), NOW)

    expect(text.split('\n')).toEqual([
      'Truck T-1',
      'Status: Ready → In the shop',
      'Note: none → “Flat tyre”',
      'File: tyre.jpg (1.2 MB)',
      'Made 14:03',
      `The server refused it: ${GONE}`,
    ])
  })
  test('tells of a conflict what each side said, and who', () => {
    const by = { id: 4, first_name: 'Greg', last_name: 'Hill' }
    const conflict = { theirs: 'in_shop', yours: 'sold', was: 'ready', by, at: '2026-11-21T20:04:00.000000Z' }
    const text = contentText(itemOf(aConflict({ status: conflict })), NOW)

    expect(text).toContain('Status: was Ready, theirs In the shop (Greg Hill, 14:04), yours Sold')
    expect(text).not.toMatch(/[{}]/)
  })
})
