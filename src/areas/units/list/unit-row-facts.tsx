import { IconClipboardCheck, IconHeadset, IconSteeringWheel, IconTool, IconUser } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { inspectionValidUntil } from '#contract/maintenance/fleet-health.ts'
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

/** A unit's driver, dispatcher, due dates and fleet manager, in the order of the card. */
export function UnitRowFacts({ unit }: UnitRowFactsProps) {
  const { dispatcher, next_service_date, inspection_passed_date: passed } = unit
  return (
    <dl className={classes.facts}>
      <PersonFact name="Driver" Icon={IconSteeringWheel}>
        <DriverButton unit={unit} />
      </PersonFact>
      <PersonFact name="Dispatcher" Icon={IconHeadset}>
        {dispatcher ? fullName(dispatcher.user) : '—'}
      </PersonFact>
      <DueFact name="Next service" icon={<IconTool {...SIGN} />} day={next_service_date} over="overdue" />
      <DueFact
        name="Annual inspection due"
        icon={<IconClipboardCheck {...SIGN} />}
        day={passed && inspectionValidUntil(passed)}
        over="overdue"
      />
      <FleetManager unit={unit} />
    </dl>
  )
}

const SIGN = { size: 15, stroke: 1.75, 'aria-hidden': true } as const

interface PersonFactProps {
  readonly name: string
  readonly Icon: typeof IconUser
  readonly children: ReactNode
}

/** A person with an icon for their role. */
function PersonFact({ name, Icon, children }: PersonFactProps) {
  return (
    <Fact name={name} isNameHidden>
      <span className={classes.who} title={name}>
        <Icon {...SIGN} />
        {children}
      </span>
    </Fact>
  )
}

/** The unit's fleet manager with phone and e-mail. */
function FleetManager({ unit: { extra_info } }: UnitRowFactsProps) {
  const { fleet_manager_name: name, fleet_manager_email: email, fleet_manager_phone: phone } = extra_info
  return (
    <>
      <PersonFact name="Fleet manager" Icon={IconUser}>
        {email === '' ? name || '—' : <a href={`mailto:${email}`}>{name || email}</a>}
      </PersonFact>
      <Fact name="Fleet manager’s phone" isNameHidden>
        <PhoneLink phone={phone} orElse={phone || '—'} />
      </Fact>
    </>
  )
}
