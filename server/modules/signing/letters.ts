import { formatPhone, type Phone } from '#contract/identifiers.ts'
import type { Lender } from '#contract/lender.ts'
import type { ClientDocument } from '../documents/index.ts'
import type { SigningPurpose } from './record.ts'

const signed: Readonly<Record<SigningPurpose, { subject: string; words: string }>> = {
  application: { subject: 'Подписанная заявка', words: 'Вы подписали заявку на заём.' },
  contract: {
    subject: 'Ваш договор займа',
    words:
      'Вы подписали договор займа. Когда придут деньги и до какого часа можно бесплатно отказаться, показывает рабочий стол.',
  },
  newTerms: {
    subject: 'Соглашение о новых условиях займа',
    words: 'Вы подписали соглашение о новых условиях возврата займа.',
  },
  prolongation: { subject: 'Соглашение о продлении займа', words: 'Вы подписали соглашение о продлении займа.' },
}

/** The letter that brings what has just been signed. Names no sums and no person: only the files do. */
export function letterOfSigned(
  purpose: SigningPurpose,
  documents: readonly ClientDocument[],
  lender: Pick<Lender, 'brand' | 'contacts'>,
): { subject: string; text: string } {
  const { subject, words } = signed[purpose]
  const text = [
    'Здравствуйте!',
    words,
    ['Во вложении — подписанные документы:', ...documents.map(({ title }) => `— ${title}`)].join('\n'),
    'Внутри каждого файла — запись о вашей подписи: проверить её можно без нас, на странице «Документы». Хранить письмо не обязательно: документы всегда есть и в личном кабинете.',
    `${lender.brand.name}, ${formatPhone(lender.contacts.phone as Phone)}`,
  ].join('\n\n')
  return { subject: `${lender.brand.name}: ${subject.toLowerCase()}`, text: text.replaceAll('\u00a0', ' ') }
}
