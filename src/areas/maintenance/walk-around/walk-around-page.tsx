import { lazyPart } from '#src/ui/page/lazy-part.tsx'
import { PageTitle } from '#src/ui/page/page-title.tsx'

// Its own file, as for the pages that open it by a click: otherwise they would load its modules with their lists.
const WalkAroundDialog = lazyPart(() => import('./walk-around-dialog.tsx').then((module) => module.WalkAroundDialog))

interface WalkAroundPageProps {
  /** The report was saved, discarded or stored as a draft. */
  readonly onClose: () => void
}

/** The walk-around as a page of its own: the bar, a shortcut of the installed app or a printed code opens it. */
export function WalkAroundPage({ onClose }: WalkAroundPageProps) {
  return (
    <>
      <PageTitle title="Walk-around" />
      <WalkAroundDialog onClose={onClose} />
    </>
  )
}
