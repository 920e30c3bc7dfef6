/** Whose past is shown. `id` is the vendor's; a driver here carries it as `gomotive_id`. */
export interface HistorySubject {
  readonly kind: 'vehicle' | 'driver' | 'asset'
  readonly id: number
  readonly name: string
}
