const threeDecimals = new Intl.NumberFormat('en-US', { minimumFractionDigits: 3, maximumFractionDigits: 3 })

/** Miles to the thousandth, where the specification shows them: "12,345.678". */
export const exactMiles = (miles: number): string => threeDecimals.format(miles)
