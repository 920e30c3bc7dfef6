import { formatNumber, inRounds, printTable } from '../measure.ts'
import { type ServedApp, servedApp } from '../served-app.ts'
import { settings } from '../settings.ts'
import { bareSql } from './bare-sql.ts'
import { LISTED_CALLS, type ListedCall } from './listed-calls.ts'
import { loadFromOutside } from './load.ts'

const MEASURED = ['drivers by name', 'trucks by name', 'schedule week, ten dispatchers']
const CONNECTIONS = [1, 64]

async function measureCall(app: ServedApp, call: ListedCall, connections: number): Promise<string[][]> {
  const url = `${app.origin}${call.path}`
  app.statements.length = 0
  const first = await fetch(url, { headers: app.headers })
  const bytes = (await first.arrayBuffer()).byteLength
  const statements = app.statements.filter((statement) => !statement.name.startsWith('session'))
  const etag = first.headers.get('etag')
  const load = { url, connections, milliseconds: settings.milliseconds }
  const contenders = [
    {
      name: `bare SQL, ${statements.length} statement(s)`,
      measure: () => bareSql(app.db, statements, { connections, milliseconds: settings.milliseconds }),
    },
    {
      name: `the server, ${(bytes / 1024).toFixed(0)} KiB`,
      measure: () => loadFromOutside({ ...load, headers: app.headers, status: 200 }),
    },
    ...(etag
      ? [
          {
            name: 'unchanged (304)',
            measure: () =>
              loadFromOutside({ ...load, headers: { ...app.headers, 'if-none-match': etag }, status: 304 }),
          },
        ]
      : []),
  ].map(({ name, measure }) => ({ name, measure: async () => ({ ...(await measure()) }) }))
  const results = await inRounds(settings.rounds, contenders)
  const base = results[0]?.perSecond ?? Number.NaN
  return contenders.map(({ name }, index) => {
    const { perSecond = Number.NaN, p50 = Number.NaN, p99 = Number.NaN } = results[index] ?? {}
    return [
      `${call.name}, ${connections}×`,
      name,
      formatNumber(perSecond),
      formatNumber(p50),
      formatNumber(p99),
      `${formatNumber(perSecond / base)}×`,
    ]
  })
}

/** Compares the server's lists with their bare SQL statements, in the same process and the same rounds. */
export async function measureLists(): Promise<void> {
  const app = await servedApp()
  const rows: string[][] = []
  for (const call of LISTED_CALLS.filter((one) => MEASURED.includes(one.name))) {
    for (const connections of CONNECTIONS) rows.push(...(await measureCall(app, call, connections)))
  }
  printTable(`Lists, ${settings.drivers} drivers, ${app.db.kind} database, medians of ${settings.rounds} rounds`, [
    ['call, connections', 'what', 'per second', 'p50 ms', 'p99 ms', 'of bare SQL'],
    ...rows,
  ])
  await app.close()
}
