import { describe, expect, test } from 'vitest'
import { Outcomes } from '#src/app/outcomes.ts'
import type { EntryState, OutboxEntry } from '#src/offline/outbox/entry.ts'
import { anEntry } from '#tests/support/offline-entry.ts'

const answered = (status: number, body: unknown) => ({ kind: 'status', status, body }) as const

/** A screen that keeps what it is told, with an offer to undo of these changes. */
function aScreen(...offer: readonly OutboxEntry[]) {
  let offered = offer.map(({ id }) => id)
  const said: string[] = []
  const outcomes = new Outcomes({
    recordOf: ({ words }) => words.record,
    offered: () => offered,
    endOffer: () => {
      offered = []
      said.push('the offer goes')
    },
    confirmOffer: (title) => {
      offered = []
      said.push(title)
    },
    tellFailure: (error, title) => said.push([title, error.message].filter(Boolean).join(' | ')),
  })
  const look = (...entries: readonly OutboxEntry[]) => outcomes.look({ entries, state: 'sending' })
  const open = (...entries: readonly OutboxEntry[]) => outcomes.look({ entries, state: 'starting' })
  return { said, look, open }
}
const inState = (entry: OutboxEntry, state: EntryState, problem: OutboxEntry['problem'] = null) => ({
  ...entry,
  state,
  problem,
})

describe('what became of a change', () => {
  const firing = anEntry({ seq: 1, words: { record: 'Dejan Markovic', change: 'Status: Firing' } })
  const refusal = answered(400, { status: ['Not now.'], position: ['Neither.', 'Nor this.'] })

  test('a refusal is told with its values joined by commas, and its offer to undo goes', () => {
    const { said, look } = aScreen(firing)
    look(firing)
    look(inState(firing, 'sending'))
    expect(said).toEqual([])
    look(inState(firing, 'refused', refusal))
    expect(said).toEqual(['the offer goes', 'Dejan Markovic | Not now., Neither., Nor this.'])
  })

  test('it is told once, and once more when a new try is refused too', () => {
    const { said, look } = aScreen()
    for (let times = 0; times < 3; times += 1) look(inState(firing, 'refused', refusal))
    expect(said).toHaveLength(1)
    look(inState(firing, 'waiting'))
    look(inState(firing, 'refused', refusal))
    expect(said).toHaveLength(2)
  })

  test('the refusal of another change leaves the offer alone', () => {
    const { said, look } = aScreen(firing)
    look(firing, inState(anEntry({ seq: 2 }), 'refused', answered(404, { detail: 'Not found.' })))
    expect(said).toEqual(['a | Not found.'])
  })

  test('what a colleague was first with is told too, in the words of the answer', () => {
    const { said, look } = aScreen(firing)
    look(inState(firing, 'conflict', answered(412, { detail: 'Somebody else changed the same.', conflicts: {} })))
    expect(said).toEqual(['the offer goes', 'Dejan Markovic | Somebody else changed the same.'])
  })

  test('what had been refused before the app was opened is not told again', () => {
    const { said, look, open } = aScreen()
    open()
    open(inState(firing, 'refused', refusal))
    look(inState(firing, 'refused', refusal))
    expect(said).toEqual([])
  })

  test('many refusals at once are one sentence', () => {
    const { said, look } = aScreen()
    look(...Array.from({ length: 40 }, (_, at) => inState(anEntry({ seq: at + 1 }), 'refused', refusal)))
    expect(said).toEqual(['The server has not taken 40 changes. The Outbox shows why.'])
  })

  test('a success is told above the offer once the server has all of it', () => {
    const other = anEntry({ seq: 2 })
    const { said, look } = aScreen(firing, other)
    look(inState(firing, 'done'), other)
    expect(said).toEqual([])
    look(inState(other, 'done'))
    look(inState(other, 'done'))
    expect(said).toEqual(['Successfully updated'])
  })

  test('no success is told of what waits on the device', () => {
    const { said, look } = aScreen(firing)
    for (const state of ['waiting', 'sending', 'sign_in'] as const) look(inState(firing, state))
    look()
    expect(said).toEqual([])
  })
})
