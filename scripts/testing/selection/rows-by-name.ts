import { matchesAnyGlob, type Row } from './row.ts'
import { filesOfTree } from './tree.ts'

const TREE = filesOfTree()
const foldersIn = (above: string) =>
  new Set(TREE.filter((path) => path.startsWith(above)).map((path) => path.slice(above.length).split('/')[0] ?? ''))

const rowOf = (name: string): Row => ({
  name: name.replaceAll('-', ' '),
  paths: [`contract/${name}/**`, `server/modules/${name}/**`, `src/areas/${name}/**`, `src/routes/_app/${name}.tsx`],
  tests: [`tests/server/modules/${name}/**`],
  journeys: ['smoke', 'accessibility'],
})

/**
 * Rows for the areas without a row of their own that have a folder of the same name in the contract and in the app. All
 * their files are found by that name, because `npm run new` writes them so.
 */
export function rowsByName(own: readonly Row[]): readonly Row[] {
  const inApp = foldersIn('src/areas/')
  const isCovered = (name: string) => own.some(({ paths }) => matchesAnyGlob(`src/areas/${name}/any.ts`, paths))
  return [...foldersIn('contract/')].filter((name) => inApp.has(name) && !isCovered(name)).map(rowOf)
}
