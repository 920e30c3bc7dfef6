import { describe, expect, test } from 'vitest'
import { Outcomes } from '#src/app/outcomes.ts'
import type { EntryState, OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import { anEntry } from '#tests/support/offline/offline-entry.ts'

const answered = (status: number, body: unknown) => ({ kind: 'status', status, body }) as const

/** The shown refusals that a device remembers. */
function aDevice() {
  let ids: readonly string[] = []
  const write = (now: readonly string[]) => {
    ids = now
  }
  return { read: () => ids, write }
}

/** A screen that records its messages, with an offer to undo these changes. */
function aScreen(...offer: readonly OutboxEntry[]) {
  return aScreenOf(aDevice(), offer)
}
function aScreenOf(shownRefusals: ReturnType<typeof aDevice>, offer: readonly OutboxEntry[] = []) {
  let isSeen = true
  let awaited = ''
  let offered = offer.map(({ id }) => id)
  const messages: string[] = []
  const outcomes = new Outcomes({
    recordOf: ({ words }) => words.record,
    offered: () => offered,
    endOffer: () => {
      offered = []
      messages.push('the offer goes')
    },
    confirmOffer: (title) => {
      offered = []
      messages.push(title)
    },
    shownRefusals,
    isSeen: () => isSeen,
    showFailure: (error, title, review) =>
      messages.push([title, error.message, review && `Review ${review.seq}`].filter(Boolean).join(' | ')),
    isAwaited: (id) => id === awaited,
  })
  const look = (...entries: readonly OutboxEntry[]) => outcomes.look({ entries, state: 'sending' })
  const open = (...entries: readonly OutboxEntry[]) => outcomes.look({ entries, state: 'starting' })
  const hide = (isHidden: boolean) => {
    isSeen = !isHidden
  }
  const awaitIn = (form: OutboxEntry) => {
    awaited = form.id
  }
  return { messages, look, open, hide, awaitIn, outcomes }
}
const inState = (entry: OutboxEntry, state: EntryState, problem: OutboxEntry['problem'] = null) => ({
  ...entry,
  state,
  problem,
})

describe('the outcome of a change', () => {
  const firing = anEntry({ seq: 1, words: { record: 'Dejan Markovic', change: 'Status: Firing' } })
  const refusal = answered(400, { status: ['Not now.'], position: ['Neither.', 'Nor this.'] })

  test('a refusal is shown with its messages joined by commas, and its undo offer disappears', () => {
    const { messages, look } = aScreen(firing)
    look(firing)
    look(inState(firing, 'sending'))
    expect(messages).toEqual([])
    look(inState(firing, 'refused', refusal))
    expect(messages).toEqual(['the offer goes', 'Dejan Markovic | Not now., Neither., Nor this. | Review 1'])
  })

  test('a refusal at the fields of a form has no button to the Outbox, which the change leaves', () => {
    const { messages, look, awaitIn } = aScreen()
    awaitIn(firing)
    look(inState(firing, 'refused', refusal))
    expect(messages).toEqual(['Dejan Markovic | Not now., Neither., Nor this.'])
  })

  test('a refusal is shown once, and once more when a retry is refused too', () => {
    const { messages, look } = aScreen()
    for (let times = 0; times < 3; times += 1) look(inState(firing, 'refused', refusal))
    expect(messages).toHaveLength(1)
    look(inState(firing, 'waiting'))
    look(inState(firing, 'refused', refusal))
    expect(messages).toHaveLength(2)
  })

  test('the refusal of another change leaves the undo offer in place', () => {
    const { messages, look } = aScreen(firing)
    look(firing, inState(anEntry({ seq: 2 }), 'refused', answered(404, { detail: 'Not found.' })))
    expect(messages).toEqual(['a | Not found. | Review 2'])
  })

  test('a conflict with a colleague’s change is shown too, with the server’s message', () => {
    const { messages, look } = aScreen(firing)
    look(inState(firing, 'conflict', answered(412, { detail: 'Somebody else changed the same.', conflicts: {} })))
    expect(messages).toEqual(['the offer goes', 'Dejan Markovic | Somebody else changed the same. | Review 1'])
  })

  test('a refusal that was shown before the app closed is not shown again', () => {
    const device = aDevice()
    aScreenOf(device).look(inState(firing, 'refused', refusal))
    const { messages, look, open } = aScreenOf(device)
    open()
    open(inState(firing, 'refused', refusal))
    look(inState(firing, 'refused', refusal))
    expect(messages).toEqual([])
  })

  test.each([
    ['refused', refusal, 'Dejan Markovic | Not now., Neither., Nor this. | Review 1'],
    [
      'conflict',
      answered(412, { detail: 'Somebody else changed the same.' }),
      'Dejan Markovic | Somebody else changed the same. | Review 1',
    ],
  ] as const)(
    'a change that reached the state "%s" while the app was closed is reported once, when it opens',
    (state, problem, words) => {
      const device = aDevice()
      const { messages, look, open } = aScreenOf(device)
      open()
      open(inState(firing, state, problem))
      expect(messages).toEqual([])
      for (let times = 0; times < 3; times += 1) look(inState(firing, state, problem))
      expect(messages).toEqual([words])
      const next = aScreenOf(device)
      next.look(inState(firing, state, problem))
      expect(next.messages).toEqual([])
    },
  )

  test('a device whose storage is temporarily unreadable forgets nothing that it has shown', () => {
    const device = aDevice()
    const { messages, look, outcomes } = aScreenOf(device)
    look(inState(firing, 'refused', refusal))
    for (const state of ['broken', 'stopped'] as const) outcomes.look({ entries: [], state })
    look(inState(firing, 'refused', refusal))
    expect(messages).toHaveLength(1)
  })

  test('of two tabs, only the visible one shows a refusal', () => {
    const device = aDevice()
    const [behind, front] = [aScreenOf(device, [firing]), aScreenOf(device)]
    behind.hide(true)
    behind.look(inState(firing, 'refused', refusal))
    expect(behind.messages).toEqual(['the offer goes'])
    front.look(inState(firing, 'refused', refusal))
    expect(front.messages).toHaveLength(1)
    behind.hide(false)
    behind.look(inState(firing, 'refused', refusal))
    expect(behind.messages).toEqual(['the offer goes'])
  })

  test('a hidden tab shows a refusal once it is visible', () => {
    const { messages, look, hide } = aScreen()
    hide(true)
    look(inState(firing, 'refused', refusal))
    expect(messages).toEqual([])
    hide(false)
    look(inState(firing, 'refused', refusal))
    expect(messages).toHaveLength(1)
  })

  test('many refusals at the same time are shown as one sentence', () => {
    const { messages, look } = aScreen()
    look(...Array.from({ length: 40 }, (_, at) => inState(anEntry({ seq: at + 1 }), 'refused', refusal)))
    expect(messages).toEqual(['The server has not taken 40 changes. The Outbox shows why.'])
  })

  test('a success is shown above the undo offer once the server has all of its changes', () => {
    const other = anEntry({ seq: 2 })
    const { messages, look } = aScreen(firing, other)
    look(inState(firing, 'done'), other)
    expect(messages).toEqual([])
    look(inState(other, 'done'))
    look(inState(other, 'done'))
    expect(messages).toEqual(['Successfully updated'])
  })

  test('no success is shown for a change that is still waiting', () => {
    const { messages, look } = aScreen(firing)
    for (const state of ['waiting', 'sending', 'sign_in'] as const) look(inState(firing, state))
    look()
    expect(messages).toEqual([])
  })
})
