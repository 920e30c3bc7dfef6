import type { FinalState } from '#src/offline/outbox/entry/entry.ts'
import { clearEntry, clearFate, clearMeta } from './clear-rows.ts'
import { CLEAR_KINDS, type ClearKind, type ClearRow, type MetaRow, type RawStore, type RawWriter } from './raw-store.ts'
import type { Sealing } from './sealing.ts'

/** So many are sealed in one transaction; of files one, for they are large. */
const AT_ONCE = 100

/** Writes what a row says, sealed, in the generation of the transaction. */
type Write = (tx: RawWriter, at: number) => Promise<void>
type Seal = (sealing: Sealing, row: ClearRow, named: NamedFiles) => Promise<Write>
/** The ids of the files that entries name, without those that were only ever stored sealed. */
type NamedFiles = () => Promise<ReadonlySet<string>>
/** For what is none of the app's. */
const nothing: Write = () => Promise.resolve()

/**
 * Seals what the second version of the app has stored in clear. Each part goes over in one transaction that writes it
 * sealed and takes it away in clear, so at each moment it is there once. What is sealed already stays as it is: what lies
 * in clear beside it was put there later. What is no row of the app's holds nothing up.
 */
export async function takeOverClear(raw: RawStore, sealing: Sealing): Promise<void> {
  // Each start looks here, and nearly always in vain: one look is all that costs.
  const { left, unnumbered } = await raw.read(async (tx) => ({
    left: await Promise.all(
      CLEAR_KINDS.map(async (kind) => ({ kind, isEmpty: (await tx.clear(kind, 1)).length === 0 })),
    ),
    unnumbered: await tx.unnumbered(),
  }))
  if (unnumbered.length > 0) await forgetRows(raw, unnumbered)
  let found: ReturnType<NamedFiles> | null = null
  const named = () => (found ??= namedFiles(raw, sealing))
  for (const { kind, isEmpty } of left)
    if (!isEmpty) await takeOver(raw, kind, (row) => SEALS[kind](sealing, row, named), kind === 'files' ? 1 : AT_ONCE)
}

/** Forgets what the settled changes said that still lie in clear; needs no key. */
export function forgetClear(raw: RawStore): Promise<void> {
  return takeOver(raw, 'fates', async ({ value }) => {
    const fate = clearFate(value, '')
    return fate === null ? nothing : fateRow(fate, null)
  })
}

/** An id is one entry's: what has it under no number must not stand in the way of the entry. */
function forgetRows(raw: RawStore, keys: readonly number[]): Promise<void> {
  return raw.write(async (tx) => {
    for (const key of keys) await tx.drop(key)
  })
}

async function takeOver(raw: RawStore, kind: ClearKind, seal: (row: ClearRow) => Promise<Write>, most = AT_ONCE) {
  for (;;) {
    const rows = await raw.read((tx) => tx.clear(kind, most))
    if (rows.length === 0) return
    const writes = await Promise.all(rows.map(async (row) => ({ row, write: await seal(row) })))
    await raw.write(async (tx) => {
      const { life, generation } = await tx.stamp()
      for (const { row, write } of writes) if (await tx.takeClear(kind, row.key)) await write(tx, generation + 1)
      const seqs = kind === 'entries' ? rows.map(({ key }) => Number(key)) : []
      await tx.raise({ life, generation: generation + 1 }, seqs)
    })
  }
}

const sealedEntry: Seal = async (sealing, { key, value }) => {
  const entry = clearEntry(key, value, sealing.user)
  if (entry === null) return nothing
  const row = await sealing.entry(entry)
  return async (tx, at) => {
    // An id is one entry's: a second row under it can only have been put there by hand.
    if (!(await tx.row(row.seq)) && !(await tx.hasEntry(row.id))) await tx.put({ ...row, at })
  }
}
const sealedFate: Seal = async (sealing, { value }) => {
  const fate = clearFate(value, sealing.user)
  return fate === null ? nothing : fateRow(fate, await sealing.fate(fate))
}
function fateRow(fate: FinalState, sealed: Uint8Array<ArrayBuffer> | null): Write {
  const { id, seq, state, settledAt, isSettling, entry } = fate
  const isRemembered = sealed !== null && entry !== null
  return async (tx, at) => {
    if (await tx.fate(id)) return
    await tx.putFate({ id, seq, state, settledAt, at, isSettling: isSettling && isRemembered, isRemembered, sealed })
  }
}
const sealedFile: Seal = async (sealing, { key, value }, named) => {
  const id = String(key)
  // Entries go over first. A file that none of them names belongs to no change, or comes back from the copies with its entry.
  if (!(value instanceof Blob) || !(await named()).has(id)) return nothing
  // One that can't be read any more comes back from its copy.
  const sealed = await sealing.file(id, value).catch(() => null)
  return async (tx) => {
    if (sealed && !(await tx.file(id))) await tx.putFile(id, sealed)
  }
}
async function namedFiles(raw: RawStore, sealing: Sealing): Promise<ReadonlySet<string>> {
  const rows = await raw.read((tx) => tx.rows())
  const entries = await Promise.all(rows.map((row) => sealing.openEntry(row)))
  return new Set(entries.flatMap(({ files }) => files.filter(({ isSealed }) => !isSealed).map(({ id }) => id)))
}
const sealedMeta: Seal = async (sealing, { value }) => {
  const meta = clearMeta(value)
  if (meta === null) return nothing
  const { nextSeq, device, loss } = meta
  const missing = loss?.missing?.map(({ words: _, ...numbers }) => numbers)
  const lossRow = loss && { count: loss.count, foundAt: loss.foundAt, ...(missing && { missing }) }
  const row: MetaRow = { nextSeq, device, heldUpTo: 0, loss: lossRow, lossWords: await sealing.loss(loss) }
  return async (tx) => {
    const own = await tx.meta()
    await tx.putMeta(own ? { ...own, nextSeq: Math.max(own.nextSeq, nextSeq) } : row)
  }
}

const SEALS: Readonly<Record<ClearKind, Seal>> = {
  entries: sealedEntry,
  fates: sealedFate,
  files: sealedFile,
  meta: sealedMeta,
}
