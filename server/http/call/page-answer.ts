import type { PageRequest, PageText } from '#server/records/sql/page-sql.ts'
import { Answer } from './answer.ts'

/** A page as the wire wants it: the rows' text in its frame, with path-absolute links that keep the other query names. */
export function pageAnswer(url: string, page: PageRequest, found: PageText): Answer {
  const [path = '', query = ''] = url.split('?', 2)
  const link = (offset: number, cursor: string | null) => {
    const params = new URLSearchParams(query)
    params.set('limit', String(page.limit))
    params.set('offset', String(offset))
    params.delete('cursor')
    if (cursor !== null) params.set('cursor', cursor)
    return `${path}?${params}`
  }
  const next = found.next === null ? null : link(page.offset + page.limit, found.next)
  // Backwards there is no cursor: the offset, which every page carries along, says where it was.
  const previous = page.offset === 0 ? null : link(Math.max(0, page.offset - page.limit), null)
  const frame = `{"count":${found.count},"next":${JSON.stringify(next)},"previous":${JSON.stringify(previous)}`
  const total = found.total === undefined ? '' : `,"total":${found.total}`
  return new Answer(`${frame}${total},"results":${found.rows}}`, {})
}
