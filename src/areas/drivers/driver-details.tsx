import { Button } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { Driver } from '#contract/people/drivers.ts'
import { edit, view } from '#contract/wire/access.ts'
import { fullName } from '#contract/wire/people.ts'
import { HistoryButton } from '#src/history/history-button.tsx'
import { Can } from '#src/session/can.tsx'
import { lazyPart } from '#src/ui/page/lazy-part.tsx'
import { useLoaded } from '#src/ui/use-loaded.ts'
import classes from './driver-details.module.css'
import { DriverExpenses } from './driver-expenses.tsx'
import { DriverFacts } from './driver-facts.tsx'

const loadForm = () => import('./driver-details-form.tsx').then((module) => module.DriverDetailsForm)
const DriverHistory = lazyPart(() => import('./driver-history.tsx').then((module) => module.DriverHistory))

interface DriverDetailsProps {
  readonly driver: Driver
  readonly week: (driver: Driver) => ReactNode
}

/** The expanded part of a card: week, papers with warnings, pay, ids, expenses. */
export function DriverDetails({ driver, week }: DriverDetailsProps) {
  const [opened, setOpened] = useState<'form' | 'history' | null>(null)
  // The form replaces the button. When it closes, the button is a new element, which takes the focus back.
  const [wasEdited, setWasEdited] = useState(false)
  const openForm = () => {
    setWasEdited(true)
    setOpened('form')
  }
  const close = () => setOpened(null)
  const facts = (
    <div className={classes.told}>
      <DriverFacts driver={driver} />
      <div className={classes.actions}>
        <Can access={edit('drivers')}>
          <Button
            variant="default"
            size="compact-md"
            leftSection={<IconPencil size={16} aria-hidden />}
            aria-label={`Edit ${fullName(driver.user)}`}
            autoFocus={wasEdited}
            onClick={openForm}
          >
            Edit
          </Button>
        </Can>
        <HistoryButton of={fullName(driver.user)} onOpen={() => setOpened('history')} />
      </div>
    </div>
  )
  return (
    <div className={classes.details}>
      <div className={classes.week}>
        <Can
          access={view('schedule')}
          otherwise={<p className={classes.refusal}>Permission for schedule view required</p>}
        >
          {week(driver)}
        </Can>
      </div>
      {opened === 'form' ? <EditedDetails driver={driver} onClose={close} meanwhile={facts} /> : facts}
      <DriverExpenses driver={driver} />
      {opened === 'history' ? <DriverHistory driver={driver} onClose={close} /> : null}
    </div>
  )
}

interface EditedDetailsProps extends Pick<DriverDetailsProps, 'driver'> {
  readonly onClose: () => void
  /** Shown until the form's code is there. */
  readonly meanwhile: ReactNode
}

function EditedDetails({ meanwhile, ...edited }: EditedDetailsProps) {
  const DriverDetailsForm = useLoaded(loadForm)
  if (DriverDetailsForm === null) return meanwhile
  return (
    <div className={classes.form}>
      <DriverDetailsForm {...edited} />
    </div>
  )
}
