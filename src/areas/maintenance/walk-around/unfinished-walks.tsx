import { Button } from '@mantine/core'
import type { Inspection } from '#contract/maintenance/inspections.ts'
import { unitNumberOf } from '#contract/units/unit-names.ts'
import { NEW_INSPECTION_DRAFT } from '#src/areas/maintenance/new/new-inspection-draft.ts'
import { discardAndSay } from '#src/form/frame/draft-toasts.ts'
import { ageWords } from '#src/format/age.ts'
import { useUnopenedDrafts } from '#src/offline/drafts/unopened-drafts.ts'
import { toastFailure } from '#src/ui/notice/toast.ts'
import { useNow } from '#src/ui/use-now.ts'
import classes from './unfinished-walks.module.css'
import { checkedWords } from './walked-words.ts'

interface UnfinishedWalksProps {
  readonly onContinue: (unit: Inspection['transport']) => void
}

/** The walk-arounds that the user began and did not save, one of each unit: to continue or to discard. */
export function UnfinishedWalks({ onContinue }: UnfinishedWalksProps) {
  const now = useNow()
  const walks = useUnopenedDrafts(NEW_INSPECTION_DRAFT).filter(({ value }) => value.entry === 'walk')
  if (walks.length === 0) return null
  return (
    <ul className={classes.walks} aria-label="Unfinished walk-arounds">
      {walks.map(({ draft, value: { values, touchedAt = draft.savedAt } }) => {
        const { transport } = values
        if (transport === null) return null
        return (
          <li key={draft.id} className={classes.walk}>
            <Button variant="light" className={classes.go} onClick={() => onContinue(transport)}>
              Continue {unitNumberOf(transport)} · {checkedWords(values)} · {ageWords(touchedAt, now)}
            </Button>
            <Button
              variant="subtle"
              color="gray"
              aria-label={`Discard ${unitNumberOf(transport)}`}
              onClick={() => void discardAndSay(draft).catch(toastFailure)}
            >
              Discard
            </Button>
          </li>
        )
      })}
    </ul>
  )
}
