import type { Row } from './rows.ts'

const own = 'checks/security/authorization.test.ts'
const body = 'checks/security/parsing.test.ts'
const kept = 'checks/security/files.test.ts'
const contents = 'server/modules/evidence/contents.test.ts'
const staff = 'server/modules/office/office.test.ts'

export const authorization: readonly Row[] = [
  {
    id: 'C1',
    what: 'every call × everybody, from the contract; a call left out fails the build',
    proofs: [
      ['server/http/access.test.ts', 'a call that is not bound fails here'],
      ['server/http/access.test.ts', 'roles of a lender’s own'],
      [staff, 'lets each role do what is its own'],
    ],
  },
  { id: 'C2', what: 'anything of another borrower reads like what never was', proofs: [[own, 'C2:']] },
  { id: 'C3', what: 'ids of 122 random bits; no numbers in sequence', proofs: [[own, 'C3:']] },
  {
    id: 'C4',
    what: 'no score, notes or names of the staff to the borrower; masked data to the staff',
    proofs: [
      [own, 'C4:'],
      ['server/modules/verification/queue.test.ts', 'shows whole data only in one’s own open lease'],
    ],
  },
  { id: 'C5', what: 'fields nobody asked for are never kept', proofs: [['server/modules/steps/steps.test.ts', 'C5:']] },
  {
    id: 'C6',
    what: 'steps out of order, after sending, after signing: refused, nothing changes',
    proofs: [
      [own, 'C6:'],
      ['checks/e2e/calls.test.ts', 'an event the state does not allow'],
    ],
  },
  { id: 'C7', what: 'odd verbs and odd spellings of an address get past no rule', proofs: [[own, 'C7:']] },
]

export const parsing: readonly Row[] = [
  {
    id: 'E1',
    what: 'size, depth and number of keys are bounded; duplicates and NaN refused',
    proofs: [
      [body, 'E1:'],
      ['server/http/json.test.ts', 'too deep, too many keys'],
      ['server/http/json.test.ts', 'duplicate keys'],
      ['server/http/json.test.ts', 'broken text, NaN'],
    ],
  },
  {
    id: 'E2',
    what: 'keys that reach for prototypes are refused; nothing is polluted',
    proofs: [
      [body, 'E2:'],
      ['server/http/json.test.ts', 'keys that reach for prototypes'],
    ],
  },
  {
    id: 'E3',
    what: 'anything sent to any call: never a 5xx, nothing lost',
    proofs: [['checks/security/fuzz.test.ts', 'E3:']],
  },
  { id: 'E4', what: 'repeated parameters and headers have one meaning', proofs: [[body, 'E4:']] },
  { id: 'E5', what: 'SQL in any field changes neither answer nor time', proofs: [[body, 'E5:']] },
  {
    id: 'E6',
    what: 'no cell of an exported file is a formula',
    proofs: [
      ['server/platform/csv.test.ts', 'no cell is a formula'],
      ['server/modules/reports/office-reports.test.ts', 'leave as CSV without formulas'],
    ],
  },
  { id: 'E7', what: 'long adversarial strings are answered at once', proofs: [[body, 'E7:']] },
  { id: 'E8', what: 'smuggled requests are refused, their connection closed', proofs: [[body, 'E8:']] },
  {
    id: 'E9',
    what: 'one event is one line of the log',
    proofs: [['server/platform/log.test.ts', 'one event is one line']],
  },
]

export const files: readonly Row[] = [
  {
    id: 'F1',
    what: 'files by content: allowed kinds only, redrawn, no payload kept',
    proofs: [
      [contents, 'an SVG with a script'],
      [contents, 'the corpus is of sixty files'],
      [contents, 'what is stored of a picture'],
    ],
    note: 'PDF is not taken at all',
  },
  {
    id: 'F2',
    what: 'size, number and sum of files and uploads an hour are bounded, counted while they come',
    proofs: [
      [kept, 'F2:'],
      ['checks/capture/uploads.test.ts', 'too large, another site'],
    ],
  },
  {
    id: 'F3',
    what: 'pixel floods are refused within a second, in little memory',
    proofs: [
      [contents, 'a flood of 30000'],
      [kept, 'F3:'],
    ],
  },
  {
    id: 'F4',
    what: 'pictures are redrawn: no place, serial or thumbnail; upright',
    proofs: [[contents, 'what is stored of a picture']],
  },
  { id: 'F5', what: 'the client’s name for a file is never used', proofs: [[kept, 'F5:']] },
  {
    id: 'F6',
    what: 'served to its people only, so that no browser runs it',
    proofs: [
      [kept, 'F6:'],
      ['server/modules/documents/routes.test.ts', 'never to be run'],
    ],
  },
  {
    id: 'F7',
    what: 'a copied address of a file is worth nothing in another browser',
    proofs: [[kept, 'F7:']],
    note: 'no links are handed out: a file is served by its session alone',
  },
  {
    id: 'F10',
    what: 'an upload is its person’s only',
    proofs: [['checks/capture/uploads.test.ts', 'nobody else can ask for']],
  },
]

