import * as z from 'zod/mini'
import { chosenKey } from '#src/offline/chosen-items.ts'
import { observed } from '#src/session/observed.ts'
import { readItem, writeItem } from '#src/session/web-storage.ts'

/** So many can be chosen at once: the question for them still fits in an address, and nobody removes more by hand. */
export const MOST_CHOSEN = 500

interface ChoiceKind<One> {
  /** In the name of where it is kept: "trucks". */
  readonly name: string
  /** What is kept of each; what does not fit is as if it were not there. */
  readonly schema: z.ZodMiniType<One>
  /** By what one is told from the others. */
  readonly keyOf: (one: One) => string
}

/** Some of many, chosen by each person on each device; none chosen means all. */
export interface ChoiceStore<One> extends ChoiceKind<One> {
  /** The same array as long as it is the same choice. */
  readonly get: (userId: number) => readonly One[]
  readonly set: (userId: number, chosen: readonly One[]) => void
  /** Also hears of what another tab has chosen. */
  readonly subscribe: (listener: () => void) => () => void
}

/** What stands in the storage, as far as it is a choice. Pure. */
export function readChoice<One>(text: string | null, { schema, keyOf }: ChoiceKind<One>): readonly One[] {
  const parsed = z.array(schema).check(z.maxLength(MOST_CHOSEN)).safeParse(fromJson(text))
  const byValue = new Map((parsed.data ?? []).map((one) => [keyOf(one), one]))
  return [...byValue.values()]
}

function fromJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null // Cut short, or of another program.
  }
}

/** A choice of its own, kept in local storage. */
export function choiceStore<One>(kind: ChoiceKind<One>): ChoiceStore<One> {
  /** By key: what the browser could not keep, which holds until the app is closed. */
  const held = observed<ReadonlyMap<string, string>>(new Map())
  let read: { readonly key: string; readonly text: string | null; readonly chosen: readonly One[] } | null = null
  const placeOf = (userId: number) => chosenKey(kind.name, userId)
  return {
    ...kind,
    get(userId) {
      const key = placeOf(userId)
      const text = held.get().get(key) ?? readItem('local', key)
      if (read?.key !== key || read.text !== text) read = { key, text, chosen: readChoice(text, kind) }
      return read.chosen
    },
    set(userId, chosen) {
      const key = placeOf(userId)
      const text = JSON.stringify(chosen)
      const others = [...held.get()].filter(([one]) => one !== key)
      held.set(new Map(writeItem('local', key, text) ? others : [...others, [key, text]]))
    },
    subscribe(listener) {
      // No key: all of it was cleared.
      const onStorage = ({ key }: StorageEvent) => {
        if (key === null || key.startsWith(chosenKey(kind.name, 0).slice(0, -1))) listener()
      }
      const stop = held.subscribe(listener)
      globalThis.addEventListener('storage', onStorage)
      return () => {
        stop()
        globalThis.removeEventListener('storage', onStorage)
      }
    },
  }
}
