import * as z from 'zod/mini'
import { chosenKey } from '#src/offline/query-storage/chosen-items.ts'
import { isInClear, openChoice, sealChoice } from '#src/offline/query-storage/sealed-choice.ts'
import type { Sealer } from '#src/seal/sealer.ts'
import { observed } from '#src/session/observed.ts'
import { sealerOf as sealerOfSession } from '#src/session/session.ts'
import { readItem, writeItem } from '#src/session/web-storage.ts'

/** So many can be chosen at once: the question for them still fits in an address, and nobody removes more by hand. */
export const MAX_CHOSEN = 500

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
  /** The same value as long as it is the same choice; null while it is being opened for the first time. */
  readonly get: (userId: number) => Choice<One> | null
  readonly set: (userId: number, choice: Choice<One>) => void
  /** Resolves when `get` knows the choice. */
  readonly ready: (userId: number) => Promise<void>
  /** Also hears of what another tab has chosen. */
  readonly subscribe: (listener: () => void) => () => void
}

/** What is kept, as far as it is a choice. Pure. */
function readChoice<One>(text: string | null, { schema, keyOf }: ChoiceKind<One>): Choice<One> {
  const choice = z.object({ chosen: z.array(schema).check(z.maxLength(MAX_CHOSEN)), at: z.number() })
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

/** A choice as this page knows it. */
interface Known<One> {
  /** What it was read from; null while it is being kept, and where the browser keeps nothing: then it stands as it is. */
  readonly kept: string | null
  readonly choice: Choice<One>
}

type SealerOf = (userId: string) => Sealer | null

/** A choice of its own, kept sealed in local storage. `sealerOf`: as the session has it. */
export function choiceStore<One>(kind: ChoiceKind<One>, sealerOf: SealerOf = sealerOfSession): ChoiceStore<One> {
  return new SealedChoices(kind, sealerOf)
}

class SealedChoices<One> implements ChoiceStore<One> {
  readonly name: string
  readonly schema: z.ZodMiniType<One>
  readonly keyOf: (one: One) => string
  readonly #sealerOf: SealerOf
  /** By where they are kept. */
  readonly #known = observed<ReadonlyMap<string, Known<One>>>(new Map())
  readonly #opening = new Map<string, Promise<void>>()

  constructor({ name, schema, keyOf }: ChoiceKind<One>, sealerOf: SealerOf) {
    this.name = name
    this.schema = schema
    this.keyOf = keyOf
    this.#sealerOf = sealerOf
  }

  get = (userId: number): Choice<One> | null => {
    const key = this.#keyOf(userId)
    const known = this.#known.get().get(key)
    if (known?.kept !== null && readItem('local', key) === null) return NO_CHOICE
    void this.ready(userId)
    return known?.choice ?? null
  }

  set = (userId: number, choice: Choice<One>): void => void this.#keep(userId, choice)

  ready = (userId: number): Promise<void> => {
    const key = this.#keyOf(userId)
    const known = this.#known.get().get(key)
    const kept = readItem('local', key)
    if (kept === null || known?.kept === null || known?.kept === kept) return Promise.resolve()
    const one = key + kept
    const opening = this.#opening.get(one) ?? this.#open(userId, kept).finally(() => this.#opening.delete(one))
    this.#opening.set(one, opening)
    return opening
  }

  subscribe = (listener: () => void): (() => void) => {
    // No key: all of it was cleared.
    const onStorage = ({ key }: StorageEvent) => {
      if (key === null || key.startsWith(this.#keyOf(0).slice(0, -1))) listener()
    }
    const stop = this.#known.subscribe(listener)
    globalThis.addEventListener('storage', onStorage)
    return () => {
      stop()
      globalThis.removeEventListener('storage', onStorage)
    }
  }

  #keyOf(userId: number): string {
    return chosenKey(this.name, userId)
  }

  #learn(key: string, known: Known<One>): void {
    this.#known.set(new Map(this.#known.get()).set(key, known))
  }

  async #open(userId: number, kept: string): Promise<void> {
    const key = this.#keyOf(userId)
    const sealer = this.#sealerOf(String(userId))
    if (sealer === null) return
    const before = this.#known.get().get(key)
    const text = await openChoice(sealer, key, kept)
    // Unless another choice was made meanwhile.
    if (this.#known.get().get(key) !== before) return
    const choice = readChoice(text, this)
    if (isInClear(kept)) await this.#keep(userId, choice)
    else this.#learn(key, { kept, choice })
  }

  async #keep(userId: number, choice: Choice<One>): Promise<void> {
    const key = this.#keyOf(userId)
    const sealer = this.#sealerOf(String(userId))
    if (sealer === null) return
    const own: Known<One> = { kept: null, choice }
    this.#learn(key, own)
    const sealed = await sealChoice(sealer, key, JSON.stringify(choice))
    if (this.#known.get().get(key) !== own) return
    // Signed out meanwhile: all that the person has read is off the device, and stays so.
    if (this.#sealerOf(String(userId)) !== sealer) this.#learn(key, { kept: sealed, choice: NO_CHOICE })
    else if (writeItem('local', key, sealed)) this.#learn(key, { kept: sealed, choice })
  }
}
