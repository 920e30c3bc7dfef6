import { type AreaName, formsFor } from './area-name.ts'

/** One field of the new area: its name on the wire, and what is typed there. */
export interface NewField {
  readonly name: string
  /** `text?` may be left empty. A day may be, too. */
  readonly kind: 'text' | 'text?' | 'day'
}

/**
 * A line of a template with one of these stands once for each field of its kind. `a_…`: for all fields, `other_…`: for all but
 * the first, by which a record is called.
 */
const MARKS = {
  text: ['a_text', 'other_text'],
  /** Where a template has no line of its own for it, as a text. */
  'text?': ['a_free', 'other_free'],
  day: ['a_day', 'other_day'],
} as const
const ALL_MARKS = Object.values(MARKS).flat()

const titleOf = (field: string) => field.replaceAll('_', ' ').replace(/^./, (letter) => letter.toUpperCase())

/** Puts all that a map has in their places at once: what is put in is never looked through again. */
function replaced(text: string, places: ReadonlyMap<string, string>): string {
  // The longest first: "spare part" begins "spare parts".
  const all = [...places.keys()].toSorted((a, b) => b.length - a.length)
  return text.replaceAll(new RegExp(all.join('|'), 'g'), (found) => places.get(found) ?? found)
}

/** The lines among `marked` that a field gets, with its name and its title. */
function linesOf(
  { name, kind }: NewField,
  isFirst: boolean,
  marked: readonly string[],
  places: ReadonlyMap<string, string>,
): readonly string[] {
  const isOf = (of: NewField['kind']) => marked.some((line) => MARKS[of].some((mark) => line.includes(mark)))
  const [all, others] = MARKS[kind === 'text?' && !isOf(kind) ? 'text' : kind]
  const title = titleOf(name)
  const own = new Map([...places, [all, name], [others, name], ['A title', title], ['a title', title.toLowerCase()]])
  return marked
    .filter((line) => line.includes(all) || (line.includes(others) && !isFirst))
    .map((line) => replaced(line, own))
}

/** A template as the text of an area: its name in the place of "spare parts", and each marked line once for each field. */
export function filled(template: string, name: AreaName, fields: readonly NewField[]): string {
  const places = new Map([...formsFor(name), ['first_field', fields[0]?.name ?? '']])
  const lines: string[] = []
  let marked: string[] = []
  for (const line of [...template.split('\n'), null]) {
    if (line !== null && ALL_MARKS.some((mark) => line.includes(mark))) {
      marked.push(line)
      continue
    }
    lines.push(...fields.flatMap((field, at) => linesOf(field, at === 0, marked, places)))
    marked = []
    if (line !== null) lines.push(replaced(line, places))
  }
  return lines.join('\n')
}
