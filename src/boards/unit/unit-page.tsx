import { IconLock, IconZoomQuestion } from '@tabler/icons-react'
import { useMemo } from 'react'
import { UNIT_KINDS, type UnitKind } from '#contract/units/unit-choices.ts'
import { view } from '#contract/wire/access.ts'
import { UnitReportButtons } from '#src/areas/maintenance/of-unit/unit-report-buttons.tsx'
import { unitTitle } from '#src/areas/units/changes/seen-unit.ts'
import { oneUnit } from '#src/areas/units/one-unit-queries.ts'
import { UNIT_WORDS } from '#src/areas/units/unit-kinds.ts'
import { unitRows } from '#src/areas/units/unit-queries.ts'
import { ICON, ReadingPlaceholder } from '#src/list/reading-placeholder.tsx'
import { useMark } from '#src/offline/outbox/show/use-outbox.ts'
import { useRecord } from '#src/offline/reading/use-record.ts'
import { useCan } from '#src/session/use-can.ts'
import { EmptyState } from '#src/ui/notice/empty-state.tsx'
import { WaitingMark } from '#src/ui/notice/waiting-mark.tsx'
import { PageTitle } from '#src/ui/page/page-title.tsx'
import { AgeLabel } from '#src/ui/status/age-label.tsx'
import { UnitContent } from './unit-content.tsx'

interface UnitPageProps {
  /** As in the address: perhaps no kind at all. */
  readonly kind: string
  /** The unit's id, or its client id on the device that created it. */
  readonly id: string
}

/** One truck or trailer: its status and readiness, what is broken, its last reports, and the ways to report on it. */
export function UnitPage({ kind: typed, id }: UnitPageProps) {
  const kind = UNIT_KINDS.find((one) => one === typed)
  if (kind === undefined) {
    return (
      <EmptyState isPage icon={<IconZoomQuestion {...ICON} />} title="There is no such unit">
        The link to it was cut short.
      </EmptyState>
    )
  }
  return <PermittedUnit kind={kind} id={id} />
}

function PermittedUnit({ kind, id }: { readonly kind: UnitKind; readonly id: string }) {
  const { area } = UNIT_WORDS[kind]
  const canView = useCan(view(area))
  if (canView) return <ReadUnit kind={kind} id={id} />
  return <EmptyState isPage icon={<IconLock {...ICON} />} title={`Permission for ${area} view required`} />
}

function ReadUnit({ kind, id }: { readonly kind: UnitKind; readonly id: string }) {
  const read = useRecord(
    useMemo(() => oneUnit(kind, id), [kind, id]),
    unitRows,
    id,
  )
  const { title, noun } = UNIT_WORDS[kind]
  const { row: unit, isRemoved } = read
  const mark = useMark(unitRows, unit === null ? id : unitRows.keyOf(unit))
  if (unit === null || isRemoved) {
    return (
      <>
        <PageTitle title={title} />
        {isRemoved ? (
          <EmptyState title={`This ${noun} was deleted`} />
        ) : (
          <ReadingPlaceholder
            list={read}
            what={noun}
            subject={`The ${noun}`}
            loading={<p role="status">Loading...</p>}
            nothing={null}
          />
        )}
      </>
    )
  }
  const note = (
    <>
      <AgeLabel at={read.updatedAt} form="as_of" /> <WaitingMark mark={mark} />
    </>
  )
  return (
    <>
      <PageTitle title={unitTitle(unit)} note={note}>
        <UnitReportButtons unit={unit} />
      </PageTitle>
      <UnitContent unit={unit} />
    </>
  )
}
