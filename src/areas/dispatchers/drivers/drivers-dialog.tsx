import { Button, TextInput } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { Dispatcher } from '#contract/people/dispatchers.ts'
import { fullName } from '#contract/wire/people.ts'
import { submitWithUndo } from '#src/form/frame/submit-with-undo.ts'
import { formatCount } from '#src/format/numbers.ts'
import { driverNames } from '#src/lookups/driver-name-queries.ts'
import { useAllRows } from '#src/offline/reading/use-all-rows.ts'
import type { Reading } from '#src/offline/reading/use-reading.ts'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { DialogButtons } from '#src/ui/dialog/dialog-buttons.tsx'
import { toastFailure } from '#src/ui/notice/toast.ts'
import { changeDrivers } from '../dispatcher-drivers-commands.ts'
import { dispatcherList } from '../dispatcher-queries.ts'
import { DISPATCHER_DEFAULTS } from '../dispatcher-search.ts'
import {
  byId,
  changeOf,
  dispatcherOf,
  driversToChoose,
  isChangedTeam,
  matchingDrivers,
  SEARCH_BEYOND,
} from './driver-choice.ts'
import { DriverListbox } from './driver-listbox.tsx'
import classes from './drivers-dialog.module.css'
import { TakeQuestion } from './take-question.tsx'

interface DriversDialogProps {
  /** The dispatcher as the user saw them when the dialog opened. */
  readonly dispatcher: Dispatcher
  readonly onClose: () => void
}

/** Chooses the drivers of a dispatcher. It asks for confirmation before drivers leave other dispatchers. */
export function DriversDialog({ dispatcher, onClose }: DriversDialogProps) {
  const choice = useChoice(dispatcher)
  const { change, isChanged } = choice
  const [isAsking, setIsAsking] = useState(false)
  const keep = () => {
    onClose()
    submitWithUndo(changeDrivers, change, { seenVersion: dispatcher.version }).catch(toastFailure)
  }
  if (isAsking) return <TakeQuestion change={change} onConfirm={keep} onClose={() => setIsAsking(false)} />
  const save = () => (change.add.some(({ from }) => from !== null) ? setIsAsking(true) : keep())
  return (
    <Dialog title={`Drivers of ${fullName(dispatcher.user)}`} onClose={onClose} isDirty={isChanged}>
      <DriverPicker {...choice} />
      <DialogButtons>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button disabled={!isChanged} onClick={save}>
          Save
        </Button>
      </DialogButtons>
    </Dialog>
  )
}

/** The drivers to choose from, and the choice. */
function useChoice(dispatcher: Dispatcher) {
  const list = useAllRows(driverNames)
  // All dispatchers, whatever the page shows, to name the drivers' current dispatchers.
  const names = useAllRows(dispatcherList(DISPATCHER_DEFAULTS))
  const present = useMemo(() => new Set(dispatcher.drivers), [dispatcher.drivers])
  const [chosen, setChosen] = useState<ReadonlySet<number>>(present)
  const [search, setSearch] = useState('')
  const drivers = useMemo(() => driversToChoose(list.rows, present), [list.rows, present])
  const dispatchers = useMemo(() => byId(names.rows), [names.rows])
  const toggle = (id: number) => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    setChosen(next)
  }
  const change = changeOf({ dispatcher, present, chosen, drivers, dispatchers })
  const isChanged = isChangedTeam(present, chosen) && change.add.length + change.remove.length > 0
  return {
    dispatcher,
    list: list.state === 'ready' ? names : list,
    drivers,
    dispatchers,
    chosen,
    toggle,
    search,
    setSearch,
    change,
    isChanged,
  }
}

function DriverPicker(choice: ReturnType<typeof useChoice>) {
  const { dispatcher, list, drivers, dispatchers, chosen, toggle, search, setSearch } = choice
  const shown = useMemo(() => matchingDrivers(drivers, search), [drivers, search])
  if (list.state === 'loading') return <p role="status">Loading...</p>
  if (list.state !== 'ready') return <NoDrivers list={list} />
  const leader = (driver: (typeof drivers)[number]) => {
    const from = dispatcherOf(driver, dispatchers)
    return from === null || from.id === dispatcher.id ? null : fullName(from.user)
  }
  return (
    <div className={classes.choosing}>
      {drivers.length > SEARCH_BEYOND ? (
        <TextInput
          label="Find"
          type="search"
          autoComplete="off"
          value={search}
          // The list may load after the dialog has looked for its first focus.
          autoFocus
          data-autofocus
          onChange={(event) => setSearch(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown') return
            event.preventDefault()
            event.currentTarget.closest(`.${classes.choosing}`)?.querySelector<HTMLElement>('[role=listbox]')?.focus()
          }}
        />
      ) : null}
      <p className={classes.count} role="status">
        {formatCount(chosen.size)} chosen
        {shown.length === drivers.length
          ? ''
          : ` · ${formatCount(shown.length)} of ${formatCount(drivers.length)} found`}
      </p>
      <DriverListbox drivers={shown} chosen={chosen} onToggle={toggle} leader={leader} />
    </div>
  )
}

function NoDrivers({ list }: { readonly list: Reading }) {
  return (
    <div className={classes.choosing}>
      <p role="status">
        {list.state === 'not_saved'
          ? 'The drivers are not saved on this device yet. They appear as soon as there is a network.'
          : (list.problem?.message ?? 'The drivers could not be loaded.')}
      </p>
      <Button variant="default" loading={list.isRefreshing} onClick={() => void list.refetch()}>
        Try again
      </Button>
    </div>
  )
}
