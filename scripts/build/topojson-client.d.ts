/** Types of the two functions that are used here; the package has no types. Points are longitude and latitude. */
declare module 'topojson-client' {
  export type Point = readonly [longitude: number, latitude: number]

  export interface StateShape {
    /** The two-digit code of the Census (FIPS 5-2). */
    readonly id: string
    readonly properties: { readonly name: string }
  }

  export interface StatesTopology {
    readonly objects: { readonly states: { readonly geometries: readonly StateShape[] } }
  }

  /** The union of several shapes as polygons. Each polygon is an outline and its holes; each ring is closed. */
  export function merge(
    topology: StatesTopology,
    shapes: readonly StateShape[],
  ): { readonly coordinates: readonly (readonly (readonly Point[])[])[] }

  /** The lines between shapes for which `filter` is true. A coast is a line between a shape and itself. */
  export function mesh(
    topology: StatesTopology,
    shapes: StatesTopology['objects']['states'],
    filter: (one: StateShape, other: StateShape) => boolean,
  ): { readonly coordinates: readonly (readonly Point[])[] }
}
