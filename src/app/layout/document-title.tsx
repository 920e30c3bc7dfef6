import { useMatches } from '@tanstack/react-router'
import { useEffect } from 'react'

const PRODUCT = 'Haulyard'

/**
 * The tab's title: "{page} | Haulyard". It is also announced, because navigation in the app loads no page that a screen
 * reader notices.
 */
export function DocumentTitle() {
  const page = useMatches({
    select: (matches) => matches.findLast((match) => match.staticData.title)?.staticData.title,
  })
  const title = page ? `${page} | ${PRODUCT}` : PRODUCT
  useEffect(() => {
    document.title = title
  }, [title])
  return (
    <div className="visually-hidden" aria-live="polite">
      {page}
    </div>
  )
}
