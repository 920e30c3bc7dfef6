/** A file that takes its tests from two places calls those of one by another name. */
const CALLED_OTHERWISE = /\btest as (\w+)/g

/** Where the functions that tests and groups of a file are made with are named. */
function namedIn(text: string): Iterable<RegExpExecArray> {
  const own = [...text.matchAll(CALLED_OTHERWISE)].map(([, name]) => name)
  return text.matchAll(new RegExp(`(?<![.\\w$])(?:${['test', 'it', 'describe', ...own].join('|')})(?![\\w$])`, 'g'))
}

/** Parts of a name whose first parentheses hold a table or a condition, and whose second ones the title. */
const ASKS_FIRST = new Set(['each', 'for', 'runIf', 'skipIf'])

/** Where the parenthesis that opens at `at` is closed; what is quoted between does not count. */
function closedAt(text: string, at: number): number {
  let depth = 0
  for (let place = at; place < text.length; place++) {
    const letter = text[place] ?? ''
    if (letter === '(') depth++
    if (letter === ')' && --depth === 0) return place
    if ('\'"`'.includes(letter)) place = quoteEnd(text, place)
  }
  return text.length
}

function quoteEnd(text: string, at: number): number {
  for (let place = at + 1; place < text.length; place++) {
    if (text[place] === '\\') place++
    else if (text[place] === text[at]) return place
  }
  return text.length
}

/** Behind the types that are given to a call, `<…>`, if there are any at `at`. */
function afterTypes(text: string, at: number): number {
  let depth = 0
  for (let place = at; place < text.length; place++) {
    if (text[place] === '<') depth++
    if (text[place] === '>' && text[place - 1] !== '=') depth--
    if (depth === 0) return text[at] === '<' ? place + 1 : at
  }
  return text.length
}

const afterSpace = (text: string, at: number) => at + (/^\s*/.exec(text.slice(at))?.[0].length ?? 0)

/** Where the parentheses with the title open, for a name that ends at `at`; -1 when it is not called. */
function titleOpened(text: string, at: number): number {
  let place = at
  let asksFirst = false
  for (;;) {
    const [part, called] = /^\s*\.(\w+)/.exec(text.slice(place, place + 100)) ?? []
    if (part !== undefined) {
      asksFirst = ASKS_FIRST.has(called ?? '')
      place += part.length
      continue
    }
    place = afterSpace(text, afterTypes(text, place))
    if (text[place] !== '(') return -1
    if (!asksFirst) return place
    asksFirst = false
    place = closedAt(text, place) + 1
  }
}

/**
 * What the tests of a file are called, and the groups that they stand in, as it is written: `test('…')`, `describe('…')`,
 * also by another name that the file gives to `test`, and after a table or a condition, `test.each<Row>([…])('…')`,
 * `test.skipIf(…)('…')`. Placeholders stay what they are.
 */
export function testTitles(text: string): readonly string[] {
  return [...namedIn(text)].flatMap((named) => {
    const opened = titleOpened(text, named.index + named[0].length)
    if (opened < 0) return []
    const from = afterSpace(text, opened + 1)
    if (!'\'"`'.includes(text[from] ?? ' ')) return []
    return [text.slice(from + 1, quoteEnd(text, from)).replaceAll(/\\(.)/g, '$1')]
  })
}
