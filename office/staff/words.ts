import type { StaffRoles } from '#contract/calls/office/staff.ts'

/** What to say of an act on staff that was not taken; the catalogue's words speak of requests */
export const staffWords: Readonly<Record<string, string>> = {
  state_conflict: 'С этой записью уже что-то решают или её изменили. Мы показали, как сейчас.',
  second_person: 'Нужен другой администратор: не тот, кто просил, и не тот, о ком речь.',
  not_found: 'Этого уже нет: решил кто-то другой.',
}

/** What a role is called; one the lender names no more by its id */
export const titleOfRole = (roles: StaffRoles, role: string): string =>
  roles.find(({ id }) => id === role)?.title ?? role
