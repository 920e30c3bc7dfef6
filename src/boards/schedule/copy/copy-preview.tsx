import { Button } from '@mantine/core'
import { useState } from 'react'
import { formatCount } from '#src/format/numbers.ts'
import { Notice } from '#src/ui/notice/notice.tsx'
import { Fact } from '#src/ui/page/fact.tsx'
import { AgeLabel } from '#src/ui/status/age-label.tsx'
import { CopyPlanList } from './copy-plan-list.tsx'
import classes from './copy-week.module.css'
import { copyNotes } from './copy-words.ts'
import { useFocusAfter } from './use-focus-after.ts'
import { retryReading, type WeekList } from './use-week-list.ts'
import type { WeekCopyPlan } from './week-copy-plan.ts'

interface CopyPreviewProps {
  readonly weeks: readonly WeekList[]
  /** Null while the weeks can't be plan: they are not completely read, or are the same week. */
  readonly plan: WeekCopyPlan | null
}

/** Preview of what copying would change, or how far the reading of the weeks is. */
export function CopyPreview({ weeks, plan }: CopyPreviewProps) {
  const absent = weeks.find(({ reading }) => reading.state === 'absent')
  const weekInProgress = weeks.find(({ reading }) => reading.state === 'reading')
  if (absent) return <Absent key={absent.week.start} week={absent} />
  return (
    <div className={classes.preview}>
      {/* In the page from the start, so that screen readers announce text added later. */}
      <div role="status" className={classes.outcome}>
        {weekInProgress ? <p>{weekInProgress.reading.words}</p> : plan && <Outcome plan={plan} />}
      </div>
      {plan && plan.edits.length > 0 && <CopyPlanList edits={plan.edits} />}
      {plan && <Age weeks={weeks} />}
    </div>
  )
}

function Outcome({ plan }: { readonly plan: WeekCopyPlan }) {
  const { added, replaced, same, skipped } = plan
  return (
    <>
      <dl className={classes.figures}>
        <Fact name="Newly planned">{formatCount(added)}</Fact>
        <Fact name="Replaced">{formatCount(replaced)}</Fact>
        <Fact name="The same already">{formatCount(same)}</Fact>
        <Fact name="Skipped">{formatCount(skipped)}</Fact>
      </dl>
      {copyNotes(plan).map((note) => (
        <p key={note} className={classes.note}>
          {note}
        </p>
      ))}
    </>
  )
}

/** Age of the oldest data: later changes by colleagues are not included. */
function Age({ weeks }: Pick<CopyPreviewProps, 'weeks'>) {
  const ages = weeks.flatMap(({ list }) => list.updatedAt ?? [])
  return (
    <p className={classes.note}>
      Days <AgeLabel at={Math.min(...ages)} form="as_of" />
    </p>
  )
}

function Absent({ week }: { readonly week: WeekList }) {
  const [isTrying, setIsTrying] = useState(false)
  const button = useFocusAfter(isTrying)
  const again = () => {
    setIsTrying(true)
    void retryReading(week).finally(() => setIsTrying(false))
  }
  return (
    <div className={classes.preview}>
      <Notice tone="caution">{week.reading.words}</Notice>
      <Button ref={button} variant="default" className={classes.again} loading={isTrying} onClick={again}>
        Try again
      </Button>
    </div>
  )
}
