import { crashLoop } from './crash-loop.ts'
import { reportLines } from './report.ts'
import { serverLoop } from './server-loop.ts'
import { chaosSettings } from './settings.ts'

/** Runs both loops, or those named as arguments: `browser`, `server`. Exits with 1 when a promise was broken. */
const loops = { browser: crashLoop, server: serverLoop }
const settings = chaosSettings()
const wanted = process.argv.slice(2)

console.log(`Seed: ${settings.seed} (CHAOS_SEED=${settings.seed} runs the same programs again)`)
for (const [name, loop] of Object.entries(loops)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  const report = await loop(settings)
  console.log(reportLines(report).join('\n'))
  if (report.breaches.length > 0) process.exitCode = 1
}
console.log(`\nSeed: ${settings.seed}`)
