import * as z from 'zod/mini'
import { defineCall } from '../call.ts'

export const live = defineCall({
  name: 'live',
  lane: 'long',
  quiet: true,
  about: 'Server-sent events: «this request changed», with its id and its version only',
  method: 'GET',
  path: '/service/live',
})

const suggestion = z.object({ value: z.string(), hint: z.optional(z.string()), data: z.record(z.string(), z.string()) })
export type Suggestion = z.output<typeof suggestion>

/** Letters of what is looked up: no name is longer. */
export const longestSuggested = 200
const looked = z.string().check(z.maxLength(longestSuggested))

export const suggestKinds = ['address', 'region', 'city', 'street', 'issuer', 'employer', 'position', 'bank'] as const
export type SuggestKind = (typeof suggestKinds)[number]

export const suggest = defineCall({
  name: 'suggest',
  lane: 'outside',
  about: 'Suggestions while typing; an empty list when there are none or the provider is out of reach',
  method: 'POST',
  path: '/service/suggest/:kind',
  limit: 'suggestions',
  who: 'anyone',
  params: z.object({ kind: z.enum(suggestKinds) }),
  body: z.object({
    query: looked,
    within: z.optional(z.record(z.string().check(z.maxLength(20)), looked)),
  }),
  answer: z.object({ suggestions: z.array(suggestion) }),
})

export const reportErrors = defineCall({
  name: 'reportErrors',
  beacon: true,
  about: 'Error reports of the browser apps (a Sentry envelope)',
  method: 'POST',
  path: '/service/errors',
  limit: 'errorReports',
  who: 'anyone',
  status: 202,
})

export const reportViolations = defineCall({
  name: 'reportViolations',
  about: "A browser's report of something the page's own policy did not let run (Content-Security-Policy report-uri)",
  method: 'POST',
  path: '/service/csp-reports',
  limit: 'errorReports',
  who: 'anyone',
  status: 204,
})

const funnelEvent = z.object({
  step: z.number(),
  /** `accepted` is passed over: those the server counts itself */
  what: z.enum(['opened', 'accepted', 'left']),
})

export const reportFunnel = defineCall({
  name: 'reportFunnel',
  about: 'Which step was opened or left, without answers',
  method: 'POST',
  path: '/service/funnel',
  limit: 'funnel',
  who: 'anyone',
  status: 202,
  body: z.object({ events: z.array(funnelEvent).check(z.maxLength(50)) }),
})

export const healthLive = defineCall({
  name: 'healthLive',
  about: 'The process answers',
  method: 'GET',
  path: '/health/live',
  limit: 'probe',
  who: 'anyone',
  answer: z.object({ status: z.literal('ok') }),
})

export const healthReady = defineCall({
  name: 'healthReady',
  about: 'Database, schema and disk are there and the server is not stopping',
  method: 'GET',
  path: '/health/ready',
  limit: 'probe',
  who: 'anyone',
  answer: z.object({ status: z.literal('ok') }),
  errors: ['unavailable'],
})

export const reportPlace = defineCall({
  name: 'reportPlace',
  about: 'Where the device roughly is; kept only while the consent to it stands',
  method: 'POST',
  path: '/service/place',
  limit: 'place',
  status: 202,
  body: z.object({
    latitude: z.number().check(z.minimum(-90), z.maximum(90)),
    longitude: z.number().check(z.minimum(-180), z.maximum(180)),
    /** Metres. */
    accuracy: z.number().check(z.minimum(0), z.maximum(10_000_000)),
  }),
})
