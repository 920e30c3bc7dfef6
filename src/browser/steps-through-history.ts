/** Gets each event of a step through the history before the router does. */
let hear: ((event: PopStateEvent) => void) | null = null

/**
 * Call it before the router is created. Browsers call the listeners of the window itself in the order in which they
 * were added, whether they capture or not.
 */
export function hearStepsFirst(): void {
  addEventListener('popstate', (event) => hear?.(event), true)
}

/** From now on `listener` gets the events of `hearStepsFirst`. */
export function onStepThroughHistory(listener: (event: PopStateEvent) => void): void {
  hear = listener
}
