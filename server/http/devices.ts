import { createHmac, timingSafeEqual } from 'node:crypto'
import '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { KeyRing } from '#server/platform/keys.ts'
import type { Platform } from '#server/platform/platform.ts'

const kinds = {
  client: { cookie: '__Host-zayavka-device', sameSite: 'lax' },
  staff: { cookie: '__Host-zayavka-office-device', sameSite: 'strict' },
} as const

/** Who signed in here that a browser remembers; the earliest is forgotten for the next. */
const mostRemembered = 5
const lifeSeconds = 400 * 86_400
const macLength = 22

/** A browser of ours, known by a signed cookie. */
export interface Device {
  readonly id: string
  /** Somebody has signed in here to the end. */
  readonly known: boolean
  /** Whether this person (a phone, a login) has. */
  knows(subject: string): boolean
}

const sameText = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

/**
 * Browsers, told apart by a random number signed with our key, and who has signed in there, as MACs: nothing is kept on the server,
 * and nobody makes up a browser. What a device is remembered for are counters of its own; it is no factor of a sign-in.
 */
export function createDevices(
  { keys, random }: { keys: KeyRing; random: Platform['random'] },
  kind: keyof typeof kinds,
) {
  const { cookie, sameSite } = kinds[kind]
  const macs = (text: string) =>
    keys.all.map((key) =>
      createHmac('sha256', key.derive('devices')).update(`${kind} ${text}`).digest('base64url').slice(0, macLength),
    )
  const signed = (text: string) => macs(text)[0] ?? ''
  const isSigned = (text: string, mac: string) => macs(text).some((right) => sameText(right, mac))
  const remembered = (id: string, subject: string) => `remembered ${id} ${subject}`

  function parse(http: FastifyRequest): { id: string; marks: string[] } | null {
    const [id = '', mac = '', ...marks] = (http.cookies[cookie] ?? '').slice(0, 400).split('.')
    return id && isSigned(`device ${id}`, mac) ? { id, marks: marks.slice(0, mostRemembered + 1) } : null
  }

  function write(reply: FastifyReply, id: string, marks: readonly string[]): void {
    const value = [id, signed(`device ${id}`), ...marks].join('.')
    reply.setCookie(cookie, value, { path: '/', httpOnly: true, secure: true, sameSite, maxAge: lifeSeconds })
  }

  const somebody = (id: string) => remembered(id, '')

  function read(http: FastifyRequest): Device | null {
    const found = parse(http)
    if (!found) return null
    const { id, marks } = found
    const has = (text: string) => marks.some((mark) => isSigned(text, mark))
    return { id, known: has(somebody(id)), knows: (subject) => has(remembered(id, subject)) }
  }

  return {
    read,

    /** The browser of this call; one met for the first time gets its cookie. */
    meet(http: FastifyRequest, reply: FastifyReply): Device {
      const known = read(http)
      if (known) return known
      const id = random.token()
      write(reply, id, [])
      return { id, known: false, knows: () => false }
    },

    /** Notes that this person signed in here to the end. */
    remember(http: FastifyRequest, reply: FastifyReply, subject: string): void {
      const found = parse(http) ?? { id: random.token(), marks: [] }
      const { id } = found
      const earlier = found.marks.filter(
        (mark) => !isSigned(somebody(id), mark) && !isSigned(remembered(id, subject), mark),
      )
      const others = earlier.slice(-(mostRemembered - 1))
      write(reply, id, [signed(somebody(id)), ...others, signed(remembered(id, subject))])
    },
  }
}

export type Devices = ReturnType<typeof createDevices>
