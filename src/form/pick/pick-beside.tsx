import { Button } from '@mantine/core'
import type { ReactElement } from 'react'
import type { ReadList } from '#src/offline/reading/use-list.ts'
import { AgeLabel } from '#src/ui/status/age-label.tsx'
import { BesideFrame } from './beside-frame.tsx'
import classes from './pick-beside.module.css'
import { PickList } from './pick-list.tsx'
import type { Pickable } from './pickable.ts'

interface PickBesideProps<Choice extends Pickable> {
  /** The label: "Truck of Maria Lopez". */
  readonly label: string
  readonly anchor: ReactElement
  /** The list to pick from. */
  readonly list: Pick<ReadList<unknown>, 'state' | 'hasMore' | 'updatedAt' | 'refetch'>
  /** The plural noun for its rows: "Trucks". */
  readonly many: string
  /** Creates the choices from the list once it is loaded. */
  readonly choices: () => readonly Choice[]
  /** The `value` of the current choice. */
  readonly picked: string
  readonly onPick: (choice: Choice) => void
  readonly onClose: () => void
}

/** Picks one row from a stored list, in a frame next to the element that it is picked for. */
export function PickBeside<Choice extends Pickable>(props: PickBesideProps<Choice>) {
  const { label, anchor, list, many, choices, picked, onPick, onClose } = props
  return (
    <BesideFrame title={label} anchor={anchor} isDirty={false} width={380} onClose={onClose}>
      {list.state === 'ready' ? (
        <>
          <PickList {...{ label, picked, onPick }} choices={choices()} />
          <p className={classes.note}>
            {list.hasMore ? 'Not all of them are here yet · ' : ''}
            {many} <AgeLabel at={list.updatedAt} form="as_of" />
          </p>
        </>
      ) : (
        <NoRows {...{ list, many }} />
      )}
    </BesideFrame>
  )
}

function NoRows({ list, many }: Pick<PickBesideProps<Pickable>, 'list' | 'many'>) {
  if (list.state === 'loading') {
    return (
      // Takes the focus in the meantime, so that Escape closes the frame.
      <p className={classes.note} tabIndex={-1} data-autofocus>
        Loading...
      </p>
    )
  }
  const why = list.state === 'not_saved' ? 'not saved on this device yet.' : 'could not be loaded.'
  return (
    <div className={classes.none}>
      <p>
        The {many.toLowerCase()} are {why}
      </p>
      <Button variant="default" size="compact-sm" data-autofocus onClick={() => void list.refetch()}>
        Try again
      </Button>
    </div>
  )
}
