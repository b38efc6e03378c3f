import { byAddress, figure, type Limit } from './kinds.ts'

const minute = 'PT1M'
const quarter = 'PT15M'
const hour = 'PT1H'
const day = 'P1D'

/** Codes to a phone: as many as somebody needs to whom they do not come, no more than an owner bears from a stranger. */
const codesTo = (pause: 'phone' | 'subject') => ({
  pause: figure(pause, 1, minute, 'database'),
  hourly: figure('phone', 5, hour, 'database'),
  daily: figure('phone', 10, day, 'database'),
})

/**
 * Every limit of the product. A call names its own (`defineCall`); the router counts what it knows of the caller (address, device,
 * account) before the handler runs, the handler what only it knows (a phone). Over the limit: 429 `too_often` with Retry-After.
 * A lender changes the figures in `limits` of its file.
 */
export const limits = {
  visitor: {
    about: 'calls that need no sign-in and have no limit of their own',
    why: 'Thousands of customers of one mobile operator share an IPv4 address: it is large. Enough for a walk of twenty people a second.',
    figures: { device: figure('device', 1200, minute, 'memory'), ...byAddress(12_000, 1200, 12_000, minute, 'memory') },
  },
  borrower: {
    about: 'calls of a signed-in borrower that have no limit of their own',
    why: 'A person with two screens open makes about one call a second; ten screens would still pass.',
    figures: { account: figure('account', 1200, minute, 'memory') },
  },
  staff: {
    office: true,
    about: 'calls of the office that have no limit of their own',
    why: 'A reviewer with every screen open makes a few calls a second.',
    figures: { staff: figure('staff', 1200, minute, 'memory') },
  },
  notSignedIn: {
    about: 'calls refused because nobody is signed in',
    why: 'Each costs a look into the database. Counted only when refused, so that whoever is signed in behind the same address notices nothing.',
    figures: { device: figure('device', 600, minute, 'memory'), ...byAddress(6000, 600, 6000, minute, 'memory') },
  },
  unknownRoute: {
    about: 'addresses that are none',
    why: 'A browser asks for one now and then (a favourite, an icon), a scanner for thousands.',
    figures: { device: figure('device', 120, minute, 'memory'), ...byAddress(1200, 120, 1200, minute, 'memory') },
  },
  page: {
    about: 'pages and files of the apps',
    why: 'A first visit asks for about forty files; an office of fifty opens at nine behind one address.',
    figures: { device: figure('device', 2400, minute, 'memory'), ...byAddress(24_000, 2400, 24_000, minute, 'memory') },
  },
  probe: {
    about: 'health, readiness, metrics, the list of calls',
    why: 'A balancer asks each second, from one address.',
    figures: byAddress(1200, 1200, 1200, minute, 'memory'),
  },
  webhook: {
    about: 'notices of banks and payment systems',
    why: 'They come from few addresses in bursts; a signature is checked for each.',
    figures: byAddress(1200, 1200, 1200, minute, 'memory'),
  },
  machine: {
    about: 'calls of the lender’s other systems',
    why: 'Each client has a rate of its own, said by the administrators who made it and counted by all servers together; this is for what comes without a good token.',
    figures: byAddress(60_000, 60_000, 60_000, minute, 'memory'),
  },
  machineToken: {
    about: 'tokens for the lender’s other systems',
    why: 'A token lives ten minutes: a client needs one or two in that time. A secret of 256 bits cannot be guessed; a signature costs a moment of the processor.',
    figures: byAddress(300, 300, 300, minute, 'memory'),
  },
  signInCode: {
    about: 'SMS codes to sign in',
    why: 'Small by phone and device, large by address: a mobile operator puts thousands behind one IPv4 address. A browser that signed in by this phone before has counters of its own, so a stranger who spends the phone’s cannot keep its owner out. Altogether `open` codes an hour go to anybody; when those are spent, `reserve` more go to phones that have an account, and `knownDevices` to browsers that were signed in by the phone they ask for. The answer is the same whether a code went out.',
    figures: {
      device: figure('device', 10, hour, 'database'),
      ...byAddress(300, 20, 120, hour, 'database'),
      ...codesTo('phone'),
      devicePause: figure('phoneOnDevice', 1, minute, 'database'),
      deviceHourly: figure('phoneOnDevice', 5, hour, 'database'),
      deviceDaily: figure('phoneOnDevice', 10, day, 'database'),
      open: figure('everybody', 1500, hour, 'database'),
      reserve: figure('everybody', 1000, hour, 'database'),
      knownDevices: figure('everybody', 1500, hour, 'database'),
    },
  },
  signIn: {
    about: 'tries to sign in by an SMS code',
    why: 'A code dies of five wrong tries of the browser that asked for it; tries of others cannot be right, harm nobody, and are counted here. `stranger`: a browser without a cookie of ours, for which no code was ever sent.',
    figures: {
      device: figure('device', 30, quarter, 'database'),
      ...byAddress(600, 60, 300, quarter, 'database'),
      stranger: figure('stranger', 20, quarter, 'database'),
    },
  },
  passkey: {
    about: 'options for and tries of a borrower’s passkey',
    why: 'Each costs a challenge in the database; a key cannot be guessed. `account`: sign-ins that were right, each a session that is kept a while.',
    figures: {
      account: figure('account', 60, day, 'database'),
      device: figure('device', 60, quarter, 'database'),
      ...byAddress(600, 60, 600, quarter, 'database'),
    },
  },
  staffSignIn: {
    office: true,
    about: 'tries to sign in to the office',
    why: 'An office of fifty stands behind one address. Failures are counted apart, by login and network or by login and remembered device: ten are free, then the wait doubles up to 15 minutes.',
    figures: { device: figure('device', 60, quarter, 'database'), ...byAddress(120, 60, 120, quarter, 'database') },
  },
  ownSignIn: {
    office: true,
    about: 'changes of one’s own password or authenticator',
    why: 'Each hashes a password; a screen left open is no place to guess it from. The failures are counted with those of the sign-in.',
    figures: { staff: figure('staff', 20, hour, 'database') },
  },
  staffPasskey: {
    office: true,
    about: 'options for a passkey of the staff',
    why: 'Each costs a challenge in the database.',
    figures: { device: figure('device', 60, quarter, 'database'), ...byAddress(120, 60, 120, quarter, 'database') },
  },
  invitation: {
    office: true,
    about: 'links by which new staff gets in',
    why: 'Guessing 256 random bits is hopeless, trying is not free: a password is hashed for each.',
    figures: byAddress(30, 10, 30, hour, 'database'),
  },
  handoverLink: {
    about: 'links by which a phone takes the photos of a request',
    why: 'A person opens one or two; the operator’s address is shared.',
    figures: { device: figure('device', 20, hour, 'database'), ...byAddress(600, 30, 300, hour, 'database') },
  },
  emailCode: {
    about: 'codes to an e-mail address',
    why: 'One a minute; nobody’s mailbox is filled, whoever asks.',
    figures: {
      pause: figure('subject', 1, minute, 'database'),
      account: figure('account', 15, hour, 'database'),
      email: figure('email', 5, hour, 'database'),
    },
  },
  phoneCode: {
    about: 'codes to a phone that is to become the one of an account',
    why: 'The phone may be somebody else’s: three an hour at most, whoever asks.',
    figures: {
      pause: figure('subject', 1, minute, 'database'),
      account: figure('account', 10, day, 'database'),
      phone: figure('phone', 3, hour, 'database'),
    },
  },
  confirmationCode: {
    about: 'codes that confirm a change in the account',
    why: 'As of sign-in codes; only the owner of the account asks. The pause ends when the code was entered.',
    figures: codesTo('phone'),
  },
  signingCode: {
    about: 'codes that sign an application, a contract or a prolongation',
    why: 'As of sign-in codes. `subject` is what is signed: a contract need not wait for the application’s pause. Documents are printed for each.',
    figures: codesTo('subject'),
  },
  codeEntry: {
    about: 'codes entered by a signed-in borrower: confirmations, a new phone, an address, signatures',
    why: 'Five tries void a code and five codes an hour are sent; what is tried beyond that can only fail.',
    figures: { account: figure('account', 60, quarter, 'database') },
  },
  requestCreation: {
    about: 'new requests',
    why: 'One may be open at a time; only who withdraws and begins again gets near.',
    figures: { hourly: figure('account', 20, hour, 'database'), daily: figure('account', 40, day, 'database') },
  },
  appealCreation: {
    about: 'new appeals',
    why: 'Each has a number in the register, a letter and an SMS. Twenty may wait at a time; only who takes them back and begins again gets near.',
    figures: { hourly: figure('account', 20, hour, 'database'), daily: figure('account', 40, day, 'database') },
  },
  stepAnswers: {
    about: 'accepted answers of a step',
    why: 'A request has about thirty steps, corrected now and then. Each acceptance is written into the journal, which is kept for ever.',
    figures: { account: figure('account', 600, hour, 'memory') },
  },
  identity: {
    about: 'walks to a provider of identity and back',
    why: 'Each costs calls to the provider, some of which are paid for; a person needs one, now and then a second.',
    figures: {
      account: figure('account', 40, hour, 'database'),
      device: figure('device', 40, hour, 'database'),
      ...byAddress(1200, 120, 600, hour, 'database'),
    },
  },
  rareChange: {
    about:
      'what a borrower changes now and then: consents, sign-ins, the phone that takes photos, the end of a request',
    why: 'Each is written into the journal, which is kept for ever; nobody does any of it a hundred times an hour.',
    figures: { account: figure('account', 120, hour, 'memory') },
  },
  ownData: {
    about: 'all data of oneself as a file',
    why: 'Everything is unsealed and put together.',
    figures: { account: figure('account', 5, day, 'database') },
  },
  assignment: {
    about: 'the choice on assigning the claim',
    why: 'Each change prints the papers anew.',
    figures: { account: figure('account', 20, hour, 'database') },
  },
  uploadStart: {
    about: 'announced uploads',
    why: 'A request has four; a bad network begins one again and again.',
    figures: { account: figure('account', 80, hour, 'database') },
  },
  uploadPart: {
    about: 'parts of an upload',
    why: 'A video of 40 MB comes in about twenty parts; a bad network in more.',
    figures: { account: figure('account', 1200, minute, 'memory') },
  },
  uploadFinish: {
    about: 'finished uploads, and the measure of the connection',
    why: 'A picture is drawn anew, a video parsed: the dearest work a borrower can ask for.',
    figures: { account: figure('account', 30, minute, 'memory') },
  },
  suggestions: {
    about: 'suggestions while typing',
    why: 'A person types a few hundred letters an hour; the vendor counts each question.',
    figures: { device: figure('device', 1200, hour, 'memory'), ...byAddress(12_000, 1200, 6000, hour, 'memory') },
  },
  promo: {
    about: 'promo codes looked up while typing',
    why: 'A person tries a few; whoever guesses needs thousands.',
    figures: { device: figure('device', 60, hour, 'memory'), ...byAddress(1200, 60, 300, hour, 'memory') },
  },
  errorReports: {
    about: 'error reports of the browser apps and of the pages’ policy',
    why: 'A broken release makes every browser send one or two, one that was without a network up to 64 it kept; thousands share an address. `bytes` and `groups`: what is written down in a day, and of new kinds of errors; the rest is only counted.',
    figures: {
      ...byAddress(300, 100, 300, minute, 'memory'),
      bytes: figure('everybody', 20_000_000, day, 'database'),
      groups: figure('everybody', 300, day, 'database'),
    },
  },
  funnel: {
    about: 'which steps were opened and left',
    why: 'A screen tells a few at once; only sums by the hour are kept.',
    figures: { device: figure('device', 60, minute, 'memory'), ...byAddress(1200, 60, 600, minute, 'memory') },
  },
  place: {
    about: 'where the device roughly is',
    why: 'A phone on the move tells each few seconds.',
    figures: { account: figure('account', 60, minute, 'memory') },
  },
  clientSearch: {
    office: true,
    about: 'searches for clients',
    why: 'A member of the staff who answers calls looks for somebody twice a minute; who tries numbers one after the other is stopped.',
    figures: { staff: figure('staff', 300, hour, 'database') },
  },
  clientTelling: {
    office: true,
    about: 'messages of the staff to one client',
    why: 'A person told something three times a day is told too much; what the product tells by itself is not counted here.',
    figures: { account: figure('account', 3, day, 'database') },
  },
  clientCard: {
    office: true,
    about: 'clients’ cards opened',
    why: 'A card a minute is a busy day; who looks through the clients is stopped. Each opening is in the journal with its purpose.',
    figures: { staff: figure('staff', 60, hour, 'database') },
  },
  appealCard: {
    office: true,
    about: 'appeals and their papers opened',
    why: 'An appeal takes minutes to answer and is read a few times meanwhile; who looks through them one after the other is stopped. Each look is in the journal.',
    figures: { staff: figure('staff', 180, hour, 'database') },
  },
  journalExport: {
    office: true,
    about: 'the journal as a file',
    why: 'Reads up to all of it.',
    figures: { staff: figure('staff', 10, hour, 'database') },
  },
  ruleWork: {
    office: true,
    about: 'checks and backtests of a draft of the decision rules',
    why: 'Each keeps a process busy for up to two minutes.',
    figures: { staff: figure('staff', 120, hour, 'database') },
  },
  reportExport: {
    office: true,
    about: 'reports as files',
    why: 'Each is written into the journal.',
    figures: { staff: figure('staff', 60, hour, 'database') },
  },
} as const satisfies Readonly<Record<string, Limit>>

export type LimitName = keyof typeof limits

export type FigureName<Name extends LimitName> = keyof (typeof limits)[Name]['figures'] & string
