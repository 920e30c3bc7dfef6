import { mkdirSync, writeFileSync } from 'node:fs'
import * as z from 'zod/mini'
import { type ServedApp, servedApp } from '../served-app.ts'
import { settings } from '../settings.ts'
import { LISTED_CALLS, type ListedCall, REFUSED_CALLS } from './listed-calls.ts'

const FOLDER = new URL('../plans/', import.meta.url)

/** Makes the call and returns its response. Throws if the status is not the expected one. */
async function callAndExpect(app: ServedApp, { path, body, status = 200 }: ListedCall): Promise<unknown> {
  const headers = { ...app.headers, ...(body && { 'content-type': 'application/json' }) }
  const sent = body ? { method: 'POST', body: JSON.stringify(body) } : {}
  const answer = await fetch(`${app.origin}${path}`, { headers, ...sent })
  const answered: unknown = await answer.json()
  if (answer.status !== status) throw new Error(`${path} answered ${answer.status}`)
  return answered
}

const pageWithNext = z.object({ next: z.string() })

/** The same call, with a cursor if it is for a page deep in the list. */
async function withCursor(app: ServedApp, { after, ...call }: ListedCall): Promise<ListedCall> {
  if (after === undefined) return call
  const before = await callAndExpect(app, { ...call, path: `${call.path}&offset=${after - 50}` })
  return { ...call, path: pageWithNext.parse(before).next }
}

async function explainCall(app: ServedApp, listed: ListedCall): Promise<string> {
  const call = await withCursor(app, listed)
  await callAndExpect(app, call)
  app.statements.length = 0
  await callAndExpect(app, call)
  const parts = [`${call.name}\n${call.body ? 'POST' : 'GET'} ${call.path}`]
  const statements = app.statements.filter((statement) => !statement.name.startsWith('sessions'))
  for (const [index, { name, text, params }] of statements.entries()) {
    const lines = await app.db.query<{ 'QUERY PLAN': string }>(
      `plan.${call.name}.${index}`,
      `explain (analyze, costs off, timing off, summary off, buffers off) ${text}`,
      params,
    )
    parts.push(`-- ${name}\n${lines.map((line) => line['QUERY PLAN']).join('\n')}`)
  }
  return `${parts.join('\n\n')}\n`
}

/** The folder of a plan: the resource, which is the first part of the call's path after `api`. */
const resourceOf = ({ path }: ListedCall) => path.split('/')[2] ?? ''

/**
 * Writes the plans of every list and of refused changes to `bench/plans/`, without times: only a changed plan makes a
 * diff.
 */
export async function writePlans(): Promise<void> {
  const app = await servedApp()
  for (const call of [...LISTED_CALLS, ...REFUSED_CALLS]) {
    const folder = new URL(`${app.db.kind}-${settings.drivers}/${resourceOf(call)}/`, FOLDER)
    mkdirSync(folder, { recursive: true })
    const file = new URL(`${call.name.replace(/[^a-z0-9]+/gi, '-')}.txt`, folder)
    writeFileSync(file, await explainCall(app, call))
    console.log(file.pathname)
  }
  await app.close()
}
