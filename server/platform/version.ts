/** The release, as logs, metrics, pages and traces name it. */
export const version = '0.1.0'
