import { importStatement } from '#contract/calls/office/statements.ts'
import type { Router } from '#server/http/router.ts'
import type { createStatements } from './service.ts'

interface Parts {
  readonly router: Router
  readonly statements: ReturnType<typeof createStatements>
}

export function statementRoutes({ router, statements }: Parts) {
  router.read(importStatement, ({ actor, body }) =>
    statements.take(Buffer.from(body.file, 'base64'), actor.id, body.total),
  )
}
