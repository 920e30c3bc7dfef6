import { describe, expect, test } from 'vitest'
import { type SeenOutbox, SendingRun } from '#src/app/sending/sending-run.ts'
import type { OutboxEntry, StoredFile } from '#src/offline/outbox/entry/entry.ts'
import { anEntry } from '#tests/support/offline/offline-entry.ts'

const MADE = 1_800_000_000_000
const SIZE = 400_000
const WAITS: readonly OutboxEntry['state'][] = ['waiting', 'sending', 'sign_in', 'password']

const aFile = (id: string, type = 'image/jpeg'): StoredFile => ({ id, field: 'files', name: id, type, size: SIZE })
const withFiles = (seq: number, ...files: readonly StoredFile[]) => anEntry({ seq, madeAt: MADE, files })

const inState = (entry: OutboxEntry, state: OutboxEntry['state'], settledAt: number | null = null) => ({
  ...entry,
  state,
  settledAt,
})

type Over = Partial<Omit<SeenOutbox, 'open'>> & { readonly open?: ReadonlySet<number> }

function outboxOf(entries: readonly OutboxEntry[], { open, ...over }: Over = {}): SeenOutbox {
  const isOpen = ({ state }: OutboxEntry) => state === 'waiting' || state === 'sending'
  return {
    entries,
    waiting: entries.filter(({ state }) => WAITS.includes(state)).length,
    needsAttention: entries.filter(({ state }) => state === 'refused' || state === 'conflict').length,
    open: () => open ?? new Set(entries.filter(isOpen).map(({ seq }) => seq)),
    state: 'sending',
    ...over,
  }
}

/** A device: what the server has of each file, and the status line over time, in seconds since the change was made. */
function aDevice() {
  const arrived = new Map<string, number>()
  const run = new SendingRun(({ id }) => arrived.get(id) ?? 0)
  return {
    arrived,
    look: (
      second: number,
      entries: readonly OutboxEntry[],
      { isOnline = true, ...over }: { readonly isOnline?: boolean } & Over = {},
    ) => run.look(outboxOf(entries, over), isOnline, MADE + second * 1000),
  }
}

const [one, two, three] = [aFile('1'), aFile('2'), aFile('3')]

