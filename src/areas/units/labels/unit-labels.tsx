import { Button } from '@mantine/core'
import { IconArrowLeft, IconPrinter } from '@tabler/icons-react'
import { useMemo } from 'react'
import type { UnitKind } from '#contract/units/unit-choices.ts'
import { unitKind, unitNumberOf } from '#contract/units/unit-names.ts'
import type { Unit } from '#contract/units/units.ts'
import { unitTitle } from '#src/areas/units/changes/seen-unit.ts'
import type { UnitChoice } from '#src/areas/units/list/unit-search.ts'
import { countOf } from '#src/format/numbers.ts'
import { ReadingPlaceholder } from '#src/list/reading-placeholder.tsx'
import { unitUrl } from '#src/lookups/unit-url.ts'
import { useAllRows } from '#src/offline/reading/use-all-rows.ts'
import { wholeReading } from '#src/offline/reading/whole-reading.ts'
import { QrCode } from '#src/ui/code/qr-code.tsx'
import { useIsTopmost } from '#src/ui/dialog/layers.ts'
import { EmptyState } from '#src/ui/notice/empty-state.tsx'
import { PageTitle } from '#src/ui/page/page-title.tsx'
import { Paper } from '#src/ui/page/paper.tsx'
import { unitRefIn } from '../unit-address.ts'
import { UNIT_WORDS } from '../unit-kinds.ts'
import { allUnitRows } from '../unit-queries.ts'
import { sheetsOf } from './sheets-of.ts'
import classes from './unit-labels.module.css'

interface UnitLabelsProps {
  readonly kind: UnitKind
  /** The list whose units get a label. */
  readonly choice: UnitChoice
  readonly onClose: () => void
}

/** Sheets of labels to print, one label for each unit of a list: its number, and the address of its page as a code. */
export function UnitLabels({ kind, choice, onClose }: UnitLabelsProps) {
  // Back returns to the list.
  useIsTopmost(onClose)
  const list = wholeReading(useAllRows(useMemo(() => allUnitRows(kind, choice), [kind, choice])))
  const { many, noun } = UNIT_WORDS[kind]
  const isWhole = list.state === 'ready'
  return (
    <>
      <PageTitle title={`Labels of ${many.toLowerCase()}`} note={isWhole ? countOf(list.rows.length, 'label') : null}>
        <Button variant="default" leftSection={<IconArrowLeft size={16} aria-hidden />} onClick={onClose}>
          Back to the list
        </Button>
        <Button
          leftSection={<IconPrinter size={16} aria-hidden />}
          disabled={!isWhole || list.rows.length === 0}
          onClick={() => window.print()}
        >
          Print
        </Button>
      </PageTitle>
      {isWhole && list.rows.length > 0 ? (
        <Sheets rows={list.rows} />
      ) : (
        <ReadingPlaceholder
          list={list}
          what="list"
          subject={`The ${many.toLowerCase()}`}
          loading={<p role="status">Loading...</p>}
          nothing={<EmptyState title={`No ${noun} to label`} />}
        />
      )}
    </>
  )
}

function Sheets({ rows }: { readonly rows: readonly Unit[] }) {
  return (
    <Paper label="Labels" className={classes.sheets}>
      {sheetsOf(rows).map((sheet) => (
        <ul key={unitKind.keyOf(sheet[0])} className={classes.sheet}>
          {sheet.map((unit) => (
            <Label key={unitKind.keyOf(unit)} unit={unit} />
          ))}
        </ul>
      ))}
    </Paper>
  )
}

function Label({ unit }: { readonly unit: Unit }) {
  const plate = unit.extra_info.licence_plate
  return (
    <li className={classes.label} aria-label={unitTitle(unit)}>
      <QrCode
        className={classes.code}
        text={unitUrl(unitRefIn(unit), location.origin)}
        label={`Code of ${unitTitle(unit)}`}
      />
      <div className={classes.told} translate="no">
        <b className={classes.number}>{unitNumberOf(unit)}</b>
        <span>{[UNIT_WORDS[unit.kind].title, plate].filter(Boolean).join(' · ')}</span>
      </div>
    </li>
  )
}
