import { fileURLToPath } from 'node:url'
import { build, type Rollup } from 'vite'

/** Bundles a script of `page/` with everything that it imports. Returns the JavaScript code. */
export async function bundlePage(name: string): Promise<string> {
  const built = (await build({
    configFile: false,
    logLevel: 'error',
    root: fileURLToPath(new URL('../..', import.meta.url)),
    // Vite leaves this open in a library build. The bench needs the code as it runs in production.
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { write: false, lib: { entry: `bench/page/${name}.ts`, formats: ['iife'], name: 'bench' } },
  })) as Rollup.RollupOutput[]
  const chunk = built[0]?.output[0]
  if (!chunk) throw new Error(`${name} could not be built`)
  return chunk.code
}
