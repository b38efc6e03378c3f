import { officeJournal } from '#contract/calls/office/journal.ts'
import { officeRules } from '#contract/calls/office/rules.ts'
import {
  addStaff,
  changeStaff,
  officeMe,
  officeSignIn,
  officeSignOut,
  officeStaff,
} from '#contract/calls/office/staff.ts'
import type { Lender } from '#contract/lender.ts'
import type { Router } from '#server/http/router.ts'
import type { Platform } from '#server/platform/platform.ts'
import { journalPage } from './journal-store.ts'
import { productTexts, ruleTexts } from './rule-texts.ts'
import type { Office } from './service.ts'

const pageSize = 100

/** The decision rules as a table of words; the decisions module makes it. */
export interface DecisionRulesText {
  readonly version: string
  readonly columns: string[]
  readonly rows: string[][]
}

interface Parts {
  readonly platform: Platform
  readonly office: Office
  readonly lender: Lender
  readonly decisionRules?: () => DecisionRulesText | Promise<DecisionRulesText>
}

const noRules: DecisionRulesText = { version: '', columns: [], rows: [] }

export function officeRoutes(router: Router, { platform, office, lender, decisionRules = () => noRules }: Parts) {
  const { staff, sessions } = office

  router.read(officeSignIn, async ({ body, http, reply, ip }) =>
    office.signIn(body, ip, async (tx, { id }) => {
      await sessions.end(tx, http, reply)
      await sessions.start(tx, id, reply)
    }),
  )

  router.change(officeSignOut, async ({ http, reply }, tx) => {
    const id = await sessions.end(tx, http, reply)
    if (id) tx.journal({ event: 'staff.signOut', actor: { kind: 'staff', id }, subject: { kind: 'staff', id } })
    reply.header('clear-site-data', '"cache", "storage"')
    return undefined
  })

  router.read(officeMe, ({ actor }) => staff.read(actor.id))

  router.read(officeStaff, async () => ({ items: await staff.list() }))

  router.change(addStaff, async ({ actor, body }, tx) => {
    const { staff: added, credentials } = await staff.add(tx, body, { kind: 'staff', id: actor.id })
    const { password, totpSecret, totpUri } = credentials
    return { staff: added, password, totpSecret, totpUri }
  })

  router.change(changeStaff, async ({ actor, params, body }, tx) => {
    await staff.change(tx, params.id, body, { kind: 'staff', id: actor.id })
    return undefined
  })

  router.read(officeJournal, async ({ query }) => {
    const before = query.after && /^\d{1,15}$/.test(query.after) ? Number(query.after) : null
    const rows = await journalPage(platform.db, before, query.subject, pageSize + 1)
    const names = await office.names()
    const page = rows.slice(0, pageSize)
    const last = rows.length > pageSize ? page.at(-1) : undefined
    return {
      items: page.map((row) => ({
        seq: row.seq,
        at: row.at.toISOString(),
        actor: names.get(row.actor_id ?? '') ?? [row.actor_kind, row.actor_id].filter(Boolean).join(' '),
        event: row.event,
        subject: `${row.subject_kind} ${row.subject_id}`,
        data: row.data,
        hash: Buffer.from(row.hash).toString('hex'),
      })),
      ...(last && { next: String(last.seq) }),
    }
  })

  router.read(officeRules, async () => ({
    rules: ruleTexts(lender.rules),
    products: productTexts(lender.products),
    decisionRules: await decisionRules(),
  }))
}
