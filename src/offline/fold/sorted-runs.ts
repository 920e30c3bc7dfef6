import { createYielder } from '#src/offline/outbox/show/yield-to-page.ts'

type Compare<Row> = (a: Row, b: Row) => number

/** Merges two sorted runs. Of equal rows, those of the first run come first. */
function mergeRuns<Row>(first: readonly Row[], second: readonly Row[], compare: Compare<Row>): Row[] {
  const rows: Row[] = []
  let [at, otherAt] = [0, 0]
  while (at < first.length && otherAt < second.length) {
    const [row, otherRow] = [first[at] as Row, second[otherAt] as Row]
    if (compare(row, otherRow) <= 0) {
      rows.push(row)
      at += 1
    } else {
      rows.push(otherRow)
      otherAt += 1
    }
  }
  return rows.concat(first.slice(at), second.slice(otherAt))
}

/**
 * Sorts many rows, passed in runs of a few hundred; stable like `sort`. Sorting thousands in one step would block the
 * page, so it lets other work run (`rest`) after each run.
 */
export async function sortedRuns<Row>(
  runs: readonly (readonly Row[])[],
  compare: Compare<Row>,
  rest = createYielder(),
): Promise<Row[]> {
  let sorted: Row[][] = []
  for (const run of runs) {
    sorted.push([...run].sort(compare))
    await rest()
  }
  while (sorted.length > 1) {
    const longer: Row[][] = []
    for (let at = 0; at < sorted.length; at += 2) {
      longer.push(mergeRuns(sorted[at] ?? [], sorted[at + 1] ?? [], compare))
      await rest()
    }
    sorted = longer
  }
  return sorted[0] ?? []
}

/**
 * The first `most` rows of the result of `sortedRuns`. Almost every row is compared only once, with the last of the
 * rows found so far: a tenth of the work of sorting all rows.
 */
export async function firstOfRuns<Row>(
  runs: readonly (readonly Row[])[],
  compare: Compare<Row>,
  limit: number,
  rest = createYielder(),
): Promise<Row[]> {
  const first: Row[] = []
  for (const run of runs) {
    for (const row of run) {
      const last = first[limit - 1]
      if (last !== undefined && compare(last, row) <= 0) continue
      first.splice(insertIndex(row, first, compare), 0, row)
      if (first.length > limit) first.pop()
    }
    await rest()
  }
  return first
}

/** The index at which a row is inserted into sorted rows: after equal rows. */
function insertIndex<Row>(row: Row, sorted: readonly Row[], compare: Compare<Row>): number {
  let [from, to] = [0, sorted.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if (compare(sorted[middle] as Row, row) <= 0) from = middle + 1
    else to = middle
  }
  return from
}
