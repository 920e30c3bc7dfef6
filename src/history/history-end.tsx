import { Button } from '@mantine/core'
import { useEffect, useEffectEvent, useState } from 'react'
import type { ReadList } from '#src/offline/reading/use-list.ts'
import classes from './record-history.module.css'

/** The foot of a history: earlier changes come when it is seen, or it says why they don't. */
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
 * Calls `onSeen` while the element is on screen, for the dialog scrolls and not the page; `loaded` is the number of rows:
 * each change of it is looked at anew. Answers where the element is to be put.
 */
function useSeen(isWanted: boolean, onSeen: () => void, loaded: number) {
  const [element, setElement] = useState<HTMLElement | null>(null)
  const seen = useEffectEvent(onSeen)
  // biome-ignore lint/correctness/useExhaustiveDependencies: more rows push the element down, and it may be on screen still.
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
