import type { ImportGraph } from './import-graph.ts'

const TYPED = /\.(?:tsx?|mts|m?js|json)$/
const CODE = /\.(?:tsx?|m?js)$/
const LINTED = /\.(?:tsx?|m?js|jsonc?|css|html)$/
/** Folders and files that the tsconfig.json of another folder includes. */
const INCLUDED_BY: Readonly<Record<string, string>> = {
  bench: 'tests',
  'vite.config.ts': 'tests',
  'vitest.config.ts': 'tests',
}
const RUNTIMES = new Set(['contract', 'sw', 'server', 'src', 'tests', 'e2e'])

/**
 * The parts whose type check reads a file: its own part, and the parts of all its dependents, including type imports.
 */
function compilersOf(path: string, graph: ImportGraph): readonly string[] {
  const seeing = [...graph.dependents(path, { forTypes: true }).keys()].map((file) => {
    const [top = ''] = file.split('/')
    return INCLUDED_BY[top] ?? top
  })
  return [...new Set(seeing)].filter((part) => RUNTIMES.has(part))
}

/**
 * The static checks that a changed file can fail, by their names in scripts/checks.mjs. The cheap checks always read
 * the whole tree. Type checks are selected per part, because the large parts take long.
 */
export function checksOf(path: string, graph: ImportGraph): readonly string[] {
  return [
    ...(CODE.test(path) ? ['walls in the text', 'walls between imports', 'dead code'] : []),
    ...(LINTED.test(path) ? ['lint and format'] : []),
    ...(TYPED.test(path) ? compilersOf(path, graph).map((part) => `types in ${part}`) : []),
  ]
}
