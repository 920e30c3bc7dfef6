import type { ComponentType, ReactNode } from 'react'
import { useLoaded } from '#src/ui/use-loaded.ts'

interface Meanwhile {
  /** Shown until the component's code is there. By default nothing. */
  readonly meanwhile?: ReactNode
}

/**
 * A component whose code `load` brings when the component is first shown. It appears as soon as its code is there.
 * React's `lazy` in a `Suspense` shows what stands in for it for at least 300 ms, even if that is nothing. An error of
 * `load` goes to the nearest error boundary. Shown again after an error, the component is loaded again. Call it outside
 * of components, once for each component.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let known: ComponentType<Props> | null = null
  const loadOnce = async () => {
    known = await load()
    return known
  }
  // biome-ignore lint/correctness/noComponentHookFactories: it is called outside of components.
  return function LazyPart({ meanwhile = null, ...props }: Props & Meanwhile): ReactNode {
    const Part = useLoaded(loadOnce, known)
    return Part === null ? meanwhile : <Part {...(props as unknown as Props)} />
  }
}
