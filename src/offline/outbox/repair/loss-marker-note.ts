import type { OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import { isUnopened } from '#src/offline/outbox/entry/unopened.ts'
import type { LossMarker, LossMarkerNote, Missing } from '../ports.ts'

/** Of so many changes the words are kept too, the newest. */
const MAX_WORDS = 200

const missingOf = ({ seq, words, madeAt }: OutboxEntry): Missing => ({ seq, words, madeAt })

/** Notes changes that are kept now, or say something else now. */
export function noteEntries(lossMarker: LossMarker, entries: readonly OutboxEntry[]): void {
  const [first] = entries
  if (!first) return
  const note = lossMarker.read()
  const seqs = new Set(entries.map(({ seq }) => seq))
  lossMarker.write({
    ...note,
    device: first.device,
    lastSeq: Math.max(note?.lastSeq ?? 0, ...seqs),
    unsettled: [...(note?.unsettled ?? []).filter((seq) => !seqs.has(seq)), ...seqs],
    settling: note?.settling ?? [],
  })
  lossMarker.tell(entries.slice(-MAX_WORDS).map(missingOf))
  // About so many are left, whatever was settled between them.
  lossMarker.forget([...seqs].map((seq) => seq - MAX_WORDS))
}

/** A change that is settled; `isShown`: over its rows, until these have been fetched. */
interface Settled {
  readonly seq: number
  readonly isShown: boolean
}
/** Notes that changes are settled. */
export function noteSettled(lossMarker: LossMarker, settled: readonly Settled[]): void {
  const note = lossMarker.read()
  if (!note || settled.length === 0) return
  const seqs = new Set(settled.map(({ seq }) => seq))
  const shown = settled.flatMap(({ seq, isShown }) => (isShown ? seq : []))
  const isOther = (seq: number) => !seqs.has(seq)
  lossMarker.write({
    ...note,
    unsettled: note.unsettled.filter(isOther),
    settling: [...note.settling.filter((seq) => !shown.includes(seq)), ...shown],
  })
  lossMarker.forget([...seqs])
}

/** Notes that the rows of settled changes have been fetched. */
export function noteFetched(lossMarker: LossMarker, settled: readonly number[]): void {
  const note = lossMarker.read()
  const fetched = new Set(settled)
  if (note) lossMarker.write({ ...note, settling: note.settling.filter((seq) => !fetched.has(seq)) })
}

/** Notes that what was held up to a number is let go: a store that is lost after that asks its user no second time. */
export function noteLetGo(lossMarker: LossMarker, upTo: number): void {
  const note = lossMarker.read()
  if (note && (note.heldUpTo ?? 0) <= upTo) lossMarker.write({ ...note, heldUpTo: 0 })
}

interface All extends Pick<LossMarkerNote, 'device' | 'lastSeq' | 'heldUpTo' | 'signIn'> {
  readonly entries: readonly OutboxEntry[]
  readonly settling: readonly number[]
}

/** Notes all that is unsettled or still shown, in place of what was noted. */
export function noteAll(lossMarker: LossMarker, { entries, ...rest }: All): void {
  lossMarker.write({ ...rest, unsettled: entries.map(({ seq }) => seq) })
  const told = entries.filter((entry) => !isUnopened(entry)).slice(-MAX_WORDS)
  lossMarker.tell(told.map(missingOf), { isAll: true })
}
