import { UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import type { DispatcherStatus } from '#contract/people/dispatcher-choices.ts'
import type { Dispatcher } from '#contract/people/dispatchers.ts'
import { edit } from '#contract/wire/access.ts'
import { fullName } from '#contract/wire/people.ts'
import { submitAllWithUndo } from '#src/form/frame/submit-with-undo.ts'
import { datesWords } from '#src/format/dates-words.ts'
import { newChange } from '#src/offline/command.ts'
import { useCan } from '#src/session/use-can.ts'
import { toastFailure } from '#src/ui/notice/toast.ts'
import { lazyPart } from '#src/ui/page/lazy-part.tsx'
import { useToday } from '#src/ui/use-now.ts'
import classes from './dispatcher-card.module.css'
import { statusWords } from './dispatcher-words.ts'

const DatesDialog = lazyPart(() =>
  import('#src/ui/date-selector/dates-dialog.tsx').then((module) => module.DatesDialog),
)

interface DatesProps {
  readonly dispatcher: Dispatcher
}

/** The dates of a dispatcher's status. Users who may edit dispatchers can change them here. */
export function DispatcherDates({ dispatcher }: DatesProps) {
  const mayEdit = useCan(edit('dispatchers'))
  const [isAsked, setIsAsked] = useState(false)
  const dates = datesWords(dispatcher.status_date_from, dispatcher.status_date_to, useToday())
  if (!mayEdit) {
    return dates === '' ? <span className="visually-hidden">none</span> : <span className={classes.dates}>{dates}</span>
  }
  return (
    <>
      <UnstyledButton
        className={classes.datesButton}
        aria-label={`Dates of ${fullName(dispatcher.user)}: ${dates === '' ? 'none' : dates}`}
        aria-haspopup="dialog"
        onClick={() => setIsAsked(true)}
      >
        {dates === '' ? 'Dates…' : dates}
      </UnstyledButton>
      {isAsked ? (
        <StatusDates dispatcher={dispatcher} to={dispatcher.status} onClose={() => setIsAsked(false)} />
      ) : null}
    </>
  )
}

interface StatusDatesProps extends DatesProps {
  readonly to: DispatcherStatus
  readonly onClose: () => void
}

/** Asks for the dates of a status and saves the change. */
export function StatusDates({ dispatcher, to, onClose }: StatusDatesProps) {
  const today = useToday()
  const { status, status_date_from, status_date_to } = dispatcher
  const isNow = to === status
  const initial = isNow ? { from: status_date_from ?? today, to: status_date_to } : { from: today, to: null }
  const keep = async ({ from, to: until }: { readonly from: string; readonly to: string | null }) => {
    onClose()
    if (isNow && from === status_date_from && until === status_date_to) return
    const input = { was: dispatcher, to, on: from, until }
    await submitAllWithUndo(
      import('./dispatcher-commands.ts').then(({ changeDispatcherStatus }) => [
        newChange(changeDispatcherStatus, input, dispatcher.version),
      ]),
    )
  }
  const title = `${statusWords(to)}: ${fullName(dispatcher.user)}`
  return (
    <DatesDialog
      title={title}
      initial={initial}
      onSubmit={(dates) => void keep(dates).catch(toastFailure)}
      onClose={onClose}
    />
  )
}
