import type { EndpointShape } from '#contract/wire/endpoint.ts'
import type { Random } from '#server/demo/random.ts'
import { jsonText } from './json-text.ts'
import { oddForm } from './odd-forms.ts'
import { oddValue } from './odd-values.ts'
import { soundValue } from './sound-value.ts'
import { withFault } from './with-fault.ts'

export interface Body {
  readonly type: string
  readonly bytes: Buffer
}

const JSON_TYPE = 'application/json'
const PART_TYPE = 'application/offset+octet-stream'
const json = (value: unknown): Body => ({ type: JSON_TYPE, bytes: Buffer.from(jsonText(value)) })

/** A valid body for the call; null for a call without a body. */
export function soundBody(random: Random, endpoint: EndpointShape, endpoints: readonly EndpointShape[]): Body | null {
  if (endpoint.bytes === 'body') return { type: PART_TYPE, bytes: Buffer.from([1]) }
  if (endpoint.bytes === 'signed') return json({ action: 'vehicle_location_updated', id: 1 })
  if (!endpoint.body) return null
  return json(bodyValue(random, endpoint, endpoints))
}

function bodyValue(random: Random, endpoint: EndpointShape, endpoints: readonly EndpointShape[]): unknown {
  const value = endpoint.body ? soundValue(random, endpoint.body) : {}
  return endpoint.isBatch ? fillBatch(random, value as Batch, endpoints) : value
}

interface Batch {
  readonly changes: readonly object[]
}
/** A batch whose changes each have the name of a random call and the body of that call, half of them with a fault. */
function fillBatch(random: Random, { changes }: Batch, endpoints: readonly EndpointShape[]): Batch {
  const one = (change: object) => {
    const { name, body } = random.pick(endpoints)
    const value = body ? soundValue(random, body) : {}
    const text = jsonText(random.chance(0.5) ? value : withFault(random, value))
    return { ...change, call: name, params: { id: random.whole(1, 9) }, body: text }
  }
  return { changes: changes.map(one) }
}

/** A body with a fault in its values, its JSON, its bytes or its type. */
export function oddBody(random: Random, endpoint: EndpointShape, endpoints: readonly EndpointShape[]): Body {
  const form = endpoint.form ? 6 : 1
  const way = random.weighted([
    ['value', 12],
    ['elsewhere', 2],
    ['broken', 3],
    ['type', 1],
    ['form', form],
    ['none', 0.5],
  ] as const)
  if (way === 'form') return oddForm(random, endpoint, bodyValue(random, endpoint, endpoints))
  if (way === 'none') return { type: JSON_TYPE, bytes: Buffer.alloc(0) }
  if (way === 'elsewhere') return soundBody(random, random.pick(endpoints), endpoints) ?? json(oddValue(random))
  const sound = bodyValue(random, endpoint, endpoints)
  if (way === 'value') return json(withFaults(random, sound))
  const { bytes } = json(sound)
  if (way === 'type')
    return { type: random.pick([PART_TYPE, 'text/plain', 'text/html', 'application/x-www-form-urlencoded', '']), bytes }
  return { type: endpoint.bytes === 'body' ? PART_TYPE : JSON_TYPE, bytes: brokenBytes(random, bytes) }
}

function withFaults(random: Random, value: unknown): unknown {
  const once = withFault(random, value)
  return random.chance(0.3) ? withFault(random, once) : once
}

/** Bytes that are usually neither valid JSON nor valid UTF-8. */
export function brokenBytes(random: Random, bytes: Buffer): Buffer {
  const at = random.whole(0, bytes.length)
  const [before, after] = [bytes.subarray(0, at), bytes.subarray(at)]
  const added = random.pick([
    ...[
      [0xff],
      [0xc0, 0xaf],
      [0xed, 0xa0, 0x80],
      [0xf4, 0x90, 0x80, 0x80],
      [0],
      [0xef, 0xbb, 0xbf],
      [0x2c],
      [0x22],
      [0x7b],
    ],
    ...['NaN', 'undefined', '//', "'", '\\u12', '1e', ']', '}}'].map((text) => [...Buffer.from(text)]),
  ])
  return random.pick([
    () => before,
    () => Buffer.concat([before, Buffer.from(added), after]),
    () => Buffer.concat([bytes, bytes]),
    () => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes]),
    () => Buffer.from(bytes.toString(), 'utf16le'),
    () => Buffer.from(Array.from({ length: random.whole(1, 300) }, () => random.whole(0, 255))),
  ])()
}
