import type { MalformedRequest } from './malformed-request.ts'
import type { Tally } from './tally.ts'

const percent = (part: number) => `${(part * 100).toFixed(1)} %`

/** The figures of a run as a table, and the broken promises. */
export function reportLines(tally: Tally, seed: string): readonly string[] {
  const { requests, slowest } = tally
  const statuses = [...tally.byStatus].toSorted(([a], [b]) => a - b)
  const rows: readonly (readonly [string, string])[] = [
    ['malformed requests', String(requests)],
    ...statuses.map(
      ([status, times]) => [`  ${status}`, `${String(times).padStart(7)}  ${percent(times / requests)}`] as const,
    ),
    ['judged', percent(tally.judged)],
    ['refused ones sent again', String(tally.sentAgain)],
    ['packs compared', `${tally.packsCompared} of ${tally.packs}`],
    ['slowest', `${Math.round(slowest.ms)} ms (${slowest.call})`],
    ['promises broken', String(tally.breaches.size)],
  ]
  return [...rows.map(([name, value]) => `${name.padEnd(25)} ${value}`), ...breachLines(tally, seed)]
}

function breachLines({ breaches }: Tally, seed: string): readonly string[] {
  return [...breaches].flatMap(([kind, { first, times }]) => [
    '',
    `${kind} (${times} times)`,
    `  again: FUZZ_SEED=${seed} FUZZ_ROUND=${first.round}`,
    ...requestLines(first.request).map((line) => `  ${line}`),
    ...(first.answer === '' ? [] : [`  answered: ${first.answer.slice(0, 300)}`]),
  ])
}

/** A request as readable lines, from which it can be repeated. */
function requestLines({ who, method, url, headers, body }: MalformedRequest): readonly string[] {
  return [
    `${who}: ${method} ${url.slice(0, 500)}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value.slice(0, 200)}`),
    ...(body === null ? [] : [`${body.length} bytes: ${JSON.stringify(body.toString('latin1').slice(0, 600))}`]),
  ]
}
