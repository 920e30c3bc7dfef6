import { ActionIcon } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import type { Reading } from '#src/offline/reading/use-reading.ts'
import { toastFailure } from '#src/ui/notice/toast.ts'
import classes from './list-controls.module.css'
import { usePull } from './use-pull.ts'

/** Refetches the list and shows a message if that fails. The rows on screen stay in either case. */
export function Refresh({ list }: { readonly list: Pick<Reading, 'refetch' | 'isRefreshing'> }) {
  const refresh = async () => {
    const problem = await list.refetch()
    if (problem !== null) toastFailure(problem)
  }
  const sign = usePull(() => void refresh())
  return (
    <>
      <ActionIcon
        variant="default"
        size={34}
        aria-label="Refresh"
        aria-busy={list.isRefreshing}
        className={classes.refresh}
        onClick={() => void refresh()}
      >
        <IconRefresh size={18} stroke={1.75} aria-hidden />
      </ActionIcon>
      <div ref={sign} className={classes.pull} aria-hidden>
        <IconRefresh size={20} stroke={1.75} />
      </div>
    </>
  )
}
