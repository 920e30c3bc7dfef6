/** "Successfully updated: Truck 1042". A text that names the record already stays as it is. */
export const withRecord = (done: string, record: string): string =>
  done.includes(record) ? done : `${done}: ${record}`
