import type { Page } from '@playwright/test'
import { expect } from '../expect.ts'

/** The fields of a React fiber that determine an element's text. */
interface Fiber {
  readonly tag: number
  readonly child: Fiber | null
  readonly sibling: Fiber | null
  readonly memoizedProps: unknown
  readonly memoizedState: unknown
  readonly stateNode: unknown
}

/**
 * Runs in the page. Finds elements whose text differs from what React rendered. Case and the marks « and », which a
 * rewriter adds around translated text, are ignored.
 */
export function alteredTexts(): readonly string[] {
  const [ROOT, PORTAL, HOST, TEXT, HIDING] = [3, 4, 5, 6, 22]
  const container = document.getElementById('root')
  const key = Object.keys(container ?? {}).find((name) => name.startsWith('__reactContainer$'))
  if (!container || !key) return ['the page has no app']
  const top = (container as unknown as Record<string, Fiber>)[key]
  const normalized = (words: string) => words.replace(/[«»]/g, '').replace(/\s+/g, ' ').trim().toLowerCase()
  const isText = (value: unknown) => typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint'
  const ownText = ({ memoizedProps }: Fiber): string | null => {
    const { children } = memoizedProps as { readonly children?: unknown }
    return isText(children) ? String(children) : null
  }
  const children = (fiber: Fiber): readonly Fiber[] => {
    const all: Fiber[] = []
    for (let child = fiber.child; child; child = child.sibling) all.push(child)
    return all
  }
  const intendedText = (fiber: Fiber): string => {
    if (fiber.tag === TEXT) return String(fiber.memoizedProps)
    if (fiber.tag === PORTAL || (fiber.tag === HIDING && fiber.memoizedState !== null)) return ''
    return (fiber.tag === HOST && ownText(fiber)) || children(fiber).map(intendedText).join('')
  }
  const hasTexts = (fiber: Fiber): boolean =>
    children(fiber).some(
      (child) => child.tag === TEXT || (child.tag !== HOST && child.tag !== PORTAL && hasTexts(child)),
    )
  const faults: string[] = []
  const check = (fiber: Fiber): void => {
    if (fiber.tag === HIDING && fiber.memoizedState !== null) return
    const { stateNode } = fiber
    if (fiber.tag === HOST && stateNode instanceof Element && (ownText(fiber) !== null || hasTexts(fiber))) {
      const [shown, intended] = [normalized(stateNode.textContent ?? ''), normalized(intendedText(fiber))]
      if (!stateNode.isConnected && !stateNode.closest('head')) faults.push(`“${intended}” is not in the page`)
      if (shown !== intended) faults.push(`<${stateNode.tagName}> says “${shown}”, not “${intended}”`)
    }
    for (const child of children(fiber)) check(child)
  }
  const root = top?.tag === ROOT ? (top.stateNode as { readonly current: Fiber }).current : null
  if (root) check(root)
  else faults.push('the app shows nothing')
  return faults
}

/** Waits until every element of the page has exactly the text that React rendered. */
export async function expectUnalteredText(page: Page, where: string): Promise<void> {
  await expect.poll(() => page.evaluate(alteredTexts), { message: where }).toEqual([])
}
