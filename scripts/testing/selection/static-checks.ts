import type { ImportGraph } from './import-graph.ts'

const TYPED = /\.(?:tsx?|mts|m?js|json)$/
const CODE = /\.(?:tsx?|m?js)$/
const LINTED = /\.(?:tsx?|m?js|jsonc?|css|html)$/
/** Folders that a compiler's view of another folder takes in; see its tsconfig.json. */
const SEEN_BY: Readonly<Record<string, string>> = {
  bench: 'tests',
  'vite.config.ts': 'tests',
  'vitest.config.ts': 'tests',
}
const RUNTIMES = new Set(['contract', 'sw', 'server', 'src', 'tests', 'e2e'])

/** The parts whose compiler sees a file: that of its folder, and those of all files that import it, for types too. */
function compilersOf(path: string, graph: ImportGraph): readonly string[] {
  const seeing = [...graph.dependents(path, { forTypes: true }).keys()].map((file) => {
    const [top = ''] = file.split('/')
    return SEEN_BY[top] ?? top
  })
  return [...new Set(seeing)].filter((part) => RUNTIMES.has(part))
}

/**
 * The static checks that a changed file can turn red, by their names in scripts/checks.mjs. The cheap ones are not picked
 * apart: they read the whole tree. Types are: each part has a compiler of its own, and the large ones take their time.
 */
export function checksOf(path: string, graph: ImportGraph): readonly string[] {
  return [
    ...(CODE.test(path) ? ['walls in the text', 'walls between imports', 'dead code'] : []),
    ...(LINTED.test(path) ? ['lint and format'] : []),
    ...(TYPED.test(path) ? compilersOf(path, graph).map((part) => `types in ${part}`) : []),
  ]
}
