import type {
  IdentityBasis,
  IdentityLevel,
  IdentityPurpose,
  IdentityRefusal,
  VerifiedPerson,
} from '#contract/person/identity.ts'

/** One walk to a provider and back: made by the module, sealed until the callback. */
export interface Attempt {
  readonly purpose: IdentityPurpose
  /** The least that will do. */
  readonly level: IdentityLevel
  /** UUID v4. */
  readonly state: string
  /** 32 random bytes each, base64url. */
  readonly nonce: string
  readonly verifier: string
  readonly redirectUri: string
  /** ISO moment. */
  readonly startedAt: string
}

/** What the browser brought back. */
export interface Back {
  readonly code: string
  readonly iss?: string | undefined
}

export interface Verified {
  readonly subject: { readonly issuer: string; readonly id: string }
  readonly level: IdentityLevel
  readonly basis: readonly IdentityBasis[]
  readonly person: VerifiedPerson
  readonly flags: { readonly publicOfficial?: boolean; readonly foreignAgent?: boolean; readonly blocked?: boolean }
  /** SHA-256 of what the provider sent last: two attempts cannot rest on the same answer. */
  readonly sha256: string
}

export interface IdentityProvider {
  readonly name: string
  /** For the borrower: «Войти через …». */
  readonly label: string
  /** By the case of «через». */
  readonly through: string
  readonly can: {
    readonly purposes: readonly IdentityPurpose[]
    readonly highest: IdentityLevel
    readonly bases: readonly IdentityBasis[]
  }
  /** Where the browser goes, and what must be kept until it is back. Throws ProviderAway. */
  start(attempt: Attempt): Promise<{ readonly url: string; readonly keep: Readonly<Record<string, string>> }>
  /** Exchanges the code, once, and reads who it is. Throws IdentityRefused, ProviderAway; anything else: nobody knows. */
  finish(back: Back, attempt: Attempt, keep: Readonly<Record<string, string>>): Promise<Verified>
  /** Of a callback without a code. */
  refusal(error: string, description: string): Error
}

/** A known no. */
export class IdentityRefused extends Error {
  override name = 'IdentityRefused'
  readonly code: IdentityRefusal
  constructor(code: IdentityRefusal, why: string = code, options?: ErrorOptions) {
    super(why, options)
    this.code = code
  }
}

/** The provider does not work, and the code has not gone out. */
export class ProviderAway extends Error {
  override name = 'ProviderAway'
}
