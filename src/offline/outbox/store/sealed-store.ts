import type { FinalState, OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import { writeLock } from '#src/offline/outbox/entry/names.ts'
import { isUnopened } from '#src/offline/outbox/entry/unopened.ts'
import type { Locks, Store, StoreReader, StoreWriter } from '../ports.ts'
import { KnownEntries } from './known-entries.ts'
import { OpenedValues } from './opened-values.ts'
import { isSameStamp, type RawReader, type RawStore } from './raw-store.ts'
import { forgetClearContents, sealOlderRows } from './seal-older-rows.ts'
import type { FinalStateContent, Sealing } from './sealing.ts'
import { contentKey, type FinalStateContents, type SealedDraft, StoreDraft, writeDraft } from './store-draft.ts'

/**
 * Attempts of a read: it starts over when values must be opened first or another tab writes. Then it takes the write
 * lock.
 */
const MAX_READS = 5
/** Attempts of a write that other tabs may beat before it takes the write lock. */
const MAX_WRITES = 2
/** The number of final states whose contents are cached: those that the user is shown, and the latest ones. */
const MAX_CONTENTS = 600

/** How one run of a piece of work ended. */
type RunEnd<T> = { readonly value: T } | { readonly error: unknown }
interface Run<T> {
  readonly draft: StoreDraft
  readonly end: RunEnd<T>
}

/** The first copy, on top of its sealed rows. */
export function sealedStore(raw: RawStore, sealing: Sealing, locks: Locks): Store {
  const store = new SealedStore(raw, sealing, locks)
  return {
    read: (work) => store.read(work),
    write: (work) => store.write(work),
    forgetEnded: () => store.forgetDone(),
    close: () => raw.close(),
  }
}

/**
 * Sealing and opening are not possible inside an IndexedDB transaction. So work runs over values that are already open,
 * and runs again when it requested a value that had to be opened first. Its writes are collected in memory, sealed, and
 * written in one transaction, which commits only if nothing was written since the run began (`generation`). After being
 * beaten twice by other tabs, a write takes a lock, so that it does not run in vain for long. Only the generation
 * guarantees consistency; the lock does not.
 */
class SealedStore {
  readonly #raw: RawStore
  readonly #sealing: Sealing
  readonly #locks: Locks
  readonly #known: KnownEntries
  readonly #contentCache = createContentCache()
  #upgrade: Promise<void> | null = null
  #lastWrite: Promise<unknown> = Promise.resolve()

  constructor(raw: RawStore, sealing: Sealing, locks: Locks) {
    this.#raw = raw
    this.#sealing = sealing
    this.#locks = locks
    this.#known = new KnownEntries(sealing)
  }

  async read<T>(work: (tx: StoreReader) => Promise<T>): Promise<T> {
    await this.#whenUpgraded()
    const end =
      (await this.#attemptRead(work, MAX_READS)) ?? (await this.#underWriteLock(() => this.#attemptRead(work)))
    return resultOf(end)
  }
  async write<T>(work: (tx: StoreWriter) => Promise<T>): Promise<T> {
    await this.#whenUpgraded()
    return this.#afterOwnWrites(async () => {
      // Usually no other tab is writing, and getting the lock would take longer than the write.
      let end = await this.#attemptWrite(work, MAX_WRITES)
      while (end === null) end = await this.#underWriteLock(() => this.#attemptWrite(work))
      return resultOf(end)
    })
  }
  forgetDone(): Promise<readonly number[]> {
    return this.#underWriteLock(() => forgetContents(this.#raw))
  }

  /** Rows that an older version stored unsealed are sealed before anything else happens. */
  #whenUpgraded(): Promise<void> {
    this.#upgrade ??= sealOlderRows(this.#raw, this.#sealing).catch((error: unknown) => {
      this.#upgrade = null
      throw error
    })
    return this.#upgrade
  }
  /** Runs the writes of this tab one after another. */
  #afterOwnWrites<T>(write: () => Promise<T>): Promise<T> {
    const own = this.#lastWrite.then(write)
    this.#lastWrite = own.catch(() => undefined)
    return own
  }
  #underWriteLock<T>(work: () => Promise<T>): Promise<T> {
    return this.#locks.hold(writeLock(this.#sealing.user), 'exclusive', work)
  }

  /** Null when all attempts were in vain. */
  async #attemptRead<T>(work: StoreWork<T>, maxAttempts = Number.POSITIVE_INFINITY): Promise<RunEnd<T> | null> {
    const opened = new OpenedValues()
    for (let attempts = 0; attempts < maxAttempts; attempts += 1) {
      const run = await this.#run(work, opened, true)
      if (run) return run.end
      await opened.open()
      // Constant writes by other tabs must not prevent a read: what was found was current after this read began.
      const pendingRun = this.#known.applyPending(opened) ? await this.#run(work, opened, false) : null
      if (pendingRun) return pendingRun.end
    }
    return null
  }
  /**
   * Null when the write must wait for the lock (again): after a freeze, or after other tabs have beaten it
   * `maxAttempts` times.
   */
  async #attemptWrite<T>(work: StoreWork<T>, maxAttempts = Number.POSITIVE_INFINITY): Promise<RunEnd<T> | null> {
    const opened = new OpenedValues()
    let timesBeaten = 0
    for (let useDisk = !this.#known.isRead; timesBeaten < maxAttempts; useDisk = true) {
      const freezes = this.#raw.freezes()
      const run = await this.#run(work, opened, useDisk)
      await opened.open()
      if (!run) continue
      const { draft, end } = run
      if ('error' in end || !draft.hasWrites) {
        if (useDisk || (await this.#isCurrent(draft))) return end
        continue
      }
      const sealed = await draft.sealed()
      if (await this.#commit(sealed, freezes)) {
        this.#learn(sealed)
        return end
      }
      if (this.#raw.freezes() !== freezes) return null
      timesBeaten += 1
    }
    return null
  }
  /** One run; null when it was void. */
  async #run<T>(work: StoreWork<T>, opened: OpenedValues, useDisk: boolean): Promise<Run<T> | null> {
    const [known, sealing, contents] = [this.#known, this.#sealing, this.#contentCache]
    const runOver = async (tx: RawReader | null): Promise<Run<T>> => {
      const draft = new StoreDraft({ known, sealing, contents, opened, tx })
      return { draft, end: await runToEnd(work, draft) }
    }
    const run = useDisk
      ? await this.#raw.read(async (tx) => ((await known.catchUp(tx, opened)) ? runOver(tx) : null))
      : await runOver(null)
    return run?.draft.isVoid ? null : run
  }
  #isCurrent({ stamp }: StoreDraft): Promise<boolean> {
    return this.#raw.read(async (tx) => isSameStamp(await tx.stamp(), stamp))
  }
  #commit(draft: SealedDraft, freezes: number): Promise<boolean> {
    return this.#raw.write(async (tx) => {
      // After a freeze, another tab may be in charge of what this tab was doing.
      if (this.#raw.freezes() !== freezes || !isSameStamp(await tx.stamp(), draft.stamp)) return false
      await writeDraft(tx, draft)
      return true
    })
  }
  /** Adds this tab's own write to what is known. */
  #learn({ stamp, puts, finalStates, meta, changed }: SealedDraft): void {
    const known = this.#known
    const next = { life: stamp.life, generation: stamp.generation + 1 }
    for (const { row, content } of finalStates)
      if (row?.sealed) this.#contentCache.set(contentKey(row, next), asStored(content))
    // A read in between may have found the write already.
    if (!isSameStamp(known.stamp, stamp)) return
    const put = new Map(puts.map(({ entry }) => [entry.seq, asStored(entry)]))
    known.apply({
      stamp: next,
      changed: changed.map((seq) => ({ seq, entry: put.get(seq), at: next.generation })),
      meta: meta?.meta ?? known.meta,
      metaRow: meta?.row ?? known.metaRow,
    })
  }
}
type StoreWork<T> = (tx: StoreDraft) => Promise<T>

