import type { OutboxEntry } from './entry.ts'
import type { Missing, Witness } from './ports.ts'

/** Of so many changes the note keeps the words too, the newest: it is written anew with each change. */
const MOST_WORDS = 200

const missingOf = ({ seq, words, madeAt }: OutboxEntry): Missing => ({ seq, words, madeAt })
const newest = (known: readonly Missing[]) => [...known].sort((a, b) => a.seq - b.seq).slice(-MOST_WORDS)

/** Notes changes that are kept now, or say something else now. */
export function noteEntries(witness: Witness, entries: readonly OutboxEntry[]): void {
  const [first] = entries
  if (!first) return
  const note = witness.read()
  const seqs = new Set(entries.map(({ seq }) => seq))
  witness.write({
    device: first.device,
    lastSeq: Math.max(note?.lastSeq ?? 0, ...seqs),
    unsettled: [...(note?.unsettled ?? []).filter((seq) => !seqs.has(seq)), ...seqs],
    known: newest([...(note?.known ?? []).filter(({ seq }) => !seqs.has(seq)), ...entries.map(missingOf)]),
  })
}

/** Notes that a change is settled. */
export function noteSettled(witness: Witness, settled: number): void {
  const note = witness.read()
  if (!note) return
  const isOther = (seq: number) => seq !== settled
  witness.write({
    ...note,
    unsettled: note.unsettled.filter(isOther),
    known: note.known.filter(({ seq }) => isOther(seq)),
  })
}

/** Notes all that is unsettled, in place of what was noted. */
export function noteAll(witness: Witness, device: string, lastSeq: number, entries: readonly OutboxEntry[]): void {
  const known = newest(entries.map(missingOf))
  witness.write({ device, lastSeq, unsettled: entries.map(({ seq }) => seq), known })
}
