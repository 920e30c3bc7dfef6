import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { MAX_SEARCH } from '#contract/text/search-text.ts'
import type { Unit } from '#contract/units/units.ts'
import { useTypedText } from '#src/list/use-typed-text.ts'
import { scannedCode } from '#src/lookups/scanned-code.ts'
import { unitAddress } from '../unit-address.ts'
import { namedUnit, onlyUnit, useSearchedUnits } from './use-searched-units.ts'

/** The state of the search for one unit. `onOpen`: a unit was found and its page opens. */
export function useFinder(onOpen: () => void) {
  const navigate = useNavigate()
  const [find, setFind] = useState('')
  // Submitted, or from a code: it also opens the unit with just that number, or the only one that fits.
  const [submitted, setSubmitted] = useState('')
  const [typed, type] = useTypedText(find, (text) => {
    setFind(text)
    setSubmitted('')
  })
  const list = useSearchedUnits(find)
  const open = (address: ReturnType<typeof unitAddress>) => {
    onOpen()
    void navigate(address)
  }
  const isKnown = find !== '' && find === typed && list.state === 'ready' && !list.isFormer
  const asked = submitted === find ? (namedUnit(find, list.rows) ?? (list.count === 1 ? list.rows[0] : null)) : null
  useOnceMeant(isKnown ? (onlyUnit(find, list) ?? asked ?? null) : null, (unit) => open(unitAddress(unit)))
  const submit = (text: string) => {
    setFind(text)
    setSubmitted(text)
  }
  const takeCode = (text: string) => {
    const code = scannedCode(text)
    if (code.unit) open({ to: '/units/$kind/$id', params: code.unit })
    else submit(code.text.slice(0, MAX_SEARCH))
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
