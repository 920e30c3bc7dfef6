import type { FinalState, OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import { writeLock } from '#src/offline/outbox/entry/names.ts'
import { isUnopened } from '#src/offline/outbox/entry/unopened.ts'
import type { Locks, Store, StoreReader, StoreWriter } from '../ports.ts'
import { forgetClear, takeOverClear } from './encrypt-older-rows.ts'
import { KnownEntries } from './known-entries.ts'
import { Opened } from './opened.ts'
import { isSameStamp, type RawReader, type RawStore } from './raw-store.ts'
import type { FateContent, Sealing } from './sealing.ts'
import { contentKey, type FateContents, type SealedDraft, StoreDraft, writeDraft } from './store-draft.ts'

/** So often a look is begun anew, for something is to be opened first or another tab writes; then the others wait for it. */
const MAX_LOOKS = 5
/** And so often a write, before it waits for its turn. */
const MAX_TURNS = 2
/** The contents of so many fates are remembered: those that a person is shown, and what was settled lately. */
const MAX_CONTENTS = 600

/** How a run of some work ended. */
type End<T> = { readonly value: T } | { readonly error: unknown }
interface Run<T> {
  readonly draft: StoreDraft
  readonly end: End<T>
}

/** The first copy over its sealed rows. */
export function sealedStore(raw: RawStore, sealing: Sealing, locks: Locks): Store {
  const store = new SealedStore(raw, sealing, locks)
  return {
    read: (work) => store.read(work),
    write: (work) => store.write(work),
    forgetDone: () => store.forgetDone(),
    close: () => raw.close(),
  }
}

/**
 * What is sealed can't be opened inside a transaction of the browser's, nor sealed there. So work runs over what has been
 * opened, and is run anew when something it asked for had to be opened first; what it writes is held in memory, sealed,
 * and written in one transaction, which takes it only if nothing was written since the run began (`generation`). A write that
 * others have beaten twice waits for its turn by a lock, so that no run is for nothing for long; that it is whole is a matter
 * of the generation alone.
 */
class SealedStore {
  readonly #raw: RawStore
  readonly #sealing: Sealing
  readonly #locks: Locks
  readonly #known: KnownEntries
  readonly #contents = rememberedContents()
  #ready: Promise<void> | null = null
  #written: Promise<unknown> = Promise.resolve()

  constructor(raw: RawStore, sealing: Sealing, locks: Locks) {
    this.#raw = raw
    this.#sealing = sealing
    this.#locks = locks
    this.#known = new KnownEntries(sealing)
  }

  async read<T>(work: (tx: StoreReader) => Promise<T>): Promise<T> {
    await this.#whenReady()
    const end = (await this.#look(work, MAX_LOOKS)) ?? (await this.#alone(() => this.#look(work)))
    return resultOf(end)
  }
  async write<T>(work: (tx: StoreWriter) => Promise<T>): Promise<T> {
    await this.#whenReady()
    return this.#afterOthers(async () => {
      // Mostly no other tab writes just now, and the lock would take longer than the write.
      let end = await this.#turn(work, MAX_TURNS)
      while (end === null) end = await this.#alone(() => this.#turn(work))
      return resultOf(end)
    })
  }
  forgetDone(): Promise<readonly number[]> {
    return this.#alone(() => forgetContents(this.#raw))
  }

  /** What an older version stored in clear is sealed before anything else is done. */
  #whenReady(): Promise<void> {
    this.#ready ??= takeOverClear(this.#raw, this.#sealing).catch((error: unknown) => {
      this.#ready = null
      throw error
    })
    return this.#ready
  }
  /** The writes of this tab, one after the other. */
  #afterOthers<T>(write: () => Promise<T>): Promise<T> {
    const own = this.#written.then(write)
    this.#written = own.catch(() => undefined)
    return own
  }
  #alone<T>(work: () => Promise<T>): Promise<T> {
    return this.#locks.hold(writeLock(this.#sealing.user), 'exclusive', work)
  }

  /** Null when others wrote so often meanwhile. */
  async #look<T>(work: Work<T>, most = Number.POSITIVE_INFINITY): Promise<End<T> | null> {
    const opened = new Opened()
    for (let looks = 0; looks < most; looks += 1) {
      const found = await this.#run(work, opened, true)
      if (found) return found.end
      await opened.open()
      // Who writes without end keeps no one from reading: what was found is what there was since this look began.
      const early = this.#known.takeFound(opened) ? await this.#run(work, opened, false) : null
      if (early) return early.end
    }
    return null
  }
  /** Null when the lock is to be waited for (again): after a freeze, or after so many runs that others were before. */
  async #turn<T>(work: Work<T>, most = Number.POSITIVE_INFINITY): Promise<End<T> | null> {
    const opened = new Opened()
    let beaten = 0
    for (let isDisk = !this.#known.isRead; beaten < most; isDisk = true) {
      const freezes = this.#raw.freezes()
      const found = await this.#run(work, opened, isDisk)
      await opened.open()
      if (!found) continue
      const { draft, end } = found
      if ('error' in end || !draft.hasWrites) {
        if (isDisk || (await this.#isCurrent(draft))) return end
        continue
      }
      const sealed = await draft.sealed()
      if (await this.#isWritten(sealed, freezes)) {
        this.#learn(sealed)
        return end
      }
      if (this.#raw.freezes() !== freezes) return null
      beaten += 1
    }
    return null
  }
  /** One run; null when it was for nothing. */
  async #run<T>(work: Work<T>, opened: Opened, isDisk: boolean): Promise<Run<T> | null> {
    const [known, sealing, contents] = [this.#known, this.#sealing, this.#contents]
    const over = async (tx: RawReader | null): Promise<Run<T>> => {
      const draft = new StoreDraft({ known, sealing, contents, opened, tx })
      return { draft, end: await endOf(work, draft) }
    }
    const found = isDisk
      ? await this.#raw.read(async (tx) => ((await known.catchUp(tx, opened)) ? over(tx) : null))
      : await over(null)
    return found?.draft.isVoid ? null : found
  }
  #isCurrent({ stamp }: StoreDraft): Promise<boolean> {
    return this.#raw.read(async (tx) => isSameStamp(await tx.stamp(), stamp))
  }
  #isWritten(draft: SealedDraft, freezes: number): Promise<boolean> {
    return this.#raw.write(async (tx) => {
      // What was true before this tab was frozen may be another tab's matter now.
      if (this.#raw.freezes() !== freezes || !isSameStamp(await tx.stamp(), draft.stamp)) return false
      await writeDraft(tx, draft)
      return true
    })
  }
  /** Knows from now on what it has written. */
  #learn({ stamp, puts, fates, meta, changed }: SealedDraft): void {
    const known = this.#known
    const next = { life: stamp.life, generation: stamp.generation + 1 }
    for (const { row, content } of fates) if (row?.sealed) this.#contents.set(contentKey(row, next), inWords(content))
    // A look in between may have found it already.
    if (!isSameStamp(known.stamp, stamp)) return
    const put = new Map(puts.map(({ entry }) => [entry.seq, inWords(entry)]))
    known.take({
      stamp: next,
      changed: changed.map((seq) => ({ seq, entry: put.get(seq), at: next.generation })),
      meta: meta?.meta ?? known.meta,
      metaRow: meta?.row ?? known.metaRow,
    })
  }
}
type Work<T> = (tx: StoreDraft) => Promise<T>

