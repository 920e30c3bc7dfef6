import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { PageTitle } from '#src/ui/page/page-title.tsx'
import classes from './users.module.css'

/** The skeleton of a profile, in its final size. */
export function ProfileSkeleton({ back = null }: { readonly back?: ReactNode }) {
  return (
    <div aria-busy>
      <div className={classes.top}>
        {back}
        <PageTitle title="User" />
      </div>
      <div className={classes.profile} aria-hidden>
        <div className={classes.aside}>
          <Skeleton width={308} maw="100%" height={308} radius={10} />
        </div>
        <Skeleton height={520} radius={10} />
      </div>
    </div>
  )
}
