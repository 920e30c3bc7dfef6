import { CheckList } from '#src/list/filter/check-list.tsx'
import type { Tickable } from '#src/list/filter/several.ts'
import type { Reading } from '#src/offline/reading/use-reading.ts'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { MAX_CHOSEN } from './choice-store.ts'

interface ChoiceDialogProps {
  /** Those that can be chosen, in the trade's word: "trucks". */
  readonly many: string
  readonly list: Reading
  readonly choices: readonly Tickable[]
  readonly chosen: readonly string[]
  readonly onSave: (chosen: readonly string[]) => void
  readonly onClose: () => void
}

/** Where those are ticked whose expenses are shown. */
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
