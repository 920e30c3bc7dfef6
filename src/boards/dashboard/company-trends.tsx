import { useReading } from '#src/offline/reading/use-reading.ts'
import { companyDashboard } from './dashboard-queries.ts'
import { TrendCards } from './trend-cards.tsx'

/** Half a year of the company, for administrators. */
export function CompanyTrends() {
  const company = useReading(companyDashboard.options)
  const data = company.known?.data
  return <TrendCards trends={data && { drivers: data.drivers_by_week, money: data.money_by_week }} reading={company} />
}
