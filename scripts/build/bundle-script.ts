import { fileURLToPath } from 'node:url'
import { build, type Plugin, type Rolldown } from 'vite'

export interface ScriptBundle {
  /** The path of the first module, from `src/`. */
  readonly entry: string
  /** The oldest syntax that must run it. */
  readonly target: string | string[]
  readonly define?: Record<string, string>
  readonly plugins?: readonly Plugin[]
}

/**
 * Bundles a module and everything that it imports into one classic script, for a place where a module can't be used.
 * Returns the script and the modules in it.
 */
export async function bundleScript({ entry, target, define = {}, plugins = [] }: ScriptBundle) {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    define,
    plugins: [...plugins],
    build: {
      write: false,
      target,
      lib: {
        entry: fileURLToPath(new URL(`../../src/${entry}`, import.meta.url)),
        formats: ['iife'],
        name: 'page',
      },
    },
  })
  const [chunk, ...others] = (Array.isArray(built) ? built : [built])
    .flatMap((one): (Rolldown.OutputChunk | Rolldown.OutputAsset)[] => ('output' in one ? one.output : []))
    .filter((file) => file.type === 'chunk')
  if (chunk?.type !== 'chunk' || others.length > 0) throw new Error(`${entry} is not a single script`)
  return { code: chunk.code.trim(), modules: chunk.moduleIds }
}
