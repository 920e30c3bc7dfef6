import '@mantine/core/styles/Drawer.layer.css'
import { Drawer } from '@mantine/core'
import type { InspectionTab } from '#contract/maintenance/inspection-lists.ts'
import { useIsTopmost } from '#src/ui/dialog/layers.ts'
import { useFocusBack } from '#src/ui/dialog/use-focus-back.ts'
import { lazyPart } from '#src/ui/page/lazy-part.tsx'
import classes from './inspection-panel.module.css'
import { useCloseReport } from './use-close-report.ts'

const InspectionDetail = lazyPart(() => import('./inspection-detail.tsx').then((module) => module.InspectionDetail))

interface InspectionPanelProps {
  readonly id: string
  readonly tab: InspectionTab
  /** Shows the list without an open inspection. */
  readonly onList: () => void
}

/** The open inspection, next to the list; on phones in place of the list. */
export function InspectionPanel({ id, tab, onList }: InspectionPanelProps) {
  useFocusBack()
  const onClose = useCloseReport(onList)
  const isTopmost = useIsTopmost()
  return (
    <Drawer
      opened
      onClose={onClose}
      closeOnEscape={isTopmost}
      returnFocus={false}
      position="right"
      size={560}
      title="Inspection"
      transitionProps={{ duration: 0 }}
      overlayProps={{ backgroundOpacity: 0.25 }}
      closeButtonProps={{ 'aria-label': 'Close' }}
      attributes={{ header: { role: 'none' } }}
      classNames={{ content: classes.content ?? '', header: classes.header ?? '', title: classes.title ?? '' }}
    >
      <InspectionDetail key={id} {...{ id, tab, onClose }} meanwhile={<p role="status">Loading...</p>} />
    </Drawer>
  )
}
