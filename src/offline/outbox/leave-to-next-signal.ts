/** For a failed read or announcement: nothing is lost, because the next signal, message or act reads the disk again. */
export const leaveToNextSignal = (): void => undefined
