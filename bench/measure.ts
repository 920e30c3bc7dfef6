export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted[Math.floor(sorted.length / 2)]
  if (middle === undefined) throw new Error('nothing was measured')
  return middle
}

/** The value below which a `share` (0 to 1) of the measurements is. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** One thing to measure. It returns numbers by name, with the same names in every round. */
export interface Contender {
  readonly name: string
  readonly measure: () => Promise<Readonly<Record<string, number>>>
}

/**
 * Measures all contenders once per round, one after the other, so that a slow minute of the machine affects all of
 * them. Returns the median of each number for each contender, in their order.
 */
export async function inRounds(rounds: number, contenders: readonly Contender[]): Promise<Record<string, number>[]> {
  const samples: Record<string, number[]>[] = contenders.map(() => ({}))
  for (let round = 0; round < rounds; round++) {
    for (const [index, contender] of contenders.entries()) {
      const numbers = await contender.measure()
      for (const [name, value] of Object.entries(numbers)) {
        const figures = samples[index]
        if (figures) figures[name] = [...(figures[name] ?? []), value]
      }
    }
  }
  return samples.map((figures) =>
    Object.fromEntries(Object.entries(figures).map(([name, values]) => [name, median(values)])),
  )
}

/** A number with as many digits as are meaningful. */
export function formatNumber(value: number): string {
  if (Number.isNaN(value)) return '–'
  if (value >= 100) return value.toFixed(0)
  return value >= 10 ? value.toFixed(1) : value.toFixed(2)
}

/** Prints rows of text in columns under a title. */
export function printTable(title: string, rows: readonly (readonly string[])[]): void {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const line = (row: readonly string[]) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')
  console.log(`\n${title}\n${rows.map((row) => `  ${line(row).trimEnd()}`).join('\n')}`)
}
