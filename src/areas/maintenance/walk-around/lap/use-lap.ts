import { useRef, useState } from 'react'
import type { Inspection } from '#contract/maintenance/inspections.ts'
import type { InspectionValues } from '#src/areas/maintenance/new/new-inspection-values.ts'
import { saveNewInspections, type TypedReport } from '#src/areas/maintenance/new/save-new-inspection.ts'
import { closeKept } from '#src/form/frame/draft-toasts.ts'
import type { Submitter } from '#src/form/frame/submit-and-wait.ts'
import type { SubmitHow } from '#src/form/frame/use-form-frame.ts'
import { useWalkedForm } from '../use-walked-form.ts'
import type { MateReport } from './mate-page.tsx'

type Unit = Inspection['transport']

interface LapOptions {
  readonly unit: Unit
  /**
   * The coupled unit, if its walk-around is unfinished too: who continues one continues the lap. Null if it is not,
   * undefined while that is unknown.
   */
  readonly unfinishedMate: Unit | null | undefined
  readonly onChangeUnit: () => void
  readonly onClose: () => void
}

/**
 * A lap around a unit and, if the user adds it, the unit coupled to it. The form of the first unit saves the reports of
 * both.
 */
export function useLap({ unit, unfinishedMate, onChangeUnit, onClose }: LapOptions) {
  const [tries, setTries] = useState(0)
  const mateReport = useRef<MateReport>(null)
  const save = (report: TypedReport, submitter: Submitter) => saveLap(report, mateReport.current, submitter)
  const walked = useWalkedForm({ unit, save, onClose })
  const { form, stale } = walked
  const { mate, isMateShown, setIsMateShown, add, leaveOut } = useMate(walked.isRestored, unfinishedMate)
  const submit = async (how?: SubmitHow) => {
    // The photos of the second page belong to the same save.
    await mateReport.current?.whenOver()
    const isMateReady = (await mateReport.current?.isReady()) ?? true
    const isFirstReady = (await walked.isValid()) && stale === null
    // The shown page stays until it is complete; then the other one is shown.
    if (isMateShown ? isMateReady : isFirstReady) setIsMateShown(!isMateReady)
    // Shows what is missing and moves the focus there.
    if (isFirstReady && isMateReady) await form.frame.submit(how)
    else setTries((count) => count + 1)
  }
  const whenOver = async () => {
    await Promise.all([form.frame.whenOver(), mateReport.current?.whenOver()])
  }
  const frame = { ...form.frame, submit, submits: form.frame.submits + tries, whenOver }
  const keep = () => Promise.all([walked.keepDraft(), mateReport.current?.keepDraft() ?? null])
  return {
    first: {
      ...walked,
      form: { ...form, frame },
      isDirty: walked.isDirty || mate !== null,
      giveUp: () => closeKept(keep, onClose),
    },
    mateReport,
    mate,
    shown: mate !== null && isMateShown ? mate : unit,
    /** The user tried to save while something was missing. */
    wasTried: tries > 0,
    add,
    setTrip: (to: InspectionValues['service_type']) => {
      form.form.setFieldValue('service_type', to)
      mateReport.current?.setTrip(to)
    },
    show: (one: Unit) => setIsMateShown(one !== unit),
    leaveOut,
    changeUnit: () => closeKept(keep, onChangeUnit),
  }
}

/**
 * The second unit of a lap: one that the user adds, or the `unfinished` one of a lap that is continued. That is decided
 * once, when it is known whether there is one: later it would come under the finger.
 */
function useMate(isContinued: boolean, unfinished: Unit | null | undefined) {
  const [mate, setMate] = useState<Unit | null>(null)
  const [isMateShown, setIsMateShown] = useState(false)
  const [isDecided, setIsDecided] = useState(false)
  if (!isDecided && isContinued && unfinished !== undefined) {
    setIsDecided(true)
    if (mate === null) setMate(unfinished)
  }
  const add = (other: Unit) => {
    setMate(other)
    setIsMateShown(true)
  }
  const leaveOut = () => {
    setMate(null)
    setIsMateShown(false)
  }
  return { mate, isMateShown, setIsMateShown, add, leaveOut }
}

/** Saves the reports of a lap, all or none. */
async function saveLap(report: TypedReport, mate: MateReport | null, submitter: Submitter): Promise<void> {
  if (mate === null) return saveNewInspections([report], submitter)
  await saveNewInspections([report, mate.report(report.values.service_type, submitter.isWithoutFiles)], {
    ...submitter,
    // If the server refuses one of the reports, the other one may be there already. So the forms do not get them back to
    // send both again: the Outbox keeps the refused one.
    isHere: () => false,
    onSaved: async () => {
      await Promise.all([submitter.onSaved?.(), mate.dropDraft()])
    },
  })
}
