import { createHmac, timingSafeEqual } from 'node:crypto'

/** A link lives for one to two spans, and stays the same for one, so that browsers may keep what it leads to. */
const SPAN_SECONDS = 12 * 60 * 60

/**
 * The fields by which answers name a file. Only whole values of these are signed: whatever a person may write into any
 * other text stays text.
 */
const NAMED = /"(?:photo|file)"\s*:\s*"\/api\/files\/([0-9a-f-]{36})\/[\w.-]+(?=")/g
const LINK = /^\/api\/files\/([0-9a-f-]{36})\/[^?]*\?(.*)$/

/** Links to files that need no session: made for whoever may see the record, good until they expire. */
export interface FileLinks {
  /** Gives every path of a file in an answer's JSON its signature. */
  sign(json: string, now: Date): string
  /** Seconds for which a link still holds; null for one that is not ours or has expired. */
  holds(url: string, now: Date): number | null
}

/** @param secret what the server signs with; links have a key of their own, so that no token is ever one of them. */
export function fileLinks(secret: Uint8Array): FileLinks {
  const key = createHmac('sha256', secret).update('links to files').digest()
  const signature = (id: string, expires: number) => createHmac('sha256', key).update(`${id} ${expires}`).digest()
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
      const { expires = '', signature: given = '' } = Object.fromEntries(new URLSearchParams(query))
      const left = Number(expires) - Math.floor(now.getTime() / 1000)
      if (!/^\d{1,12}$/.test(expires) || left <= 0) return null
      return isSame(signature(id, Number(expires)), Buffer.from(given, 'base64url')) ? left : null
    },
  }
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b)
}
