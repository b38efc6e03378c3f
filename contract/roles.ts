interface Right {
  /** As the office and the documents say it. */
  readonly title: string
  /** The right without which this one opens nothing. */
  readonly needs?: string
}

/** Everything a member of the staff may be allowed: the closed list that roles are made of. */
export const rights = {
  'requests.review': { title: 'Очередь: проверять заявки' },
  'requests.assign': { title: 'Смена: раздавать и передавать заявки' },
  'clients.read': { title: 'Клиенты и дела: искать и читать' },
  'clients.whole': { title: 'Карточка клиента без масок', needs: 'clients.read' },
  'clients.join': { title: 'Сводить и разводить записи одного человека', needs: 'clients.read' },
  'clients.signOut': { title: 'Завершать сеансы клиента', needs: 'requests.review' },
  'cases.end': { title: 'Решать дела', needs: 'clients.read' },
  'lists.manage': { title: 'Вести списки' },
  'tasks.work': { title: 'Задачи и звонки' },
  'messages.read': { title: 'Читать сообщения клиентам' },
  'payouts.read': { title: 'Читать выплаты' },
  'payouts.retry': { title: 'Продолжать застрявшие выплаты', needs: 'payouts.read' },
  'loans.read': { title: 'Читать займы, портфель, книгу и оплаты' },
  'loans.call': { title: 'Звонить должникам', needs: 'loans.read' },
  'contacts.stop': { title: 'Запрещать взаимодействие с должником', needs: 'loans.read' },
  'money.manage': { title: 'Разносить приходы, возвращать деньги, выгружать книгу', needs: 'loans.read' },
  'appeals.read': { title: 'Читать обращения' },
  'appeals.answer': { title: 'Отвечать на обращения', needs: 'appeals.read' },
  'appeals.terms': { title: 'Решать о каникулах и новых условиях', needs: 'appeals.answer' },
  'appeals.confirm': { title: 'Подтверждать отказ в каникулах', needs: 'appeals.answer' },
  'rules.read': { title: 'Читать черновики правил и прогоны' },
  'rules.edit': { title: 'Готовить правила и отсрочки', needs: 'rules.read' },
  'rules.approve': { title: 'Вводить правила и отсрочки', needs: 'rules.read' },
  'reports.read': { title: 'Отчёты' },
  'journal.read': { title: 'Журнал' },
  'errors.read': { title: 'Отчёты об ошибках' },
  'staff.manage': { title: 'Сотрудники: входы и роли' },
  'connections.manage': { title: 'Подключения других систем' },
  'jobs.manage': { title: 'Фоновые работы' },
} as const satisfies Readonly<Record<string, Right>>
export type StaffRight = keyof typeof rights

export const rightNames = Object.keys(rights) as [StaffRight, ...StaffRight[]]

/** The right without which another one opens nothing. */
export const neededBy = (right: StaffRight): StaffRight | undefined => {
  const { needs } = rights[right] as { needs?: StaffRight }
  return needs
}

/** What two people of different rights do: who has the first must not have the second. Where both words are one right, two people are asked for by name. */
export const keptApart: readonly { readonly does: StaffRight; readonly confirms: StaffRight }[] = [
  { does: 'rules.edit', confirms: 'rules.approve' },
  { does: 'appeals.terms', confirms: 'appeals.confirm' },
]

/** A set of rights with the name the staff know it by. */
export interface Role {
  readonly id: string
  readonly title: string
  readonly rights: readonly StaffRight[]
}

/** Whoever may do something: a member of the staff with the rights of their role as it is now. */
export interface RightsHolder {
  readonly rights: readonly StaffRight[]
}

/** `staff`: anybody who is signed in to the office. */
export const hasRight = ({ rights: held }: RightsHolder, right: StaffRight | 'staff'): boolean =>
  right === 'staff' || held.includes(right)

const everybody: readonly StaffRight[] = ['clients.read', 'messages.read', 'errors.read']
const supervising: readonly StaffRight[] = [
  ...everybody,
  'requests.review',
  'requests.assign',
  'clients.whole',
  'clients.join',
  'clients.signOut',
  'cases.end',
  'lists.manage',
  'tasks.work',
  'payouts.read',
  'payouts.retry',
  'loans.read',
  'loans.call',
  'money.manage',
  'appeals.read',
  'appeals.answer',
  'appeals.terms',
  'rules.read',
  'rules.edit',
  'reports.read',
  'journal.read',
]

/** The roles of a lender whose file names none. */
export const usualRoles: readonly Role[] = [
  {
    id: 'verifier',
    title: 'Верификатор',
    rights: [...everybody, 'requests.review', 'tasks.work', 'payouts.read'],
  },
  {
    id: 'collector',
    title: 'Взыскание',
    rights: [...everybody, 'clients.whole', 'tasks.work', 'loans.read', 'loans.call'],
  },
  {
    id: 'accountant',
    title: 'Бухгалтер',
    rights: [...everybody, 'clients.whole', 'tasks.work', 'payouts.read', 'loans.read', 'money.manage'],
  },
  {
    id: 'compliance',
    title: 'Комплаенс',
    rights: [
      ...everybody,
      'clients.whole',
      'lists.manage',
      'tasks.work',
      'loans.read',
      'contacts.stop',
      'appeals.read',
      'appeals.answer',
      'appeals.confirm',
      'rules.read',
      'rules.approve',
    ],
  },
  {
    id: 'auditor',
    title: 'Аудитор',
    rights: [
      ...everybody,
      'clients.whole',
      'payouts.read',
      'loans.read',
      'appeals.read',
      'rules.read',
      'reports.read',
      'journal.read',
    ],
  },
  { id: 'supervisor', title: 'Руководитель', rights: supervising },
  {
    id: 'administrator',
    title: 'Администратор',
    rights: [...supervising, 'contacts.stop', 'staff.manage', 'connections.manage', 'jobs.manage'],
  },
]
