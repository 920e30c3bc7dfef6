import { ActionIcon, TextInput, type TextInputProps } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { useContext, useEffect, useId, useRef, useState } from 'react'
import { DAY_BOUNDS, type DayBounds } from '#contract/wire/day-bounds.ts'
import { DATE_NOT_VALID, type IsoDay } from '#src/format/calendar.ts'
import { dayFromText, dayText } from '#src/format/typed-day.ts'
import { lazyPart } from '#src/ui/page/lazy-part.tsx'
import { ResetsContext } from './bound-field.ts'

const DayDialog = lazyPart(() => import('#src/ui/date-selector/day-dialog.tsx').then((module) => module.DayDialog))

interface DayInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'label' | 'id'> {
  readonly label: string
  /** The calendar's title; by default the label. */
  readonly title?: string
  /** `yyyy-MM-dd` or empty. */
  readonly value: IsoDay | ''
  /** Called with each typed or picked day, and with an empty text for input that is not a day. */
  readonly onChange: (day: IsoDay | '') => void
  /** The days that the calendar offers. The field's rule checks typed days outside them. */
  readonly bounds?: DayBounds
}

/**
 * A day that the user types in a usual format (12/05/27, 120527) or picks from the calendar behind the button. Typed
 * text counts as soon as it is a day, and is shown in the app's format once the user leaves the field. Other text stays
 * in the field with an error and prevents the form from being sent.
 */
export function DayInput({ title, bounds = DAY_BOUNDS.unit, value, onChange, onBlur, ...input }: DayInputProps) {
  const id = useId()
  const typing = useTyping(value, onChange)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <TextInput
        {...input}
        {...typing.input}
        id={id}
        placeholder="mm/dd/yyyy"
        inputMode="numeric"
        autoComplete="off"
        {...(typing.isBad && { error: NOT_A_DAY, 'aria-invalid': true })}
        onBlur={(event) => {
          typing.leave()
          onBlur?.(event)
        }}
        onKeyDown={(event) => {
          if (event.altKey && event.key === 'ArrowDown') setIsOpen(true)
        }}
        rightSection={
          <ActionIcon
            variant="subtle"
            color="gray"
            size={34}
            // The field's label is the description: two controls with the same name would be hard to distinguish.
            aria-label="Open the calendar"
            aria-describedby={`${id}-label`}
            aria-haspopup="dialog"
            disabled={input.disabled ?? false}
            onClick={() => setIsOpen(true)}
          >
            <IconCalendar size={18} aria-hidden />
          </ActionIcon>
        }
      />
      {isOpen && (
        <DayDialog
          title={title ?? input.label}
          day={value === '' ? null : value}
          bounds={{ minDate: bounds.first, maxDate: bounds.last }}
          onPick={typing.put}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  )
}

const NOT_A_DAY = `${DATE_NOT_VALID} Enter it as mm/dd/yyyy.`

interface TypedDay {
  readonly text: string
  readonly day: IsoDay | ''
  /** The form's number of resets when the text was typed. */
  readonly resets: number
}

/** The typed text. It is valid while the field's value is the day that it means and the form was not reset. */
function useTyping(value: IsoDay | '', onChange: DayInputProps['onChange']) {
  const field = useRef<HTMLInputElement>(null)
  const resets = useContext(ResetsContext)
  const [typed, setTyped] = useState<TypedDay | null>(null)
  const [isLeft, setIsLeft] = useState(false)
  const text = typed?.day === value && typed.resets === resets ? typed.text : dayText(value)
  const isUnread = value === '' && text.trim() !== ''
  useEffect(() => field.current?.setCustomValidity(isUnread ? NOT_A_DAY : ''), [isUnread])
  const put = (day: IsoDay | '') => {
    setTyped(null)
    onChange(day)
  }
  return {
    isBad: isUnread && isLeft,
    put,
    leave: () => {
      setIsLeft(true)
      if (!isUnread) setTyped(null)
    },
    input: {
      ref: field,
      value: text,
      onChange: ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) => {
        const day = dayFromText(currentTarget.value) ?? ''
        setIsLeft(false)
        setTyped({ text: currentTarget.value, day, resets })
        onChange(day)
      },
      // The form frame triggers this event at a submit.
      onInvalid: () => setIsLeft(true),
    },
  }
}
