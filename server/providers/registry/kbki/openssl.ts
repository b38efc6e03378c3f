import { SignatureBad, type Signer, SignerGone } from '../signer.ts'
import { runCommand } from './command.ts'

interface OpensslKeys {
  /** Files: our signing certificate and its key, PEM. */
  readonly certificate: string
  readonly key: string
  /** GOST by the engine of that name; null (tests where there is no engine): the key's own algorithm with SHA-256. */
  readonly engine?: string | null
}

/**
 * Signs with openssl in a child process: Node's own cannot speak GOST. `-no-CApath -no-CAstore`, or any authority this machine trusts may sign for a bureau; one
 * pin a run tells whose certificate it was.
 */
export function opensslSigner({ certificate, key, engine = 'gost' }: OpensslKeys): Signer {
  const withEngine = engine ? ['-engine', engine] : []
  const hash = engine ? 'md_gost12_256' : 'sha256'
  const cms = (...args: string[]) => ['cms', ...args, '-binary', ...withEngine]
  return {
    name: engine ? `openssl with ${engine}` : 'openssl without GOST',

    async sign(content) {
      const how = ['-sign', '-nodetach', '-nosmimecap', '-md', hash, '-signer', certificate, '-inkey', key]
      const message = await runCommand('openssl', cms(...how, '-outform', 'DER'), content)
      if (!message || message.length === 0)
        throw new SignerGone('openssl did not sign: is the engine there, does the key fit?')
      return message
    },

    async open(message, pins) {
      const only = ['-no-CApath', '-no-CAstore', '-partial_chain', '-purpose', 'any']
      for (const pin of pins) {
        const content = await runCommand(
          'openssl',
          cms('-verify', '-inform', 'DER', '-CAfile', pin, '-certfile', pin, ...only),
          message,
        )
        if (content) return { content, signedBy: pin }
      }
      throw new SignatureBad('the signature holds by none of the pinned certificates')
    },

    async digest(content) {
      const said = await runCommand('openssl', ['dgst', `-${hash}`, '-r', ...withEngine], content)
      const found = /^([0-9a-f]{64}) /.exec(said?.toString('latin1') ?? '')
      if (!found?.[1]) throw new SignerGone('openssl made no digest: is the engine there?')
      return found[1]
    },
  }
}

/**
 * The lender's own program, for keys on tokens: its only argument is `sign`, `open` or `digest`, with a pin after `open`; bytes in, bytes out, status 0 for success.
 */
export function commandSigner(command: string): Signer {
  return {
    name: 'command',
    async sign(content) {
      const message = await runCommand(command, ['sign'], content)
      if (!message || message.length === 0) throw new SignerGone('BUREAU_SIGN_COMMAND did not sign')
      return message
    },
    async open(message, pins) {
      for (const pin of pins) {
        const content = await runCommand(command, ['open', pin], message)
        if (content) return { content, signedBy: pin }
      }
      throw new SignatureBad('the signature holds by none of the pinned certificates')
    },
    async digest(content) {
      const said = (await runCommand(command, ['digest'], content))?.toString('latin1').trim() ?? ''
      if (!/^[0-9a-f]{64}$/.test(said)) throw new SignerGone('BUREAU_SIGN_COMMAND made no digest')
      return said
    },
  }
}
