import { isDeepStrictEqual } from 'node:util'
import { idOf } from '#src/offline/query-storage/changed-rows.ts'

/** A whole list that a device stores. `count`: how many rows it has according to the device. */
export interface ListOnDevice {
  readonly rows: readonly object[]
  readonly count: number
}

/** Describes the fields in which a row on the device differs from the server's row. */
function fieldDifferences(device: object, server: object): string {
  const [here, there] = [device, server].map((row) => new Map<string, unknown>(Object.entries(row)))
  const fields = [...new Set([...Object.keys(device), ...Object.keys(server)])]
  const changed = fields.filter((field) => !isDeepStrictEqual(here?.get(field), there?.get(field)))
  const words = changed.map(
    (field) => `${field} is ${JSON.stringify(here?.get(field))} in place of ${JSON.stringify(there?.get(field))}`,
  )
  return words.join(', ')
}

/**
 * Describes how a list on a device differs from the server's list; empty if it does not. `device` is null when the
 * device does not have the whole list.
 */
export function listDifferences(
  list: string,
  device: ListOnDevice | null,
  server: readonly object[],
): readonly string[] {
  if (device === null) return [`${list} is not stored whole`]
  const { rows, count } = device
  const stored = new Map(rows.map((row) => [idOf(row), row]))
  const missing = server.filter((row) => !stored.has(idOf(row)))
  const stale = server.flatMap((row) => {
    const other = stored.get(idOf(row))
    return other === undefined || isDeepStrictEqual(other, row) ? [] : [{ id: idOf(row), device: other, server: row }]
  })
  const ids = new Set(server.map(idOf))
  const extra = rows.filter((row) => !ids.has(idOf(row)))
  const isInOrder = isDeepStrictEqual(rows.map(idOf), server.map(idOf))
  const isSameSet = missing.length + extra.length === 0
  return [
    ...stale.map((one) => `${list}: on the device, of ${one.id} ${fieldDifferences(one.device, one.server)}`),
    ...missing.map((row) => `${list}: only the server has ${idOf(row)}`),
    ...extra.map((row) => `${list}: only the device has ${idOf(row)}`),
    ...(isInOrder || !isSameSet ? [] : [`${list} is in another order on the device`]),
    ...(count === server.length ? [] : [`${list}: the device counts ${count} rows, and the server ${server.length}`]),
  ]
}
