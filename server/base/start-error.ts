/** A reason not to start that the operator can fix: printed as one line without a stack; the exit code is 1. */
export class StartError extends Error {
  override readonly name: string = 'StartError'
}
