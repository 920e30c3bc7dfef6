import { formatNumber, median, printTable } from './measure.ts'

/** All measured values by name. Milliseconds unless the name states another unit. */
export type Samples = Readonly<Record<string, readonly number[]>>

/** Measures several rounds and combines their samples. */
export async function poolSamples(rounds: number, measure: () => Promise<Samples>): Promise<Samples> {
  const all: Record<string, number[]> = {}
  for (let round = 0; round < rounds; round++) {
    for (const [name, values] of Object.entries(await measure())) all[name] = [...(all[name] ?? []), ...values]
  }
  return all
}

/** Prints for each name the number of values, the median, the worst and the goal. The median must be below the goal. */
export function printFigures(title: string, samples: Samples, goalOf: (name: string) => number | null): void {
  printTable(title, [
    ['', 'n', 'median', 'worst', 'goal', ''],
    ...Object.entries(samples).map(([name, values]) => {
      const [goal, medianValue] = [goalOf(name), median(values)]
      const verdict = goal === null ? '' : medianValue < goal ? 'met' : 'MISSED'
      const figures = [String(values.length), formatNumber(medianValue), formatNumber(Math.max(...values))]
      return [name, ...figures, goal === null ? '' : `< ${formatNumber(goal)}`, verdict]
    }),
  ])
}
