import { median, printTable, shown } from './measure.ts'

/** What was measured, each time it was, by what it is called. Milliseconds unless the name says otherwise. */
export type Samples = Readonly<Record<string, readonly number[]>>

/** Measures so many rounds and puts what they give together. */
export async function pooled(rounds: number, measure: () => Promise<Samples>): Promise<Samples> {
  const all: Record<string, number[]> = {}
  for (let round = 0; round < rounds; round++) {
    for (const [name, values] of Object.entries(await measure())) all[name] = [...(all[name] ?? []), ...values]
  }
  return all
}

/** Prints how often, the median and the worst of each beside its goal: what the median must stay below. */
export function printFigures(title: string, samples: Samples, goalOf: (name: string) => number | null): void {
  printTable(title, [
    ['', 'n', 'median', 'worst', 'goal', ''],
    ...Object.entries(samples).map(([name, values]) => {
      const [goal, middle] = [goalOf(name), median(values)]
      const verdict = goal === null ? '' : middle < goal ? 'met' : 'MISSED'
      const figures = [String(values.length), shown(middle), shown(Math.max(...values))]
      return [name, ...figures, goal === null ? '' : `< ${shown(goal)}`, verdict]
    }),
  ])
}
