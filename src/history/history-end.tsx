import { Button } from '@mantine/core'
import { useEffect, useEffectEvent, useState } from 'react'
import type { ReadList } from '#src/offline/reading/use-list.ts'
import classes from './record-history.module.css'

/** The foot of a history. It loads earlier changes when it comes into view, or shows why they can't be loaded. */
export function HistoryEnd({ list }: { readonly list: ReadList<unknown> }) {
  const { state, hasMore, isLoadingMore, moreProblem } = list
  const isWanted = state === 'ready' && hasMore && moreProblem === null
  const foot = useSeen(isWanted && !isLoadingMore, list.loadMore, list.rows.length)
  if (state !== 'ready' || !hasMore) return null
  if (moreProblem === null) {
    return (
      <p ref={foot} className={classes.end} role="status">
        Loading...
      </p>
    )
  }
  return (
    <div className={classes.end} role="status">
      <p>{moreProblem.kind === 'status' ? moreProblem.message : 'Earlier changes need a network.'}</p>
      <Button variant="default" size="compact-md" mt={8} onClick={list.loadMore}>
        Try again
      </Button>
    </div>
  )
}

/**
 * Calls `onSeen` while the element is on screen. It observes the element because the dialog scrolls, not the page.
 * `loaded` is the number of rows; each change of it causes a new check. Returns the element's ref callback.
 */
function useSeen(isWanted: boolean, onSeen: () => void, loaded: number) {
  const [element, setElement] = useState<HTMLElement | null>(null)
  const seen = useEffectEvent(onSeen)
  // biome-ignore lint/correctness/useExhaustiveDependencies: more rows push the element down, but it may still be on screen.
  useEffect(() => {
    if (!isWanted || element === null) return
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) seen()
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [isWanted, element, loaded])
  return setElement
}
