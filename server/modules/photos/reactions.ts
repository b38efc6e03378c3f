import type { ReactionsOf } from '#server/platform/reactions.ts'
import type { Photos } from './service.ts'

export const photoReactions = ({ came }: Pick<Photos, 'came'>): ReactionsOf => ({
  'file.stored': came,
})
