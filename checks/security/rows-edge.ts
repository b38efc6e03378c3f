import type { Row } from './rows.ts'

const auth = 'server/modules/auth/auth.test.ts'
const staff = 'server/modules/office/office.test.ts'

export const codes: readonly Row[] = [
  {
    id: 'A1',
    what: 'codes: six digits from a secure source, each as likely',
    proofs: [
      [auth, 'A1 six digits'],
      ['checks/security/codes.test.ts', 'A1:'],
    ],
  },
  { id: 'A2', what: 'five wrong tries void a code; every refusal reads the same', proofs: [[auth, 'A2 five wrong']] },
  { id: 'A3', what: 'a code lives five minutes by the server’s clock', proofs: [[auth, 'A3 a code lives']] },
  { id: 'A4', what: 'twenty parallel checks of the right code: one session', proofs: [[auth, 'A4 twenty parallel']] },
  { id: 'A5', what: 'resends are limited by phone, address and altogether', proofs: [[auth, 'A5 resending']] },
  {
    id: 'A6',
    what: 'tries and limits survive kill -9 and are shared by servers',
    proofs: [['checks/security/codes.test.ts', 'A6:']],
  },
  {
    id: 'A7',
    what: 'a locked phone locks nobody out for good',
    proofs: [
      ['checks/security/codes.test.ts', 'A7:'],
      ['server/modules/auth/passkeys.test.ts', 'A7:'],
    ],
    note: 'sessions live on, and a passkey signs in while codes are held back',
  },
  {
    id: 'A8',
    what: 'a code is bound to purpose, browser and request',
    proofs: [
      [auth, 'A8 a code'],
      ['server/modules/offers/contract-code.test.ts', 'is worth nothing in another session'],
    ],
  },
  {
    id: 'A9',
    what: 'whether a phone is known does not show, in words or in time',
    proofs: [
      [auth, 'A9 a known'],
      ['checks/security/codes.test.ts', 'A9:'],
    ],
  },
  {
    id: 'A10',
    what: 'a code is in no answer, log or table',
    proofs: [
      [auth, 'A10 never'],
      ['checks/security/seeded.test.ts', 'G3:'],
    ],
  },
  {
    id: 'A11',
    what: 'production does not start with test codes',
    proofs: [
      ['server/platform/config.test.ts', 'production refuses a test SMS code'],
      ['server/platform/config.test.ts', 'production refuses a test e-mail code'],
    ],
  },
  {
    id: 'A12',
    what: 'the phone cannot be changed by who only holds a session',
    proofs: [
      ['checks/security/codes.test.ts', 'A12:'],
      ['server/modules/auth/phones.test.ts', 'takes a fresh code'],
      ['server/modules/auth/phones.test.ts', 'money waits a day'],
      ['server/modules/payouts/payouts.test.ts', 'waits while the client’s new phone'],
    ],
  },
]

export const sessions: readonly Row[] = [
  {
    id: 'B1',
    what: 'cookies: __Host-, Secure, HttpOnly, SameSite; the office’s its own, Strict',
    proofs: [
      [auth, 'B1 cookie'],
      [staff, 'with a cookie no script and no other site gets'],
    ],
  },
  {
    id: 'B2',
    what: '256 random bits, only a hash kept, never in a body, address or storage',
    proofs: [
      [auth, 'B2 only its hash'],
      ['checks/security/seeded.test.ts', 'G3:'],
    ],
  },
  { id: 'B3', what: 'a new token at sign-in, the old one dead at once', proofs: [[auth, 'B3 a new token']] },
  {
    id: 'B4',
    what: 'idle and whole life enforced by the server; answers kept',
    proofs: [
      [auth, 'B4 idle half an hour'],
      [staff, 'ends a session after 15 quiet minutes'],
      ['checks/e2e/filling.test.ts', 'session over'],
    ],
  },
  {
    id: 'B5',
    what: 'signing out kills the session on the server and clears the device',
    proofs: [
      [auth, 'B5 signing out'],
      [staff, 'kills the session on signing out'],
    ],
  },
  {
    id: 'B6',
    what: 'own sessions can be listed and ended, one or all; the office can end a client’s; a disabled member is cut off',
    proofs: [
      [auth, 'B6 other sign-ins'],
      [auth, 'B6 all other sign-ins'],
      ['server/modules/auth/office-routes.test.ts', 'B6 a supervisor ends'],
      [staff, 'cuts off a disabled member'],
    ],
  },
  {
    id: 'B7',
    what: 'signing and a new payout destination ask for a code not older than five minutes',
    proofs: [['server/modules/steps/step-up.test.ts', 'B7:']],
  },
  {
    id: 'B8',
    what: 'an ended session stays ended after kill -9 and after yesterday’s backup',
    proofs: [['checks/security/codes.test.ts', 'B8:']],
  },
]

export const boundary: readonly Row[] = [
  {
    id: 'D1',
    what: 'a policy of nonces and Trusted Types on every page; an injected script does not run',
    proofs: [
      ['checks/security/boundary.test.ts', 'D1:'],
      ['checks/security/payloads.test.ts', 'D7:'],
    ],
  },
  {
    id: 'D2',
    what: 'fixed headers on all answers, errors too',
    proofs: [
      ['server/http/access.test.ts', 'D2, G5'],
      ['server/http/access.test.ts', 'D2: under https'],
      ['checks/security/boundary.test.ts', 'D2:'],
    ],
  },
  {
    id: 'D3',
    what: 'a changing call another site could make is refused before any effect',
    proofs: [['checks/security/boundary.test.ts', 'D3:']],
  },
  { id: 'D4', what: 'no GET changes anything', proofs: [['checks/security/boundary.test.ts', 'D4:']] },
  {
    id: 'D5',
    what: 'no answer is readable from another origin',
    proofs: [['checks/security/boundary.test.ts', 'D5:']],
  },
  {
    id: 'D6',
    what: 'personal data is never cached; no file-like address answers with data',
    proofs: [['checks/security/boundary.test.ts', 'D6:']],
  },
  {
    id: 'D7',
    what: '200 payloads in every text field: shown as text, no script runs',
    proofs: [
      ['checks/security/payloads.test.ts', 'D7:'],
      ['checks/security/payloads-office.test.ts', 'D7:'],
    ],
  },
  {
    id: 'D9',
    what: 'no call to another host during the walk',
    proofs: [
      ['checks/security/seeded.test.ts', 'D9:'],
      ['checks/e2e/routes.test.ts', 'is there for a visitor, with no call to another host'],
    ],
  },
  {
    id: 'D10',
    what: 'no secret, server code or internal host in what the browser gets',
    proofs: [['checks/security/bundle.test.ts', 'D10:']],
  },
]

export const abuse: readonly Row[] = [
  {
    id: 'L1',
    what: 'limits by address, phone and altogether; a forged X-Forwarded-For does not help',
    proofs: [
      ['checks/security/abuse.test.ts', 'L1:'],
      ['checks/security/limits.test.ts', 'L1:'],
      ['server/platform/rate.test.ts', 'counts every one of many parallel hits'],
    ],
  },
  {
    id: 'L2',
    what: 'thousands of slow connections: others answered, slow ones closed',
    proofs: [
      ['checks/security/abuse.test.ts', 'L2:'],
      ['server/http/admission.test.ts', 'L2:'],
    ],
  },
  {
    id: 'L5',
    what: 'addresses that are none are limited',
    proofs: [['checks/security/limits.test.ts', 'L5:']],
  },
]
