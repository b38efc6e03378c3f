/** Questions people ask, with answers that promise nothing the lender's configuration does not */
export const questions = [
  {
    question: 'Сколько я верну?',
    answer:
      'Сумму к возврату, дату и полную стоимость займа мы показываем до подписи, на каждом шаге. Платных услуг в займе нет.',
  },
  {
    question: 'Что нужно для заявки?',
    answer: 'Паспорт, СНИЛС или ИНН, телефон с камерой. Деньги можно получить только на своё имя.',
  },
  {
    question: 'Можно ли прерваться?',
    answer:
      'Да. Ответы сохраняются, пока вы вводите. Вернитесь на рабочий стол и продолжите с того же места, хоть с другого телефона.',
  },
  {
    question: 'Зачем фото и видео?',
    answer: 'Чтобы никто не взял заём по вашему паспорту. Снимки видит только сотрудник, который проверяет заявку.',
  },
  {
    question: 'Можно ли передумать?',
    answer:
      'До выдачи денег отказ бесплатный. После выдачи заём можно вернуть раньше срока, проценты считаются только за прошедшие дни.',
  },
  {
    question: 'Когда придут деньги?',
    answer:
      'После подписи договора. Для крупных сумм закон даёт время передумать: сколько осталось, видно на рабочем столе. Потом перевод уходит сам.',
  },
  {
    question: 'Как вернуть заём раньше?',
    answer:
      'Откройте «Мой заём»: там сумма на сегодня с процентами только за прошедшие дни. Оплатите её целиком — заём закроется.',
  },
  {
    question: 'Что будет, если опоздать с платежом?',
    answer:
      'Начисляется неустойка, её размер — в тарифах и договоре. Все начисления ограничены законом. Если не успеваете, продлите заём до срока платежа.',
  },
  {
    question: 'Как подписать документы без визита в офис?',
    answer:
      'Кодом из СМС. Перед кодом видно каждый документ пакета; подписанные файлы остаются на рабочем столе, и их можно проверить.',
  },
  {
    question: 'Кто увидит мои данные?',
    answer:
      'Сотрудник, который проверяет заявку, и только пока он её проверяет. Данные зашифрованы, каждый просмотр записывается в журнал.',
  },
  {
    question: 'Как отозвать согласие?',
    answer: 'В профиле, в списке согласий. Отзыв согласия на рекламу или место ни на что не влияет.',
  },
  {
    question: 'Что делать, если отказали?',
    answer: 'На рабочем столе написано, почему, что можно сделать и когда есть смысл вернуться.',
  },
] as const

type Question = { readonly question: string; readonly answer: string }

const plain = (text: string) => text.toLowerCase().replaceAll('ё', 'е')
/** The beginning of a Russian word that its endings leave alone */
const stem = (word: string) => (word.length > 4 ? word.slice(0, -2) : word)

/** Questions in which every typed word begins a word, whatever its ending; all when nothing is typed */
export function found(among: readonly Question[], typed: string): readonly Question[] {
  const words = plain(typed).match(/[а-яa-z0-9]+/g) ?? []
  return among.filter(({ question, answer }) => {
    const text = ` ${plain(`${question} ${answer}`).replace(/[^а-яa-z0-9]+/g, ' ')}`
    return words.every((word) => text.includes(` ${stem(word)}`))
  })
}
