import { Button } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import type { Unit } from '#contract/units/units.ts'
import { edit } from '#contract/wire/access.ts'
import { NO_VERSION_YET, unitTitle } from '#src/areas/units/changes/seen-unit.ts'
import { UNIT_ENDPOINTS } from '#src/areas/units/changes/unit-endpoints.ts'
import { HistoryButton } from '#src/history/history-button.tsx'
import { Can } from '#src/session/can.tsx'
import { lazyPart } from '#src/ui/page/lazy-part.tsx'
import { UNIT_WORDS } from '../unit-kinds.ts'
import classes from './unit-details.module.css'
import { UnitExpenses } from './unit-expenses.tsx'
import { UnitFacts } from './unit-facts.tsx'

const UnitEditDialog = lazyPart(() =>
  import('#src/areas/units/form/unit-edit-dialog.tsx').then((module) => module.UnitEditDialog),
)
const DeleteUnitQuestion = lazyPart(() =>
  import('./delete-unit-question.tsx').then((module) => module.DeleteUnitQuestion),
)
const UnitHistory = lazyPart(() => import('./unit-history.tsx').then((module) => module.UnitHistory))

type OpenDialog = 'edit' | 'delete' | 'history'

/** The expanded part of a card: identifiers, last location, expenses and actions. */
export function UnitDetails({ unit }: { readonly unit: Unit }) {
  const [opened, setOpened] = useState<OpenDialog | null>(null)
  const close = () => setOpened(null)
  const isMade = unit.version !== NO_VERSION_YET
  return (
    <div className={classes.details}>
      <div className={classes.told}>
        <UnitFacts unit={unit} />
        <Actions unit={unit} onOpen={setOpened} />
      </div>
      {isMade ? <UnitExpenses unit={unit} /> : null}
      {opened === 'edit' ? <UnitEditDialog unit={unit} onClose={close} /> : null}
      {opened === 'delete' ? <DeleteUnitQuestion unit={unit} onClose={close} /> : null}
      {opened === 'history' ? <UnitHistory unit={unit} onClose={close} /> : null}
    </div>
  )
}

interface ActionsProps {
  readonly unit: Unit
  readonly onOpen: (dialog: OpenDialog) => void
}

function Actions({ unit, onOpen }: ActionsProps) {
  const { area, noun } = UNIT_WORDS[unit.kind]
  const title = unitTitle(unit)
  return (
    <div className={classes.actions}>
      <Can access={edit(area)}>
        <Button
          variant="default"
          size="compact-md"
          leftSection={<IconPencil size={16} aria-hidden />}
          aria-label={`Edit ${title}`}
          onClick={() => onOpen('edit')}
        >
          Edit
        </Button>
      </Can>
      <HistoryButton of={title} onOpen={() => onOpen('history')} />
      <Can access={UNIT_ENDPOINTS[unit.kind].remove.access}>
        <Button
          variant="default"
          size="compact-md"
          leftSection={<IconTrash size={16} aria-hidden />}
          aria-label={`Delete ${title}`}
          onClick={() => onOpen('delete')}
        >
          Delete {noun}
        </Button>
      </Can>
    </div>
  )
}
