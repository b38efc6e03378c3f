import type { ReactionsOf } from '#server/platform/reactions.ts'
import type { Workbench } from './workbench/service.ts'

export const decisionsReactions = ({ shadows }: Pick<Workbench, 'shadows'>): ReactionsOf => ({
  'decision.made': (tx, { decision }) => shadows.made(tx, decision),
})
