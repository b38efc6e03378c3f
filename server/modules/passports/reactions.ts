import type { ReactionsOf } from '#server/platform/reactions.ts'
import type { Passports } from './service.ts'

export const passportReactions = ({ came }: Pick<Passports, 'came'>): ReactionsOf => ({
  'file.stored': came,
})
