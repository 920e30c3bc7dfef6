import { expect, test } from 'vitest'
import { boxAround, collides } from '#src/map/drawn-box.ts'

test('a title collides with a cluster that reaches into its line, not with one next to or below it', () => {
  const title = { x: 100, y: 50, width: 40, height: 16 }
  const cluster = (x: number, y: number) => boxAround({ x, y, radius: 20 })
  expect([cluster(150, 50), cluster(120, 75), cluster(90, 30)].map((box) => collides(title, box))).toEqual([
    true,
    true,
    true,
  ])
  expect([cluster(161, 50), cluster(120, 79), cluster(79, 50)].map((box) => collides(title, box))).toEqual([
    false,
    false,
    false,
  ])
})
