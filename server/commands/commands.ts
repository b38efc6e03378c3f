import type { Command } from './command.ts'

/** Every command of the staff, in the order of the list. Only the chosen one's own program is loaded. */
export const commands: readonly Command[] = [
  {
    name: 'backup',
    about: 'Writes one moment of the database and all files into a new folder, while the servers run.',
    more: 'Keys are not in it: keep APP_KEY elsewhere. 0: the backup is whole; 1: some files could not be read, each is named.',
    takes: [{ name: 'FOLDER', about: 'a new folder for this backup' }],
    settings: true,
    load: () => import('./backup.ts'),
  },
  {
    name: 'verify-backup',
    about: 'Checks a backup against its signed manifest, without any database.',
    takes: [{ name: 'FOLDER', about: 'the folder of the backup' }],
    settings: true,
    load: () => import('./verify-backup.ts'),
  },
  {
    name: 'restore',
    about: 'Puts a backup into a new database (DATABASE_URL, or DATA_DIR without one) and its files into the store.',
    more: 'The key of that time is needed: APP_KEY, or app.key in DATA_DIR. Everything is checked before the first byte is written.',
    takes: [{ name: 'FOLDER', about: 'the folder of the backup' }],
    settings: true,
    load: () => import('./restore.ts'),
  },
  {
    name: 'add-staff',
    about:
      'Adds a member of the staff and prints the address at which they get a password and an authenticator secret.',
    more: 'The address opens once, for a day. The first administrator of a new system is made this way.',
    takes: [
      { name: 'LOGIN', about: 'what they sign in with' },
      { name: 'NAME', about: 'surname and name, in quotes' },
      { name: 'ROLE', about: 'a role of the lender’s file, or of the usual ones: docs/access.md' },
    ],
    settings: true,
    load: () => import('./add-staff.ts'),
  },
  {
    name: 'load-list',
    about:
      'Loads a list people are compared with (115-ФЗ, ФинЦЕРТ, invalid passports) from a CSV file, in the place of the one of its name.',
    more: 'UTF-8 or windows-1251; the first line names the columns. Taken whole, or, with a line that cannot be read, not at all: each is named, exit code 1.',
    takes: [
      { name: 'FILE', about: 'the file' },
      { name: 'NAME', about: 'of the list: terrorists, freezing' },
    ],
    options: {
      columns:
        'which title is what: name=…,surname=…,first=…,patronymic=…,birth=…,snils=…,inn=…,passport=…,phone=…,account=…; without it name=ФИО,birth=Дата рождения',
      as: 'what it is: screening (115-ФЗ, holds the money; without it), fincert (a signal), invalidPassports (a signal: a line a passport, series and number)',
    },
    settings: true,
    load: () => import('./load-list.ts'),
  },
  {
    name: 'export',
    about: 'Writes what has come or changed since a day as NDJSON by table, with a dictionary, for a warehouse.',
    more: 'May run beside the servers. Without --with-personal no personal data leave. The export is in the journal.',
    takes: [],
    options: {
      since: 'the day, 2026-03-01, by the lender’s clock; needed',
      to: 'a new folder; without it export-DAY here',
      reason: 'with --with-personal: who gets them, and what for',
    },
    flags: { 'with-personal': 'names, phones, documents, incomes too' },
    settings: true,
    load: () => import('./export.ts'),
  },
  {
    name: 'export-day',
    about: 'Writes what was booked on a closed day as CSV for the accountant’s program (1С).',
    more: 'docs/integration.md describes the columns. The export is in the journal.',
    takes: [{ name: 'DAY', about: 'the booking day, 2026-03-01' }],
    options: {
      kind: 'sums: one line a pair of accounts, as without it; postings: every posting',
      to: 'a new file; without it 1c-KIND-DAY.csv here',
    },
    settings: true,
    load: () => import('./export-day.ts'),
  },
  {
    name: 'rotate-keys',
    about: 'Seals everything anew with APP_KEY while the servers run; the earlier keys are in APP_KEY_OLD.',
    more: 'May be run again at any time.',
    takes: [],
    settings: true,
    load: () => import('./rotate-keys.ts'),
  },
  {
    name: 'verify-journal',
    about: 'Checks that the journal is whole: in the database, or in a file the office took out.',
    more: 'A file needs no database and no key. 0: whole; 1: broken, the first bad entry is named.',
    takes: [{ name: 'FILE.jsonl', about: 'an export of the office', optional: true }],
    options: {
      since: 'NUMBER:HASH of a seal, noted outside earlier: also shows that it was not put back to an older state',
    },
    settings: true,
    load: () => import('./verify-journal.ts'),
  },
  {
    name: 'verify-ledger',
    about: 'Reads the whole book of loans against the calculation: every posting, every chain, every closed day.',
    more: 'On the embedded database while no server runs. 0: whole; 1: the first posting that is not right is named.',
    takes: [],
    settings: true,
    load: () => import('./verify-ledger.ts'),
  },
  {
    name: 'verify-signature',
    about: 'Checks a signed PDF, or one with its record beside it as FILE.sig.json. Needs no database.',
    more: 'Without --key APP_KEY is used, and without that the key the record names: then compare its fingerprint with the published one.',
    takes: [{ name: 'FILE', about: 'the signed file' }],
    options: { key: "the lender's public key, as text or in a file: /service/documents/signature-key shows it" },
    settings: false,
    load: () => import('./verify-signature.ts'),
  },
  {
    name: 'replay-decision',
    about: 'Makes a decision again from its kept inputs and rules, and says whether the answer is the same.',
    takes: [{ name: 'ID', about: 'of the decision: the office shows it' }],
    settings: true,
    load: () => import('./replay-decision.ts'),
  },
]
