import { useStore } from '@tanstack/react-form'
import { useState } from 'react'
import type { Inspection } from '#contract/maintenance/inspections.ts'
import { NEW_INSPECTION_DRAFT } from '#src/areas/maintenance/new/new-inspection-draft.ts'
import { DraftDialog } from '#src/form/frame/draft-form-dialog.tsx'
import { unitList } from '#src/lookups/unit-name-queries.ts'
import { useUnopenedDrafts } from '#src/offline/drafts/unopened-drafts.ts'
import { useAllRows } from '#src/offline/reading/use-all-rows.ts'
import { missingWords, walkAroundTitle } from '../walked-words.ts'
import { coupledUnit } from './coupled-unit.ts'
import { LapPage } from './lap-page.tsx'
import { useLapProgress, type WalkedStore } from './lap-progress.ts'
import { LapSwitch } from './lap-switch.tsx'
import { MatePage } from './mate-page.tsx'
import { SaveLabel } from './save-label.tsx'
import { useLap } from './use-lap.ts'

type Unit = Inspection['transport']

interface WalkedUnitsProps {
  readonly unit: Unit
  /** Returns to the choice of a unit. What was typed stays as the draft of its unit. */
  readonly onChangeUnit: () => void
  readonly onClose: () => void
}

const TRUCKS = unitList('truck')
const TRAILERS = unitList('trailer')

/** The coupled unit, as far as the device knows, and whether the device has read all units. */
function useCoupledUnit(unit: Unit): { readonly coupled: Unit | null; readonly isSure: boolean } {
  const [trucks, trailers] = [useAllRows(TRUCKS), useAllRows(TRAILERS)]
  return {
    coupled: coupledUnit(unit, [...trucks.rows, ...trailers.rows]),
    isSure: [trucks, trailers].every(({ state, hasMore }) => state === 'ready' && !hasMore),
  }
}

/** Whether a walk-around of a unit is unfinished, and no form has it open. */
function useUnfinishedWalk(unit: Unit | null): boolean {
  const drafts = useUnopenedDrafts(NEW_INSPECTION_DRAFT)
  return drafts.some(
    ({ value: { entry, values } }) => entry === 'walk' && unit !== null && values.transport?.id === unit.id,
  )
}

/**
 * The walk-around of a unit, and in the same lap that of the unit coupled to it. Each has its own form, draft and
 * report. The reports are saved together.
 */
export function WalkedUnits({ unit, ...ways }: WalkedUnitsProps) {
  const { coupled, isSure } = useCoupledUnit(unit)
  const isMateUnfinished = useUnfinishedWalk(coupled)
  const unfinishedMate = isMateUnfinished ? coupled : isSure ? null : undefined
  const { first, mate, mateReport, shown, wasTried, ...lap } = useLap({ unit, unfinishedMate, ...ways })
  const { form } = first
  const trip = useStore(form.form.store, ({ values }) => values.service_type)
  const [mateStore, setMateStore] = useState<WalkedStore | null>(null)
  const progress = useLapProgress(
    { unit, store: form.form.store },
    mate && mateStore && { unit: mate, store: mateStore },
  )
  const save = mate === null ? 'Approve and save' : 'Approve and save both'
  const submit = <SaveLabel title={save} missing={missingWords(progress)} />
  return (
    <DraftDialog title={walkAroundTitle(trip, shown)} draftForm={first}>
      {mate === null ? null : <LapSwitch units={progress} shown={shown} wasTried={wasTried} onShow={lap.show} />}
      <LapPage
        unit={unit}
        walked={first}
        wasTried={wasTried}
        submit={submit}
        isHidden={shown !== unit}
        trip={{ value: trip, onChoose: lap.setTrip }}
        other={mate === null ? coupled : null}
        onAdd={lap.add}
        onChangeUnit={lap.changeUnit}
      />
      {mate === null ? null : (
        <MatePage
          key={mate.id}
          ref={mateReport}
          storeRef={setMateStore}
          submit={submit}
          unit={mate}
          lapFrame={form.frame}
          wasTried={wasTried}
          isHidden={shown !== mate}
          trip={trip}
          onRemove={lap.leaveOut}
          onCancel={first.giveUp}
        />
      )}
    </DraftDialog>
  )
}
