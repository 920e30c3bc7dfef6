import type { OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import { isUnopened } from '#src/offline/outbox/entry/unopened.ts'
import type { LossMarker, LossMarkerNote, LostChange } from '../ports.ts'

/** The words of this many changes are stored too, the newest ones. */
const MAX_WORDS = 200

const lostChangeOf = ({ seq, words, madeAt }: OutboxEntry): LostChange => ({ seq, words, madeAt })

/** Notes changes that were saved or rewritten. */
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
  lossMarker.noteWords(entries.slice(-MAX_WORDS).map(lostChangeOf))
  // Leaves the words of at most about MAX_WORDS changes; fewer when some of these numbers are settled.
  lossMarker.forgetWords([...seqs].map((seq) => seq - MAX_WORDS))
}

/** A settled change. `isShown`: its effects are shown until its rows have been refetched. */
interface SettledSeq {
  readonly seq: number
  readonly isShown: boolean
}
/** Notes that changes are settled. */
export function noteSettled(lossMarker: LossMarker, settled: readonly SettledSeq[]): void {
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
  lossMarker.forgetWords([...seqs])
}

/** Notes that the rows of settled changes have been refetched. */
export function noteFetched(lossMarker: LossMarker, settled: readonly number[]): void {
  const note = lossMarker.read()
  const fetched = new Set(settled)
  if (note) lossMarker.write({ ...note, settling: note.settling.filter((seq) => !fetched.has(seq)) })
}

/** Notes that held entries up to a number are released: after a loss of the store the user is not asked again. */
export function noteReleased(lossMarker: LossMarker, upTo: number): void {
  const note = lossMarker.read()
  if (note && (note.heldUpTo ?? 0) <= upTo) lossMarker.write({ ...note, heldUpTo: 0 })
}

interface WholeNote extends Pick<LossMarkerNote, 'device' | 'lastSeq' | 'heldUpTo' | 'signIn'> {
  readonly entries: readonly OutboxEntry[]
  readonly settling: readonly number[]
}

/** Replaces the note with all entries that are unsettled or still shown. */
export function noteAll(lossMarker: LossMarker, { entries, ...rest }: WholeNote): void {
  lossMarker.write({ ...rest, unsettled: entries.map(({ seq }) => seq) })
  const withWords = entries.filter((entry) => !isUnopened(entry)).slice(-MAX_WORDS)
  lossMarker.noteWords(withWords.map(lostChangeOf), { isAll: true })
}
