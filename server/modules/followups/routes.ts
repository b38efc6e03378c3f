import { addTask, endTask, officeTasks, tellClient, tellTemplates } from '#contract/calls/office/tasks.ts'
import { type OfficeNotice, officeNotices } from '#contract/notices/office.ts'
import { noticeWords } from '#contract/notices.ts'
import type { Router } from '#server/http/router.ts'
import type { Followups } from './service.ts'

interface Parts {
  readonly router: Router
  readonly followups: Followups
  /** The words of notices that are the lender's own now. */
  readonly texts: () => { readonly own: Readonly<Record<string, string>> }
}

export function followupRoutes({ router, followups, texts }: Parts) {
  router.read(tellTemplates, async () => ({
    templates: (Object.keys(officeNotices) as OfficeNotice[]).map((template) => ({
      template,
      words: noticeWords(template, texts().own),
    })),
  }))
  router.read(officeTasks, ({ actor, query }) => followups.list(actor.id, query))
  router.change(addTask, ({ actor, body }, tx) => followups.add(tx, actor, body))
  router.change(endTask, async ({ actor, params, body }, tx) => {
    await followups.end(tx, params.id, actor.id, body.result)
    return undefined
  })
  // Looks after its own transaction: the limit is counted before it.
  router.read(tellClient, async ({ actor, params, body }) => {
    await followups.tell(params.id, actor.id, body.template)
    return undefined
  })
}
