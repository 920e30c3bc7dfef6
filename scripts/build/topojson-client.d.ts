/** The two functions of it that are used, for the package brings no types. Points are longitude and latitude. */
declare module 'topojson-client' {
  export type Point = readonly [longitude: number, latitude: number]

  export interface StateShape {
    /** Two digits, by the Census' numbering. */
    readonly id: string
    readonly properties: { readonly name: string }
  }

  export interface StatesTopology {
    readonly objects: { readonly states: { readonly geometries: readonly StateShape[] } }
  }

  /** What several shapes cover together: polygons of an outline and its holes, each ring closed. */
  export function merge(
    topology: StatesTopology,
    shapes: readonly StateShape[],
  ): { readonly coordinates: readonly (readonly (readonly Point[])[])[] }

  /** The lines between shapes for which `filter` is true; a coast is between a shape and itself. */
  export function mesh(
    topology: StatesTopology,
    shapes: StatesTopology['objects']['states'],
    filter: (one: StateShape, other: StateShape) => boolean,
  ): { readonly coordinates: readonly (readonly Point[])[] }
}