describe('the status line', () => {
  test('says which of the photos of all changes is on its way', () => {
    const { arrived, look } = aDevice()
    const [first, second] = [withFiles(1, one, two), withFiles(2, three)]
    look(0, [inState(first, 'sending'), second])
    expect(look(2, [inState(first, 'sending'), second])).toMatchObject({
      is: 'sending',
      files: { at: 1, of: 3, arePhotos: true },
      leftMs: null,
    })
    arrived.set('1', SIZE)
    expect(look(3, [inState(first, 'sending'), second])).toMatchObject({ files: { at: 2, of: 3 } })
    expect(look(4, [inState(first, 'done', MADE + 4000), inState(second, 'sending')])).toMatchObject({
      files: { at: 3, of: 3 },
      changes: 1,
    })
    // The rows of the first change are refetched: it leaves the snapshot, and its photos still count.
    expect(look(5, [inState(second, 'sending')])).toMatchObject({ files: { at: 3, of: 3 } })
  })

  test('tells the time left once the rate is known', () => {
    const { arrived, look } = aDevice()
    const entry = inState(withFiles(1, one, two), 'sending')
    for (const [second, bytes] of [
      [0, 0],
      [2, 100_000],
      [4, 200_000],
    ] as const) {
      arrived.set('1', bytes)
      look(second, [entry])
    }
    expect(look(5, [entry])).toMatchObject({ is: 'sending', leftMs: 11_000 })
  })

  test('counts changes where there are no files, and calls other files files', () => {
    const { look } = aDevice()
    const plain = [inState(withFiles(1), 'sending'), withFiles(2)]
    look(0, plain)
    expect(look(2, plain)).toMatchObject({ is: 'sending', files: null, changes: 2 })
    const { look: lookAtPdf } = aDevice()
    const pdf = [inState(withFiles(1, aFile('4', 'application/pdf')), 'sending')]
    lookAtPdf(0, pdf)
    expect(lookAtPdf(2, pdf)).toMatchObject({ files: { at: 1, of: 1, arePhotos: false } })
  })

  test('shows nothing for a change that is sent within a second, neither while nor after it is sent', () => {
    const { look } = aDevice()
    const entry = withFiles(1)
    expect(look(0, [inState(entry, 'sending')]).is).toBe('pausing')
    expect(look(0.5, [inState(entry, 'done', MADE + 400)]).is).toBe('nothing')
    expect(look(1, []).is).toBe('nothing')
  })

  test('stays between two requests, and goes when the line drops', () => {
    const { look } = aDevice()
    const entry = withFiles(1)
    look(0, [inState(entry, 'sending')])
    look(2, [inState(entry, 'sending')])
    expect(look(3, [entry]).is).toBe('sending')
    expect(look(4, [entry]).is).toBe('pausing')
    look(5, [inState(entry, 'sending')])
    expect(look(6, [inState(entry, 'sending')], { isOnline: false }).is).toBe('pausing')
  })

  test('shows no attempt that fails within a second, however often it is repeated', () => {
    const { look } = aDevice()
    const entry = withFiles(1, one)
    for (const second of [0, 10, 30, 90]) {
      expect(look(second, [inState(entry, 'sending')]).is).toBe('pausing')
      expect(look(second + 0.1, [entry]).is).toBe('pausing')
      expect(look(second + 2, [entry]).is).toBe('pausing')
    }
  })

  test('tells of changes once no photo is on its way any more', () => {
    const { look } = aDevice()
    const [report, status] = [withFiles(1, one), withFiles(2)]
    look(0, [inState(report, 'sending'), status])
    const after = [inState(report, 'done', MADE + 2000), inState(status, 'sending')]
    expect(look(3, after)).toMatchObject({ is: 'sending', files: null, changes: 1 })
  })

  test('ends when only changes are left that wait for the user, and does not count them', () => {
    const { look } = aDevice()
    const [entry, blocked, next] = [withFiles(1, one), withFiles(2, two), withFiles(3)]
    const open = new Set([1])
    look(0, [inState(entry, 'sending'), blocked], { open })
    expect(look(2, [inState(entry, 'sending'), blocked], { open })).toMatchObject({ files: { of: 1 }, changes: 1 })
    const none = new Set<number>()
    expect(look(4, [inState(entry, 'done', MADE + 3000), blocked], { open: none }).is).toBe('nothing')
    // An hour later: a new run, without the photos of the former one.
    look(3600, [blocked, inState(next, 'sending')], { open: new Set([3]) })
    expect(look(3602, [blocked, inState(next, 'sending')], { open: new Set([3]) })).toMatchObject({ files: null })
  })

  test('says for five minutes when all was sent, until something waits again', () => {
    const { look } = aDevice()
    const entry = withFiles(1)
    look(0, [inState(entry, 'sending')])
    look(2, [inState(entry, 'sending')])
    const sent = { is: 'sent', at: MADE + 3000 }
    expect(look(4, [inState(entry, 'done', MADE + 3000)])).toEqual(sent)
    expect(look(5, [])).toEqual(sent)
    expect(look(300, [])).toEqual(sent)
    expect(look(304, []).is).toBe('nothing')
    const other = aDevice()
    other.look(0, [inState(entry, 'sending')])
    other.look(2, [inState(entry, 'sending')])
    other.look(4, [inState(entry, 'done', MADE + 3000)])
    expect(other.look(5, [withFiles(2)], { isOnline: false }).is).toBe('nothing')
    expect(other.look(6, []).is).toBe('nothing')
  })

  test('says so too of a change that waited for the network and was then sent in a moment', () => {
    const { look } = aDevice()
    const entry = withFiles(1)
    look(0, [entry], { isOnline: false })
    look(60, [inState(entry, 'sending')])
    expect(look(60.2, [inState(entry, 'done', MADE + 60_100)])).toEqual({ is: 'sent', at: MADE + 60_100 })
  })

  test('never says that all was sent when a change was refused, discarded or waits for the user', () => {
    const entry = withFiles(1)
    const lookAfter = (...last: readonly OutboxEntry[]) => {
      const { look } = aDevice()
      look(0, [inState(entry, 'sending'), withFiles(2)])
      look(2, [inState(entry, 'sending'), withFiles(2)])
      return look(4, last).is
    }
    expect(lookAfter(inState(entry, 'done', MADE + 3000), inState(withFiles(2), 'refused'))).toBe('nothing')
    expect(lookAfter(inState(entry, 'done', MADE + 3000), inState(withFiles(2), 'sign_in'))).toBe('nothing')
    expect(lookAfter()).toBe('nothing')
  })

  test('leaves out changes that are held from before the sign-in', () => {
    const { look } = aDevice()
    const open = new Set([2])
    const entries = [withFiles(1, one), inState(withFiles(2, two), 'sending')]
    look(0, entries, { open })
    expect(look(2, entries, { open })).toMatchObject({ files: { at: 1, of: 1 }, changes: 1 })
  })

  test('forgets everything when the outbox closes', () => {
    const { look } = aDevice()
    const entry = withFiles(1)
    look(0, [inState(entry, 'sending')])
    look(2, [inState(entry, 'sending')])
    look(4, [inState(entry, 'done', MADE + 3000)])
    expect(look(5, [], { state: 'stopped' as const }).is).toBe('nothing')
    expect(look(6, [], { state: 'idle' as const }).is).toBe('nothing')
  })
})
