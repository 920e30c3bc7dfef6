import { anyOf, view } from '#contract/wire/access.ts'
import { FigureAge } from '#src/figures/figure-age.tsx'
import { NoFigures } from '#src/figures/no-figures.tsx'
import { countOf } from '#src/format/numbers.ts'
import { useSession } from '#src/session/session.ts'
import { useCan } from '#src/session/use-can.ts'
import { Card } from '#src/ui/page/card.tsx'
import classes from './attention-card.module.css'
import { AttentionGroupList } from './attention-group-list.tsx'
import { useAttended } from './use-attended.ts'

/** What needs attention today is of these areas; who drives has own papers beside. */
const AREAS = anyOf(view('drivers'), view('trucks'), view('trailers'), view('maintenance'))

/** What a manager opens the app for in the morning. Nothing for who has none of its areas. */
export function AttentionCard() {
  const hasAreas = useCan(AREAS)
  const isDriver = useSession().user?.role === 'driver'
  return hasAreas || isDriver ? <NeedsAttention /> : null
}

/** A record may stand under several headings. */
const totalWords = (records: number, needs: number) =>
  needs > records ? `${countOf(records, 'record')}, ${countOf(needs, 'need')}` : countOf(records, 'record')

function NeedsAttention() {
  const { attended, reading } = useAttended()
  const total = attended?.total ?? 0
  const needs = attended?.groups.reduce((sum, { count }) => sum + count, 0) ?? 0
  return (
    <Card
      title="Needs attention today"
      note={
        <>
          {total > 0 ? <span className={classes.total}>{totalWords(total, needs)}</span> : null}
          <FigureAge reading={reading} />
        </>
      }
    >
      {attended !== null ? (
        <Groups attended={attended} />
      ) : reading.state === 'loading' ? (
        <div className={classes.skeleton} aria-busy="true" />
      ) : (
        <NoFigures reading={reading} what="The records that need attention" />
      )}
    </Card>
  )
}

function Groups({
  attended: { groups },
}: {
  readonly attended: NonNullable<ReturnType<typeof useAttended>['attended']>
}) {
  if (groups.length === 0) return <p className={classes.nothing}>Nothing needs your attention today.</p>
  return (
    <div className={classes.groups}>
      {groups.map((group) => (
        <AttentionGroupList key={group.kind} group={group} />
      ))}
    </div>
  )
}
