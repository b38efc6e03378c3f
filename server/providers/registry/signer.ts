/** Signs and opens messages of registries. Whoever holds the key is behind it: openssl in a child process, or the lender's own program. */
export interface Signer {
  readonly name: string
  /** A CMS message with the content inside. Throws SignerGone. */
  sign(content: Uint8Array): Promise<Uint8Array>
  /** The content, and which pin (file of a certificate) it holds by. Throws SignatureBad when by none, SignerGone. */
  open(message: Uint8Array, pins: readonly string[]): Promise<{ content: Uint8Array; signedBy: string }>
  /** GOST R 34.11-2012, 256 bits, lower case hex. Throws SignerGone. */
  digest(content: Uint8Array): Promise<string>
}

/** The signer did not work: nothing is known of the message. */
export class SignerGone extends Error {
  override name = 'SignerGone'
}

export class SignatureBad extends Error {
  override name = 'SignatureBad'
}
