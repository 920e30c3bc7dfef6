import { fileURLToPath } from 'node:url'
import { build, type Rollup } from 'vite'

/** One of the scripts in `page/`, with all that it imports, as one piece of JavaScript. */
export async function bundled(name: string): Promise<string> {
  const built = (await build({
    configFile: false,
    logLevel: 'error',
    root: fileURLToPath(new URL('../..', import.meta.url)),
    // A library is left to whoever uses it for what it is built; here that is us.
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { write: false, lib: { entry: `bench/page/${name}.ts`, formats: ['iife'], name: 'bench' } },
  })) as Rollup.RollupOutput[]
  const chunk = built[0]?.output[0]
  if (!chunk) throw new Error(`${name} could not be built`)
  return chunk.code
}
