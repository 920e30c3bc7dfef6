import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Inspection } from '#contract/maintenance/inspections.ts'
import { reportRef } from './unit-reports.ts'

interface ReportLinkProps {
  readonly report: Inspection
  readonly children: ReactNode
}

/** A link that opens a report on the maintenance page. */
export function ReportLink({ report, children }: ReportLinkProps) {
  return (
    <Link to="/maintenance" search={{ open: reportRef(report) }}>
      {children}
    </Link>
  )
}
