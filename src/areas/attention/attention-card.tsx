import type { AttentionKind } from '#contract/maintenance/attention.ts'
import { anyOf, view } from '#contract/wire/access.ts'
import { FigureAge } from '#src/figures/figure-age.tsx'
import { NoFigures } from '#src/figures/no-figures.tsx'
import { countOf } from '#src/format/numbers.ts'
import { useSession } from '#src/session/session.ts'
import { useCan } from '#src/session/use-can.ts'
import { Card } from '#src/ui/page/card.tsx'
import classes from './attention-card.module.css'
import { AttentionGroupList } from './attention-group-list.tsx'
import type { AttentionGroup } from './attention-groups.ts'
import { useAttentionSummary } from './use-attention-summary.ts'

/** View of any of these areas shows the card. Drivers also see it, for their own papers. */
const AREAS = anyOf(view('drivers'), view('trucks'), view('trailers'), view('maintenance'))

interface AttentionCardProps {
  /** The kind of need that the page shows elsewhere; null for none. */
  readonly without?: AttentionKind | null
}

/**
 * What needs attention today: the reason why a manager opens the app in the morning. Empty for users without its areas.
 */
export function AttentionCard({ without = null }: AttentionCardProps) {
  const hasAreas = useCan(AREAS)
  const isDriver = useSession().user?.role === 'driver'
  return hasAreas || isDriver ? <NeedsAttention without={without} /> : null
}

const totalWords = (total: number) => `${countOf(total, 'item')} ${total === 1 ? 'needs' : 'need'} attention`

function NeedsAttention({ without }: Required<AttentionCardProps>) {
  const { attended, reading } = useAttentionSummary()
  const total = attended?.total ?? 0
  return (
    <Card
      title="Needs attention today"
      note={
        <>
          {total > 0 ? <span className={classes.total}>{totalWords(total)}</span> : null}
          <FigureAge reading={reading} />
        </>
      }
    >
      {attended !== null ? (
        <Groups
          groups={attended.groups.filter(({ kind }) => kind !== without)}
          isAll={attended.groups.every(({ kind }) => kind !== without)}
        />
      ) : reading.state === 'loading' ? (
        <div className={classes.skeleton} aria-busy="true" />
      ) : (
        <NoFigures reading={reading} what="The records that need attention" />
      )}
    </Card>
  )
}

interface GroupsProps {
  readonly groups: readonly AttentionGroup[]
  /** The page shows no group elsewhere. */
  readonly isAll: boolean
}

function Groups({ groups, isAll }: GroupsProps) {
  if (groups.length === 0)
    return <p className={classes.nothing}>Nothing {isAll ? '' : 'else '}needs your attention today.</p>
  return (
    <div className={classes.groups}>
      {groups.map((group) => (
        <AttentionGroupList key={group.kind} group={group} />
      ))}
    </div>
  )
}
