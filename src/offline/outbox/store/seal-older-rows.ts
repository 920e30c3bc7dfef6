import type { FinalState } from '#src/offline/outbox/entry/entry.ts'
import {
  type MetaRow,
  type RawStore,
  type RawWriter,
  UNSEALED_KINDS,
  type UnsealedKind,
  type UnsealedRow,
} from './raw-store.ts'
import type { Sealing } from './sealing.ts'
import { validUnsealedEntry, validUnsealedFinalState, validUnsealedMeta } from './unsealed-rows.ts'

/** Files are large: only one of them is sealed per transaction. */
const ROWS_PER_TRANSACTION = 100

/** Writes the sealed form of a row. `at`: the generation of the transaction. */
type RowWrite = (tx: RawWriter, at: number) => Promise<void>
type RowSealer = (sealing: Sealing, row: UnsealedRow, readFileIds: FileIdReader) => Promise<RowWrite>
/** Reads the ids of files that entries refer to, without files that were only ever stored sealed. */
type FileIdReader = () => Promise<ReadonlySet<string>>
/** For invalid rows. */
const writeNothing: RowWrite = () => Promise.resolve()

/**
 * Seals the rows that were stored unsealed before version 3 of the database. Each part moves in one transaction, which
 * writes the sealed row and removes the unsealed one, so every row exists exactly once at any moment. An existing
 * sealed row is never replaced: an unsealed row with the same key was put there later. Invalid rows are removed and
 * block nothing.
 */
export async function sealOlderRows(raw: RawStore, sealing: Sealing): Promise<void> {
  // Every start checks this, nearly always without finding anything. The check costs one transaction.
  const { remaining, invalidKeys } = await raw.read(async (tx) => ({
    remaining: await Promise.all(
      UNSEALED_KINDS.map(async (kind) => ({ kind, isEmpty: (await tx.unsealedRows(kind, 1)).length === 0 })),
    ),
    invalidKeys: await tx.invalidKeys(),
  }))
  if (invalidKeys.length > 0) await dropRows(raw, invalidKeys)
  let fileIds: ReturnType<FileIdReader> | null = null
  const readFileIds = () => (fileIds ??= referencedFileIds(raw, sealing))
  for (const { kind, isEmpty } of remaining)
    if (!isEmpty)
      await replaceRows(
        raw,
        kind,
        (row) => ROW_SEALERS[kind](sealing, row, readFileIds),
        kind === 'files' ? 1 : ROWS_PER_TRANSACTION,
      )
}

/** Forgets the contents of ended changes that are still unsealed. Needs no key. */
export function forgetClearContents(raw: RawStore): Promise<void> {
  return replaceRows(raw, 'fates', async ({ value }) => {
    const finalState = validUnsealedFinalState(value, '')
    return finalState === null ? writeNothing : finalStateWrite(finalState, null)
  })
}

/** Removes rows under an invalid number. Ids are unique, so such a row could otherwise block the entry with its id. */
function dropRows(raw: RawStore, keys: readonly number[]): Promise<void> {
  return raw.write(async (tx) => {
    for (const key of keys) await tx.dropRow(key)
  })
}

async function replaceRows(
  raw: RawStore,
  kind: UnsealedKind,
  seal: (row: UnsealedRow) => Promise<RowWrite>,
  maxRows = ROWS_PER_TRANSACTION,
) {
  for (;;) {
    const rows = await raw.read((tx) => tx.unsealedRows(kind, maxRows))
    if (rows.length === 0) return
    const writes = await Promise.all(rows.map(async (row) => ({ row, write: await seal(row) })))
    await raw.write(async (tx) => {
      const { life, generation } = await tx.stamp()
      for (const { row, write } of writes)
        if (await tx.removeUnsealedRow(kind, row.key)) await write(tx, generation + 1)
      const seqs = kind === 'entries' ? rows.map(({ key }) => Number(key)) : []
      await tx.startGeneration({ life, generation: generation + 1 }, seqs)
    })
  }
}

const sealEntryRow: RowSealer = async (sealing, { key, value }) => {
  const entry = validUnsealedEntry(key, value, sealing.user)
  if (entry === null) return writeNothing
  const row = await sealing.sealEntry(entry)
  return async (tx, at) => {
    // Ids are unique: a second row with the same id can only have been written by hand.
    if (!(await tx.row(row.seq)) && !(await tx.hasEntry(row.id))) await tx.putRow({ ...row, at })
  }
}
const sealFinalStateRow: RowSealer = async (sealing, { value }) => {
  const finalState = validUnsealedFinalState(value, sealing.user)
  return finalState === null ? writeNothing : finalStateWrite(finalState, await sealing.sealFinalState(finalState))
}
function finalStateWrite(finalState: FinalState, sealed: Uint8Array<ArrayBuffer> | null): RowWrite {
  const { id, seq, state, settledAt, isSettling, entry } = finalState
  const isRemembered = sealed !== null && entry !== null
  return async (tx, at) => {
    if (await tx.finalStateRow(id)) return
    await tx.putFinalStateRow({
      id,
      seq,
      state,
      settledAt,
      at,
      isSettling: isSettling && isRemembered,
      isRemembered,
      sealed,
    })
  }
}
const sealFileRow: RowSealer = async (sealing, { key, value }, readFileIds) => {
  const id = String(key)
  // Entries move first. A file that no entry refers to belongs to no change, or is restored from the mirror with its
  // entry.
  if (!(value instanceof Blob) || !(await readFileIds()).has(id)) return writeNothing
  // A file that can't be read any more is restored from its copy.
  const sealed = await sealing.sealFile(id, value).catch(() => null)
  return async (tx) => {
    if (sealed && !(await tx.file(id))) await tx.putFile(id, sealed)
  }
}
async function referencedFileIds(raw: RawStore, sealing: Sealing): Promise<ReadonlySet<string>> {
  const rows = await raw.read((tx) => tx.rows())
  const entries = await Promise.all(rows.map((row) => sealing.openEntry(row)))
  return new Set(entries.flatMap(({ files }) => files.filter(({ isSealed }) => !isSealed).map(({ id }) => id)))
}
const sealMetaRow: RowSealer = async (sealing, { value }) => {
  const meta = validUnsealedMeta(value)
  if (meta === null) return writeNothing
  const { nextSeq, device, loss } = meta
  const missing = loss?.missing?.map(({ words: _, ...numbers }) => numbers)
  const lossRow = loss && { count: loss.count, foundAt: loss.foundAt, ...(missing && { missing }) }
  const row: MetaRow = { nextSeq, device, heldUpTo: 0, loss: lossRow, lossWords: await sealing.sealLossWords(loss) }
  return async (tx) => {
    const own = await tx.meta()
    await tx.putMeta(own ? { ...own, nextSeq: Math.max(own.nextSeq, nextSeq) } : row)
  }
}

const ROW_SEALERS: Readonly<Record<UnsealedKind, RowSealer>> = {
  entries: sealEntryRow,
  fates: sealFinalStateRow,
  files: sealFileRow,
  meta: sealMetaRow,
}
