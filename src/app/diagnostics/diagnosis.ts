import { inTime } from '#src/browser/in-time.ts'

/** One part of what the app knows of itself on this device: named facts, and where there are many of a kind, a table. */
export interface Section {
  readonly title: string
  readonly facts: readonly Fact[]
  readonly table?: Table
}
export type Fact = readonly [name: string, value: string]
export interface Table {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
  /** Said where there are no rows. */
  readonly empty: string
}
/** What a part is called, also when it fails, and how it is asked. */
export type Part = readonly [title: string, ask: () => Section | Promise<Section>]
export interface Diagnosis {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly sections: readonly Section[]
}

/** A part is waited for so long, in milliseconds: a server or a browser that never answers is what one looks here for. */
const MAX_MS = 5_000

/**
 * Asks every part. One that can't be read, or does not answer, says so and holds up none of the others; of its error only the name is told,
 * for a message may quote what was stored.
 */
export async function diagnose(parts: readonly Part[], now: number): Promise<Diagnosis> {
  const ask = async ([title, part]: Part): Promise<Section> => {
    try {
      return await inTime(Promise.resolve(part()), MAX_MS)
    } catch (error) {
      return { title, facts: [['Could not be read', error instanceof Error ? error.name : 'unknown reason']] }
    }
  }
  return { at: now, sections: await Promise.all(parts.map(ask)) }
}

/** Stored things and locks carry a person's number in their names: whose it is matters here, the number does not. */
export function masked(name: string, user: string | null): string {
  return name.replace(/(?<=^|[-:])\d+(?=$|[-:])/g, (id) => (id === user ? '(you)' : '(another person)'))
}

const TOKEN = /\b[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}\b/g
const MAIL = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g

/** The whole as plain text to send to somebody. Nothing of people is in a section; this takes out what slipped through. */
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
