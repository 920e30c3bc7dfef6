import { useMemo } from 'react'
import type { RecordQuery } from './resource-query.ts'
import { useFold } from './use-fold.ts'
import { type Reading, useReading, useSameQuery } from './use-reading.ts'

export interface ReadRecord<Data> extends Reading {
  /** The server's answer with waiting changes laid over; undefined unless the state is `ready`. */
  readonly data: Data | undefined
}

/** Reads one answer: from memory, from this device, from the server; whatever is there first is shown. */
export function useRecord<Data>(declared: RecordQuery<Data>): ReadRecord<Data> {
  const query = useSameQuery(declared)
  const { known, ...reading } = useReading(query.options)
  const fold = useFold()
  const { overlay } = query
  const data = useMemo(() => (known === undefined ? undefined : overlay(known.data, fold)), [known, overlay, fold])
  return { ...reading, data }
}
