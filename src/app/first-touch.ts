import { onStepThroughHistory } from '#src/browser/steps-through-history.ts'
import { tendFocus } from '#src/theme/focus.ts'
import { closeLayersWithBack } from '#src/ui/dialog/back-closes.ts'
import { openLayers } from '#src/ui/dialog/layers.ts'

/** What must work before the user opens the first dialog. Call it once, after the router was created. */
export function tendFirstTouch(): void {
  tendFocus(document)
  const { history, location } = window
  closeLayersWithBack(
    {
      history,
      location,
      onStep: onStepThroughHistory,
      after: (ms, work) => void setTimeout(work, ms),
    },
    openLayers,
  )
}
