import { ActionIcon, Button, Menu } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconCopyPlus, IconDots, IconDownload, IconKeyboard, IconPrinter } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { IsoDay } from '#src/format/calendar.ts'
import { lazyPart } from '#src/ui/page/lazy-part.tsx'
import type { ApplyEdit } from './edits/use-edits.ts'
import type { ScheduleSearch } from './schedule-search.ts'
import classes from './schedule-toolbar.module.css'
import { usePrintKey } from './use-print-key.ts'

const CopyWeek = lazyPart(() => import('./copy/copy-week.tsx').then((part) => part.CopyWeek))
const CsvMaking = lazyPart(() => import('./sheet/csv-export.tsx').then((part) => part.CsvExport))
const KeysHelp = lazyPart(() => import('./keys-help.tsx').then((part) => part.KeysHelp))

interface WeekToolsProps {
  readonly choice: ScheduleSearch
  readonly today: IsoDay
  /** Null when the schedule is read-only. */
  readonly apply: ApplyEdit | null
}

/** A tool that is open or running. */
type Tool = 'copy' | 'csv' | 'keys'

/** Tools for the whole week: a row of buttons, or one menu on narrow screens. */
export function WeekTools({ choice, today, apply }: WeekToolsProps) {
  const [tool, setTool] = useState<Tool | null>(null)
  const isNarrow = useMediaQuery('(max-width: 47.99em)', undefined, { getInitialValueInEffect: false })
  const navigate = useNavigate()
  usePrintKey(() => void navigate({ to: '/schedule/print', search: choice }))
  const end = () => setTool(null)
  const tools = { choice, isExporting: tool === 'csv', canEdit: apply !== null, onTool: setTool }
  return (
    <div className={classes.tools}>
      {isNarrow ? <ToolMenu {...tools} /> : <ToolButtons {...tools} />}
      {tool === 'csv' && <CsvMaking choice={choice} onEnd={end} />}
      {tool === 'copy' && apply && <CopyWeek {...{ choice, today, apply }} onClose={end} />}
      {tool === 'keys' && <KeysHelp onClose={end} />}
    </div>
  )
}

interface ToolsProps {
  readonly choice: ScheduleSearch
  readonly canEdit: boolean
  readonly isExporting: boolean
  readonly onTool: (tool: Tool) => void
}

function ToolButtons({ choice, canEdit, isExporting, onTool }: ToolsProps) {
  const look = { variant: 'default', size: 'compact-md' } as const
  return (
    <>
      {canEdit && (
        <Button {...look} leftSection={<IconCopyPlus size={16} aria-hidden />} onClick={() => onTool('copy')}>
          Copy week
        </Button>
      )}
      <Button
        {...look}
        leftSection={<IconPrinter size={16} aria-hidden />}
        renderRoot={(props) => <Link to="/schedule/print" search={choice} {...props} />}
      >
        Print
      </Button>
      <Button
        {...look}
        leftSection={<IconDownload size={16} aria-hidden />}
        loading={isExporting}
        onClick={() => onTool('csv')}
      >
        CSV
      </Button>
      {canEdit && (
        <ActionIcon variant="default" size={34} aria-label="Keys" title="Keys" onClick={() => onTool('keys')}>
          <IconKeyboard size={18} aria-hidden />
        </ActionIcon>
      )}
    </>
  )
}

function ToolMenu({ choice, canEdit, isExporting, onTool }: ToolsProps) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size={34} aria-label="More for this week" loading={isExporting}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {canEdit && (
          <Item icon={<IconCopyPlus size={18} aria-hidden />} onChoose={() => onTool('copy')}>
            Copy week
          </Item>
        )}
        <Menu.Item
          leftSection={<IconPrinter size={18} aria-hidden />}
          renderRoot={(props) => <Link to="/schedule/print" search={choice} {...props} />}
        >
          Print
        </Menu.Item>
        <Item icon={<IconDownload size={18} aria-hidden />} onChoose={() => onTool('csv')}>
          CSV
        </Item>
        {canEdit && (
          <Item icon={<IconKeyboard size={18} aria-hidden />} onChoose={() => onTool('keys')}>
            Keys and fingers
          </Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

interface ItemProps {
  readonly icon: ReactNode
  readonly onChoose: () => void
  readonly children: string
}

const Item = ({ icon, onChoose, children }: ItemProps) => (
  <Menu.Item leftSection={icon} onClick={onChoose}>
    {children}
  </Menu.Item>
)
