import { Button } from '@mantine/core'
import { IconCamera } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { type Defect, type Inspection, isOpenMajor } from '#contract/maintenance/inspections.ts'
import {
  defectTitle,
  stateTitle,
  URGENCIES,
  type Urgency,
  urgencyTitle,
} from '#contract/maintenance/maintenance-choices.ts'
import { edit } from '#contract/wire/access.ts'
import { DefectPhotos } from '#src/areas/maintenance/attachments/defect-photos.tsx'
import type { DefectTransition } from '#src/areas/maintenance/signing/settle-dialog.tsx'
import { Can } from '#src/session/can.tsx'
import { Notice } from '#src/ui/notice/notice.tsx'
import { lazyPart } from '#src/ui/page/lazy-part.tsx'
import { StatusBadge } from '#src/ui/status/status-badge.tsx'
import { momentWords, stateColor } from '../inspection-words.ts'
import { defectAt } from '../named-defect.ts'
import classes from './inspection-detail.module.css'

const SettleDialog = lazyPart(() =>
  import('#src/areas/maintenance/signing/settle-dialog.tsx').then((module) => module.SettleDialog),
)
const AddPhotosDialog = lazyPart(() =>
  import('#src/areas/maintenance/attachments/add-photos-dialog.tsx').then((module) => module.AddPhotosDialog),
)

const keyOf = ({ client_id, id }: Defect) => client_id ?? id

/** Scrolls the defect that the address names into view. The focus tells it to screen readers and leads to its buttons. */
const showAndFocus = (entry: HTMLElement | null) => {
  entry?.focus({ preventScroll: true })
  entry?.scrollIntoView()
}

/** The defects of a report with their states, and buttons to change the state. */
export function DefectList({ row }: { readonly row: Inspection }) {
  const [settling, setSettling] = useState<DefectTransition | null>(null)
  const hash = useLocation({ select: (location) => location.hash })
  // As it was opened: after a repair the address would name the next open defect.
  const [named] = useState(() => defectAt(hash, row.defects))
  const [photographed, setPhotographed] = useState<Defect | null>(null)
  if (row.defects.length === 0) return <p className={classes.none}>No defects were found.</p>
  const hasOpenMajor = !row.transport.is_deleted && row.defects.some(isOpenMajor)
  return (
    <>
      {hasOpenMajor ? (
        <Notice tone="caution">
          Not ready to roll: a major defect is open. {row.transport.title} stays in the yard.
        </Notice>
      ) : null}
      <ul className={classes.defects}>
        {row.defects.map((defect) => (
          <DefectEntry
            key={keyOf(defect)}
            row={row}
            defect={defect}
            isNamed={named !== undefined && keyOf(named) === keyOf(defect)}
            onSettle={setSettling}
            onAddPhotos={() => setPhotographed(defect)}
          />
        ))}
      </ul>
      {settling ? <SettleDialog row={row} settling={settling} onClose={() => setSettling(null)} /> : null}
      {photographed ? <AddPhotosDialog row={row} defect={photographed} onClose={() => setPhotographed(null)} /> : null}
    </>
  )
}

interface DefectEntryProps {
  readonly row: Inspection
  readonly defect: Defect
  /** The address names this defect. */
  readonly isNamed: boolean
  readonly onAddPhotos: () => void
  readonly onSettle: (settling: DefectTransition) => void
}

function DefectEntry({ row, defect, isNamed, onSettle, onAddPhotos }: DefectEntryProps) {
  const { defect_type, urgency, description, state } = defect
  const title = defectTitle(defect_type)
  const head = useId()
  const button = (to: DefectTransition['to'], words: string) => (
    <Button
      variant="default"
      size="compact-md"
      aria-label={`${title}: ${words}`}
      onClick={() => onSettle({ defect, to })}
    >
      {words}
    </Button>
  )
  return (
    // The dialog's focus trap looks for the attribute: it may set the first focus later than this entry.
    <li
      className={classes.defect}
      aria-labelledby={head}
      {...(isNamed && { ref: showAndFocus, tabIndex: -1, 'data-autofocus': true })}
    >
      <p id={head} className={classes.defectHead}>
        <b>{title}</b>
        <UrgencyBadge urgency={urgency} />
        <StatusBadge color={stateColor(state)} title={stateTitle(state)} />
      </p>
      {description ? <p className={classes.words}>{description}</p> : null}
      <Certification defect={defect} />
      <DefectPhotos row={row} defect={defect} />
      <Can access={edit('maintenance')}>
        <p className={classes.buttons}>
          {state === 'open' ? button('repaired', 'Mark repaired…') : null}
          {state === 'open' ? button('deferred', 'Defer…') : null}
          {state === 'open' ? null : button('open', 'Open again')}
          <Button
            variant="default"
            size="compact-md"
            leftSection={<IconCamera size={16} aria-hidden />}
            aria-label={`${title}: Add photo`}
            onClick={onAddPhotos}
          >
            Add photo
          </Button>
        </p>
      </Can>
    </li>
  )
}

/** "Repaired: certified by Joe Hall, 11/21/26 2:05 PM. New chamber fitted". */
export function Certification({ defect }: { readonly defect: Defect }) {
  const { state, settled_by, settled_at, settled_note } = defect
  if (state === 'open') return null
  return (
    <p className={classes.certified}>
      {stateTitle(state)}: certified by {settled_by ?? 'nobody'}
      {settled_at === null ? '' : `, ${momentWords(settled_at)}`}
      {settled_note ? <span className={classes.words}>. {settled_note}</span> : null}
    </p>
  )
}

/** The urgency of a defect, as a badge with color and text. */
function UrgencyBadge({ urgency }: { readonly urgency: Urgency }) {
  const color = URGENCIES.find(({ value }) => value === urgency)?.color ?? 'gray'
  return <StatusBadge color={color} title={urgencyTitle(urgency)} />
}
