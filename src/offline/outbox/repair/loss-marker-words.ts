import * as z from 'zod/mini'
import { lossMarkerName, wordsName } from '#src/offline/outbox/entry/names.ts'
import { aboutOf, openText, type Sealer, sealText } from '#src/seal/sealer.ts'
import { itemKeys, readItem, removeItem, writeItem } from '#src/session/web-storage.ts'
import type { LossMarker, Missing } from '../ports.ts'

const missing = z.object({
  seq: z.int(),
  words: z.nullable(z.object({ record: z.string(), change: z.string() })),
  madeAt: z.nullable(z.number()),
})
/** What older versions of the app noted in clear. It goes when the note is next written. */
const formerNote = z.object({ known: z.array(missing) })

/**
 * The words beside the numbers in localStorage, each sealed under its number. Sealing takes a moment, so they lag a little
 * more than the numbers do; a loss is then said with its number alone.
 */
export function lossMarkerWords(user: string, sealer: Sealer): Pick<LossMarker, 'tell' | 'forget' | 'known'> {
  const name = wordsName(user)
  const about = (seq: number) => aboutOf('outbox-words', user, seq)
  /** What is being sealed: the last word on a number stands. */
  const latest = new Map<number, Missing>()
  const seal = async (one: Missing) => {
    const sealed = await sealText(sealer, JSON.stringify(one), about(one.seq))
    if (latest.get(one.seq) !== one) return
    latest.delete(one.seq)
    writeItem('local', `${name}${one.seq}`, btoa(String.fromCharCode(...sealed)))
  }
  const open = async (seq: number): Promise<readonly Missing[]> => {
    const item = readItem('local', `${name}${seq}`)
    const text = item === null ? null : await openText(sealer, bytesOf(item), about(seq))
    const { data } = missing.safeParse(text === null ? null : JSON.parse(text))
    return data ? [data] : []
  }
  const forget = (seqs: readonly number[]) => {
    for (const seq of seqs) {
      latest.delete(seq)
      removeItem('local', `${name}${seq}`)
    }
  }
  return {
    tell(known, { isAll = false } = {}) {
      const stored = new Set(isAll ? storedIn(name) : [])
      for (const one of known) {
        if (stored.delete(one.seq)) continue
        latest.set(one.seq, one)
        // Words that are not kept only make a loss be said with less.
        seal(one).catch(() => latest.delete(one.seq))
      }
      forget([...stored])
    },
    forget,
    async known(seqs) {
      const sealed = (await Promise.all(seqs.map(open)).catch(() => [])).flat()
      const former = formerWords(user).filter(({ seq }) => seqs.includes(seq))
      return [...sealed, ...former]
    },
  }
}

function storedIn(name: string): readonly number[] {
  return itemKeys('local').flatMap((key) => (key.startsWith(name) ? [Number(key.slice(name.length))] : []))
}

function formerWords(user: string): readonly Missing[] {
  try {
    return formerNote.safeParse(JSON.parse(readItem('local', lossMarkerName(user)) ?? 'null')).data?.known ?? []
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
