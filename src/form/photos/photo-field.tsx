import { useContext, useId, useState } from 'react'
import { type AvatarPerson, type Pictured, picturedPerson } from '#src/ui/person/avatar.tsx'
import classes from './photo.module.css'
import { PictureFrame } from './photo-frame.tsx'
import { HoldContext } from './photo-hold.tsx'
import { PhotoMenu } from './photo-menu.tsx'
import { useObjectUrl } from './use-object-url.ts'

interface PhotoFieldProps {
  readonly label: string
  /** Width and height in CSS pixels: 100 in forms, 308 on the profile. */
  readonly size: number
  /** The photo that the form holds until it is submitted, ready to be kept; null for none. */
  readonly value: File | null
  /** The photo that the record has, where none is chosen. */
  readonly shown: string | null
  /** Whose initials stand where there is no photo. */
  readonly person?: Pick<AvatarPerson, 'first_name' | 'last_name'>
  /** What stands there instead, where the photo is of a thing. */
  readonly thing?: Omit<Pictured, 'photo'>
  /** Null when the chosen photo is taken away again. */
  readonly onChange: (photo: File | null) => void
  /** Takes away the photo that the record has; without it that is not offered. */
  readonly onRemove?: () => void
  /** Takes that back; given while the record's photo is taken away. */
  readonly onKeep?: (() => void) | undefined
}

const NOBODY = { first_name: '', last_name: '' }

/** A photo in a form: chosen or taken, seen at once, and sent with all the rest; a submit waits until it is ready. */
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
  const said = (work: () => void) => async () => {
    setTrouble('')
    work()
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset brings a frame and a legend that can't be laid out.
    <div role="group" aria-labelledby={id} className={classes.field}>
      <span id={id} className={classes.label}>
        {label}
      </span>
      <PictureFrame of={thing ? { ...thing, photo } : picturedPerson({ ...person, photo })} size={size}>
        <PhotoMenu
          name={null}
          hasPhoto={isChosen || shown !== null}
          onChoose={async (choosing) => {
            const chosen = await choosing
            await said(() => onChange(chosen))()
          }}
          onRemove={remove && said(remove)}
          onKeep={isChosen ? undefined : onKeep && said(onKeep)}
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
