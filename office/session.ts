import { useSyncExternalStore } from 'react'
import type { CallAnswer } from '#contract/call.ts'
import type { officeMe } from '#contract/calls/office/staff.ts'
import { CallError } from '#ui/callError.ts'

export type Staff = CallAnswer<typeof officeMe>

/** `unknown` until the server has answered who is signed in; an error when it could not be asked */
type Session = Staff | 'unknown' | 'nobody' | CallError

let session: Session = 'unknown'
const watchers = new Set<() => void>()

function change(next: Session): void {
  session = next
  for (const watcher of watchers) watcher()
}

export const rememberStaff = (staff: Staff): void => change(staff)
export const forgetStaff = (): void => change('nobody')
export const failSession = (error: CallError): void => change(error)

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

export const useSession = (): Session => useSyncExternalStore(watch, () => session)

/** The member of the staff at work. Only below the frame, where there is one */
export function useStaff(): Staff {
  const now = useSession()
  if (typeof now === 'string' || now instanceof CallError) throw new Error('nobody is signed in')
  return now
}
