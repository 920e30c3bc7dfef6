import type { ChoiceStore } from './choice-store.ts'

interface StillThere<One> {
  /** Those that there are, as the list has them now. */
  readonly here: readonly One[]
  /** Those that there are no more. */
  readonly gone: readonly One[]
}

/**
 * What has become of a choice. One that is called otherwise by now is the one that the list says is the same (`isSame`).
 * `list`: all that there are; null while that is not known for sure, and then none is called gone. Pure.
 */
export function stillThere<One>(
  chosen: readonly One[],
  list: readonly One[] | null,
  { keyOf, isSame }: Pick<ChoiceStore<One>, 'keyOf'> & { readonly isSame: (one: One, other: One) => boolean },
): StillThere<One> {
  if (list === null || chosen.length === 0) return { here: chosen, gone: [] }
  const byValue = new Map(list.map((one) => [keyOf(one), one]))
  const found = chosen.map((one) => byValue.get(keyOf(one)) ?? list.find((other) => isSame(one, other)))
  const here = new Map(found.flatMap((one) => (one === undefined ? [] : [[keyOf(one), one] as const])))
  return { here: [...here.values()], gone: chosen.filter((_, at) => found[at] === undefined) }
}
