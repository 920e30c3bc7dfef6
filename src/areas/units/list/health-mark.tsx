import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { Fragment, type ReactNode } from 'react'
import { type NotReadyReason, notReadyReasons } from '#contract/maintenance/fleet-health.ts'
import type { Unit } from '#contract/units/units.ts'
import { useToday } from '#src/ui/use-now.ts'
import classes from './health-mark.module.css'

interface HealthMarkProps {
  readonly unit: Unit
  /** Shows only the sign; screen readers still read the text. */
  readonly isBrief?: boolean
  /** A reason as a link. Without it, reasons are plain text. */
  readonly linked?: (reason: NotReadyReason) => ReactNode
}

/** Shows whether a unit may roll today, or why not. */
export function HealthMark({ unit, isBrief = false, linked }: HealthMarkProps) {
  const today = useToday()
  const reasons = notReadyReasons({ ...unit, driver: unit.holder }, today)
  const isReady = reasons.length === 0
  const words = isReady ? 'Ready to roll' : `Not ready: ${reasons.map((one) => one.words).join(', ')}`
  const Icon = isReady ? IconCircleCheck : IconAlertTriangle
  return (
    <p className={classes.health} data-ready={isReady || undefined} title={isBrief ? words : undefined}>
      <Icon size={16} stroke={2} aria-hidden />
      <span className={isBrief ? 'visually-hidden' : undefined}>
        {isReady || linked === undefined ? words : <LinkedReasons reasons={reasons} linked={linked} />}
      </span>
    </p>
  )
}

interface LinkedReasonsProps {
  readonly reasons: readonly NotReadyReason[]
  readonly linked: (reason: NotReadyReason) => ReactNode
}

function LinkedReasons({ reasons, linked }: LinkedReasonsProps) {
  return (
    <>
      Not ready:{' '}
      {reasons.map((reason, at) => (
        <Fragment key={reason.reason}>
          {at > 0 ? ', ' : ''}
          {linked(reason)}
        </Fragment>
      ))}
    </>
  )
}
