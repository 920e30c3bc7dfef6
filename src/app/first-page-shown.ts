import type { Query, QueryClient } from '@tanstack/react-query'
import type { RegisteredRouter } from '@tanstack/react-router'

/** A query of the screen that has neither data nor an error yet: the screen shows a skeleton in its place. */
const isMissing = ({ state }: Query) => state.status === 'pending' && state.fetchStatus !== 'idle'
const missesData = (client: QueryClient) =>
  client.getQueryCache().findAll({ type: 'active', predicate: isMissing }).length > 0

function untilDataShown(client: QueryClient): Promise<void> {
  if (!missesData(client)) return Promise.resolve()
  return new Promise((resolve) => {
    const stop = client.getQueryCache().subscribe(() => {
      if (missesData(client)) return
      stop()
      resolve()
    })
  })
}

const untilRendered = (router: RegisteredRouter) =>
  new Promise<void>((resolve) => {
    const stop = router.subscribe('onRendered', () => {
      stop()
      resolve()
    })
  })

/** The next frame. A hidden page has none. */
const untilPainted = () =>
  new Promise<void>((resolve) => {
    if (document.visibilityState === 'hidden') resolve()
    // A frame's callbacks run before it is painted.
    else requestAnimationFrame(() => setTimeout(resolve))
  })

/**
 * Resolves when the first page is on screen with its data, its empty state or an error. Data from the device counts:
 * the request for newer data may still be under way. Call it before the first render.
 */
export async function firstPageShown(router: RegisteredRouter, client: QueryClient): Promise<void> {
  await untilRendered(router)
  // The screen's queries are active only after its first frame.
  await untilPainted()
  await untilDataShown(client)
  await untilPainted()
}
