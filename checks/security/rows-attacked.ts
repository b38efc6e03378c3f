import type { Row } from './rows.ts'

const borrowers = 'server/modules/auth/strangers.test.ts'
const staff = 'server/modules/office/strangers.test.ts'
const appeals = 'server/modules/appeals/strangers.test.ts'
const reports = 'server/modules/reports/reports.test.ts'

/** Found by attack on the first release. */
export const attacked: readonly Row[] = [
  {
    id: 'N1',
    what: 'no text a stranger sends costs more than linear time; every pattern is checked',
    red: '21 patterns flagged by the checker; an envelope four times as long cost 16.6 times as much (9 is the limit)',
    proofs: [
      ['checks/security/patterns.test.ts', 'N1:'],
      ['server/modules/reports/linear.test.ts', 'N1:'],
      [reports, 'N12:'],
    ],
  },
  {
    id: 'N4',
    what: 'tries and requests of other browsers leave a code as it is',
    red: 'five wrong tries of a stranger: the owner’s right code answered code_wrong; a thousand tries, no 429',
    proofs: [[borrowers, 'N4:']],
  },
  {
    id: 'N5',
    what: 'IPv6 by /64 and /48; a budget of codes with a reserve for known phones and browsers',
    red: '300 codes of one /64 sent where 20 were due; a known phone answered 429',
    proofs: [
      [borrowers, 'N5:'],
      [borrowers, 'B8:'],
      ['server/platform/networks.test.ts', 'N5:'],
    ],
  },
  {
    id: 'N7',
    what: 'wrong sign-ins are one entry of the journal a window',
    red: '301 journal entries of 300 wrong sign-ins',
    proofs: [
      [borrowers, 'N7:'],
      [staff, 'N7:'],
    ],
  },
  {
    id: 'N10',
    what: 'who knows a login keeps its owner out of nothing',
    red: 'the owner answered 429 in their own browser',
    proofs: [
      [staff, 'N10:'],
      ['server/modules/office/staff-passkeys.test.ts', 'N10:'],
    ],
  },
  {
    id: 'N11',
    what: 'minutes left come from what the server accepted',
    red: 'eight anonymous calls moved the median',
    proofs: [[reports, 'N11:']],
  },
  {
    id: 'N12',
    what: 'error groups and bytes a day are bounded',
    red: 'the same test had not ended after its time: a group for each message',
    proofs: [[reports, 'N12:']],
  },
  {
    id: 'N6',
    what: 'a draft keeps only its step’s fields, within a bound',
    red: 'an unknown field and 32 kB of names kept: 200 where 400 and 413 are due',
    proofs: [['server/modules/steps/drafts.test.ts', 'N6:']],
  },
  {
    id: 'N8',
    what: 'what is counted is counted by person: the first loan, the loans a decision looks at',
    red: 'two accounts of one passport both signed a free first loan',
    proofs: [['server/modules/people/people.test.ts', 'N8:']],
  },
  {
    id: 'N9',
    what: 'test codes only in what is proven to be a demo; an unknown NODE_ENV is refused',
    red: 'NODE_ENV=Production, a real SMS gateway, a public address: started with test codes',
    proofs: [['server/platform/config.test.ts', 'N9:']],
  },
  {
    id: 'N14',
    what: 'promo codes are checked on the server, by person and in all',
    red: 'the codes stood in the source of the page',
    proofs: [['server/modules/promos/promos.test.ts', 'N14:']],
  },
  {
    id: 'N15',
    what: 'only the package of the purpose, and only with its own code',
    red: 'a wrong code for a signed package was answered as signed',
    proofs: [['server/modules/offers/contract-code.test.ts', 'N15:']],
  },
  {
    id: 'N16',
    what: 'a signed payment is booked, kept in suspense with an alarm, or refused so that it comes again',
    red: 'a notice that cannot be read was answered 204',
    proofs: [['server/modules/loans/webhook.test.ts', 'N16:']],
  },
  {
    id: 'N18',
    what: 'every command answers --help and refuses what it does not know',
    red: 'a backup was made into a folder named --help',
    proofs: [
      ['server/commands/commands.test.ts', 'answers --help, and refuses what it does not know'],
      ['server/commands/commands.test.ts', 'with '],
    ],
  },
  {
    id: 'N20',
    what: 'appeals made and taken back again cost no numbers and messages without end',
    red: '60 appeals registered and 60 SMS sent in three seconds, 60 more each hour',
    proofs: [[appeals, 'N20:']],
  },
  {
    id: 'N21',
    what: 'a bound of how many there may be holds for those who come at the same moment',
    red: 'of 60 complaints at once 25 waited where 20 may; of equal requests 9 in 20 were refused; 18 webhooks where 10 may be',
    proofs: [
      [appeals, 'N21:'],
      ['server/modules/webhooks/webhooks.test.ts', 'N21:'],
    ],
  },
  {
    id: 'N22',
    what: 'an appeal is words: of blanks or invisible marks nothing is registered',
    red: 'an appeal of three blanks, one of a zero-width space: 201, a number and an SMS',
    proofs: [[appeals, 'N22:']],
  },
  {
    id: 'N23',
    what: 'who looks through the appeals and their papers is stopped, as with clients’ cards',
    red: 'an auditor opened 85 of 85, one after the other',
    proofs: [[appeals, 'N23:']],
  },
  {
    id: 'N24',
    what: 'NUL and half a sign are refused in every text of every call but where what was typed is kept as it stands',
    red: 'drafts of texts, tariffs and rules with half a sign: 500; notes and marks of machines, tasks: taken',
    proofs: [['server/http/writable.test.ts', 'N24:']],
  },
]
