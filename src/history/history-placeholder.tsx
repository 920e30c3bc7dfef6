import { Skeleton } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { ICON, ReadingPlaceholder } from '#src/list/reading-placeholder.tsx'
import type { ReadList } from '#src/offline/reading/use-list.ts'
import { EmptyState } from '#src/ui/notice/empty-state.tsx'
import classes from './record-history.module.css'

/** Takes the place of the changes: skeletons while they load, or the reason why there are none. */
export function HistoryPlaceholder({ list }: { readonly list: ReadList<unknown> }) {
  return (
    <ReadingPlaceholder
      list={list}
      what="history"
      subject="The history"
      loading={<ChangeSkeletons />}
      nothing={
        <EmptyState icon={<IconHistory {...ICON} />} title="No changes">
          Nothing of this record was changed since it came into the company’s books.
        </EmptyState>
      }
    />
  )
}

function ChangeSkeletons() {
  return (
    <div className={classes.changes} aria-hidden>
      {['first', 'second', 'third'].map((key) => (
        <div key={key} className={classes.change}>
          <Skeleton height={16} my={3} width="55%" />
          <Skeleton height={16} my={3} width="75%" />
        </div>
      ))}
    </div>
  )
}
