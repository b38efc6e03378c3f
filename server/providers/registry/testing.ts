import type { RegistryQuestion } from './port.ts'
import { sandboxBureaus } from './sandbox.ts'

/** An invented lender and an invented question of it, for tests. */
export const asker = {
  inn: '7700000000',
  ogrn: '1000000000000',
  fullName: 'Общество с ограниченной ответственностью микрокредитная компания «Пример Заявки»',
}

export const question = (changes: Partial<RegistryQuestion> = {}): RegistryQuestion => ({
  id: '0d7c7f1e-6f0a-4c57-9d53-3b1c5a9e4f10',
  day: '2026-03-02',
  bureau: sandboxBureaus[0],
  window: true,
  kind: '7',
  amount: 15_000_00,
  person: {
    surname: 'Вымышленная',
    name: 'Анна',
    patronymic: 'Примеровна',
    birthDate: '1990-02-28',
    passportNumber: '4500000055',
    passportIssuedOn: '2010-03-15',
    inn: '770000000000',
    innChecked: true,
    snils: '000-000-000 00',
  },
  consent: { givenOn: '2026-03-02', term: '1', purposes: ['2', '23'], digest: '3f'.repeat(32) },
  ...changes,
})
