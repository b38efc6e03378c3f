import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest()
const url = (bytes: Buffer) => bytes.toString('base64url')

const present = 0x01
const verified = 0x04
const attested = 0x40

const counted = (counter: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(counter)
  return bytes
}

/** The public key as COSE writes it (RFC 9053): EC2, ES256, P-256, x and y. */
function coseKey(x: Buffer, y: Buffer): Buffer {
  return Buffer.concat([Buffer.from('a5010203262001215820', 'hex'), x, Buffer.from('225820', 'hex'), y])
}

/** An attestation object of format «none», in CBOR. */
function attestationObject(authData: Buffer): Buffer {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(authData.length)
  const head = Buffer.from('a363666d74646e6f6e656761747453746d74a0686175746844617461', 'hex')
  return Buffer.concat([head, Buffer.from([0x59]), length, authData])
}

export interface Ceremony {
  readonly challenge: string
  readonly origin?: string
  readonly rpId?: string
  /** Whether the device looked who its person is. */
  readonly looked?: boolean
  readonly counter?: number
}

/** A security key made of software: one P-256 key, counted uses. */
export function softwareKey() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(32)
  let uses = 0

  const parts = (
    { origin = 'http://127.0.0.1:8080', rpId = '127.0.0.1', looked = true, challenge }: Ceremony,
    type: string,
  ) => ({
    clientData: Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })),
    hash: sha256(rpId),
    flags: present | (looked ? verified : 0),
  })
  const outer = { id: url(id), rawId: url(id), type: 'public-key', clientExtensionResults: {} } as const

  return {
    id: url(id),

    /** What a browser answers after making the key. */
    make(ceremony: Ceremony) {
      const { clientData, hash, flags } = parts(ceremony, 'webauthn.create')
      const length = Buffer.from([0, id.length])
      const key = coseKey(Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url'))
      const authData = Buffer.concat([
        hash,
        Buffer.from([flags | attested]),
        counted(0),
        Buffer.alloc(16),
        length,
        id,
        key,
      ])
      const response = {
        clientDataJSON: url(clientData),
        attestationObject: url(attestationObject(authData)),
        transports: ['internal'],
      }
      return { ...outer, response }
    },

    /** What a browser answers after the key signed. */
    sign(ceremony: Ceremony) {
      uses = ceremony.counter ?? uses + 1
      const { clientData, hash, flags } = parts(ceremony, 'webauthn.get')
      const authData = Buffer.concat([hash, Buffer.from([flags]), counted(uses)])
      const signature = sign('sha256', Buffer.concat([authData, sha256(clientData)]), privateKey)
      const response = { clientDataJSON: url(clientData), authenticatorData: url(authData), signature: url(signature) }
      return { ...outer, response }
    },
  }
}

export type SoftwareKey = ReturnType<typeof softwareKey>
