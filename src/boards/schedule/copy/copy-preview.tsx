import { Button } from '@mantine/core'
import { useState } from 'react'
import { counted } from '#src/format/numbers.ts'
import { Notice } from '#src/ui/notice/notice.tsx'
import { Fact } from '#src/ui/page/fact.tsx'
import { AgeLabel } from '#src/ui/status/age-label.tsx'
import { CopiedList } from './copied-list.tsx'
import type { CopiedWeek } from './copied-week.ts'
import classes from './copy-week.module.css'
import { copyNotes } from './copy-words.ts'
import { useFocusAfter } from './use-focus-after.ts'
import { readAgain, type WeekList } from './use-week-list.ts'

interface CopyPreviewProps {
  readonly weeks: readonly WeekList[]
  /** Null while the weeks can't be copied. */
  readonly copied: CopiedWeek | null
}

/** What copying would do, before it is done; or how far that is from being known. */
export function CopyPreview({ weeks, copied }: CopyPreviewProps) {
  const absent = weeks.find(({ reading }) => reading.state === 'absent')
  const coming = weeks.find(({ reading }) => reading.state === 'reading')
  if (absent) return <Absent key={absent.week.start} week={absent} />
  return (
    <div className={classes.preview}>
      {/* There from the start: what comes into it later is read out. */}
      <div role="status" className={classes.outcome}>
        {coming ? <p>{coming.reading.words}</p> : copied && <Outcome copied={copied} />}
      </div>
      {copied && copied.edits.length > 0 && <CopiedList edits={copied.edits} />}
      {copied && <Age weeks={weeks} />}
    </div>
  )
}

function Outcome({ copied }: { readonly copied: CopiedWeek }) {
  const { added, replaced, same, skipped } = copied
  return (
    <>
      <dl className={classes.figures}>
        <Fact name="Newly planned">{counted(added)}</Fact>
        <Fact name="Replaced">{counted(replaced)}</Fact>
        <Fact name="The same already">{counted(same)}</Fact>
        <Fact name="Skipped">{counted(skipped)}</Fact>
      </dl>
      {copyNotes(copied).map((note) => (
        <p key={note} className={classes.note}>
          {note}
        </p>
      ))}
    </>
  )
}

/** How old the older of the weeks is: what a colleague has planned since is not in it. */
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
    void readAgain(week).finally(() => setIsTrying(false))
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
