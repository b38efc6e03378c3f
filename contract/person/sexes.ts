export const sexes = { female: 'Женский', male: 'Мужской' } as const
export type Sex = keyof typeof sexes
