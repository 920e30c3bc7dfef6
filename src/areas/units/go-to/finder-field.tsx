import { ActionIcon, TextInput } from '@mantine/core'
import { IconCamera, IconCameraOff, IconSearch } from '@tabler/icons-react'
import { MAX_SEARCH } from '#contract/text/search-text.ts'
import { canShowCamera } from '#src/form/attachments/camera.ts'
import classes from './unit-finder.module.css'

interface FinderFieldProps {
  readonly value: string
  readonly onType: (text: string) => void
  readonly isScanning: boolean
  readonly onScan: () => void
}

const LABEL = 'Number, plate or last six of the VIN'

/** The field of the search, with the camera beside it. */
export function FinderField({ value, onType, isScanning, onScan }: FinderFieldProps) {
  const scan = isScanning ? 'Stop scanning' : 'Scan a unit’s code'
  const Icon = isScanning ? IconCameraOff : IconCamera
  return (
    <div className={classes.field}>
      <TextInput
        data-autofocus
        type="search"
        autoComplete="off"
        size="lg"
        aria-label={LABEL}
        placeholder={LABEL}
        leftSection={<IconSearch size={20} aria-hidden />}
        autoCapitalize="characters"
        enterKeyHint="go"
        spellCheck={false}
        maxLength={MAX_SEARCH}
        value={value}
        onChange={(event) => onType(event.currentTarget.value)}
      />
      {canShowCamera() ? (
        <ActionIcon size={50} variant="default" aria-label={scan} title={scan} onClick={onScan}>
          <Icon size={24} aria-hidden />
        </ActionIcon>
      ) : null}
    </div>
  )
}
