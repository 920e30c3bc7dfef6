import * as z from 'zod/mini'
import { PASSWORD_NEEDED } from '#contract/session/ownership.ts'
import { open } from '#contract/wire/access.ts'
import { type EndpointShape, type FormField, isChange, type Schema } from '#contract/wire/endpoint.ts'
import { PROOF } from '#contract/wire/origin.ts'
import { conflictProblem, detailProblem } from '#contract/wire/problem.ts'
import { receipts } from '#contract/wire/receipt.ts'
import type { FormFields } from '#server/http/form/read-form.ts'
import { accessInWords } from './access-in-words.ts'

type Json = Readonly<Record<string, unknown>>

/** A schema as JSON Schema 2020-12. `input`: what a client sends; `output`: what it receives. */
export function jsonSchema(schema: Schema, io: 'input' | 'output'): Json {
  const { $schema: _, ...converted } = z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' })
  return converted
}

const content = (schema: Json) => ({ 'application/json': { schema } })
/** The content type of one part of a file. */
const PART_TYPE = 'application/offset+octet-stream'
const BYTES = { schema: { type: 'string', format: 'binary' } }
/** The schema of one file field of a form. */
const filesOf = ({ maxFiles }: FormField) =>
  maxFiles === undefined ? BYTES.schema : { type: 'array', maxItems: maxFiles, items: BYTES.schema }
/** A body sent as a form: its JSON in the field `data`, files in fields of their own. */
const formContent = (schema: Json, form: FormFields) => ({
  'multipart/form-data': {
    schema: {
      type: 'object',
      properties: {
        data: schema,
        ...Object.fromEntries(Object.entries(form).map(([field, of]) => [field, filesOf(of)])),
      },
    },
    encoding: { data: { contentType: 'application/json' } },
  },
})
const schemaReference = (name: string) => content({ $ref: `#/components/schemas/${name}` })
const refusal = (description: string, schema = 'Detail') => ({ description, content: schemaReference(schema) })

const header = (name: string, description: string, schema: Json = { type: 'string' }) => ({
  name,
  in: 'header',
  description,
  schema,
})

/** The headers of every response. */
const PROOF_HEADERS = { 'Answered-By': { $ref: '#/components/headers/AnsweredBy' } }
const withProofHeaders = (responses: Readonly<Record<string, Json>>) =>
  Object.fromEntries(Object.entries(responses).map(([status, one]) => [status, { ...one, headers: PROOF_HEADERS }]))

const CHANGE_HEADERS = [
  header('Idempotency-Key', 'A quoted UUID, given to a change once: sent again it is answered, not done, again.'),
  header('Device-Id', 'The UUID of the device that sends the change.'),
  header('Device-Seq', 'Its number there, from 1, without gaps.', { type: 'integer' }),
  header('Prefer', 'With `rows`, the response is {"reply", "rows"}: the reply, and the rows of lists that changed.'),
]
const IF_MATCH = header(
  'If-Match',
  'The version that the person saw, in quotes. Other fields changed since are merged.',
)

function parametersOf(schema: Schema | undefined, place: 'path' | 'query' | 'header') {
  if (!schema) return []
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, one]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: one,
  }))
}

const PART_REFUSALS = {
  409: refusal('The bytes do not go on where the upload stands; `offset` says where it does.'),
  413: refusal('Too large.'),
  415: refusal(`The body is not ${PART_TYPE}.`),
}

const NO_PASSWORD = `Not permitted; with the code \`${PASSWORD_NEEDED}\`, until the password was given in the session once more.`

function refusalsOf(endpoint: EndpointShape) {
  const needsSession = endpoint.access.need !== open.need
  const takesInput = Boolean(endpoint.params ?? endpoint.query ?? endpoint.body)
  const isPatch = isChange(endpoint) && endpoint.method === 'PATCH'
  return {
    ...(takesInput && { 400: refusal('Something is malformed; the fields are named.', 'Fields') }),
    ...(needsSession && {
      401: refusal('No live session.'),
      403: refusal(endpoint.mayNeedPassword ? NO_PASSWORD : 'Not permitted.'),
    }),
    ...(endpoint.params && { 404: refusal('No such record.') }),
    ...(isChange(endpoint) && needsSession && { 409: refusal('The same change is on its way: try again shortly.') }),
    ...(endpoint.bytes === 'body' && PART_REFUSALS),
    ...(isPatch && { 412: refusal('Another user changed the same fields.', 'Conflict') }),
    ...(isChange(endpoint) && needsSession && { 422: refusal('The key was used for another request.') }),
  }
}

