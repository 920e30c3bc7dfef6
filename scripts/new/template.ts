import { type AreaName, formsFor } from './area-name.ts'

/** One field of the new area: its name on the wire and the kind of its input. */
export interface NewField {
  readonly name: string
  /** `text?` can be left empty, and so can `day`. `text` is required. */
  readonly kind: 'text' | 'text?' | 'day'
}

/**
 * Marks in template lines. A line with a mark is repeated for each field of the mark's kind. `a_…`: for all fields;
 * `other_…`: for all except the first field, which is the record's name.
 */
const MARKS = {
  text: ['a_text', 'other_text'],
  /** Where a template has no line with these marks, the lines for `text` are used. */
  'text?': ['a_free', 'other_free'],
  day: ['a_day', 'other_day'],
} as const
const ALL_MARKS = Object.values(MARKS).flat()

const titleOf = (field: string) => field.replaceAll('_', ' ').replace(/^./, (letter) => letter.toUpperCase())

/** Replaces all keys of the map in one pass, so that inserted text is never replaced again. */
function replaceKeys(text: string, places: ReadonlyMap<string, string>): string {
  // Longest key first: "spare parts" begins with "spare part".
  const all = [...places.keys()].toSorted((a, b) => b.length - a.length)
  return text.replaceAll(new RegExp(all.join('|'), 'g'), (found) => places.get(found) ?? found)
}

/** The lines of `marked` that apply to a field, with its name and its title filled in. */
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
    .map((line) => replaceKeys(line, own))
}

/** Fills in a template: replaces "spare parts" with the area's name and repeats the marked lines for each field. */
export function fillTemplate(template: string, name: AreaName, fields: readonly NewField[]): string {
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
    if (line !== null) lines.push(replaceKeys(line, places))
  }
  return lines.join('\n')
}
