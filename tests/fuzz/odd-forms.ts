import type { EndpointShape } from '#contract/wire/endpoint.ts'
import type { Random } from '#server/demo/random.ts'
import { aForm, type FormPart } from '#tests/support/builders/a-form.ts'
import { aPhoto } from '#tests/support/builders/a-photo.ts'
import { jsonText } from './json-text.ts'
import { ODD_TEXTS, oddName } from './odd-values.ts'
import { withFault } from './with-fault.ts'

const TYPES = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'text/html',
  'application/pdf',
  'x',
  '',
  'multipart/mixed; boundary=b',
]

function aPart(random: Random, fields: readonly string[]): FormPart {
  const name = fields.length > 0 && random.chance(0.7) ? random.pick(fields) : oddName(random)
  const isFile = random.chance(0.6)
  const body = isFile
    ? random.pick([aPhoto(300), aPhoto(40, 'png'), Buffer.alloc(0), '%PDF-1.7 x', '<svg/>'])
    : random.pick(ODD_TEXTS)
  return {
    ...(random.chance(0.9) ? { name: withoutLineBreaks(name) } : {}),
    ...(isFile ? { fileName: withoutLineBreaks(random.pick(['a.jpg', '', ...ODD_TEXTS])) } : {}),
    ...(random.chance(0.6) ? { type: random.pick(TYPES) } : {}),
    body,
  }
}

/** The text without line breaks, which would end a part's header. `mangled` breaks headers. */
const withoutLineBreaks = (text: string) => text.replace(/[\r\n]/g, '')

/** A form with extra, missing or duplicate parts, or with a broken encoding. */
export function oddForm(random: Random, { form }: EndpointShape, value: unknown) {
  const fields = Object.keys(form ?? {})
  const data = random.chance(0.6) ? value : withFault(random, value)
  const parts = [
    ...(random.chance(0.8) ? [{ name: 'data', body: jsonText(data) }] : []),
    ...Array.from(
      {
        length: random.weighted([
          [0, 2],
          [1, 6],
          [2, 3],
          [60, 0.2],
        ] as const),
      },
      () => aPart(random, fields),
    ),
  ]
  const twice = random.chance(0.2) ? [...parts, ...parts] : parts
  const { body, headers } = aForm(random.shuffled(twice))
  const { 'content-type': type } = headers
  return random.chance(0.5) ? { type, bytes: body } : mangled(random, type, body)
}

function mangled(random: Random, type: string, bytes: Buffer) {
  const text = bytes.toString('latin1')
  const again = (changed: string) => Buffer.from(changed, 'latin1')
  return random.pick([
    () => ({
      type: random.pick([
        'multipart/form-data',
        'multipart/form-data; boundary=',
        `${type}x`,
        'multipart/mixed; boundary=a',
      ]),
      bytes,
    }),
    () => ({ type: `multipart/form-data; boundary=${'b'.repeat(500)}`, bytes }),
    () => ({ type, bytes: bytes.subarray(0, random.whole(0, bytes.length)) }),
    () => ({ type, bytes: again(text.replaceAll('--a-boundary--\r\n', '')) }),
    () => ({ type, bytes: again(text.replaceAll('\r\n', '\n')) }),
    () => ({
      type,
      bytes: again(text.replace('\r\n\r\n', `\r\nX-A: ${'x'.repeat(random.pick([9, 5000, 90_000]))}\r\n\r\n`)),
    }),
    () => ({
      type,
      bytes: again(text.replace('\r\n\r\n', '\r\nX: 1'.repeat(random.pick([3, 25, 3000])).concat('\r\n\r\n'))),
    }),
    () => ({
      type,
      bytes: again(
        text.replace(
          'form-data; name=',
          random.pick(['form-data; name=;name=', 'attachment; name=', 'form-data; name*=']),
        ),
      ),
    }),
    () => ({ type, bytes: again(text.replace('\r\n\r\n', '\r\nContent-Transfer-Encoding: base64\r\n\r\n')) }),
    () => ({ type, bytes: Buffer.concat([Buffer.from('rubbish\r\n'), bytes, Buffer.from([0xff, 0, 0xfe])]) }),
  ])()
}
