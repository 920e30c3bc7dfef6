import { withTimeout } from '#src/browser/with-timeout.ts'

/** A section of the diagnosis: named facts and, for many items of one kind, a table. */
export interface Section {
  readonly title: string
  readonly facts: readonly Fact[]
  readonly table?: Table
}
export type Fact = readonly [name: string, value: string]
export interface Table {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
  /** The text for a table without rows. */
  readonly empty: string
}
/** A part of the diagnosis: its title, which is also shown when it fails, and the function that collects it. */
export type Part = readonly [title: string, ask: () => Section | Promise<Section>]
export interface Diagnosis {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly sections: readonly Section[]
}

/**
 * The timeout of a part, in milliseconds: a server or browser that never responds is exactly what users look for here.
 */
const MAX_MS = 5_000

/**
 * Collects every part. A part that fails or times out says so and does not delay the others. Only the name of its error
 * is shown, because an error's message may quote stored data.
 */
export async function diagnose(parts: readonly Part[], now: number): Promise<Diagnosis> {
  const ask = async ([title, part]: Part): Promise<Section> => {
    try {
      return await withTimeout(Promise.resolve(part()), MAX_MS)
    } catch (error) {
      return { title, facts: [['Could not be read', error instanceof Error ? error.name : 'unknown reason']] }
    }
  }
  return { at: now, sections: await Promise.all(parts.map(ask)) }
}

/** Replaces user ids in the names of stored items and locks by "(you)" or "(another person)". */
export function masked(name: string, user: string | null): string {
  return name.replace(/(?<=^|[-:])\d+(?=$|[-:])/g, (id) => (id === user ? '(you)' : '(another person)'))
}

const TOKEN = /\b[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}\b/g
const MAIL = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g

/**
 * The diagnosis as plain text to send to support. Sections contain no personal data; this removes tokens and e-mails as
 * a safeguard.
 */
export function reportOf({ at, sections }: Diagnosis): string {
  const lines = sections.flatMap(({ title, facts, table }) => [
    '',
    `## ${title}`,
    ...facts.map(([name, value]) => `${name}: ${value}`),
    ...(table ? tableLines(table) : []),
  ])
  const text = [`Haulyard, report of ${new Date(at).toISOString()}`, ...lines, ''].join('\n')
  return text.replace(TOKEN, '(token)').replace(MAIL, '(e-mail address)')
}

function tableLines({ columns, rows, empty }: Table): readonly string[] {
  return rows.length === 0 ? [empty] : [columns.join(' | '), ...rows.map((row) => row.join(' | '))]
}
