import { uidControl } from '../reading/values.ts'

/** What one bureau of the stand-in knows of a person; by default: a person with a history and nothing that matters. */
export interface Known {
  /** An error in place of the block. */
  readonly failed?: number
  readonly unknown?: boolean
  readonly contracts?: readonly KnownContract[]
  /** Code, when it was said, from when it holds; `withheld`: not told. */
  readonly bans?: ReadonlyArray<readonly [code: string, stated: string, from: string]>
  readonly applications?: readonly KnownApplication[]
  /** Elements to stand in place of the groups, as they are. */
  readonly verbatim?: string
}

export interface KnownContract {
  readonly uid?: string
  readonly reported?: string
  readonly counted?: string
  readonly monthly?: number | string
  readonly currency?: string
  readonly cost?: string
  readonly closed?: string
  readonly source?: string
}

export interface KnownApplication {
  readonly uid?: string
  readonly lender?: string
  readonly stage?: number
  readonly at: string
  readonly amount?: number
  readonly reasons?: readonly number[]
}

/** An invented УИД that is as it should be. */
export function inventedUid(number: number): string {
  const uuid = `${number.toString(16).padStart(8, '0')}-0e11-11f1-8a01-0242ac110002`
  return `${uuid}-${uidControl(uuid)}`
}

const contract = (line: KnownContract, index: number, day: string) =>
  `<Договор УИД="${line.uid ?? inventedUid(index + 1)}" Представлено="${line.reported ?? day}"><СреднемесячныйПлатеж ДатаРасчета="${line.counted ?? day}" Валюта="${line.currency ?? 'RUB'}">${line.monthly ?? 5000}</СреднемесячныйПлатеж><ПСК>${line.cost ?? '25.000'}</ПСК>${line.closed ? `<ДатаПрекращения>${line.closed}</ДатаПрекращения>` : ''}</Договор>`

function contracts(lines: readonly KnownContract[] | undefined, bureau: string, day: string): string {
  if (!lines || lines.length === 0) return '<ОбязательствНет/>'
  const sources = [...new Set(lines.map(({ source = bureau }) => source))]
  const of = (source: string) =>
    lines.map((line, index) => ((line.source ?? bureau) === source ? contract(line, index, day) : '')).join('')
  return `<Обязательства>${sources.map((source) => `<БКИ ОГРН="${source}">${of(source)}</БКИ>`).join('')}</Обязательства>`
}

function bans(conditions: Known['bans']): string {
  if (!conditions || conditions.length === 0) return '<СведенийОЗапретеНет/>'
  const one = ([code, stated, from]: readonly [string, string, string]) =>
    `<Условие ДатаЗаявления="${stated.slice(0, 10)}+03:00" ВремяЗаявления="${stated.slice(11) || '10:12:45'}+03:00" НачалоДействия="${from}+03:00">${code}</Условие>`
  return `<УсловияЗапрета>${conditions.map(one).join('')}</УсловияЗапрета>`
}

function applications(lines: readonly KnownApplication[] | undefined, bureau: string): string {
  if (!lines || lines.length === 0) return '<СведенийДляПредупрежденияНет/>'
  const one = (line: KnownApplication, index: number) =>
    `<ОбращениеОбязательство УИД="${line.uid ?? inventedUid(9000 + index)}"><КодИсточника>${line.lender ?? '2'}</КодИсточника><СтадияРассмотрения>${line.stage ?? 1}</СтадияРассмотрения><ДатаСтадии>${line.at}</ДатаСтадии><СуммаЗайма Валюта="RUB">${line.amount ?? 9000}</СуммаЗайма>${(line.reasons ?? []).map((reason) => `<ПричинаОтказа>${reason}</ПричинаОтказа>`).join('')}</ОбращениеОбязательство>`
  return `<СведенияДляПредупреждения><БКИ ОГРН="${bureau}">${lines.map(one).join('')}</БКИ></СведенияДляПредупреждения>`
}

interface Asking {
  readonly kind: string
  readonly innChecked: boolean
}

/** One bureau's block of an answer. */
export function block(bureau: string, known: Known, { kind, innChecked }: Asking, now: Date): string {
  const moscow = new Date(now.getTime() + 3 * 3_600_000).toISOString().slice(0, 19)
  const day = moscow.slice(0, 10)
  const head = `<КБКИ ОГРН="${bureau}" ПоСостояниюНа="${moscow}+03:00">`
  if (known.failed !== undefined) return `${head}<Ошибка Код="${known.failed}">Недоступно</Ошибка></КБКИ>`
  if (known.unknown) return `${head}<СубъектНеНайден/></КБКИ>`
  if (known.verbatim !== undefined) return `${head}${known.verbatim}</КБКИ>`
  const groups = [
    kind === '7' ? contracts(known.contracts, bureau, day) : '',
    innChecked ? bans(known.bans) : '<СведенияОЗапретеНеПредоставляются/>',
    kind === '6'
      ? ''
      : innChecked
        ? applications(known.applications, bureau)
        : '<СведенияДляПредупрежденияНеПредоставляются/>',
  ]
  return `${head}${groups.join('')}</КБКИ>`
}

const declaration = '<?xml version="1.0" encoding="UTF-8"?>'

interface Envelope {
  readonly bureau: string
  readonly questionId: string
  readonly day: string
  readonly answerId: string
}

export const answerXml = (
  { bureau, questionId, day, answerId }: Envelope,
  { window, head }: { readonly window: boolean; readonly head: string },
  blocks: readonly string[],
) =>
  `${declaration}<ОтветНаЗапросСведений Версия="3.0" ИдентификаторЗапроса="${questionId}" ДатаЗапроса="${day}" ИдентификаторОтвета="${answerId}" ОГРН="${bureau}" ТипОтвета="${window ? 2 : 1}" РежимЗапроса="1"><Сведения ПорядковыйНомер="1"><ТитульнаяЧасть>${head}</ТитульнаяЧасть>${blocks.join('')}</Сведения></ОтветНаЗапросСведений>`

export const receiptXml = ({ bureau, questionId, day, answerId }: Envelope, readyMs?: number) =>
  `${declaration}<Результат Версия="3.0" ОГРН="${bureau}"><ИдентификаторОтвета ИдентификаторЗапроса="${questionId}" ДатаЗапроса="${day}"${readyMs === undefined ? '' : ` ВремяГотовности="${readyMs}"`}>${answerId}</ИдентификаторОтвета></Результат>`

export const errorXml = (bureau: string, code: number, text: string) =>
  `${declaration}<Результат Версия="3.0" ОГРН="${bureau}"><Ошибка Код="${code}">${text}</Ошибка></Результат>`
