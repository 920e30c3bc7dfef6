import { Button } from '@mantine/core'
import { IconClipboardCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Inspection } from '#contract/maintenance/inspections.ts'
import { AttentionGroupList } from '#src/areas/attention/attention-group-list.tsx'
import { useAttentionSummary } from '#src/areas/attention/use-attention-summary.ts'
import { Card } from '#src/ui/page/card.tsx'
import { lazyPart } from '#src/ui/page/lazy-part.tsx'
import { useToday } from '#src/ui/use-now.ts'
import classes from './yard-card.module.css'
import { yardGroups } from './yard-groups.ts'

const UnfinishedWalks = lazyPart(() =>
  import('#src/areas/maintenance/walk-around/unfinished-walks.tsx').then((module) => module.UnfinishedWalks),
)
const WalkAroundDialog = lazyPart(() =>
  import('#src/areas/maintenance/walk-around/walk-around-dialog.tsx').then((module) => module.WalkAroundDialog),
)

/**
 * The start of a fleet manager's day: the walk-around, those not finished, the open major defects and what is
 * due today.
 */
export function YardCard() {
  const { attended } = useAttentionSummary()
  const [continued, setContinued] = useState<Inspection['transport'] | null>(null)
  const groups = yardGroups(attended?.groups ?? [], useToday())
  return (
    <Card title="Yard">
      <div className={classes.yard}>
        <Button
          size="xl"
          className={classes.walk ?? ''}
          leftSection={<IconClipboardCheck size={28} stroke={1.75} aria-hidden />}
          renderRoot={(props) => <Link to="/walk-around" {...props} />}
        >
          Walk-around
        </Button>
        <UnfinishedWalks onContinue={setContinued} />
        {continued === null ? null : <WalkAroundDialog unit={continued} onClose={() => setContinued(null)} />}
        <div className={classes.groups}>
          {groups.map((group) => (
            <AttentionGroupList key={group.kind} group={group} />
          ))}
          {attended !== null && groups.length === 0 ? (
            <p className={classes.nothing}>No open major defects, and nothing is due today.</p>
          ) : null}
        </div>
      </div>
    </Card>
  )
}
