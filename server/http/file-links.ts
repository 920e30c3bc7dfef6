import { createHmac, timingSafeEqual } from 'node:crypto'

/** A link lives for one to two spans, and stays the same for one, so that browsers may keep what it leads to. */
const SPAN_SECONDS = 12 * 60 * 60
/** A link to something that is made when it is asked for. */
const LINK_SECONDS = 10 * 60

/**
 * The fields by which answers name a file. Only whole values of these are signed: whatever a person may write into any
 * other text stays text.
 */
const NAMED = /"(?:photo|file)"\s*:\s*"\/api\/files\/([0-9a-f-]{36})\/[\w.-]+(?=")/g
/** What `to` has signed, and its signature. */
const SIGNED = /^(.+)[?&](expires=\d+&signature=[\w-]+)$/
const LINK = /^\/api\/files\/([0-9a-f-]{36})\/[^?]*\?(.*)$/

/** Links to files that need no session: made for whoever may see the record, good until they expire. */
export interface FileLinks {
  /** Gives every path of a file in an answer's JSON its signature. */
  sign(json: string, now: Date): string
  /** Seconds for which a link to a file still holds; null for one that is not ours or has expired. */
  holds(url: string, now: Date): number | null
  /** A link to a path of the API, its query included, that needs no session for ten minutes. */
  to(path: string, now: Date): string
  /** Whether such a link still holds. */
  leads(url: string, now: Date): boolean
}

/** @param secret what the server signs with; links have a key of their own, so that no token is ever one of them. */
export function fileLinks(secret: Uint8Array): FileLinks {
  const key = createHmac('sha256', secret).update('links to files').digest()
  const signature = (of: string, expires: number) => createHmac('sha256', key).update(`${of} ${expires}`).digest()
  return {
    sign(json, now) {
      const expires = (Math.floor(now.getTime() / 1000 / SPAN_SECONDS) + 2) * SPAN_SECONDS
      return json.replace(NAMED, (named, id: string) => {
        return `${named}?expires=${expires}&signature=${signature(id, expires).toString('base64url')}`
      })
    },
    holds(url, now) {
      const [, id, query] = LINK.exec(url) ?? []
      if (id === undefined) return null
      const { expires, left, given } = signedPart(new URLSearchParams(query), now)
      return left !== null && isSame(signature(id, expires), given) ? left : null
    },
    to(path, now) {
      const expires = Math.floor(now.getTime() / 1000) + LINK_SECONDS
      const signed = `expires=${expires}&signature=${signature(path, expires).toString('base64url')}`
      return `${path}${path.includes('?') ? '&' : '?'}${signed}`
    },
    leads(url, now) {
      const [, path, query] = SIGNED.exec(url) ?? []
      if (path === undefined) return false
      const { expires, left, given } = signedPart(new URLSearchParams(query), now)
      return left !== null && isSame(signature(path, expires), given)
    },
  }
}

/** What a link says of its end and with what signature; `left` in seconds, null when it is over or says no end. */
function signedPart(query: URLSearchParams, now: Date) {
  const text = query.get('expires') ?? ''
  const expires = Number(text)
  const left = expires - Math.floor(now.getTime() / 1000)
  const given = Buffer.from(query.get('signature') ?? '', 'base64url')
  return { expires, left: /^\d{1,12}$/.test(text) && left > 0 ? left : null, given }
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b)
}
