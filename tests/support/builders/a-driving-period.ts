import type { DrivingPeriod } from '#contract/boards/telematics.ts'

/** A trip from Joliet to Effingham on a Friday morning, as in the server's responses. */
export const aDrivingPeriod = (period: Partial<DrivingPeriod> = {}): DrivingPeriod => ({
  id: 1,
  start_time: '2026-11-20T14:05:00.000Z',
  end_time: '2026-11-20T17:20:00.000Z',
  status: 'complete',
  duration: 11_700,
  distance: '180.2 mi',
  driver: null,
  vehicle: { id: 730_001, number: '1042' },
  origin: 'Joliet, IL',
  origin_lat: 41.5252,
  origin_lon: -88.0834,
  destination: 'Effingham, IL',
  destination_lat: 39.12,
  destination_lon: -88.5434,
  ...period,
})
