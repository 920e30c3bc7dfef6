import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useState, useSyncExternalStore } from 'react'
import classes from '#src/app/layout/banner.module.css'
import { useUnpressed } from '#src/ui/use-unpressed.ts'
import { updateReady } from './update-ready.ts'

/** Asks the user to activate a new version, which never happens automatically, and explains when a form prevents it. */
export function UpdatePrompt() {
  const isReady = useUnpressed(useSyncExternalStore(updateReady.subscribe, updateReady.get))
  const [answer, setAnswer] = useState<'applied' | 'unsaved_input' | null>(null)
  if (!isReady) return null
  const update = async () => {
    // Loaded by now, because it has found the version. A static import would make every page wait for it.
    const { applyUpdate } = await import('./service-worker-client.ts')
    setAnswer(await applyUpdate())
  }
  return (
    <div className={classes.banner} role="status">
      <IconRefresh size={18} stroke={1.75} aria-hidden />
      <span>
        {answer === 'unsaved_input'
          ? 'A form holds input that is not saved, here or in another tab. Save or close it, then update.'
          : 'A new version is ready. Updating takes a moment; nothing is lost.'}
      </span>
      <span className={classes.actions}>
        <Button size="compact-sm" loading={answer === 'applied'} onClick={() => void update()}>
          Update
        </Button>
        <Button size="compact-sm" variant="subtle" onClick={() => updateReady.set(false)}>
          Later
        </Button>
      </span>
    </div>
  )
}