/** A response of server-sent events. OpenAPI 3.1 can only express it as a list of the possible events. */
function streamOf(events: NonNullable<EndpointShape['events']>) {
  const oneOf = Object.entries(events).map(([name, schema]) => ({
    type: 'object',
    properties: { event: { const: name }, data: jsonSchema(schema, 'output') },
    required: ['event', 'data'],
  }))
  return {
    description: 'Server-sent events, for as long as the session lasts.',
    content: { 'text/event-stream': { schema: { type: 'array', items: { oneOf } } } },
  }
}

function bodyOf({ body, bytes, form }: EndpointShape): Json {
  if (bytes === 'body') return { requestBody: { required: true, content: { [PART_TYPE]: BYTES } } }
  if (bytes === 'signed') return { requestBody: { required: true, content: content({}) } }
  if (!body) return {}
  const schema = jsonSchema(body, 'input')
  return { requestBody: { required: true, content: { ...content(schema), ...(form && formContent(schema, form)) } } }
}

/** The successful response. A change can also return a receipt, to a user who may edit but not view the area. */
function replyOf(endpoint: EndpointShape, reply: Schema): Json {
  const whole = jsonSchema(reply, 'output')
  const isShort = isChange(endpoint) && endpoint.access.need === 'edit'
  return content(isShort ? { anyOf: [whole, { $ref: '#/components/schemas/Receipt' }] } : whole)
}

function operationOf(endpoint: EndpointShape): Json {
  const headers = isChange(endpoint) && endpoint.access.need !== open.need ? CHANGE_HEADERS : []
  const success = endpoint.events
    ? streamOf(endpoint.events)
    : {
        description: endpoint.bytes === 'reply' ? 'The file.' : endpoint.reply ? 'Done.' : 'Done; no content.',
        ...(endpoint.reply && { content: replyOf(endpoint, endpoint.reply) }),
        ...(endpoint.bytes === 'reply' && { content: { '*/*': BYTES } }),
      }
  return {
    operationId: endpoint.name,
    tags: [resourceOf(endpoint)],
    summary: endpoint.summary,
    description: `Needs: ${accessInWords(endpoint.access)}.`,
    parameters: [
      ...parametersOf(endpoint.params, 'path'),
      ...parametersOf(endpoint.query, 'query'),
      ...parametersOf(endpoint.headers, 'header'),
      ...headers,
      ...(isChange(endpoint) && endpoint.method !== 'POST' ? [IF_MATCH] : []),
    ],
    ...bodyOf(endpoint),
    responses: withProofHeaders({ [endpoint.status ?? 200]: success, ...refusalsOf(endpoint) }),
    security: endpoint.access.need === open.need ? [] : [{ bearer: [] }],
  }
}

/** The first part of an endpoint's name. The API description is grouped by it. */
export const resourceOf = (endpoint: EndpointShape) => endpoint.name.split('.', 1)[0] ?? endpoint.name

/** Describes endpoints in OpenAPI 3.1. */
export function openApi(endpoints: readonly EndpointShape[], version: string): Json {
  const paths: Record<string, Record<string, Json>> = {}
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(endpoint) }
  }
  const fields: Json = {
    type: 'object',
    additionalProperties: {
      anyOf: [{ type: 'array', items: { type: 'string' } }, { $ref: '#/components/schemas/Fields' }],
    },
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Haulyard', version, description: 'Drivers, dispatchers, schedule: the calls of the back-office.' },
    paths,
    components: {
      headers: {
        AnsweredBy: {
          description: 'Shows that the answer is of this server, and not of something in between.',
          schema: { const: PROOF },
        },
      },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: {
        Detail: jsonSchema(detailProblem, 'output'),
        Conflict: jsonSchema(conflictProblem, 'output'),
        Receipt: jsonSchema(receipts, 'output'),
        Fields: fields,
      },
    },
  }
}
