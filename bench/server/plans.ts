import { mkdirSync, writeFileSync } from 'node:fs'
import * as z from 'zod/mini'
import { type ServedApp, servedApp } from '../served-app.ts'
import { settings } from '../settings.ts'
import { LISTED_CALLS, type ListedCall, REFUSED_CALLS } from './listed-calls.ts'

const FOLDER = new URL('../plans/', import.meta.url)

/** Makes the call and tells its answer; throws when it is not answered as expected. */
async function ask(app: ServedApp, { path, body, status = 200 }: ListedCall): Promise<unknown> {
  const headers = { ...app.headers, ...(body && { 'content-type': 'application/json' }) }
  const sent = body ? { method: 'POST', body: JSON.stringify(body) } : {}
  const answer = await fetch(`${app.origin}${path}`, { headers, ...sent })
  const answered: unknown = await answer.json()
  if (answer.status !== status) throw new Error(`${path} answered ${answer.status}`)
  return answered
}

const pageWithNext = z.object({ next: z.string() })

/** The same call with the cursor of a page deep in the list, where it asks for one. */
async function atItsPlace(app: ServedApp, { after, ...call }: ListedCall): Promise<ListedCall> {
  if (after === undefined) return call
  const before = await ask(app, { ...call, path: `${call.path}&offset=${after - 50}` })
  return { ...call, path: pageWithNext.parse(before).next }
}

async function explained(app: ServedApp, listed: ListedCall): Promise<string> {
  const call = await atItsPlace(app, listed)
  await ask(app, call)
  app.statements.length = 0
  await ask(app, call)
  const parts = [`${call.name}\n${call.body ? 'POST' : 'GET'} ${call.path}`]
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

/** A plan stands with those of the same resource: the first part of a call's path. */
const resourceOf = ({ path }: ListedCall) => path.split('/')[2] ?? ''

/** Writes the plan of every list, and of what refuses a change, to `bench/plans/`, without times, so that a difference is a difference of plan. */
export async function writePlans(): Promise<void> {
  const app = await servedApp()
  for (const call of [...LISTED_CALLS, ...REFUSED_CALLS]) {
    const folder = new URL(`${app.db.kind}-${settings.drivers}/${resourceOf(call)}/`, FOLDER)
    mkdirSync(folder, { recursive: true })
    const file = new URL(`${call.name.replace(/[^a-z0-9]+/gi, '-')}.txt`, folder)
    writeFileSync(file, await explained(app, call))
    console.log(file.pathname)
  }
  await app.close()
}
