import type { IncomingHttpHeaders } from 'node:http'
import { invalid } from '#server/base/problem.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The device that sent a change, and the change's sequence number there (from 1, without gaps); null when not sent. */
export interface Device {
  readonly id: string
  readonly seq: number | null
}

/** The headers of a change: its idempotency key, the version that its author saw, and its device. */
export interface ChangeHeaders {
  readonly key: string | null
  readonly seenVersion: number | null
  readonly device: Device | null
}

const headerText = (value: string | string[] | undefined) => (Array.isArray(value) ? value.join(',') : value)?.trim()

function wholeNumber(name: string, value: string, min: number): number {
  const number = /^\d{1,16}$/.test(value) ? Number(value) : Number.NaN
  if (!Number.isSafeInteger(number) || number < min) throw invalid({ [name]: ['A whole number is required.'] })
  return number
}

function readKey(headers: IncomingHttpHeaders): string | null {
  const value = headerText(headers['idempotency-key'])
  if (value === undefined) return null
  const unquoted = /^"(.*)"$/.exec(value)?.[1] ?? value
  if (!UUID.test(unquoted)) throw invalid({ 'Idempotency-Key': ['A UUID is required, best in quotes.'] })
  return unquoted.toLowerCase()
}

function readSeenVersion(headers: IncomingHttpHeaders): number | null {
  const value = headerText(headers['if-match'])
  if (value === undefined || value === '*') return null
  const quoted = /^"(\d{1,9})"$/.exec(value)?.[1]
  if (quoted === undefined) throw invalid({ 'If-Match': ['The version in quotes is required, as the ETag gave it.'] })
  return Number(quoted)
}

function readDevice(headers: IncomingHttpHeaders): Device | null {
  const id = headerText(headers['device-id'])
  if (id === undefined) return null
  if (!UUID.test(id)) throw invalid({ 'Device-Id': ['Enter a valid UUID.'] })
  const seq = headerText(headers['device-seq'])
  return { id: id.toLowerCase(), seq: seq === undefined ? null : wholeNumber('Device-Seq', seq, 1) }
}

/** Reads the headers of a change. Throws a 400 that names the malformed header. */
export function readChangeHeaders(headers: IncomingHttpHeaders): ChangeHeaders {
  return { key: readKey(headers), seenVersion: readSeenVersion(headers), device: readDevice(headers) }
}
