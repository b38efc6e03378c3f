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
 * said no, and anything else when nobody knows (no reply, no connection).
 */
export interface SmsGateway {
  readonly name: string
  send(sms: Sms): Promise<string>
  /** The delivery state of a message this gateway took. */
  delivery(providerId: string): Promise<Delivery>
}

/** The provider did not take the message. `final`: it would not take it a second time either (a number that cannot be). */
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
