import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { ageOn } from '#contract/dates.ts'
import { isAtLeast } from '#contract/person/identity.ts'
import { dateInZone } from '#contract/zones.ts'
import { personOf, type RawAddress } from './person.ts'
import { type IdentityProvider, IdentityRefused, type Verified } from './port.ts'
import {
  basic,
  bearer,
  clockTolerance,
  exchange,
  form,
  listOf,
  maybe,
  oauthRefusal,
  read,
  readTwice,
  sha256,
  text,
  type Wire,
} from './wire.ts'

export interface TidSettings {
  readonly clientId: string
  readonly clientSecret: string
  /** `https://id.tbank.ru` and `https://business.tbank.ru/openapi/api`. */
  readonly authUrl: string
  readonly dataUrl: string
  readonly issuer: string
}

const tokenAnswer = z.object({ access_token: text })
const introspection = z.object({
  active: z.boolean(),
  client_id: maybe,
  sub: text,
  aud: z.optional(z.union([text, listOf(text)])),
  iss: text,
  exp: z.optional(z.number()),
})
const who = z.object({
  sub: text,
  family_name: maybe,
  given_name: maybe,
  middle_name: maybe,
  birthdate: maybe,
  gender: maybe,
  phone_number: maybe,
  email: maybe,
})
const passport = z.object({
  serialNumber: maybe,
  issueDate: maybe,
  unitCode: maybe,
  unitName: maybe,
  birthPlace: maybe,
  citizenship: maybe,
})
const place = z.object({
  addressType: maybe,
  region: maybe,
  city: maybe,
  settlement: maybe,
  street: maybe,
  house: maybe,
  housing: maybe,
  building: maybe,
  apartment: maybe,
  zipCode: maybe,
})
const places = z.object({ addresses: z.optional(listOf(place)) })
const number = z.object({ inn: maybe, snils: maybe })
const flags = z.object({
  isIdentified: z.optional(z.boolean()),
  isBlacklisted: z.optional(z.boolean()),
  isPublicOfficialPerson: z.optional(z.boolean()),
  isForeignAgent: z.optional(z.boolean()),
  result: maybe,
})

const addressOf = (found: z.output<typeof place> | undefined): RawAddress | undefined =>
  found && { ...found, frame: found.housing, flat: found.apartment, index: found.zipCode }

/** T-ID: the bank's sign-in, and its data one call each. What a call does not bring is not there. */
export function tidProvider(settings: TidSettings, wire: Wire): IdentityProvider {
  const { clientId, clientSecret, authUrl, dataUrl, issuer } = settings
  const { outbound, clock } = wire
  const own = basic(clientId, clientSecret)
  const posted = (path: string, values: Record<string, string>, headers: Record<string, string>) => {
    const call = form(values)
    return { url: `${authUrl}${path}`, ...call, headers: { ...call.headers, ...headers } }
  }

  async function introspected(token: string) {
    const reply = await outbound(posted('/auth/introspect', { token }, own))
    const told = read(reply, introspection, 'the introspection')
    const audiences = told.aud === undefined ? [clientId] : [told.aud].flat()
    const past = told.exp !== undefined && told.exp < clock.now().getTime() / 1000 - clockTolerance
    const ours = told.active && told.iss === issuer && told.client_id === clientId && audiences.includes(clientId)
    if (!ours || past) throw new IdentityRefused('forged', 'the token is not ours, or not good')
    return told
  }

  async function data<S extends z.ZodMiniType>(token: string, path: string, schema: S): Promise<z.output<S> | null> {
    const headers = { ...bearer(token), 'x-request-id': randomUUID() }
    const method = path.endsWith('passport-check-smev4') ? ('POST' as const) : ('GET' as const)
    const call = { url: `${dataUrl}/v1/individual/${path}`, method, headers }
    const reply = await readTwice(outbound, call).catch(() => null)
    if (reply?.status !== 200) return null
    const found = schema.safeParse(reply.json())
    return found.success ? found.data : null
  }

  async function gathered(token: string): Promise<Omit<Verified, 'sha256'>> {
    const { sub } = await introspected(token)
    const call = posted('/userinfo/userinfo', { client_id: clientId, client_secret: clientSecret }, bearer(token))
    const person = read(await outbound(call), who, 'the userinfo')
    if (person.sub !== sub) throw new IdentityRefused('forged', 'the data are of another subject')
    const [paper, where, inn, snils, identified, black, official, agent, good] = await Promise.all([
      data(token, 'documents/passport?idType=PASSPORT', passport),
      data(token, 'addresses', places),
      data(token, 'documents/inn', number),
      data(token, 'documents/snils', number),
      data(token, 'identification/status', flags),
      data(token, 'blacklist/status', flags),
      data(token, 'pdl/status', flags),
      data(token, 'foreignagent/status', flags),
      data(token, 'documents/passport-check-smev4', flags),
    ])
    const at = (type: string) => where?.addresses?.find(({ addressType }) => addressType === type)
    const today = dateInZone(clock.now(), 'Europe/Moscow')
    const fields = personOf(
      {
        surname: person.family_name,
        name: person.given_name,
        patronymic: person.middle_name,
        birthDate: person.birthdate,
        sex: person.gender,
        phone: person.phone_number,
        email: person.email,
        inn: inn?.inn,
        snils: snils?.snils,
        birthPlace: paper?.birthPlace,
        passport: paper
          ? { number: paper.serialNumber, issuedOn: paper.issueDate, issuedBy: paper.unitName, code: paper.unitCode }
          : undefined,
        registration: addressOf(at('REGISTRATION_ADDRESS')),
        home: addressOf(at('RESIDENCE_ADDRESS')),
      },
      today,
    )
    const confirmed =
      identified?.isIdentified === true &&
      black?.isBlacklisted === false &&
      good?.result === 'VALID' &&
      fields.birthDate !== undefined &&
      ageOn(fields.birthDate, today) >= 18 &&
      paper?.citizenship === 'РФ'
    return {
      subject: { issuer: 't-id', id: sub },
      level: confirmed ? 'confirmed' : 'claimed',
      basis: confirmed ? ['bank'] : [],
      person: fields,
      flags: {
        ...(official?.isPublicOfficialPerson && { publicOfficial: true }),
        ...(agent?.isForeignAgent && { foreignAgent: true }),
        ...(black?.isBlacklisted && { blocked: true }),
      },
    }
  }

  return {
    name: 't-id',
    label: 'T-ID',
    through: 'Т-Банк',
    can: { purposes: ['signIn', 'fill', 'identify'], highest: 'confirmed', bases: ['bank'] },
    refusal: oauthRefusal,

    async start({ state, redirectUri }) {
      const query = new URLSearchParams({
        client_id: clientId,
        redirect_uri: redirectUri,
        state,
        response_type: 'code',
      })
      return { url: `${authUrl}/auth/authorize?${query}`, keep: {} }
    },

    async finish({ code }, attempt) {
      const values = { grant_type: 'authorization_code', redirect_uri: attempt.redirectUri, code }
      const { access_token: token } = await exchange(
        wire,
        posted('/auth/token', values, own),
        tokenAnswer,
        oauthRefusal,
      )
      try {
        const found = await gathered(token)
        if (!isAtLeast(found.level, attempt.level))
          throw new IdentityRefused('levelTooLow', 'the bank has not confirmed the person')
        return { ...found, sha256: sha256(`${clientId} ${token}`) }
      } finally {
        const over = posted('/auth/revoke', { token, token_type_hint: 'access_token' }, own)
        await outbound({ ...over, statusOnly: true, timeout: 2000 }).catch(() => undefined)
      }
    },
  }
}
