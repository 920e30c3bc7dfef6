import type { Plugin } from 'vite'
import { firstModules, importerOf, isOfChanges, type ModuleGraph, rootPath, routesWithoutPage } from './page-graph.ts'

/** The chain of imports through which a module is loaded, as `first → … → module`. */
function importChain(id: string, bringers: ReadonlyMap<string, string | null>): string {
  const by = bringers.get(id) ?? null
  const path = id.replace(`${rootPath}/`, '')
  return by === null ? path : `${importChain(by, bringers)} → ${path}`
}

/**
 * The chain of imports for each `-changes` file of the contract that a first page loads; empty when all are loaded
 * later.
 */
export function earlyChangeFiles(graph: ModuleGraph): readonly string[] {
  const first = firstModules(graph)
  const unknown = first.find((id) => graph.getModuleInfo(id) === null)
  if (unknown !== undefined)
    throw new Error(`The build has no ${unknown}, so the modules of the first pages can't be determined.`)
  const bringers = importerOf(graph, first)
  return [...bringers.keys()].filter(isOfChanges).map((id) => importChain(id, bringers))
}

/** Fails a build in which a login, the list of drivers or the schedule loads a `-changes` file of the contract. */
export function lateChanges(): Plugin {
  return {
    name: 'haulyard-late-changes',
    apply: 'build',
    buildEnd(error) {
      if (error) return
      const lost = routesWithoutPage(this)
      if (lost.length > 0) this.error(`The modules of these first pages can't be determined: ${lost.join(', ')}`)
      const early = earlyChangeFiles(this)
      if (early.length > 0) this.error(`A first page loads \`-changes\` files of the contract:\n${early.join('\n')}`)
    },
  }
}
