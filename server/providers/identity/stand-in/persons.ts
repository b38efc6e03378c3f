/** Made-up persons of the stand-in, as the state's account tells of them. Their numbers have right check digits and belong to nobody. */
export interface StandInPerson {
  readonly oid: string
  /** On the page where one signs in. */
  readonly choice: string
  readonly confirmed: boolean
  readonly info: Readonly<Record<string, unknown>>
}

const passport = (number: string, issueDate: string, birthPlace: string) => ({
  type: 'RF_PASSPORT',
  status: 'verified_by_validate',
  series: number.slice(0, 4),
  number: number.slice(4),
  issueDate,
  issueId: '770001',
  issuedBy: 'ОТДЕЛОМ ВНУТРЕННИХ ДЕЛ ПРИМЕРНОГО РАЙОНА ГОРОДА МОСКВЫ',
  birthPlace,
})

const home = {
  region: 'Москва',
  city: 'Москва',
  street: 'ул Садовая',
  house: '5',
  flat: '12',
  zipCode: '101000',
}

export const standInPersons: readonly StandInPerson[] = [
  {
    oid: '1000000001',
    choice: 'Анна Вымыслова, подтверждённая запись',
    confirmed: true,
    info: {
      trusted: true,
      firstName: 'АННА',
      lastName: 'ВЫМЫСЛОВА',
      middleName: 'ПЕТРОВНА',
      birthDate: '10.05.1990',
      gender: 'F',
      citizenship: 'RUS',
      snils: '112-233-445 95',
      inn: '500100732259',
      documents: [passport('4514123456', '01.06.2014', 'г. Москва')],
      registrationAddress: home,
      homeAddress: home,
      mobilePhone: '+7(999)1234567',
      email: 'anna@zayavka.example',
    },
  },
  {
    oid: '1000000002',
    choice: 'Борис Примеров, другой человек',
    confirmed: true,
    info: {
      trusted: true,
      firstName: 'Борис',
      lastName: 'Примеров',
      middleName: null,
      birthDate: '15.01.1985',
      gender: 'M',
      citizenship: 'RUS',
      snils: '087-654-303 00',
      inn: '366406939705',
      documents: [passport('4515654321', '20.02.2015', 'г. Тверь')],
      registrationAddress: { ...home, region: 'Тверская обл', city: 'Тверь', zipCode: '170000' },
    },
  },
  {
    oid: '1000000003',
    choice: 'Вера Упрощёнова, запись не подтверждена',
    confirmed: false,
    info: {
      trusted: false,
      firstName: 'Вера',
      lastName: 'Упрощёнова',
      birthDate: '03.03.1995',
      gender: 'F',
      citizenship: 'RUS',
      documents: [],
    },
  },
]
