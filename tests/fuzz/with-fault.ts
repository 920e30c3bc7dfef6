import type { Random } from '#server/demo/random.ts'
import { isContainer, jsonText, RawJson } from './json-text.ts'
import { oddName, oddValue } from './odd-values.ts'

/** The value with a fault in one place. */
export function withFault(random: Random, value: unknown): unknown {
  if (!isContainer(value) || random.chance(0.15)) return retyped(random, value)
  if (Array.isArray(value)) return listWithFault(random, value)
  return objectWithFault(random, Object.entries(value))
}

/** Another value, or the same value in another type. */
function retyped(random: Random, value: unknown): unknown {
  if (random.chance(0.7)) return oddValue(random)
  if (typeof value === 'number') return random.pick([String(value), -value, value + 0.5, value * 1e9, [value]])
  if (typeof value === 'string')
    return random.pick([`${value} `, `${value}\0`, value.repeat(9), [value], { value }, Number(value)])
  return random.pick([[value], { value }, jsonText(value), null])
}

function listWithFault(random: Random, list: readonly unknown[]): unknown {
  const [first] = list
  if (list.length === 0 || random.chance(0.2)) return [...list, oddValue(random)]
  if (random.chance(0.15)) return Array.from({ length: random.pick([2, 30, 600]) }, () => first)
  const at = random.whole(0, list.length - 1)
  return list.with(at, withFault(random, list[at]))
}

type Entry = readonly [name: string, value: unknown]
/** `fromEntries` treats `__proto__` like any other name. */
const objectOf = (entries: readonly Entry[]) => Object.fromEntries(entries)

function objectWithFault(random: Random, entries: readonly Entry[]): unknown {
  const at = random.whole(0, Math.max(0, entries.length - 1))
  const one = entries[at]
  if (!one) return { [oddName(random)]: oddValue(random) }
  const [name, value] = one
  const how = random.weighted([
    ['inside', 10],
    ['without', 2],
    ['more', 2],
    ['renamed', 1],
    ['swapped', 2],
    ['twice', 1],
  ] as const)
  if (how === 'inside') return objectOf(entries.with(at, [name, withFault(random, value)]))
  if (how === 'without') return objectOf(entries.toSpliced(at, 1))
  if (how === 'more') return objectOf([...entries, [oddName(random), oddValue(random)]])
  if (how === 'renamed') return objectOf(entries.with(at, [oddName(random), value]))
  if (how === 'swapped') return objectOf(entries.with(at, [name, random.pick(entries)[1]]))
  return new RawJson(`{${JSON.stringify(name)}:${jsonText(oddValue(random))},${jsonText(objectOf(entries)).slice(1)}`)
}