async function endOf<T>(work: Work<T>, draft: StoreDraft): Promise<End<T>> {
  try {
    return { value: await work(draft) }
  } catch (error) {
    return { error }
  }
}
function resultOf<T>(end: End<T> | null): T {
  if (end === null) throw new Error('a look that has no end ended')
  if ('error' in end) throw end.error
  return end.value
}

/** As it comes back from the disk: who gave it may go on using what it is made of. An unopened one stays what it is. */
function inWords<T extends OutboxEntry | FateContent>(value: T): T {
  return 'command' in value && isUnopened(value) ? value : JSON.parse(JSON.stringify(value))
}

function rememberedContents(): FateContents {
  const contents = new Map<string, FateContent>()
  return {
    get: (key) => contents.get(key),
    set(key, content) {
      contents.delete(key)
      contents.set(key, content)
      const [oldest] = contents.keys()
      if (contents.size > MAX_CONTENTS && oldest !== undefined) contents.delete(oldest)
    },
  }
}

/** Forgets what every settled change said; needs no key. Answers their numbers. */
export async function forgetContents(raw: RawStore): Promise<readonly FinalState['seq'][]> {
  await forgetClear(raw)
  return raw.write(async (tx) => {
    const { life, generation } = await tx.stamp()
    const at = generation + 1
    const rows = (await Promise.all((await tx.remembered()).map((id) => tx.fate(id)))).filter(
      (row) => row !== undefined,
    )
    for (const row of rows) await tx.putFate({ ...row, at, isSettling: false, isRemembered: false, sealed: null })
    if (rows.length > 0) await tx.raise({ life, generation: at }, [])
    return rows.map(({ seq }) => seq)
  })
}
