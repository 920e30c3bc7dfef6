import { Button } from '@mantine/core'
import type { ReadList } from '#src/offline/reading/use-list.ts'
import classes from './list-page.module.css'

/** The foot of a list: the next page is loading, or why it could not be loaded. */
export function ListEnd<Row>({ list }: { readonly list: ReadList<Row> }) {
  if (list.state !== 'ready') return null
  if (list.isLoadingMore) {
    return (
      <p className={classes.end} role="status">
        Loading...
      </p>
    )
  }
  if (list.moreProblem === null || !list.hasMore) return null
  const isNetwork = list.moreProblem.kind !== 'status'
  return (
    <div className={classes.end} role="status">
      <p>
        {isNetwork
          ? `${list.rows.length} of ${list.count} are saved on this device. The others need a network.`
          : list.moreProblem.message}
      </p>
      <Button variant="default" size="compact-md" mt={8} onClick={list.loadMore}>
        Try again
      </Button>
    </div>
  )
}
