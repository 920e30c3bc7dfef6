import type { PageRequest, PageText } from '#server/records/sql/page-sql.ts'
import { Answer } from './answer.ts'

/** One page of a list: the rows' JSON in its frame. The links have no host and keep the other query parameters. */
export function pageAnswer(url: string, page: PageRequest, pageText: PageText): Answer {
  const [path = '', query = ''] = url.split('?', 2)
  const link = (offset: number, cursor: string | null) => {
    const params = new URLSearchParams(query)
    params.set('limit', String(page.limit))
    params.set('offset', String(offset))
    params.delete('cursor')
    if (cursor !== null) params.set('cursor', cursor)
    return `${path}?${params}`
  }
  const next = pageText.next === null ? null : link(page.offset + page.limit, pageText.next)
  // Cursors only lead forward. The link to the previous page uses the offset, which every page carries.
  const previous = page.offset === 0 ? null : link(Math.max(0, page.offset - page.limit), null)
  const frame = `{"count":${pageText.count},"next":${JSON.stringify(next)},"previous":${JSON.stringify(previous)}`
  const total = pageText.total === undefined ? '' : `,"total":${pageText.total}`
  return new Answer(`${frame}${total},"results":${pageText.rows}}`, {})
}
