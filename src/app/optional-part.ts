import { type ComponentType, lazy } from 'react'
import { firstScreenShown } from '#src/offline/first-screen.ts'

/**
 * A component that loads after the first screen and that the page can do without. If it can't be loaded, nothing is
 * shown in its place until the next start. With a plain `lazy`, an error outside of the pages would leave the whole app
 * blank.
 */
export function optionalPart(load: () => Promise<ComponentType>) {
  return lazy<ComponentType>(() =>
    firstScreenShown()
      .then(load)
      .then(
        (part) => ({ default: part }),
        () => ({ default: () => null }),
      ),
  )
}
