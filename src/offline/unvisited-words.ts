/** How many days without a visit a browser waits that keeps what is stored `while_visited`. */
export const UNVISITED_DAYS = 7

/** The same for people. */
export const UNVISITED_WORDS = `This browser may remove what a site keeps when it is not opened for ${UNVISITED_DAYS} days.`
