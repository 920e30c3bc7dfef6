import { randomUUID } from 'node:crypto'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { signedIn } from '#contract/wire/access.ts'
import { endpoint } from '#contract/wire/endpoint.ts'
import { invalid } from '#server/base/problem.ts'
import { serve } from '#server/http/call/serve.ts'
import { handleErrors } from '#server/http/errors.ts'
import { acceptJsonBodies } from '#server/http/form/json-body.ts'
import { NOW, type TestApp, testApp } from '#tests/support/server/app.ts'
import { hire } from '#tests/support/server/company.ts'

const change = endpoint({
  name: 'tests.change',
  summary: 'A change with a step before its transaction.',
  method: 'POST',
  path: '/api/tests/',
  access: signedIn,
  body: z.object({ outcome: z.enum(['made', 'refused before', 'refused']) }),
  reply: z.object({ prepared: z.string() }),
})
let site: TestApp
let app: FastifyInstance
let authorization: string
let steps: string[]

beforeAll(async () => {
  site = await testApp()
  await site.db.script(null, 'create table tries (at timestamptz)')
  authorization = `Bearer ${await site.accessFor(await hire(site.db))}`
  app = Fastify()
  app.decorate('serving', site.app.serving)
  app.decorateRequest('admitted', null)
  acceptJsonBodies(app)
  handleErrors(app)
  serve(
    app,
    change,
    async ({ body }, prepared: string) => {
      steps.push('change')
      if (body.outcome === 'refused') throw invalid({ outcome: ['refused'] })
      return { prepared }
    },
    {
      before: async ({ sql, body }) => {
        steps.push('before')
        await sql.query('test.try', 'insert into tries (at) values ($1)', [NOW])
        if (body.outcome === 'refused before') throw invalid({ outcome: ['refused before'] })
        return 'by the step before'
      },
    },
  )
})
afterAll(async () => {
  await app.close()
  await site.close()
})
beforeEach(async () => {
  steps = []
  await site.db.script(null, 'truncate tries')
})

const send = (outcome: string, key: string = randomUUID()) =>
  app.inject({
    method: 'POST',
    url: '/api/tests/',
    headers: { authorization, 'idempotency-key': `"${key}"` },
    payload: { outcome },
  })
const tries = () => site.db.query('test.tries', 'select 1 from tries')

test('the result of the step before a change is passed to the change', async () => {
  expect((await send('made')).json()).toEqual({ prepared: 'by the step before' })
  expect(steps).toEqual(['before', 'change'])
})

test('what the step wrote stays when the step refuses and when the change is rolled back', async () => {
  expect((await send('refused before')).json()).toEqual({ outcome: ['refused before'] })
  expect(steps).toEqual(['before'])
  expect((await send('refused')).json()).toEqual({ outcome: ['refused'] })
  expect(await tries()).toHaveLength(2)
})

test.each(['made', 'refused before', 'refused'])(
  'a repeated change that was %s gets the same response, and the step does not run again',
  async (outcome) => {
    const key = randomUUID()
    const first = await send(outcome, key)
    const again = await send(outcome, key)
    expect([again.statusCode, again.body]).toEqual([first.statusCode, first.body])
    expect(again.headers['idempotency-replayed']).toBe('true')
    expect(await tries()).toHaveLength(1)
  },
)
