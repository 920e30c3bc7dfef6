import type { Plugin } from 'vite'
import { bringersFrom, firstModules, here, isOfChanges, type ModuleGraph, routesWithoutPage } from './page-graph.ts'

/** By which imports a module comes, the first file first. */
function wayTo(id: string, bringers: ReadonlyMap<string, string | null>): string {
  const by = bringers.get(id) ?? null
  const path = id.replace(`${here}/`, '')
  return by === null ? path : `${wayTo(by, bringers)} → ${path}`
}

/** By which imports each of the contract's `-changes` files comes with a first page; none where all of them come later. */
export function earlyChanges(graph: ModuleGraph): readonly string[] {
  const first = firstModules(graph)
  const unknown = first.find((id) => graph.getModuleInfo(id) === null)
  if (unknown !== undefined)
    throw new Error(`The build has no ${unknown}: what comes with the first pages is not known.`)
  const bringers = bringersFrom(graph, first)
  return [...bringers.keys()].filter(isOfChanges).map((id) => wayTo(id, bringers))
}

/** Refuses a build in which a login, the list of drivers or the schedule would bring a `-changes` file of the contract. */
export function lateChanges(): Plugin {
  return {
    name: 'haulyard-late-changes',
    apply: 'build',
    buildEnd(error) {
      if (error) return
      const lost = routesWithoutPage(this)
      if (lost.length > 0) this.error(`What comes with these first pages is not known: ${lost.join(', ')}`)
      const early = earlyChanges(this)
      if (early.length > 0) this.error(`What changes are made of comes with a first page:\n${early.join('\n')}`)
    },
  }
}
