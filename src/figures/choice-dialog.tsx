import type { CheckChoice } from '#src/list/filter/check-choices.ts'
import { CheckList } from '#src/list/filter/check-list.tsx'
import type { Reading } from '#src/offline/reading/use-reading.ts'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { MAX_CHOSEN } from './choice-store.ts'

interface ChoiceDialogProps {
  /** The plural noun for the choices: "trucks". */
  readonly many: string
  readonly list: Reading
  readonly choices: readonly CheckChoice[]
  readonly chosen: readonly string[]
  readonly onSave: (chosen: readonly string[]) => void
  readonly onClose: () => void
}

/** The dialog in which the user chooses whose expenses are shown. */
export function ChoiceDialog({ many, onClose, onSave, ...checks }: ChoiceDialogProps) {
  const save = (chosen: readonly string[]) => {
    onSave(chosen)
    onClose()
  }
  return (
    <Dialog title={`Choose ${many}`} size="sm" onClose={onClose}>
      <CheckList label={many} most={MAX_CHOSEN} onSave={save} {...checks} />
    </Dialog>
  )
}
