import { escapeHtml } from '#contract/text/escape-html.ts'
import { type EndpointShape, isChange, type Schema } from '#contract/wire/endpoint.ts'
import { accessInWords } from './access-in-words.ts'
import { fieldsOf } from './docs-fields.ts'
import { jsonSchema, resourceOf } from './openapi.ts'

function fieldTable(title: string, schema: Schema | null | undefined, io: 'input' | 'output'): string {
  const fields = schema ? fieldsOf(jsonSchema(schema, io)) : []
  if (fields.length === 0) return ''
  const rows = fields.map(({ name, type, isRequired }) => {
    const mark = io === 'input' && isRequired ? ' <span class="must">required</span>' : ''
    return `<tr><th scope="row"><code>${escapeHtml(name)}</code>${mark}</th><td>${escapeHtml(type)}</td></tr>`
  })
  return `<table><caption>${title}</caption><tbody>${rows.join('')}</tbody></table>`
}

/** The tables of a stream's events and their data. */
function eventTables({ events = {} }: EndpointShape): string {
  const tables = Object.entries(events).map(
    ([name, schema]) =>
      fieldTable(`Event ${name}`, schema, 'output') || `<p class="headers">Event ${name}: no data.</p>`,
  )
  return tables.join('')
}

const emptyReply = ({ bytes, status = 204 }: EndpointShape) =>
  bytes === 'reply' ? 'Answer 200: the file.' : `Answer ${status}: no content.`

function bodyTable({ bytes, body, form }: EndpointShape): string {
  if (bytes === 'body') return '<p class="headers">Body: bytes, as <code>application/offset+octet-stream</code>.</p>'
  if (bytes === 'signed') return '<p class="headers">Body: JSON, as whoever sends it has signed it.</p>'
  const files = Object.entries(form ?? {})
    .map(([field, { maxFiles }]) => `${maxFiles ? 'files' : 'a file'} in <code>${escapeHtml(field)}</code>`)
    .join(', ')
  const asForm = files
    ? `<p class="headers">Or as <code>multipart/form-data</code>: this JSON in <code>data</code>, ${files}.</p>`
    : ''
  return fieldTable('Body', body, 'input') + asForm
}

function callEntry(endpoint: EndpointShape): string {
  const path = escapeHtml(endpoint.path).replace(/:(\w+)/g, '<var>{$1}</var>')
  const headers =
    isChange(endpoint) && endpoint.access.need !== 'nobody'
      ? `<p class="headers">Takes <code>Idempotency-Key</code>, <code>Device-Id</code>, <code>Device-Seq</code>, <code>Prefer</code>${
          endpoint.method === 'PATCH' ? ' and <code>If-Match</code>' : ''
        }.</p>`
      : ''
  const reply = endpoint.reply
    ? fieldTable(`Answer ${endpoint.status ?? 200}`, endpoint.reply, 'output')
    : eventTables(endpoint) || `<p class="headers">${emptyReply(endpoint)}</p>`
  return `<details id="${escapeHtml(endpoint.name)}">
    <summary><span class="method ${endpoint.method.toLowerCase()}">${endpoint.method}</span>
      <code class="path">${path}</code><span class="words">${escapeHtml(endpoint.summary)}</span></summary>
    <div class="body"><p class="access">Needs: ${escapeHtml(accessInWords(endpoint.access))}.</p>${headers}
      ${fieldTable('Query', endpoint.query, 'input')}${fieldTable('Headers', endpoint.headers, 'input')}${bodyTable(endpoint)}${reply}</div>
  </details>`
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** The API description for people: static HTML without scripts, styled by `/api/docs.css`. */
export function docsPage(endpoints: readonly EndpointShape[]): string {
  const groups = [...Map.groupBy(endpoints, resourceOf)]
  const links = groups.map(([name]) => `<a href="#${escapeHtml(name)}">${escapeHtml(capital(name))}</a>`).join('')
  const sections = groups.map(
    ([name, calls]) =>
      `<section id="${escapeHtml(name)}"><h2>${escapeHtml(capital(name))}</h2>${calls.map(callEntry).join('')}</section>`,
  )
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>Calls | Haulyard</title>
<link rel="stylesheet" href="/api/docs.css"></head>
<body><header><h1>Haulyard <span>calls</span></h1>
<p>Every call is under <code>/api/</code>, speaks JSON, and carries <code>Authorization: Bearer &lt;access token&gt;</code>
unless it says otherwise. Every answer carries <code>Answered-By: haulyard</code>: what does not comes from something in
between. Machine-readable: <a href="/api/openapi.json">openapi.json</a>, OpenAPI 3.1.</p>
<nav aria-label="Resources">${links}</nav></header>
<main>${sections.join('')}</main></body></html>`
}
