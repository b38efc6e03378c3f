import { Failure } from '#server/platform/failure.ts'

/** For assert.rejects: whether it failed with this code of the catalogue. */
export const code = (expected: string) => (error: unknown) => error instanceof Failure && error.code === expected
