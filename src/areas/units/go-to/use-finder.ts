import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { MAX_SEARCH } from '#contract/text/search-text.ts'
import type { Unit } from '#contract/units/units.ts'
import { useTypedText } from '#src/list/use-typed-text.ts'
import { unitOfUrl } from '#src/lookups/unit-url.ts'
import { unitAddress } from '../unit-address.ts'
import { namedUnit, onlyUnit, useSearchedUnits } from './use-searched-units.ts'

/** The state of the search for one unit. `onOpen`: a unit was found and its page opens. */
export function useFinder(onOpen: () => void) {
  const navigate = useNavigate()
  const [find, setFind] = useState('')
  const [typed, type] = useTypedText(find, setFind)
  /** A search that was submitted, or came from a code. It also opens the unit with just that number, or the only one that fits. */
  const [submitted, setSubmitted] = useState('')
  const list = useSearchedUnits(find)
  const open = (address: ReturnType<typeof unitAddress>) => {
    onOpen()
    void navigate(address)
  }
  const isKnown = find !== '' && find === typed && list.state === 'ready' && !list.isFormer
  const asked = submitted === find ? (namedUnit(find, list.rows) ?? (list.count === 1 ? list.rows[0] : null)) : null
  useOnceMeant(isKnown ? (onlyUnit(find, list.rows) ?? asked ?? null) : null, (unit) => open(unitAddress(unit)))
  const submit = (text: string) => {
    setFind(text)
    setSubmitted(text)
  }
  const takeCode = (text: string) => {
    const unit = unitOfUrl(text)
    if (unit) open({ to: '/units/$kind/$id', params: unit })
    else submit(text.trim().slice(0, MAX_SEARCH))
  }
  return { find, typed, type, submit, list, takeCode }
}

/** Calls `open` when it becomes known which unit is meant. */
function useOnceMeant(meant: Unit | null, open: (unit: Unit) => void): void {
  const openNow = useEffectEvent(open)
  useEffect(() => {
    if (meant !== null) openNow(meant)
  }, [meant])
}
