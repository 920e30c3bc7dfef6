import type { Page } from '@playwright/test'
import { expect } from '../expect.ts'

/** A fiber of React, as far as it says what an element shall say. */
interface Fiber {
  readonly tag: number
  readonly child: Fiber | null
  readonly sibling: Fiber | null
  readonly memoizedProps: unknown
  readonly memoizedState: unknown
  readonly stateNode: unknown
}

/**
 * In the page: where an element says something else than React means it to say, whatever others have made of it. Words that
 * others have put between the marks of a quotation, in capitals, count as the same.
 */
export function notAsMeant(): readonly string[] {
  const [ROOT, PORTAL, HOST, TEXT, HIDING] = [3, 4, 5, 6, 22]
  const container = document.getElementById('root')
  const key = Object.keys(container ?? {}).find((name) => name.startsWith('__reactContainer$'))
  if (!container || !key) return ['the page has no app']
  const top = (container as unknown as Record<string, Fiber>)[key]
  const plain = (words: string) => words.replace(/[«»]/g, '').replace(/\s+/g, ' ').trim().toLowerCase()
  const isWords = (value: unknown) =>
    typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint'
  const ownWords = ({ memoizedProps }: Fiber): string | null => {
    const { children } = memoizedProps as { readonly children?: unknown }
    return isWords(children) ? String(children) : null
  }
  const children = (fiber: Fiber): readonly Fiber[] => {
    const all: Fiber[] = []
    for (let child = fiber.child; child; child = child.sibling) all.push(child)
    return all
  }
  const meant = (fiber: Fiber): string => {
    if (fiber.tag === TEXT) return String(fiber.memoizedProps)
    if (fiber.tag === PORTAL || (fiber.tag === HIDING && fiber.memoizedState !== null)) return ''
    return (fiber.tag === HOST && ownWords(fiber)) || children(fiber).map(meant).join('')
  }
  const hasTexts = (fiber: Fiber): boolean =>
    children(fiber).some(
      (child) => child.tag === TEXT || (child.tag !== HOST && child.tag !== PORTAL && hasTexts(child)),
    )
  const faults: string[] = []
  const look = (fiber: Fiber): void => {
    if (fiber.tag === HIDING && fiber.memoizedState !== null) return
    const { stateNode } = fiber
    if (fiber.tag === HOST && stateNode instanceof Element && (ownWords(fiber) !== null || hasTexts(fiber))) {
      const [said, wanted] = [plain(stateNode.textContent ?? ''), plain(meant(fiber))]
      if (!stateNode.isConnected && !stateNode.closest('head')) faults.push(`“${wanted}” is not in the page`)
      if (said !== wanted) faults.push(`<${stateNode.tagName}> says “${said}”, not “${wanted}”`)
    }
    for (const child of children(fiber)) look(child)
  }
  const root = top?.tag === ROOT ? (top.stateNode as { readonly current: Fiber }).current : null
  if (root) look(root)
  else faults.push('the app shows nothing')
  return faults
}

/** Waits until every element of the page says what it shall, no more and no less. */
export async function expectMeantWords(page: Page, where: string): Promise<void> {
  await expect.poll(() => page.evaluate(notAsMeant), { message: where }).toEqual([])
}
