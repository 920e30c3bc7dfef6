import type { Scheme } from '../colors-of-scheme.ts'

/** Muted colors, so that the moving units stand out. Every text color has a contrast of at least 4.5 to 1 on land. */
export interface BasemapColors {
  readonly water: string
  readonly land: string
  readonly coast: string
  readonly border: string
  readonly interstate: string
  readonly highway: string
  readonly city: string
  readonly town: string
  readonly state: string
  readonly shield: string
  readonly shieldEdge: string
  readonly shieldText: string
}

export const BASEMAP_COLORS: Readonly<Record<Scheme, BasemapColors>> = {
  light: {
    water: '#dfe7ee',
    land: '#f8f8f6',
    coast: '#b3c0cb',
    border: '#c3cedb',
    interstate: '#cdc5b4',
    highway: '#e0dbcf',
    city: '#35424e',
    town: '#5a6773',
    state: '#64717d',
    shield: '#eef1f4',
    shieldEdge: '#b6c1cb',
    shieldText: '#52606d',
  },
  dark: {
    water: '#0d1319',
    land: '#19222b',
    coast: '#3a4856',
    border: '#2f3f52',
    interstate: '#4b4f52',
    highway: '#33383c',
    city: '#c3ced8',
    town: '#97a5b2',
    state: '#8696a4',
    shield: '#232e39',
    shieldEdge: '#435160',
    shieldText: '#a3b1bd',
  },
}
