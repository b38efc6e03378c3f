export const sexes = { female: 'Женский', male: 'Мужской' } as const
