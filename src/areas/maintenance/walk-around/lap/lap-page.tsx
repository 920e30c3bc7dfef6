import type { ReactNode } from 'react'
import { useRules } from '#src/areas/maintenance/new/new-inspection-form.tsx'
import { DraftFormFrame } from '#src/form/frame/draft-form-frame.tsx'
import { MarksAge } from '../marks-age.tsx'
import type { WalkedForm } from '../use-walked-form.ts'
import { WalkAroundForm, type WalkAroundFormProps } from '../walk-around-form.tsx'
import { WalkedUnit, type WalkedUnitProps } from './walked-unit.tsx'

interface LapPageProps extends WalkedUnitProps {
  readonly walked: Omit<WalkedForm, 'form'> & { readonly form: WalkAroundFormProps['form'] }
  /** The label of the submit button. */
  readonly submit: ReactNode
  /** The user tried to save. */
  readonly wasTried: boolean
  /** Another page of the lap is shown. The page keeps its state. */
  readonly isHidden: boolean
}

/** One page of a lap: a unit's walk-around. */
export function LapPage({ walked, submit, wasTried, isHidden, ...head }: LapPageProps) {
  const { form, files, setFiles, stale, confirmRestored, startOver } = walked
  const rules = useRules(form)
  return (
    <div hidden={isHidden}>
      <DraftFormFrame
        // The question about old marks replaces the note.
        draftForm={stale === null ? walked : { ...walked, isRestored: false }}
        submit={submit}
        what="inspection"
        isPinned
      >
        <WalkedUnit {...head} />
        {stale === null ? null : (
          <MarksAge age={stale} isUrgent={wasTried} onConfirm={confirmRestored} onStartNew={() => void startOver()} />
        )}
        <WalkAroundForm {...{ form, rules, files, setFiles }} transport={head.unit} />
      </DraftFormFrame>
    </div>
  )
}
