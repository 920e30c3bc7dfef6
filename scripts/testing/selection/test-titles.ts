const CALLED = /(?<![.\w$])(?:test|it|describe)(?:\.\w+)*\s*(?=\()/g

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

/**
 * What the tests of a file are called, and the groups that they stand in, as it is written: `test('…')`, `describe('…')`,
 * also after a table, `test.each([…])('…')`. Placeholders stay what they are.
 */
export function testTitles(text: string): readonly string[] {
  return [...text.matchAll(CALLED)].flatMap((called) => {
    let opened = called.index + called[0].length
    // A table comes first, in parentheses of its own.
    if (/\.(?:each|for)\s*$/.test(called[0])) opened = text.indexOf('(', closedAt(text, opened))
    if (opened < 0) return []
    const quoted = /^\(\s*(?=['"`])/.exec(text.slice(opened, opened + 200))
    if (!quoted) return []
    const from = opened + quoted[0].length
    return [text.slice(from + 1, quoteEnd(text, from)).replaceAll(/\\(.)/g, '$1')]
  })
}
