import classes from './week-skeleton.module.css'

/** A week of days side by side before it is there: as tall as it will be, with the line that tells its age. */
export function WeekSkeleton() {
  return (
    <div aria-hidden>
      <Days />
      <Line className={classes.age} />
    </div>
  )
}

/** Words that will stand where weeks would. */
export const NoWeekSkeleton = () => <Line />

/** The same for several, each with a name. @param count how many; 0: words will say that there are none */
export function NamedWeeksSkeleton({ count }: { readonly count: number }) {
  if (count === 0) return <NoWeekSkeleton />
  return (
    <div className={classes.named} aria-hidden>
      <div className={classes.rows}>
        {Array.from({ length: count }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same.
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

/** A line of text that is not there yet. */
const Line = ({ className }: { readonly className?: string | undefined }) => <p className={className}>{'\u00a0'}</p>
