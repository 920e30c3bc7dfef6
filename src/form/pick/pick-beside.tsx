import { Button } from '@mantine/core'
import type { ReactElement } from 'react'
import type { ReadList } from '#src/offline/reading/use-list.ts'
import { AgeLabel } from '#src/ui/status/age-label.tsx'
import { BesideFrame } from './beside-frame.tsx'
import classes from './pick-beside.module.css'
import { PickList } from './pick-list.tsx'
import type { Pickable } from './pickable.ts'

interface PickBesideProps<Choice extends Pickable> {
  /** What is picked: "Truck of Maria Lopez". */
  readonly label: string
  readonly anchor: ReactElement
  /** What is picked from. */
  readonly list: Pick<ReadList<unknown>, 'state' | 'hasMore' | 'updatedAt' | 'refetch'>
  /** What its rows are called: "Trucks". */
  readonly many: string
  /** Made of the list once it is there. */
  readonly choices: () => readonly Choice[]
  /** The `value` of what is picked now. */
  readonly picked: string
  readonly onPick: (choice: Choice) => void
  readonly onClose: () => void
}

/** One of many, out of a list that the device keeps, beside the thing that it is picked for. */
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
      // Where the focus waits: Escape closes the frame.
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
