import type { Row } from './rows.ts'

const offers = 'server/modules/offers/offers.test.ts'
const contractCode = 'server/modules/offers/contract-code.test.ts'
const payouts = 'server/modules/payouts/payouts.test.ts'
const paying = 'server/modules/payments/payments.test.ts'
const hook = 'server/modules/loans/webhook.test.ts'
const signature = 'server/platform/webhook-signature.test.ts'
const outbound = 'server/platform/outbound.test.ts'

export const journal: readonly Row[] = [
  {
    id: 'H2',
    what: 'an append-only chain of hashes: 200 tamperings, 200 found',
    proofs: [
      ['server/platform/journal/journal.test.ts', 'names the first bad entry of 200 random tamperings'],
      ['server/platform/journal/journal.test.ts', 'refuses change, deletion and emptying'],
    ],
  },
]

export const contract: readonly Row[] = [
  {
    id: 'J1',
    what: 'the signing SMS names sum and term and warns, without a link',
    proofs: [[offers, 'names sum and term in the SMS']],
  },
  {
    id: 'J2',
    what: 'a signature verifies without us; one changed byte and it does not',
    proofs: [
      ['server/modules/signing/verification.test.ts', 'is true without a database'],
      ['server/modules/signing/verification.test.ts', 'is false after any byte was changed'],
    ],
  },
  {
    id: 'J3',
    what: 'a change after the code was sent voids it',
    proofs: [
      [contractCode, 'is void after a change of the request'],
      [offers, 'does not sign papers of yesterday'],
    ],
  },
  {
    id: 'J4',
    what: 'paid to the borrower only, and only what was signed',
    proofs: [
      ['server/providers/payout/rails.test.ts', 'has the receiver’s name checked'],
      [payouts, 'takes no other destination while it is under way'],
      [offers, 'goes from an approved review to the payout'],
    ],
  },
  {
    id: 'J5',
    what: 'one payout a contract, whatever is replayed, raced or killed',
    proofs: [
      [payouts, 'is sent once by twenty workers'],
      [contractCode, 'has one effect when entered twenty times'],
      ['checks/drills/payouts.test.ts', 'drill 7'],
    ],
  },
  {
    id: 'J6',
    what: '«are you calling me now?» on the desk',
    proofs: [['server/modules/calling/calling.test.ts', 'J6:']],
  },
]

export const outside: readonly Row[] = [
  {
    id: 'K1',
    what: 'notifications signed, within five minutes, once, two keys in rotation',
    proofs: [
      [signature, 'a changed body, id or time'],
      [signature, 'the present key and the one before it'],
      [signature, 'good for five minutes'],
      [hook, 'counts a payment once, told twenty times'],
      [hook, 'has no effect with another key'],
    ],
  },
  {
    id: 'K2',
    what: 'late, doubled and unknown notifications never move anything back',
    proofs: [
      [hook, 'other kinds are left alone'],
      [payouts, 'is read again when a notification names it'],
      [paying, 'told of twenty times at once'],
      [paying, 'of another sum than was asked for'],
      [paying, 'the call is never made again'],
      ['server/modules/payments/autopay.test.ts', 'does not charge what was not told'],
    ],
  },
  {
    id: 'K3',
    what: 'outgoing calls only to public addresses, checked and pinned, no redirects',
    proofs: [
      [outbound, 'an address that is not public is refused'],
      [outbound, 'the name is looked up once'],
      [outbound, 'a redirect, a huge'],
    ],
  },
  { id: 'K4', what: 'a provider’s reply is bounded and read as hostile', proofs: [[outbound, 'a redirect, a huge']] },
]

export const configuration: readonly Row[] = [
  {
    id: 'M1',
    what: 'production does not start on a bad configuration, says why in a line, prints no secret',
    proofs: [
      ['server/platform/config.test.ts', 'production refuses'],
      ['server/platform/config.test.ts', 'secrets of a configuration are not printed'],
    ],
  },
  {
    id: 'M2',
    what: 'nothing of the machine is served',
    proofs: [
      ['server/http/access.test.ts', 'M2: nothing'],
      ['checks/security/boundary.test.ts', 'M2:'],
    ],
  },
  {
    id: 'M3',
    what: 'lock file, no install scripts, licences and bill of materials by command, number of packages in view',
    proofs: [['checks/security/supply.test.ts', 'M3:']],
  },
]
