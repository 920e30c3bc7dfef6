import { telematicsEndpoints } from '#contract/boards/telematics.ts'
import { Answer } from '#server/http/call/answer.ts'
import { serve } from '#server/http/call/serve.ts'
import { apiRoutes } from '#server/modules/route-parts.ts'
import { listAssetLocations, listPeriods, listVehicleLocations } from './history-service.ts'
import { getAssets, getDrivers, getFeed, getPositions, getVehicles } from './map-service.ts'

export const telematicsRoutes = apiRoutes((app, { telematics: source }) => {
  serve(app, telematicsEndpoints.vehicles, ({ sql, user }) => getVehicles(sql, user))
  serve(app, telematicsEndpoints.assets, ({ sql, user }) => getAssets(sql, user))
  serve(app, telematicsEndpoints.drivers, ({ sql, user }) => getDrivers(sql, user))
  serve(app, telematicsEndpoints.positions, ({ sql, user, query }) => getPositions(sql, user, query.of, query.since))
  serve(app, telematicsEndpoints.feed, async ({ sql, now }) => new Answer(await getFeed(sql, now), {}))
  serve(app, telematicsEndpoints.drivingPeriods, async ({ query, ...asking }) => {
    const { per_page, page_no } = query
    const periods = await listPeriods({ ...asking, source }, query)
    const page = periods.slice((page_no - 1) * per_page, page_no * per_page)
    return {
      driving_periods: page.map((driving_period) => ({ driving_period })),
      pagination: { per_page, page_no, total: periods.length },
    }
  })
  serve(app, telematicsEndpoints.vehicleHistory, async ({ params, query, ...asking }) => {
    const locations = await listVehicleLocations({ ...asking, source }, params.id, query)
    return { vehicle_locations: locations.map((vehicle_location) => ({ vehicle_location })) }
  })
  serve(app, telematicsEndpoints.assetHistory, async ({ params, query, ...asking }) => ({
    breadcrumbs: [...(await listAssetLocations({ ...asking, source }, params.id, query))],
  }))
})
