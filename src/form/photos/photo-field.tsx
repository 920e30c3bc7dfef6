import { useContext, useId, useState } from 'react'
import { type AvatarPerson, type PhotoWithFallback, personPhoto } from '#src/ui/person/avatar.tsx'
import classes from './photo.module.css'
import { PictureFrame } from './photo-frame.tsx'
import { HoldContext } from './photo-hold.tsx'
import { PhotoMenu } from './photo-menu.tsx'
import { useObjectUrl } from './use-object-url.ts'

interface PhotoFieldProps {
  readonly label: string
  /** Width and height in CSS pixels: 100 in forms, 308 on the profile. */
  readonly size: number
  /** The form's new photo, ready to be saved; null for none. */
  readonly value: File | null
  /** The record's photo, shown while no new photo is chosen. */
  readonly shown: string | null
  /** The person whose initials replace a missing photo. */
  readonly person?: Pick<AvatarPerson, 'first_name' | 'last_name'>
  /** The fallback for a photo of a thing. */
  readonly thing?: Omit<PhotoWithFallback, 'photo'>
  /** Called with null when the chosen photo is removed again. */
  readonly onChange: (photo: File | null) => void
  /** Removes the record's photo. Without it removal is not offered. */
  readonly onRemove?: () => void
  /** Undoes the removal; passed while the record's photo is marked for removal. */
  readonly onKeep?: (() => void) | undefined
}

const NOBODY = { first_name: '', last_name: '' }

/**
 * A photo in a form: chosen or taken, shown immediately, and sent with the form. The submit waits until it is prepared.
 */
export function PhotoField({
  label,
  size,
  value,
  shown,
  person = NOBODY,
  thing,
  onChange,
  onRemove,
  onKeep,
}: PhotoFieldProps) {
  const hold = useContext(HoldContext)
  const id = useId()
  const [trouble, setTrouble] = useState('')
  const preview = useObjectUrl(value)
  const isChosen = value !== null
  const photo = isChosen ? preview : shown
  const remove = isChosen ? () => onChange(null) : onRemove
  const clearTroubleThen = (work: () => void) => async () => {
    setTrouble('')
    work()
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a frame and a legend that CSS can't lay out.
    <div role="group" aria-labelledby={id} className={classes.field}>
      <span id={id} className={classes.label}>
        {label}
      </span>
      <PictureFrame of={thing ? { ...thing, photo } : personPhoto({ ...person, photo })} size={size}>
        <PhotoMenu
          name={null}
          hasPhoto={isChosen || shown !== null}
          onChoose={async (choosing) => {
            const chosen = await choosing
            await clearTroubleThen(() => onChange(chosen))()
          }}
          onRemove={remove && clearTroubleThen(remove)}
          onKeep={isChosen ? undefined : onKeep && clearTroubleThen(onKeep)}
          onWork={hold}
          onFailure={(error) => setTrouble(error instanceof Error ? error.message : String(error))}
        />
      </PictureFrame>
      <span className={classes.hint}>JPG, PNG or WebP, 5 MB at most</span>
      {trouble !== '' && (
        <span role="alert" className={classes.trouble}>
          {trouble}
        </span>
      )}
    </div>
  )
}
