import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { requestDetailSchema, requestSchema } from '../request.ts'

const id = z.object({ id: z.string().check(z.maxLength(64)) })
const version = z.optional(z.int().check(z.minimum(1)))
const raw = z.record(z.string().check(z.maxLength(60)), z.unknown())
const stepParams = z.object({ id: z.string().check(z.maxLength(64)), step: z.string().check(z.regex(/^\d{1,2}$/)) })
const smsCode = z.string().check(z.regex(/^\d{6}$/, 'Код — шесть цифр'))

export const findByClientIds = defineCall({
  name: 'findByClientIds',
  polled: true,
  quiet: true,
  about: "The signed-in client's requests: what still needs something first, then loans, then finished prolongations",
  method: 'POST',
  path: '/service/requests/findByClientIds',
  body: z.object({ options: z.object({ output: z.literal('all') }) }),
  answer: z.object({ result: z.object({ count: z.number(), data: z.array(requestSchema) }) }),
})

export const currentRequest = defineCall({
  name: 'currentRequest',
  quiet: true,
  about: 'The request that is being filled or waits for its client, if any',
  method: 'POST',
  path: '/service/requests/current',
  answer: z.object({ status: z.literal('correct'), data: z.nullable(requestSchema) }),
})

export const createRequest = defineCall({
  name: 'createRequest',
  asTyped: true,
  tells: 'request',
  about: "Creates a request from the request form's answers (step 34)",
  method: 'POST',
  path: '/service/requests',
  limit: 'requestCreation',
  status: 201,
  body: z.object({ raw }),
  answer: requestSchema,
  errors: ['invalid_answers', 'request_open'],
  idempotent: true,
})

export const getRequest = defineCall({
  name: 'getRequest',
  about: 'The whole request with its steps',
  method: 'GET',
  path: '/service/requests/:id',
  params: id,
  answer: requestDetailSchema,
  errors: ['not_found'],
})

export const saveDraft = defineCall({
  name: 'saveDraft',
  asTyped: true,
  about:
    "Keeps what was typed on a step, valid or not. `revision` is the one it was typed on; `patch` holds the fields that changed; `version` is that of the answers' shape in this browser",
  method: 'PUT',
  path: '/service/requests/:id/steps/:step/draft',
  params: stepParams,
  body: z.object({ revision: z.number(), patch: raw, version }),
  answer: z.object({ revision: z.number() }),
  errors: ['not_found', 'version_conflict', 'step_closed', 'bad_request', 'body_too_large', 'unavailable'],
})

export const acceptStep = defineCall({
  name: 'acceptStep',
  asTyped: true,
  tells: 'detail',
  capture: true,
  about: "Accepts a step's answers after checking them",
  method: 'PUT',
  path: '/service/requests/:id/steps/:step',
  limit: 'stepAnswers',
  params: stepParams,
  body: z.object({ revision: z.number(), raw, version }),
  answer: z.object({
    /** The request as it is now: nothing has to be read again. */
    detail: requestDetailSchema,
    warnings: z.array(z.object({ field: z.string(), message: z.string() })),
    next: z.number(),
  }),
  errors: ['not_found', 'invalid_answers', 'version_conflict', 'step_closed', 'confirm_again'],
})

export const requestSigningCode = defineCall({
  name: 'requestSigningCode',
  lane: 'reserved',
  about: 'Freezes what is to be signed and sends the code by SMS',
  method: 'POST',
  path: '/service/requests/:id/codes',
  limit: 'signingCode',
  status: 202,
  params: id,
  body: z.object({ purpose: z.enum(['application', 'contract', 'prolongation', 'newTerms']), version: z.number() }),
  answer: z.object({
    package: z.string(),
    documents: z.array(z.object({ id: z.string(), title: z.string(), sha256: z.string() })),
    resendAfterSeconds: z.number(),
    livesSeconds: z.number(),
  }),
  errors: [
    'identity_needed',
    'identity_differs',
    'not_found',
    'state_conflict',
    'version_conflict',
    'steps_missing',
    'on_check',
    'offer_over',
  ],
})

export const sendRequest = defineCall({
  name: 'sendRequest',
  tells: 'request',
  lane: 'reserved',
  about: 'Signs the application with the code and sends it for verification',
  method: 'POST',
  path: '/service/requests/:id/send',
  limit: 'codeEntry',
  params: id,
  body: z.object({ code: smsCode, package: z.string().check(z.maxLength(64)), version: z.number() }),
  answer: requestSchema,
  errors: ['not_found', 'state_conflict', 'version_conflict', 'steps_missing', 'code_wrong'],
  idempotent: true,
})

export const withdrawRequest = defineCall({
  name: 'withdrawRequest',
  tells: 'request',
  about: 'Takes the request back before it is decided',
  method: 'POST',
  path: '/service/requests/:id/withdraw',
  limit: 'rareChange',
  params: id,
  body: z.object({ version: z.number() }),
  answer: requestSchema,
  errors: ['not_found', 'state_conflict', 'version_conflict'],
  idempotent: true,
})
