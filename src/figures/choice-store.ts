import * as z from 'zod/mini'
import { chosenKey } from '#src/offline/query-storage/chosen-items.ts'
import { isUnsealedChoice, openChoice, sealChoice } from '#src/offline/query-storage/sealed-choice.ts'
import type { Sealer } from '#src/seal/sealer.ts'
import { observableValue } from '#src/session/observable-value.ts'
import { sealerOf as sealerOfSession } from '#src/session/session.ts'
import { readItem, writeItem } from '#src/session/web-storage.ts'

/** The most items in a choice: their ids still fit in a URL, and more can't be removed by hand. */
export const MAX_CHOSEN = 500

interface ChoiceKind<One> {
  /** A part of the storage key: "trucks". */
  readonly name: string
  /** The stored form of an item. A stored choice that does not match is ignored. */
  readonly schema: z.ZodMiniType<One>
  /** Identifies an item. */
  readonly keyOf: (one: One) => string
}

/** A user's choice. */
export interface StoredChoice<One> {
  /** An empty choice means all. */
  readonly chosen: readonly One[]
  /** The time of the choice, in milliseconds since 1970. An older list may lack the chosen items. */
  readonly at: number
}
const NO_CHOICE = { chosen: [], at: 0 } as const

/** A choice of items per user and device. */
export interface ChoiceStore<One> extends ChoiceKind<One> {
  /** Returns the same object while the choice is unchanged; null while it is decrypted for the first time. */
  readonly get: (userId: number) => StoredChoice<One> | null
  readonly set: (userId: number, choice: StoredChoice<One>) => void
  /** Resolves when `get` returns the choice. */
  readonly ready: (userId: number) => Promise<void>
  /** Also reports choices that the user makes in another tab. */
  readonly subscribe: (listener: () => void) => () => void
}

/** Parses a stored choice. Invalid text counts as no choice. Pure. */
function readChoice<One>(text: string | null, { schema, keyOf }: ChoiceKind<One>): StoredChoice<One> {
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
    return null // The text is cut off or not from this app.
  }
}

/** The state of a choice in this page. */
interface KnownChoice<One> {
  /**
   * The stored text that it was read from. Null while the choice is being stored, and where the browser blocks storage.
   */
  readonly stored: string | null
  readonly choice: StoredChoice<One>
}

type SealerOf = (userId: string) => Sealer | null

/** Creates a choice that is stored sealed in local storage. `sealerOf` returns the session's sealer for a user. */
export function choiceStore<One>(kind: ChoiceKind<One>, sealerOf: SealerOf = sealerOfSession): ChoiceStore<One> {
  return new SealedChoices(kind, sealerOf)
}

class SealedChoices<One> implements ChoiceStore<One> {
  readonly name: string
  readonly schema: z.ZodMiniType<One>
  readonly keyOf: (one: One) => string
  readonly #sealerOf: SealerOf
  /** By storage key. */
  readonly #known = observableValue<ReadonlyMap<string, KnownChoice<One>>>(new Map())
  readonly #opening = new Map<string, Promise<void>>()

  constructor({ name, schema, keyOf }: ChoiceKind<One>, sealerOf: SealerOf) {
    this.name = name
    this.schema = schema
    this.keyOf = keyOf
    this.#sealerOf = sealerOf
  }

  get = (userId: number): StoredChoice<One> | null => {
    const key = this.#keyOf(userId)
    const known = this.#known.get().get(key)
    if (known?.stored !== null && readItem('local', key) === null) return NO_CHOICE
    void this.ready(userId)
    return known?.choice ?? null
  }

  set = (userId: number, choice: StoredChoice<One>): void => void this.#store(userId, choice)

  ready = (userId: number): Promise<void> => {
    const key = this.#keyOf(userId)
    const known = this.#known.get().get(key)
    const stored = readItem('local', key)
    if (stored === null || known?.stored === null || known?.stored === stored) return Promise.resolve()
    const one = key + stored
    const opening = this.#opening.get(one) ?? this.#open(userId, stored).finally(() => this.#opening.delete(one))
    this.#opening.set(one, opening)
    return opening
  }

  subscribe = (listener: () => void): (() => void) => {
    // A null key means that all of local storage was cleared.
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

  #learn(key: string, known: KnownChoice<One>): void {
    this.#known.set(new Map(this.#known.get()).set(key, known))
  }

  async #open(userId: number, stored: string): Promise<void> {
    const key = this.#keyOf(userId)
    const sealer = this.#sealerOf(String(userId))
    if (sealer === null) return
    const before = this.#known.get().get(key)
    const text = await openChoice(sealer, key, stored)
    // The user made another choice in the meantime.
    if (this.#known.get().get(key) !== before) return
    const choice = readChoice(text, this)
    if (isUnsealedChoice(stored)) await this.#store(userId, choice)
    else this.#learn(key, { stored, choice })
  }

  async #store(userId: number, choice: StoredChoice<One>): Promise<void> {
    const key = this.#keyOf(userId)
    const sealer = this.#sealerOf(String(userId))
    if (sealer === null) return
    const own: KnownChoice<One> = { stored: null, choice }
    this.#learn(key, own)
    const sealed = await sealChoice(sealer, key, JSON.stringify(choice))
    if (this.#known.get().get(key) !== own) return
    // The user signed out in the meantime: their data was removed from the device and must stay removed.
    if (this.#sealerOf(String(userId)) !== sealer) this.#learn(key, { stored: sealed, choice: NO_CHOICE })
    else if (writeItem('local', key, sealed)) this.#learn(key, { stored: sealed, choice })
  }
}
