import { type ReactNode, type Ref, useImperativeHandle } from 'react'
import type { Inspection } from '#contract/maintenance/inspections.ts'
import type { InspectionValues } from '#src/areas/maintenance/new/new-inspection-values.ts'
import type { TypedReport } from '#src/areas/maintenance/new/save-new-inspection.ts'
import type { Frame } from '#src/form/frame/use-form-frame.ts'
import type { StoredDraft } from '#src/offline/drafts/draft-database.ts'
import { useWalkedForm } from '../use-walked-form.ts'
import { LapPage } from './lap-page.tsx'
import type { WalkedStore } from './lap-progress.ts'

/** What the lap needs of its second page. */
export interface MateReport {
  /** Validates the page and shows its errors. False also while its marks must be confirmed. */
  readonly isReady: () => Promise<boolean>
  /** The report of the second unit, on the same trip as the first. */
  readonly report: (trip: InspectionValues['service_type'], isWithoutFiles?: boolean) => TypedReport
  /** The trip of the lap was changed: the draft has it, too. */
  readonly setTrip: (trip: InspectionValues['service_type']) => void
  readonly keepDraft: () => Promise<StoredDraft | null>
  readonly dropDraft: () => Promise<void>
  /** Resolves when photos are prepared. */
  readonly whenOver: () => Promise<void>
}

interface MatePageProps {
  readonly ref: Ref<MateReport>
  /** Gets the values of the form: the lap shows how far both units are. */
  readonly storeRef: Ref<WalkedStore>
  /** The label of the submit button. */
  readonly submit: ReactNode
  readonly unit: Inspection['transport']
  /** The form of the first page: it saves the reports of both. */
  readonly lapFrame: Frame
  readonly wasTried: boolean
  readonly isHidden: boolean
  readonly trip: InspectionValues['service_type']
  /** Leaves the unit out of the lap. Its draft stays. */
  readonly onRemove: () => void
  readonly onCancel: () => void
}

/** The second page of a lap: the unit coupled to the first one, with a form and a draft of its own. */
export function MatePage({ ref, storeRef, unit, lapFrame, trip, onRemove, onCancel, ...shown }: MatePageProps) {
  const walked = useWalkedForm({
    unit,
    trip,
    save: () => Promise.reject(new Error('The first page saves both reports.')),
    onClose: onRemove,
  })
  const { form, stale, isValid, report, keepDraft, dropDraft } = walked
  useImperativeHandle(ref, () => ({
    isReady: async () => (await isValid()) && stale === null,
    report: (service_type, isWithoutFiles = false) => {
      const { values, files } = report()
      return { values: { ...values, service_type }, files: isWithoutFiles ? {} : files }
    },
    setTrip: (to) => form.form.setFieldValue('service_type', to),
    keepDraft,
    dropDraft,
    whenOver: form.frame.whenOver,
  }))
  useImperativeHandle(storeRef, () => form.form.store, [form.form.store])
  const { submit, submits, isSubmitting, refusal } = lapFrame
  const frame = {
    ...form.frame,
    submit,
    submits,
    isSubmitting,
    refusal: { ...refusal, atFields: form.frame.refusal.atFields },
  }
  return (
    <LapPage
      {...shown}
      unit={unit}
      walked={{ ...walked, form: { ...form, frame }, giveUp: onCancel }}
      trip={null}
      onRemove={walked.giveUp}
    />
  )
}
