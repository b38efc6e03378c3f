import { createPublicKey, verify as verifyNow, X509Certificate } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runCommand } from '#server/providers/registry/kbki/command.ts'

/** Signs what ЕСИА wants signed: ГОСТ Р 34.10-2012 over Streebog-256, raw. Whoever holds the key is behind it. */
export interface RawSigner {
  /** 64 bytes, as `openssl dgst` writes them. */
  sign(content: Uint8Array): Promise<Uint8Array>
  /** Whether it holds by the key of a pinned certificate, a file. */
  verify(content: Uint8Array, signature: Uint8Array, certificate: string): Promise<boolean>
  /** Streebog-256 of our certificate's DER, 64 hex capitals. */
  certificateHash(): Promise<string>
}

const engine = ['-engine', 'gost', '-md_gost12_256'] as const

const derOf = (certificate: string) => new X509Certificate(readFileSync(certificate)).raw

function gone(why: string): never {
  throw new Error(`the signer ${why}`)
}

async function hashOf(certificate: string): Promise<string> {
  const said = await runCommand('openssl', ['dgst', ...engine, '-r'], derOf(certificate))
  const found = /^([0-9a-f]{64}) /.exec(said?.toString('latin1') ?? '')
  return found?.[1]?.toUpperCase() ?? gone('made no digest: is the engine there?')
}

/** The public key is taken out of a pinned certificate, never out of a token. */
async function verifyGost(content: Uint8Array, signature: Uint8Array, certificate: string): Promise<boolean> {
  if (signature.length !== 64) return false
  const key = await runCommand(
    'openssl',
    ['x509', '-engine', 'gost', '-in', certificate, '-pubkey', '-noout'],
    Buffer.alloc(0),
  )
  if (!key) return false
  const folder = mkdtempSync(join(tmpdir(), 'zayavka-verify-'))
  try {
    const [keyFile, signed] = [join(folder, 'key.pem'), join(folder, 'signature')]
    writeFileSync(keyFile, key)
    writeFileSync(signed, signature)
    const said = await runCommand('openssl', ['dgst', ...engine, '-verify', keyFile, '-signature', signed], content)
    return said !== null
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Openssl with the GOST engine, as the bureaus' signer: for tests, demos and lenders whose certified tools are not asked for. */
export function opensslRawSigner({ certificate, key }: { certificate: string; key: string }): RawSigner {
  let hash: Promise<string> | undefined
  return {
    async sign(content) {
      const signature = await runCommand('openssl', ['dgst', ...engine, '-sign', key], content)
      return signature?.length === 64 ? signature : gone('did not sign: is the engine there, does the key fit?')
    },
    verify: verifyGost,
    certificateHash: () => (hash ??= hashOf(certificate)),
  }
}

/**
 * The lender's own program, for keys on tokens: `sign-raw`, bytes in, 64 bytes out. CryptoPro writes them in the other order: `reversed` turns them round.
 */
export function commandRawSigner(parts: {
  command: readonly string[]
  order: 'straight' | 'reversed'
  certificate: string
}): RawSigner {
  const [program = '', ...args] = parts.command
  let hash: Promise<string> | undefined
  return {
    async sign(content) {
      const signature = await runCommand(program, args, content)
      if (signature?.length !== 64) return gone('did not sign')
      return parts.order === 'reversed' ? Uint8Array.from(signature).reverse() : signature
    },
    verify: verifyGost,
    certificateHash: () => (hash ??= hashOf(parts.certificate)),
  }
}

/** RS256 by a pinned certificate. */
export const verifyRsa = (content: Uint8Array, signature: Uint8Array, certificate: string): boolean =>
  verifyNow(
    'sha256',
    content,
    createPublicKey(new X509Certificate(readFileSync(certificate)).publicKey.export({ type: 'spki', format: 'pem' })),
    signature,
  )
