import { reportLines } from './report.ts'
import { fuzzRound, ROUND_REQUESTS } from './round.ts'
import { fuzzSettings } from './settings.ts'
import { Tally } from './tally.ts'

/**
 * Sends malformed requests in rounds, each to a new server. Exits with 1 when a promise was broken, or when more than
 * 5 % of the requests were throttled.
 */
const { seed, requests, round } = fuzzSettings()
const rounds = Array.from({ length: Math.ceil(requests / ROUND_REQUESTS) }, (_, at) => at + 1)
const tally = new Tally()

console.log(`Seed: ${seed} (FUZZ_SEED=${seed} sends the same requests again)`)
for (const number of round === null ? rounds : [round]) {
  const left = requests - (number - 1) * ROUND_REQUESTS
  await fuzzRound({ seed, number, requests: round === null ? Math.min(left, ROUND_REQUESTS) : ROUND_REQUESTS }, tally)
  if (number % 5 === 0) console.log(`  ${tally.requests} requests, ${tally.breaches.size} promises broken`)
}
console.log(`\n${reportLines(tally, seed).join('\n')}\n\nSeed: ${seed}`)
// Without this, the embedded database would keep the process alive.
process.exit(tally.breaches.size > 0 || tally.judged < 0.95 ? 1 : 0)
