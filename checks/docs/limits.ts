import type { Call } from '#contract/call.ts'
import { type Figure, type Limit, limits } from '#contract/limits.ts'
import { declaredCalls } from '../security/declared.ts'

const keys: Readonly<Record<Figure['by'], string>> = {
  ipv4: 'IPv4 address',
  ipv6: 'IPv6 /64',
  ipv6Site: 'IPv6 /48',
  device: 'device',
  stranger: 'network, without our cookie',
  phone: 'phone',
  phoneOnDevice: 'phone on a device that signed in by it',
  email: 'e-mail address',
  account: 'account',
  staff: 'member of the staff',
  subject: 'what it is for',
  everybody: 'everybody together',
}

const figureRow = ([name, { by, most, window, counted }]: [string, Figure]) =>
  `| \`${name}\` | ${keys[by]} | ${most} | \`${window}\` | ${counted} |`

function section(name: string, limit: Limit, calls: readonly Call[]): string {
  const own = calls.filter(({ limit: named }) => named === name).map(({ name: call }) => `\`${call}\``)
  const usual = ['visitor', 'borrower', 'staff'].includes(name)
  return [
    `## \`${name}\``,
    `${limit.about[0]?.toUpperCase()}${limit.about.slice(1)}.${own.length > 0 && !usual ? ` Calls: ${own.join(', ')}.` : ''}`,
    `Why: ${limit.why}`,
    [
      '| figure | counted by | most | window | where |',
      '| --- | --- | --- | --- | --- |',
      ...Object.entries(limit.figures).map(figureRow),
    ].join('\n'),
  ].join('\n\n')
}

/** `docs/limits.md`, made from the table the router reads. */
export async function limitsReference(): Promise<string> {
  const calls = await declaredCalls()
  const sections = Object.entries(limits as Readonly<Record<string, Limit>>).map(([name, limit]) =>
    section(name, limit, calls),
  )
  return `# Limits

Made by \`npm run reference\` from the table in \`contract/limits/\`: change that, not this page. A lender changes figures in its file:
\`"limits": { "signInCode": { "ipv4": { "most": 600 } } }\`; a name that is none of these stops the start.

Every call has a limit, its own or the usual one of who may make it. Over it the answer is 429 \`too_often\` with \`Retry-After\`, before
the call's own work. The window starts with the first hit. \`database\` is counted by all servers together and survives a restart, \`memory\`
by each server.

An address is counted as the connection or a trusted proxy tells it: IPv4 whole (also inside IPv6), IPv6 by the /64 a subscriber gets and
by the /48 around it. A device is a browser by a cookie signed with our key. Who has been signed in there to the end is counted by
the device where a limit has that figure, and not by the address: those who share an address with a stranger are not held back for the stranger.

${sections.join('\n\n')}
`
}
