import { createHmac, timingSafeEqual } from 'node:crypto'

/** A link lives for one to two spans, and stays the same for one, so that a list which names it stays the same too. */
const SPAN_SECONDS = 12 * 60 * 60
/** A link to something that is made when it is asked for. */
const LINK_SECONDS = 10 * 60

/**
 * The fields by which answers name a file. Only whole values of these are signed: whatever a person may write into any
 * other text stays text.
 */
const NAMED = /"(?:photo|file)"\s*:\s*"\/api\/files\/([0-9a-f-]{36})\/[\w.-]+(?=")/g
/** What `to` has signed, and its signature. */
const SIGNED = /^(.+)[?&](session=[0-9a-f-]{36}&expires=\d+&signature=[\w-]+)$/
const LINK = /^\/api\/files\/([0-9a-f-]{36})\/[^?]*\?(.*)$/

/**
 * Links to files that need no token: made for the session of a person who may see the record, and good until they expire
 * or that session ends, which is asked where they are served.
 */
export interface FileLinks {
  /** Gives every path of a file in an answer's JSON its signature. */
  sign(json: string, session: string, now: Date): string
  /** The session that a link to a file was made for; null for one that is not ours or has expired. */
  holds(url: string, now: Date): string | null
  /** A link to a path of the API, its query included, that needs no token for ten minutes. */
  to(path: string, session: string, now: Date): string
  /** The session that such a link was made for; null as above. */
  leads(url: string, now: Date): string | null
}

/** @param secret what the server signs with; links have a key of their own, so that no token is ever one of them. */
export function fileLinks(secret: Uint8Array): FileLinks {
  const key = createHmac('sha256', secret).update('links to files').digest()
  const signature = (of: string, session: string, expires: number) =>
    createHmac('sha256', key).update(`${of} ${session} ${expires}`).digest()
  const query = (of: string, session: string, expires: number) =>
    `session=${session}&expires=${expires}&signature=${signature(of, session, expires).toString('base64url')}`
  const sessionOf = (of: string, signed: string, now: Date): string | null => {
    const { session, expires, isOver, given } = signedPart(new URLSearchParams(signed), now)
    return !isOver && isSame(signature(of, session, expires), given) ? session : null
  }
  return {
    sign(json, session, now) {
      const expires = (Math.floor(now.getTime() / 1000 / SPAN_SECONDS) + 2) * SPAN_SECONDS
      return json.replace(NAMED, (named, id: string) => `${named}?${query(id, session, expires)}`)
    },
    holds(url, now) {
      const [, id, signed = ''] = LINK.exec(url) ?? []
      return id === undefined ? null : sessionOf(id, signed, now)
    },
    to(path, session, now) {
      const expires = Math.floor(now.getTime() / 1000) + LINK_SECONDS
      return `${path}${path.includes('?') ? '&' : '?'}${query(path, session, expires)}`
    },
    leads(url, now) {
      const [, path, signed = ''] = SIGNED.exec(url) ?? []
      return path === undefined ? null : sessionOf(path, signed, now)
    },
  }
}

/** What a link says of its session and its end, and with what signature. One that says no end is over. */
function signedPart(query: URLSearchParams, now: Date) {
  const text = query.get('expires') ?? ''
  const expires = Number(text)
  const isOver = !/^\d{1,12}$/.test(text) || expires <= Math.floor(now.getTime() / 1000)
  const given = Buffer.from(query.get('signature') ?? '', 'base64url')
  return { session: query.get('session') ?? '', expires, isOver, given }
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b)
}
