import { officeCalendar } from '#contract/calls/office/calendar.ts'
import { officeRules } from '#contract/calls/office/rules.ts'
import {
  addStaff,
  changeStaff,
  decideGrant,
  inviteStaff,
  officeMe,
  officeSignIn,
  officeSignOut,
  officeStaff,
  openInvitation,
  resetStaff,
} from '#contract/calls/office/staff.ts'
import type { Lender } from '#contract/lender.ts'
import type { Router } from '#server/http/router.ts'
import { productTexts, ruleTexts } from './rule-texts.ts'
import type { Office } from './service.ts'

/** The decision rules as a table of words; the decisions module makes it. */
export interface DecisionRulesText {
  readonly version: string
  readonly columns: string[]
  readonly rows: string[][]
}

interface Parts {
  readonly office: Office
  readonly lender: Lender
  readonly decisionRules?: () => DecisionRulesText | Promise<DecisionRulesText>
}

const noRules: DecisionRulesText = { version: '', columns: [], rows: [] }

const invitationView = ({ token, until }: { token: string; until: Date }) => ({ token, until: until.toISOString() })

export function officeRoutes(router: Router, { office, lender, decisionRules = () => noRules }: Parts) {
  const { staff, sessions, invitations, devices } = office

  router.read(officeSignIn, async ({ body, http, reply, ip }) => {
    const signed = await office.signIn(body, { ip, device: devices.read(http) }, async (tx, { id, login }) => {
      await sessions.end(tx, http, reply)
      await sessions.start(tx, id, reply)
      tx.afterCommit(() => devices.remember(http, reply, login))
    })
    return staff.self(signed)
  })

  router.change(officeSignOut, async ({ http, reply }, tx) => {
    const id = await sessions.end(tx, http, reply)
    if (id) tx.journal({ event: 'staff.signOut', actor: { kind: 'staff', id }, subject: { kind: 'staff', id } })
    reply.header('clear-site-data', '"cache", "storage"')
    return undefined
  })

  router.read(officeMe, async ({ actor }) => staff.self(await staff.read(actor.id)))

  router.read(officeStaff, async ({ actor }) => {
    const [names, open] = [await office.names(), await staff.grants.open()]
    const fresh = await invitations.fresh()
    return {
      items: (await staff.list()).map((member) => ({ ...member, fresh: fresh.has(member.id) })),
      grants: open.map(({ id, staff_id: staffId, kind, role, asked_by, asked_at }) => ({
        id,
        staffId,
        kind,
        role,
        askedBy: names.get(asked_by) ?? '',
        at: asked_at.toISOString(),
        mayConfirm: actor.id !== asked_by && actor.id !== staffId,
      })),
      roles: staff.roles,
    }
  })

  router.change(decideGrant, async ({ actor, params, body }, tx) => {
    await staff.grants.decide(tx, params.id, body.confirm, { kind: 'staff', id: actor.id })
    return undefined
  })

  router.change(resetStaff, ({ actor, params }, tx) =>
    staff.grants.reset(tx, params.id, { kind: 'staff', id: actor.id }),
  )

  router.change(addStaff, async ({ actor, body }, tx) => {
    const by = { kind: 'staff', id: actor.id } as const
    const { staff: added, pending } = await staff.add(tx, body, by)
    return { staff: added, invitation: invitationView(await invitations.make(tx, added.id, by)), pending }
  })

  router.change(inviteStaff, async ({ actor, params }, tx) =>
    invitationView(await invitations.make(tx, params.id, { kind: 'staff', id: actor.id })),
  )

  router.read(openInvitation, ({ body }) => invitations.open(body.token))

  router.change(changeStaff, ({ actor, params, body }, tx) =>
    staff.change(tx, params.id, body, { kind: 'staff', id: actor.id }),
  )

  router.read(officeCalendar, async () => office.calendar())

  router.read(officeRules, async () => ({
    rules: ruleTexts(lender.rules),
    products: productTexts(lender.products),
    decisionRules: await decisionRules(),
  }))
}
