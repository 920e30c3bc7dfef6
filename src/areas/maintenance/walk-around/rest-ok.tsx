import { Button } from '@mantine/core'
import { IconChecks } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import classes from './rest-ok.module.css'

interface RestOkOptions {
  readonly open: number
  readonly total: number
  /** Marks all unchecked parts as OK. Returns the function that takes that back. */
  readonly onRestOk: () => () => void
}

/** The button in its place, and nothing in the other place. */
export interface RestOkPlaces {
  /** In the head of the list, which stays in view: as soon as one part is marked. */
  readonly head: ReactNode
  /** Below the list, so that the user has seen the parts: while none is marked. */
  readonly end: ReactNode
}

/** The button that marks all unchecked parts as OK, and the one that takes that back. */
export function useRestOk({ open, total, onRestOk }: RestOkOptions): RestOkPlaces {
  const [done, setDone] = useState<{ readonly place: keyof RestOkPlaces; readonly undo: () => void } | null>(null)
  // It belongs to the marks that it has set.
  if (done !== null && open > 0) setDone(null)
  // The button that was pressed stays where it was: it has the focus.
  const place = done?.place ?? (open === total ? 'end' : 'head')
  const isShown = open > 0 || done !== null
  const buttons = isShown && (
    <RestOk
      title={place === 'end' ? 'All OK' : 'The rest OK'}
      isDone={open === 0}
      onPress={() => setDone({ place, undo: onRestOk() })}
      onUndo={() => {
        done?.undo()
        setDone(null)
      }}
    />
  )
  return place === 'head'
    ? { head: buttons, end: null }
    : { head: null, end: <div className={classes.end}>{buttons}</div> }
}

interface RestOkProps {
  readonly title: string
  readonly isDone: boolean
  readonly onPress: () => void
  readonly onUndo: () => void
}

function RestOk({ title, isDone, onPress, onUndo }: RestOkProps) {
  return (
    <>
      {/* Not in the place of the button: a second tap of a glove would take the marks back. */}
      {isDone ? (
        <Button variant="default" className={classes.undo} onClick={onUndo}>
          Undo
        </Button>
      ) : null}
      <Button
        size="md"
        className={classes.all}
        leftSection={<IconChecks size={22} aria-hidden />}
        aria-disabled={isDone}
        {...(isDone && { 'data-disabled': true })}
        onClick={() => isDone || onPress()}
      >
        {title}
      </Button>
    </>
  )
}
