import { askSnooze, confirmSnooze, endSnooze, ruleSnoozes } from '#contract/calls/office/ruleSnoozes.ts'
import { hasRight } from '#contract/roles.ts'
import type { Router } from '#server/http/router.ts'
import { fail } from '#server/platform/failure.ts'
import { rowTexts } from '../rules.ts'
import type { Workbench } from './service.ts'

/** The calls of rules that are silent of one person. */
export function snoozeRoutes({ router, workbench }: { readonly router: Router; readonly workbench: Workbench }) {
  const { snoozes, versions, staffNames } = workbench

  router.read(ruleSnoozes, async ({ actor, query }) => {
    const [names, texts] = [await staffNames(), rowTexts(await versions.inForce())]
    const mayConfirm = hasRight(actor, 'rules.approve')
    return {
      items: (await snoozes.list(query.client)).map((row) => ({
        id: row.id,
        client: row.client_id,
        rule: texts.get(row.row) || row.row,
        until: row.until,
        reason: row.reason,
        askedBy: names.get(row.asked_by) ?? '',
        at: row.asked_at.toISOString(),
        ...(row.confirmed_by && { confirmedBy: names.get(row.confirmed_by) ?? '' }),
        waits: row.state === 'asked',
        mayConfirm: mayConfirm && row.state === 'asked' && row.asked_by !== actor.id,
      })),
      rules: await snoozes.rules(),
    }
  })
  router.change(askSnooze, ({ actor, body }, tx) => snoozes.ask(tx, actor.id, body))
  router.change(confirmSnooze, async ({ actor, params }, tx) => {
    await snoozes.confirm(tx, actor.id, params.id)
    return undefined
  })
  router.change(endSnooze, async ({ actor, params }, tx) => {
    await snoozes.end(tx, actor.id, params.id)
    // Who may read them may know that there is none; nothing stands of what was begun here.
    if (!hasRight(actor, 'rules.edit') && !hasRight(actor, 'rules.approve')) throw fail('forbidden')
    return undefined
  })
}
