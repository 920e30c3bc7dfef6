import type { ChoiceStore } from './choice-store.ts'

interface ChoiceCheck<One> {
  /** The chosen items that still exist, with the list's current rows. */
  readonly here: readonly One[]
  /** The chosen items that no longer exist. */
  readonly gone: readonly One[]
}

/**
 * Compares a choice with the list of existing items. `isSame` recognizes an item whose key has changed. `list` has all
 * items; while it is null (not known for sure), no item counts as gone. Pure.
 */
export function checkChoice<One>(
  chosen: readonly One[],
  list: readonly One[] | null,
  { keyOf, isSame }: Pick<ChoiceStore<One>, 'keyOf'> & { readonly isSame: (one: One, other: One) => boolean },
): ChoiceCheck<One> {
  if (list === null || chosen.length === 0) return { here: chosen, gone: [] }
  const byValue = new Map(list.map((one) => [keyOf(one), one]))
  const found = chosen.map((one) => byValue.get(keyOf(one)) ?? list.find((other) => isSame(one, other)))
  const foundByKey = new Map(found.flatMap((one) => (one === undefined ? [] : [[keyOf(one), one] as const])))
  return { here: [...foundByKey.values()], gone: chosen.filter((_, at) => found[at] === undefined) }
}
