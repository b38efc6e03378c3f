import type { Outbound } from '#server/platform/outbound.ts'
import type { Secret } from '#server/platform/secret.ts'

/** How far a message has come, as the provider tells it. */
export interface Delivery {
  readonly state: 'sent' | 'delivered' | 'failed'
  /** Why not, in the provider's code. */
  readonly reason?: string
}

export interface Sms {
  /** Our own id of the message, for providers that take one. */
  readonly key: string
  /** `+79161234567` */
  readonly phone: string
  readonly text: string
}

/**
 * A gateway of SMS. `send` answers the gateway's id of the message once it was taken; throws `Refused` when the gateway
 * said no, and anything else when nobody knows (no reply, no connection, not a reply of theirs).
 */
export interface SmsGateway {
  readonly name: string
  send(sms: Sms): Promise<string>
  /** The delivery state of a message this gateway took; some ask for the phone along with their id. */
  delivery(providerId: string, phone: string): Promise<Delivery>
}

/** What a gateway is opened with: the way out, its settings without the prefix, and how to miss one of them. */
export interface GatewayParts {
  readonly outbound: Outbound
  /** The value of a setting; stops the start, naming the variable, when there is none. */
  readonly need: (name: string) => Secret
  readonly setting: (name: string) => string | undefined
}

/** The provider did not take the message. `final`: no gateway would take it (a number that cannot be). */
export class Refused extends Error {
  override name = 'Refused'
  readonly reason: string
  readonly final: boolean

  constructor(reason: string, final = false) {
    super(`The provider refused the message: ${reason}`)
    this.reason = reason
    this.final = final
  }
}
