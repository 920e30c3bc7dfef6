import { breather } from '#src/offline/outbox/show/breathe.ts'

type Compare<Row> = (a: Row, b: Row) => number

/** Two sorted runs as one; where rows are alike, those of the first stand first. */
function merged<Row>(one: readonly Row[], other: readonly Row[], compare: Compare<Row>): Row[] {
  const rows: Row[] = []
  let [at, otherAt] = [0, 0]
  while (at < one.length && otherAt < other.length) {
    const [row, otherRow] = [one[at] as Row, other[otherAt] as Row]
    if (compare(row, otherRow) <= 0) {
      rows.push(row)
      at += 1
    } else {
      rows.push(otherRow)
      otherAt += 1
    }
  }
  return rows.concat(one.slice(at), other.slice(otherAt))
}

/**
 * Many rows, given in runs of some hundreds, in order; stable like `sort`. Thousands at once would hold the page up, so
 * it goes on with whatever else there is to do in between.
 */
export async function sortedRuns<Row>(
  runs: readonly (readonly Row[])[],
  compare: Compare<Row>,
  rest = breather(),
): Promise<Row[]> {
  let sorted: Row[][] = []
  for (const run of runs) {
    sorted.push([...run].sort(compare))
    await rest()
  }
  while (sorted.length > 1) {
    const longer: Row[][] = []
    for (let at = 0; at < sorted.length; at += 2) {
      longer.push(merged(sorted[at] ?? [], sorted[at + 1] ?? [], compare))
      await rest()
    }
    sorted = longer
  }
  return sorted[0] ?? []
}

/**
 * The first `most` rows of what `sortedRuns` would answer. Almost every row is compared once, with the last of those found:
 * a tenth of the work of sorting all of them.
 */
export async function firstOfRuns<Row>(
  runs: readonly (readonly Row[])[],
  compare: Compare<Row>,
  most: number,
  rest = breather(),
): Promise<Row[]> {
  const first: Row[] = []
  for (const run of runs) {
    for (const row of run) {
      const last = first[most - 1]
      if (last !== undefined && compare(last, row) <= 0) continue
      first.splice(placeOf(row, first, compare), 0, row)
      if (first.length > most) first.pop()
    }
    await rest()
  }
  return first
}

/** Where a row goes among sorted ones: after those that are alike. */
function placeOf<Row>(row: Row, sorted: readonly Row[], compare: Compare<Row>): number {
  let [from, to] = [0, sorted.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if (compare(sorted[middle] as Row, row) <= 0) from = middle + 1
    else to = middle
  }
  return from
}
