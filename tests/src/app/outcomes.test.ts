import { describe, expect, test } from 'vitest'
import { Outcomes } from '#src/app/outcomes.ts'
import type { EntryState, OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import { anEntry } from '#tests/support/offline/offline-entry.ts'

const answered = (status: number, body: unknown) => ({ kind: 'status', status, body }) as const

/** What a device knows of what its screens have told. */
function aDevice() {
  let ids: readonly string[] = []
  const write = (now: readonly string[]) => {
    ids = now
  }
  return { read: () => ids, write }
}

/** A screen that keeps what it is told, with an offer to undo of these changes. */
function aScreen(...offer: readonly OutboxEntry[]) {
  return aScreenOf(aDevice(), offer)
}
function aScreenOf(told: ReturnType<typeof aDevice>, offer: readonly OutboxEntry[] = []) {
  let isSeen = true
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
    told,
    isSeen: () => isSeen,
    tellFailure: (error, title) => said.push([title, error.message].filter(Boolean).join(' | ')),
  })
  const look = (...entries: readonly OutboxEntry[]) => outcomes.look({ entries, state: 'sending' })
  const open = (...entries: readonly OutboxEntry[]) => outcomes.look({ entries, state: 'starting' })
  const hide = (isHidden: boolean) => {
    isSeen = !isHidden
  }
  return { said, look, open, hide, outcomes }
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

  test('what was told before the app was closed is not told again', () => {
    const device = aDevice()
    aScreenOf(device).look(inState(firing, 'refused', refusal))
    const { said, look, open } = aScreenOf(device)
    open()
    open(inState(firing, 'refused', refusal))
    look(inState(firing, 'refused', refusal))
    expect(said).toEqual([])
  })

  test.each([
    ['refused', refusal, 'Dejan Markovic | Not now., Neither., Nor this.'],
    [
      'conflict',
      answered(412, { detail: 'Somebody else changed the same.' }),
      'Dejan Markovic | Somebody else changed the same.',
    ],
  ] as const)(
    'what was %s while the app was not there to tell it is told once, when it is',
    (state, problem, words) => {
      const device = aDevice()
      const { said, look, open } = aScreenOf(device)
      open()
      open(inState(firing, state, problem))
      expect(said).toEqual([])
      for (let times = 0; times < 3; times += 1) look(inState(firing, state, problem))
      expect(said).toEqual([words])
      const next = aScreenOf(device)
      next.look(inState(firing, state, problem))
      expect(next.said).toEqual([])
    },
  )

  test('a device whose storage can’t be read for now forgets nothing that it has told', () => {
    const device = aDevice()
    const { said, look, outcomes } = aScreenOf(device)
    look(inState(firing, 'refused', refusal))
    for (const state of ['broken', 'stopped'] as const) outcomes.look({ entries: [], state })
    look(inState(firing, 'refused', refusal))
    expect(said).toHaveLength(1)
  })

  test('of two tabs one tells it: the one that is looked at', () => {
    const device = aDevice()
    const [behind, front] = [aScreenOf(device, [firing]), aScreenOf(device)]
    behind.hide(true)
    behind.look(inState(firing, 'refused', refusal))
    expect(behind.said).toEqual(['the offer goes'])
    front.look(inState(firing, 'refused', refusal))
    expect(front.said).toHaveLength(1)
    behind.hide(false)
    behind.look(inState(firing, 'refused', refusal))
    expect(behind.said).toEqual(['the offer goes'])
  })

  test('a hidden tab keeps it until it is looked at', () => {
    const { said, look, hide } = aScreen()
    hide(true)
    look(inState(firing, 'refused', refusal))
    expect(said).toEqual([])
    hide(false)
    look(inState(firing, 'refused', refusal))
    expect(said).toHaveLength(1)
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
