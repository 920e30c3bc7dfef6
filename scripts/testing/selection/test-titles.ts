/** The alias of an imported `test` function, for files that import `test` from two places. */
const TEST_ALIAS = /\btest as (\w+)/g

/** All occurrences of `test`, `it`, `describe` and the file's aliases of `test`. */
function testFunctionsIn(text: string): Iterable<RegExpExecArray> {
  const own = [...text.matchAll(TEST_ALIAS)].map(([, name]) => name)
  return text.matchAll(new RegExp(`(?<![.\\w$])(?:${['test', 'it', 'describe', ...own].join('|')})(?![\\w$])`, 'g'))
}

/** Methods whose first parentheses contain a table or a condition, and whose second parentheses contain the title. */
const TITLE_IN_SECOND_CALL = new Set(['each', 'for', 'runIf', 'skipIf'])

/** The position of the parenthesis that closes the one at `at`. Parentheses in quotes are ignored. */
function parenthesisEnd(text: string, at: number): number {
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

/** The position after the type arguments `<…>` at `at`, or `at` itself if there are none. */
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

/**
 * The position of the parenthesis before the title, for a function name that ends at `at`; -1 when it is not called.
 */
function titleStart(text: string, at: number): number {
  let place = at
  let asksFirst = false
  for (;;) {
    const [part, called] = /^\s*\.(\w+)/.exec(text.slice(place, place + 100)) ?? []
    if (part !== undefined) {
      asksFirst = TITLE_IN_SECOND_CALL.has(called ?? '')
      place += part.length
      continue
    }
    place = afterSpace(text, afterTypes(text, place))
    if (text[place] !== '(') return -1
    if (!asksFirst) return place
    asksFirst = false
    place = parenthesisEnd(text, place) + 1
  }
}

/**
 * The titles of a file's tests and groups, as written in the code: `test('…')`, `describe('…')`, calls of the file's
 * alias of `test`, and calls after a table or a condition, `test.each<Row>([…])('…')`, `test.skipIf(…)('…')`.
 * Placeholders such as `%s` are not replaced.
 */
export function testTitles(text: string): readonly string[] {
  return [...testFunctionsIn(text)].flatMap((named) => {
    const opened = titleStart(text, named.index + named[0].length)
    if (opened < 0) return []
    const from = afterSpace(text, opened + 1)
    if (!'\'"`'.includes(text[from] ?? ' ')) return []
    return [text.slice(from + 1, quoteEnd(text, from)).replaceAll(/\\(.)/g, '$1')]
  })
}
