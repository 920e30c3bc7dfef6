import { IconClipboardCheck, IconHeadset, IconSteeringWheel, IconTool, IconUser } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { inspectionHoldsUntil } from '#contract/maintenance/fleet-health.ts'
import type { Unit } from '#contract/units/units.ts'
import { fullName } from '#contract/wire/people.ts'
import { Fact } from '#src/ui/page/fact.tsx'
import { PhoneLink } from '#src/ui/person/contact-line.tsx'
import { DueFact } from '#src/ui/status/due-fact.tsx'
import { DriverButton } from './driver-button.tsx'
import classes from './unit-card.module.css'

interface UnitRowFactsProps {
  readonly unit: Unit
}

/** Who drives a unit, for whom, when it is due, and whom to ask about it; in the order of the card. */
export function UnitRowFacts({ unit }: UnitRowFactsProps) {
  const { dispatcher, next_service_date, inspection_passed_date: passed } = unit
  return (
    <dl className={classes.facts}>
      <Who name="Driver" Icon={IconSteeringWheel}>
        <DriverButton unit={unit} />
      </Who>
      <Who name="Dispatcher" Icon={IconHeadset}>
        {dispatcher ? fullName(dispatcher.user) : '—'}
      </Who>
      <DueFact name="Next service" icon={<IconTool {...SIGN} />} day={next_service_date} over="overdue" />
      <DueFact
        name="Inspection passed"
        icon={<IconClipboardCheck {...SIGN} />}
        day={passed && inspectionHoldsUntil(passed)}
        told={passed}
        over="overdue"
      />
      <FleetManager unit={unit} />
    </dl>
  )
}

const SIGN = { size: 15, stroke: 1.75, 'aria-hidden': true } as const

interface WhoProps {
  readonly name: string
  readonly Icon: typeof IconUser
  readonly children: ReactNode
}

/** Somebody whose part is told by a sign. */
function Who({ name, Icon, children }: WhoProps) {
  return (
    <Fact name={name} isNameHidden>
      <span className={classes.who} title={name}>
        <Icon {...SIGN} />
        {children}
      </span>
    </Fact>
  )
}

/** Whom to write to or call about a unit. */
function FleetManager({ unit: { extra_info } }: UnitRowFactsProps) {
  const { fleet_manager_name: name, fleet_manager_email: email, fleet_manager_phone: phone } = extra_info
  return (
    <>
      <Who name="Fleet manager" Icon={IconUser}>
        {email === '' ? name || '—' : <a href={`mailto:${email}`}>{name || email}</a>}
      </Who>
      <Fact name="Fleet manager’s phone" isNameHidden>
        <PhoneLink phone={phone} orElse={phone || '—'} />
      </Fact>
    </>
  )
}
