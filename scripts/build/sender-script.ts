import type { Plugin } from 'vite'
import { buildTargets } from '#src/browser/supported-browsers.ts'
import { bundleScript } from './bundle-script.ts'
import { withoutSummaries } from './without-summaries.ts'

const ENTRY = 'app/sender.ts'
const IN_AREA = /\/src\/areas\//
/** Code of screens and of their data. A worker has neither, and every device would fetch it a second time. */
const OF_SCREENS =
  /\/node_modules\/(?:@mantine|@tanstack|react|react-dom|leaflet)\/|\.tsx$|\/src\/offline\/(?:live|prefetch|reading|query-storage(?!\/(?:is-json|storage-fault)\.ts$))\//

/**
 * Leaves out what commands load only to show the choices of a field. The sender shows no field: if one is loaded after
 * all, that fails.
 */
function withoutChoices(): Plugin {
  return {
    name: 'haulyard-without-choices',
    resolveDynamicImport(specifier, importer) {
      return IN_AREA.test(String(importer)) && typeof specifier === 'string' ? { id: specifier, external: true } : null
    },
  }
}

/** What hooks of screens need: nothing in this script calls a hook. */
function withoutReact(): Plugin {
  const id = '\0no-react'
  return {
    name: 'haulyard-without-react',
    enforce: 'pre',
    resolveId: (source) => (source === 'react' ? id : null),
    load: (asked) => (asked === id ? 'export const useSyncExternalStore = undefined' : null),
  }
}

/**
 * Emits `assets/sender-….js`, one classic script with which the service worker sends waiting changes while no page is
 * open: the outbox and the commands of all areas, without their screens.
 */
export function senderScript(): Plugin {
  return {
    name: 'haulyard-sender-script',
    apply: 'build',
    async buildStart() {
      const plugins = [withoutSummaries(), withoutChoices(), withoutReact()]
      const { code, modules } = await bundleScript({ entry: ENTRY, target: buildTargets(), plugins })
      const screens = modules.filter((id) => OF_SCREENS.test(id))
      if (screens.length > 0) throw new Error(`The sender's script contains screens:\n${screens.join('\n')}`)
      this.emitFile({ type: 'asset', name: 'sender.js', source: code })
    },
  }
}
