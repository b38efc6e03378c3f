import { createContext, useContext } from 'react'
import type { Call, CallAnswer, CallInput } from '#contract/call.ts'
import type { PublicLender } from '#contract/lender.ts'
import type { LoanRequest, RequestDetail } from '#contract/request.ts'
import type { FlowContext, StepDefinition } from '#contract/step.ts'
import type { Form } from './form/useForm.ts'

export type AuthStatus = 'ok_auth' | 'no_auth'

export interface CallOptions {
  /** For calls that are idempotent; made by `newKey()` once for each thing the person means to do, kept over retries. */
  readonly key?: string
  readonly signal?: AbortSignal
  /** Goes on when the page is left: for a few words that must not be lost */
  readonly keepalive?: boolean
}

/**
 * What a screen may ask of the shell around it. Screens never reach the network or the address by themselves.
 * `call` rejects with CallError (ui/callError.ts): a code of the catalogue, a sentence, issues, details.
 */
export interface Services {
  call<C extends Call>(call: C, input: CallInput<C>, options?: CallOptions): Promise<CallAnswer<C>>
  newKey(): string
  /** Goes to a route of the app; `replace` leaves no trace for Back. */
  go(to: string, options?: { replace?: boolean }): void
  readonly lender: PublicLender
  /** The client's requests as the last poll or live notice saw them; null until known. */
  readonly requests: readonly LoanRequest[] | null
  /** The main request of that summary: the first of them, if it is a loan. */
  readonly mainRequest: LoanRequest | null
  /** Why they could not be read at the last look, in words; `requests` is then what the look before that saw. */
  readonly requestsFailure: string | null
  /** A request this person has just made: the screens of its filling hold to it from now on. */
  holdRequest(id: string): void
  /** Reads the auth status and the requests again, now. */
  refresh(): Promise<void>
  /** Signs out on purpose: nothing of the person stays on this device. */
  leave(): Promise<void>
  /** Puts the loading overlay up (with words) or takes it down (null). */
  overlay(text: string | null): void
  /** The error dialog: a failed call (CallError) or a sentence names itself, anything else is «Что-то пошло не так». */
  showError(error?: unknown): void
  toast(text: string): void
  /** The server's clock, as far as the last answers tell. */
  now(): Date
}

export const ServicesContext = createContext<Services | null>(null)

export function useServices(): Services {
  const services = useContext(ServicesContext)
  if (!services) throw new Error('a screen was drawn outside the shell')
  return services
}

/** Props of a screen of mode `auth`. */
export interface AuthScreenProps {
  readonly authStatus: AuthStatus
}

/** Props of a screen of mode `verification`: the gate has found the request. */
export interface RequestScreenProps {
  readonly requestId: string
  readonly detail: RequestDetail
  /** The filling steps of this request, in order. */
  readonly needed: readonly StepDefinition[]
  readonly context: FlowContext
  /** Takes a fresher picture of the request after a screen changed it. */
  reload(): Promise<void>
  /** On a phone that only takes photos and video for another screen: no way to other steps. */
  readonly lent?: boolean
  /** Goes on after this step: the next open one, or back to the check page. Over when that stands. */
  goOn(next: number): Promise<void>
}

/** Props of a step that asks for answers (`kind: 'form'`): the shell draws everything around the fields. */
export interface FieldsProps extends RequestScreenProps {
  readonly form: Form
  /** Always `ok_auth`: a request is found for nobody else. The request form shares its fields with the screen of mode `auth`. */
  readonly authStatus: AuthStatus
}
