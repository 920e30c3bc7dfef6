import { mkdirSync, writeFileSync } from 'node:fs'
import { LISTED_CALLS, type ListedCall } from './listed-calls.ts'
import { type ServedApp, servedApp } from './served-app.ts'
import { settings } from './settings.ts'

const FOLDER = new URL('plans/', import.meta.url)

function asked(app: ServedApp, { path, body }: ListedCall): Promise<Response> {
  const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
  const type = body === undefined ? {} : { 'content-type': 'application/json' }
  return fetch(`${app.origin}${path}`, { ...sent, headers: { ...app.headers, ...type } })
}

async function explained(app: ServedApp, call: ListedCall): Promise<string> {
  await asked(app, call)
  app.statements.length = 0
  const answer = await asked(app, call)
  if (!answer.ok) throw new Error(`${call.path} answered ${answer.status}`)
  const parts = [`${call.name}\n${call.body === undefined ? 'GET' : 'POST'} ${call.path}`]
  const own = app.statements.filter((statement) => !statement.name.startsWith('sessions'))
  for (const [index, { name, text, params }] of own.entries()) {
    const lines = await app.db.query<{ 'QUERY PLAN': string }>(
      `plan.${call.name}.${index}`,
      `explain (analyze, costs off, timing off, summary off, buffers off) ${text}`,
      params,
    )
    parts.push(`-- ${name}\n${lines.map((line) => line['QUERY PLAN']).join('\n')}`)
  }
  return `${parts.join('\n\n')}\n`
}

/** Writes the plan of every list to `bench/plans/`, without times, so that a difference is a difference of plan. */
export async function writePlans(): Promise<void> {
  const app = await servedApp()
  const folder = new URL(`${app.db.kind}-${settings.drivers}/`, FOLDER)
  mkdirSync(folder, { recursive: true })
  for (const call of LISTED_CALLS) {
    const file = new URL(`${call.name.replace(/[^a-z0-9]+/gi, '-')}.txt`, folder)
    writeFileSync(file, await explained(app, call))
    console.log(file.pathname)
  }
  await app.close()
}
