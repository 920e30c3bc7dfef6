import { isOneOf, type Row } from './row.ts'
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
 * The rows of areas that have a folder of their name in the contract and in the app, and of which no row speaks: all their
 * files are called by that name, as `npm run new` writes them.
 */
export function rowsByName(own: readonly Row[]): readonly Row[] {
  const inApp = foldersIn('src/areas/')
  const isCovered = (name: string) => own.some(({ paths }) => isOneOf(`src/areas/${name}/any.ts`, paths))
  return [...foldersIn('contract/')].filter((name) => inApp.has(name) && !isCovered(name)).map(rowOf)
}
