import './require-node.mjs'
import { checks } from './checks.mjs'
import { ensureInstalled } from './installation.mjs'

await ensureInstalled()
for (const { name, run } of checks) {
  const { code, output, seconds } = await run()
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds.toFixed(1)} s)`)
  if (code === 0) continue
  console.error(output.trim())
  process.exitCode = 1
}
