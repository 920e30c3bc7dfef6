export interface LoopReport {
  readonly title: string
  readonly figures: Readonly<Record<string, number>>
  /** Descriptions of the broken promises. */
  readonly breaches: readonly string[]
}

/** A loop's figures as a table, and the broken promises. */
export function reportLines({ title, figures, breaches }: LoopReport): readonly string[] {
  const width = Math.max(...Object.keys(figures).map((name) => name.length))
  return [
    '',
    title,
    ...Object.entries(figures).map(([name, value]) => `  ${name.padEnd(width)}  ${String(value).padStart(6)}`),
    breaches.length === 0 ? '  every promise was kept' : `  ${breaches.length} promises were broken:`,
    ...breaches.map((breach) => `    ${breach}`),
  ]
}
