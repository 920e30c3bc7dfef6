import type { ComponentType } from 'react'
import { firstScreenShown } from '#src/offline/first-screen.ts'
import { lazyPart } from '#src/ui/page/lazy-part.tsx'

const Nothing = () => null

/**
 * A component that loads after the first screen and that the page can do without. If it can't be loaded, nothing is
 * shown in its place until the next start. With a plain `lazyPart`, an error outside of the pages would leave the whole
 * app blank.
 */
export function optionalPart(load: () => Promise<ComponentType>) {
  return lazyPart<object>(() =>
    firstScreenShown()
      .then(load)
      .catch(() => Nothing),
  )
}
