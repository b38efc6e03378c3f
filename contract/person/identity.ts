import type { Address } from '../address.ts'
import type { IsoDate } from '../dates.ts'
import type { Sex } from './sexes.ts'

/** How sure it is who somebody is, least first. `confirmed`: once identified against a document; `biometric`: and the state's biometrics answered in this very attempt. */
export const identityLevels = ['account', 'claimed', 'confirmed', 'biometric'] as const
export type IdentityLevel = (typeof identityLevels)[number]

export const levelNames: Readonly<Record<IdentityLevel, string>> = {
  account: 'только вход',
  claimed: 'данные получены, личность не подтверждена',
  confirmed: 'личность подтверждена',
  biometric: 'личность подтверждена, с биометрией',
}

/** By whom, for the rule `identityAccepted`. */
export const identityBases = ['esia', 'ebs', 'bank', 'inPerson'] as const
export type IdentityBasis = (typeof identityBases)[number]

/** In the office's words. */
export const basisNames: Readonly<Record<IdentityBasis, string>> = {
  esia: 'ЕСИА',
  ebs: 'ЕБС',
  bank: 'банк',
  inPerson: 'при личной встрече',
}

/** What somebody goes to a provider for: to get in, to have fields filled, or because the law asks who they are. */
export const identityPurposes = ['signIn', 'fill', 'identify'] as const
export type IdentityPurpose = (typeof identityPurposes)[number]

export const isAtLeast = (level: IdentityLevel, least: IdentityLevel): boolean =>
  identityLevels.indexOf(level) >= identityLevels.indexOf(least)

/** What a provider says of a person, in our own formats; what is not there was not given, or was not right. */
export interface VerifiedPerson {
  readonly surname?: string
  readonly name?: string
  /** Null: there is none. */
  readonly patronymic?: string | null
  readonly birthDate?: IsoDate
  readonly sex?: Sex
  readonly snils?: string
  readonly inn?: string
  readonly passportNumber?: string
  readonly passportIssuedOn?: IsoDate
  readonly passportIssuedBy?: string
  readonly departmentCode?: string
  readonly birthPlace?: string
  readonly registration?: Address
  readonly home?: Address
  readonly phone?: string
  readonly email?: string
}

/** Why nothing came of an attempt that is known to have failed, in words for the borrower. */
export const identityRefusals = {
  cancelled: 'Вы вернулись, не подтвердив. Можно начать ещё раз или заполнить вручную.',
  levelTooLow: 'Учётная запись там ещё не подтверждена. Подтвердите её или заполните вручную.',
  expired: 'Время подтверждения вышло. Начните ещё раз.',
  wrongPerson: 'Эти данные не подходят к вашему кабинету. Позвоните нам: разберёмся вместе.',
  incomplete: 'Не все нужные данные пришли. Разрешите передать их или заполните вручную.',
  forged: 'Ответ не прошёл проверку, и мы его не приняли. Попробуйте позже или заполните вручную.',
  misconfigured: 'Сейчас это не работает с нашей стороны. Заполните вручную: мы уже знаем.',
} as const
export type IdentityRefusal = keyof typeof identityRefusals
