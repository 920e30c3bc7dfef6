import { describe, expect, test } from 'vitest'
import { townWords, whereWords } from '#server/demo/days/where-words.ts'
import type { Road, RoadPoint } from '#server/demo/roads/road-map.ts'

const point = (name: string, milesBefore: number, latitude: number, longitude: number): RoadPoint => ({
  name,
  milesBefore,
  latitude,
  longitude,
  road: 'I-57',
})
/** Leads south along a meridian. */
const road: Road = { miles: 70, points: [point('Mattoon IL', 0, 39.5, -88.4), point('Effingham IL', 70, 38.5, -88.4)] }
const at = (latitude: number, longitude: number) => ({ latitude, longitude })

describe('the description of a truck’s position', () => {
  test('has the distance and direction from the nearer town', () => {
    expect(whereWords(road, 10, at(39.36, -88.4))).toBe('9.7 mi S of Mattoon, IL')
    expect(whereWords(road, 60, at(38.64, -88.4))).toBe('9.7 mi N of Effingham, IL')
    expect(whereWords(road, 60, at(38.5, -88.22))).toBe('9.7 mi E of Effingham, IL')
    expect(whereWords(road, 60, at(38.5, -88.58))).toBe('9.7 mi W of Effingham, IL')
    expect(whereWords(road, 60, at(38.4, -88.53))).toMatch(/ mi SW of Effingham, IL$/)
  })

  test('is only the town within a mile of it', () => {
    expect(whereWords(road, 0, at(39.5, -88.4))).toBe('Mattoon, IL')
    expect(whereWords(road, 69.5, at(38.507, -88.4))).toBe('Effingham, IL')
  })

  test('has one spelling of each town', () => {
    expect(['Joliet IL', 'Joliet, IL', 'St. Louis MO'].map(townWords)).toEqual([
      'Joliet, IL',
      'Joliet, IL',
      'St. Louis, MO',
    ])
  })
})
