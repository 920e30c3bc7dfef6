import type { Plugin, Rolldown } from 'vite'
import { bundleScript } from './bundle-script.ts'

const FILL_INS = 'fill-ins.js'
/** Old syntax, because browsers that are too old run the script as well: it tells their users to update. */
const TARGET = 'es2015'

async function pageScript(entry: string, define: Record<string, string> = {}): Promise<string> {
  const { code } = await bundleScript({ entry: `browser/${entry}`, target: TARGET, define })
  if (code.includes('</script')) throw new Error(`${entry} is no script for a page`)
  return code
}

const isFillIns = (file: Rolldown.OutputAsset | Rolldown.OutputChunk) =>
  file.type === 'asset' && file.names.includes(FILL_INS)

/**
 * Inserts src/browser/first-script.ts into the page before its first module, and emits the fill-ins as a separate file
 * that only older browsers load.
 */
export function firstScript(): Plugin {
  let isBuild = false
  return {
    name: 'haulyard-first-script',
    configResolved({ command }) {
      isBuild = command === 'build'
    },
    async buildStart() {
      if (!isBuild) return
      this.emitFile({ type: 'asset', name: FILL_INS, source: await pageScript('fill-in-page.ts') })
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle }) {
        const file = Object.values(bundle ?? {}).find(isFillIns)?.fileName
        if (isBuild && file === undefined) throw new Error('the fill-ins were not built')
        const address = file === undefined ? 'null' : JSON.stringify(`/${file}`)
        const script = await pageScript('first-script.ts', { FILL_INS: address })
        return html.replace('<script type="module"', (module) => `<script>${script}</script>\n    ${module}`)
      },
    },
  }
}
