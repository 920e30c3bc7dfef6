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

/** What a person has chosen. */
export interface Choice<One> {
  /** None means all. */
  readonly chosen: readonly One[]
  /** When, in milliseconds since 1970: a list from before that may lack what was chosen. */
  readonly at: number
}
const NO_CHOICE = { chosen: [], at: 0 } as const

/** Some of many, chosen by each person on each device. */
export interface ChoiceStore<One> extends ChoiceKind<One> {
  /** The same value as long as it is the same choice. */
  readonly get: (userId: number) => Choice<One>
  readonly set: (userId: number, choice: Choice<One>) => void
  /** Also hears of what another tab has chosen. */
  readonly subscribe: (listener: () => void) => () => void
}

/** What stands in the storage, as far as it is a choice. Pure. */
function readChoice<One>(text: string | null, { schema, keyOf }: ChoiceKind<One>): Choice<One> {
  const choice = z.object({ chosen: z.array(schema).check(z.maxLength(MOST_CHOSEN)), at: z.number() })
  const { data } = choice.safeParse(fromJson(text))
  if (data === undefined) return NO_CHOICE
  const byValue = new Map(data.chosen.map((one) => [keyOf(one), one]))
  return { ...data, chosen: [...byValue.values()] }
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
  let read: { readonly key: string; readonly text: string | null; readonly choice: Choice<One> } | null = null
  const placeOf = (userId: number) => chosenKey(kind.name, userId)
  return {
    ...kind,
    get(userId) {
      const key = placeOf(userId)
      const text = held.get().get(key) ?? readItem('local', key)
      if (read?.key !== key || read.text !== text) read = { key, text, choice: readChoice(text, kind) }
      return read.choice
    },
    set(userId, choice) {
      const key = placeOf(userId)
      const text = JSON.stringify(choice)
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