export const personal: readonly Row[] = [
  {
    id: 'G1',
    what: 'personal data sealed, bound to its place; none in database files and dumps',
    proofs: [
      ['server/modules/steps/steps.test.ts', 'G1:'],
      ['server/platform/sealing.test.ts', 'moved to another row'],
      ['checks/security/seeded.test.ts', 'G1:'],
    ],
  },
  {
    id: 'G2',
    what: 'keys outside the database; changed under load; a missing one is one clean line',
    proofs: [
      ['checks/drills/rotation.test.ts', 'drill 29:'],
      ['server/operations/sealed-columns.test.ts', 'each column of bytes'],
    ],
  },
  {
    id: 'G3',
    what: 'no personal value, code or token in the log, whatever happens',
    proofs: [
      ['checks/security/seeded.test.ts', 'G3:'],
      ['server/platform/log.test.ts', 'hides numbers and addresses of people'],
    ],
  },
  { id: 'G4', what: 'no personal data in addresses and titles', proofs: [['checks/security/seeded.test.ts', 'G4:']] },
  {
    id: 'G5',
    what: 'a fault shows a trace id and nothing of the inside',
    proofs: [
      ['server/http/access.test.ts', 'D2, G5'],
      [body, 'G5:'],
    ],
  },
  {
    id: 'G6',
    what: 'own data to take away, deletion at one’s word and by schedule, all in the journal',
    proofs: [
      ['server/modules/retention/retention.test.ts', 'one’s own data'],
      ['server/modules/retention/retention.test.ts', 'forgotten at their word'],
      ['server/modules/retention/retention.test.ts', 'five years after the last loan'],
    ],
  },
  {
    id: 'G7',
    what: 'masked in the office’s lists; whole only in hand, each look in the journal',
    proofs: [
      ['server/modules/verification/queue.test.ts', 'lists names shortened and passports masked'],
      ['server/modules/verification/queue.test.ts', 'shows whole data only in one’s own open lease'],
    ],
  },
]

export const office: readonly Row[] = [
  {
    id: 'I1',
    what: 'the office has its own path, cookie and bundle; no staff code in the borrower’s',
    proofs: [
      ['checks/security/bundle.test.ts', 'I1:'],
      [staff, 'with a cookie no script and no other site gets'],
    ],
    note: 'one origin in the embedded default; `PUBLIC_OFFICE_URL` names the separate host',
  },
  {
    id: 'I2',
    what: 'password and authenticator, or password and passkey; a code is good once',
    proofs: [
      [staff, 'takes a code of the step before and after, and each once'],
      [staff, 'refuses a weak one'],
      ['server/modules/office/staff-passkeys.test.ts', 'I2:'],
    ],
    note: 'passwords are made by the server, 100 random bits: none can be on a list of breached ones',
  },
  {
    id: 'I3',
    what: 'no default account; the first one is made from the server’s own command line',
    proofs: [
      [staff, 'makes the first administrator of a demo once, and none in production'],
      ['server/platform/config.test.ts', 'production refuses the demo’s office account'],
      [staff, 'I3:'],
    ],
  },
  {
    id: 'I4',
    what: 'two different people for large approvals, for rights, for a payout that is stuck',
    proofs: [
      ['server/modules/verification/outcomes.test.ts', 'takes two different people'],
      ['server/modules/verification/outcomes.test.ts', 'does not let the first person approve by taking'],
      ['server/modules/office/grants.test.ts', 'wait for the other one of two'],
      ['server/modules/office/own-sign-in.test.ts', 'of another is reset by two administrators'],
      ['server/modules/payouts/payouts.test.ts', 'I4:'],
    ],
  },
  {
    id: 'I5',
    what: 'a change of role counts from the next request, also one of the lender’s file after a restart',
    proofs: [
      [staff, 'follows a change of role'],
      ['server/http/access.test.ts', 'I5: a role with other rights after a restart'],
    ],
  },
  {
    id: 'I6',
    what: 'too many looks an hour are stopped and called out; exports are in the journal',
    proofs: [
      ['server/modules/verification/looks.test.ts', 'stops at the limit of an hour'],
      ['server/modules/office/journal-export.test.ts', 'is whole, holds its own export'],
    ],
  },
  {
    id: 'I7',
    what: 'ten failures: ever longer waits, the same for unknown logins',
    proofs: [
      [staff, 'waits ever longer after ten failures'],
      [staff, 'answers wrong login, password, code and a disabled account the same'],
    ],
  },
]