async function runToEnd<T>(work: StoreWork<T>, draft: StoreDraft): Promise<RunEnd<T>> {
  try {
    return { value: await work(draft) }
  } catch (error) {
    return { error }
  }
}
function resultOf<T>(end: RunEnd<T> | null): T {
  if (end === null) throw new Error('a look that has no end ended')
  if ('error' in end) throw end.error
  return end.value
}

/**
 * A copy as it would come back from the disk: the caller may go on using the original's parts. A placeholder stays
 * itself.
 */
function asStored<T extends OutboxEntry | FinalStateContent>(value: T): T {
  return 'command' in value && isUnopened(value) ? value : JSON.parse(JSON.stringify(value))
}

function createContentCache(): FinalStateContents {
  const contents = new Map<string, FinalStateContent>()
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

/** Forgets the contents of all ended changes. Needs no key. Returns the sequence numbers of those that were sealed. */
export async function forgetContents(raw: RawStore): Promise<readonly FinalState['seq'][]> {
  await forgetClearContents(raw)
  return raw.write(async (tx) => {
    const { life, generation } = await tx.stamp()
    const at = generation + 1
    const rows = (await Promise.all((await tx.rememberedIds()).map((id) => tx.finalStateRow(id)))).filter(
      (row) => row !== undefined,
    )
    for (const row of rows)
      await tx.putFinalStateRow({ ...row, at, isSettling: false, isRemembered: false, sealed: null })
    if (rows.length > 0) await tx.startGeneration({ life, generation: at }, [])
    return rows.map(({ seq }) => seq)
  })
}
