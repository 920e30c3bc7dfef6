import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * A file link is valid for one to two of these spans. It stays the same within a span, so that lists with it stay the
 * same.
 */
const FILE_LINK_SECONDS = 12 * 60 * 60
/** How long a link to a generated file is valid. */
const PATH_LINK_SECONDS = 10 * 60

/**
 * The fields that contain the path of a file. Only their whole values are signed, so that text typed by a user is never
 * turned into a link.
 */
const FILE_FIELD = /"(?:photo|file)"\s*:\s*"\/api\/files\/([0-9a-f-]{36})\/[\w.-]+(?=")/g
/** A path signed by `signPath`, and its signature. */
const SIGNED_PATH = /^(.+)[?&](session=[0-9a-f-]{36}&expires=\d+&signature=[\w-]+)$/
const FILE_LINK = /^\/api\/files\/([0-9a-f-]{36})\/[^?]*\?(.*)$/

/**
 * Signed links to files, which need no access token. A link is made for the session of a user who may view the record.
 * It is valid until it expires or the session ends; the session is checked when the file is served.
 */
export interface FileLinks {
  /** Signs every path of a file in a response's JSON. */
  signFiles(json: string, session: string, now: Date): string
  /** The session of a link to a file; null when the signature is wrong or the link has expired. */
  sessionOfFile(url: string, now: Date): string | null
  /** A link to an API path with its query. It needs no access token and is valid for ten minutes. */
  signPath(path: string, session: string, now: Date): string
  /** The session of a link from `signPath`; null when the signature is wrong or the link has expired. */
  sessionOfPath(url: string, now: Date): string | null
}

/**
 * @param secret the server's signing secret. Links have their own key derived from it, so that no token is a valid
 * link.
 */
export function fileLinks(secret: Uint8Array): FileLinks {
  const key = createHmac('sha256', secret).update('links to files').digest()
  const signature = (target: string, session: string, expires: number) =>
    createHmac('sha256', key).update(`${target} ${session} ${expires}`).digest()
  const query = (target: string, session: string, expires: number) =>
    `session=${session}&expires=${expires}&signature=${signature(target, session, expires).toString('base64url')}`
  const sessionOf = (target: string, signed: string, now: Date): string | null => {
    const { session, expires, isExpired, signature: claimed } = parseSignature(new URLSearchParams(signed), now)
    return !isExpired && isSame(signature(target, session, expires), claimed) ? session : null
  }
  return {
    signFiles(json, session, now) {
      const expires = (Math.floor(now.getTime() / 1000 / FILE_LINK_SECONDS) + 2) * FILE_LINK_SECONDS
      return json.replace(FILE_FIELD, (field, id: string) => `${field}?${query(id, session, expires)}`)
    },
    sessionOfFile(url, now) {
      const [, id, signed = ''] = FILE_LINK.exec(url) ?? []
      return id === undefined ? null : sessionOf(id, signed, now)
    },
    signPath(path, session, now) {
      const expires = Math.floor(now.getTime() / 1000) + PATH_LINK_SECONDS
      return `${path}${path.includes('?') ? '&' : '?'}${query(path, session, expires)}`
    },
    sessionOfPath(url, now) {
      const [, path, signed = ''] = SIGNED_PATH.exec(url) ?? []
      return path === undefined ? null : sessionOf(path, signed, now)
    },
  }
}

/** The session, expiry and signature in a link's query. A link without a valid expiry counts as expired. */
function parseSignature(query: URLSearchParams, now: Date) {
  const text = query.get('expires') ?? ''
  const expires = Number(text)
  const isExpired = !/^\d{1,12}$/.test(text) || expires <= Math.floor(now.getTime() / 1000)
  const signature = Buffer.from(query.get('signature') ?? '', 'base64url')
  return { session: query.get('session') ?? '', expires, isExpired, signature }
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b)
}
