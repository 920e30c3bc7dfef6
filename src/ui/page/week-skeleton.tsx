import classes from './week-skeleton.module.css'

/** The skeleton of a week: the final height, including the line with the data's age. */
export function WeekSkeleton() {
  return (
    <div aria-hidden>
      <Days />
      <Line className={classes.age} />
    </div>
  )
}

/** The skeleton of a text that takes the place of weeks. */
export const NoWeekSkeleton = () => <Line />

/** The skeleton of `count` weeks, each with a name. For 0 it is the skeleton of a text. */
export function NamedWeeksSkeleton({ count }: { readonly count: number }) {
  if (count === 0) return <NoWeekSkeleton />
  return (
    <div className={classes.named} aria-hidden>
      <div className={classes.rows}>
        {Array.from({ length: count }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the skeletons are identical.
          <div key={index} className={classes.row}>
            <Line className={classes.name} />
            <Days />
          </div>
        ))}
      </div>
      <Line className={classes.age} />
    </div>
  )
}

const Days = () => (
  <div className={classes.frame}>
    <div className={classes.days} />
  </div>
)

/** The skeleton of a line of text. */
const Line = ({ className }: { readonly className?: string | undefined }) => <p className={className}>{'\u00a0'}</p>
