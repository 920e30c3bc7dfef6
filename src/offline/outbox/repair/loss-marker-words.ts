import * as z from 'zod/mini'
import { lossMarkerName, lossWordsPrefix } from '#src/offline/outbox/entry/names.ts'
import { aboutOf, openText, type Sealer, sealText } from '#src/seal/sealer.ts'
import { itemKeys, readItem, removeItem, writeItem } from '#src/session/web-storage.ts'
import type { LossMarker, LostChange } from '../ports.ts'

const storedWords = z.object({
  seq: z.int(),
  words: z.nullable(z.object({ record: z.string(), change: z.string() })),
  madeAt: z.nullable(z.number()),
})
/** Words that older versions of the app noted unsealed. They disappear when the note is next written. */
const olderNote = z.object({ known: z.array(storedWords) })

/**
 * The words for the numbers in localStorage, each sealed under its number. Sealing takes a moment, so the words lag a
 * little behind the numbers. A loss in that moment is reported with its number alone.
 */
export function lossMarkerWords(
  user: string,
  sealer: Sealer,
): Pick<LossMarker, 'noteWords' | 'forgetWords' | 'readWords'> {
  const prefix = lossWordsPrefix(user)
  const about = (seq: number) => aboutOf('outbox-words', user, seq)
  /** Words being sealed. For each number only the latest words are written. */
  const latest = new Map<number, LostChange>()
  const seal = async (one: LostChange) => {
    const sealed = await sealText(sealer, JSON.stringify(one), about(one.seq))
    if (latest.get(one.seq) !== one) return
    latest.delete(one.seq)
    writeItem('local', `${prefix}${one.seq}`, btoa(String.fromCharCode(...sealed)))
  }
  const open = async (seq: number): Promise<readonly LostChange[]> => {
    const item = readItem('local', `${prefix}${seq}`)
    const text = item === null ? null : await openText(sealer, bytesOf(item), about(seq))
    const { data } = storedWords.safeParse(text === null ? null : JSON.parse(text))
    return data ? [data] : []
  }
  const forgetWords = (seqs: readonly number[]) => {
    for (const seq of seqs) {
      latest.delete(seq)
      removeItem('local', `${prefix}${seq}`)
    }
  }
  return {
    noteWords(known, { isAll = false } = {}) {
      const stored = new Set(isAll ? storedIn(prefix) : [])
      for (const one of known) {
        if (stored.delete(one.seq)) continue
        latest.set(one.seq, one)
        // Without stored words, a loss is only reported in less detail.
        seal(one).catch(() => latest.delete(one.seq))
      }
      forgetWords([...stored])
    },
    forgetWords,
    async readWords(seqs) {
      const sealed = (await Promise.all(seqs.map(open)).catch(() => [])).flat()
      const older = olderWords(user).filter(({ seq }) => seqs.includes(seq))
      return [...sealed, ...older]
    },
  }
}

function storedIn(prefix: string): readonly number[] {
  return itemKeys('local').flatMap((key) => (key.startsWith(prefix) ? [Number(key.slice(prefix.length))] : []))
}

function olderWords(user: string): readonly LostChange[] {
  try {
    return olderNote.safeParse(JSON.parse(readItem('local', lossMarkerName(user)) ?? 'null')).data?.known ?? []
  } catch {
    return [] // Torn.
  }
}

function bytesOf(item: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(item), (char) => char.charCodeAt(0))
  } catch {
    return new Uint8Array() // Torn: it does not open.
  }
}
