import type { OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import { isUnopened } from '#src/offline/outbox/entry/unopened.ts'
import type { Missing, Witness, WitnessNote } from '../ports.ts'

/** Of so many changes the words are kept too, the newest. */
const MOST_WORDS = 200

const missingOf = ({ seq, words, madeAt }: OutboxEntry): Missing => ({ seq, words, madeAt })

/** Notes changes that are kept now, or say something else now. */
export function noteEntries(witness: Witness, entries: readonly OutboxEntry[]): void {
  const [first] = entries
  if (!first) return
  const note = witness.read()
  const seqs = new Set(entries.map(({ seq }) => seq))
  witness.write({
    ...note,
    device: first.device,
    lastSeq: Math.max(note?.lastSeq ?? 0, ...seqs),
    unsettled: [...(note?.unsettled ?? []).filter((seq) => !seqs.has(seq)), ...seqs],
    settling: note?.settling ?? [],
  })
  witness.tell(entries.slice(-MOST_WORDS).map(missingOf))
  // About so many are left, whatever was settled between them.
  witness.forget([...seqs].map((seq) => seq - MOST_WORDS))
}

/** A change that is settled; `isShown`: over its rows, until these have been fetched. */
interface Settled {
  readonly seq: number
  readonly isShown: boolean
}
/** Notes that changes are settled. */
export function noteSettled(witness: Witness, settled: readonly Settled[]): void {
  const note = witness.read()
  if (!note || settled.length === 0) return
  const seqs = new Set(settled.map(({ seq }) => seq))
  const shown = settled.flatMap(({ seq, isShown }) => (isShown ? seq : []))
  const isOther = (seq: number) => !seqs.has(seq)
  witness.write({
    ...note,
    unsettled: note.unsettled.filter(isOther),
    settling: [...note.settling.filter((seq) => !shown.includes(seq)), ...shown],
  })
  witness.forget([...seqs])
}

/** Notes that the rows of settled changes have been fetched. */
export function noteFetched(witness: Witness, settled: readonly number[]): void {
  const note = witness.read()
  const fetched = new Set(settled)
  if (note) witness.write({ ...note, settling: note.settling.filter((seq) => !fetched.has(seq)) })
}

/** Notes that what was held up to a number is let go: a store that is lost after that asks its user no second time. */
export function noteLetGo(witness: Witness, upTo: number): void {
  const note = witness.read()
  if (note && (note.heldUpTo ?? 0) <= upTo) witness.write({ ...note, heldUpTo: 0 })
}

interface All extends Pick<WitnessNote, 'device' | 'lastSeq' | 'heldUpTo' | 'signIn'> {
  readonly entries: readonly OutboxEntry[]
  readonly settling: readonly number[]
}

/** Notes all that is unsettled or still shown, in place of what was noted. */
export function noteAll(witness: Witness, { entries, ...rest }: All): void {
  witness.write({ ...rest, unsettled: entries.map(({ seq }) => seq) })
  const told = entries.filter((entry) => !isUnopened(entry)).slice(-MOST_WORDS)
  witness.tell(told.map(missingOf), { isAll: true })
}
