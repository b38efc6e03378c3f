/**
 * Clocks of the country's regions (107-ФЗ, art. 5), by the beginning of the name that tells a region from all others. One that lives by several
 * clocks, as Якутия does, is not here.
 */
const zones: Readonly<Record<string, readonly string[]>> = {
  'Europe/Kaliningrad': ['калининград'],
  'Europe/Moscow':
    'москв московск санкт-петербург ленинград адыге дагестан ингуш кабардино калмык карачаево карел коми крым севастопол марий мордов осети татарстан чеч чуваш краснодар ставропол архангел белгород брянск владимир волгоград вологод воронеж иванов калуж киров костром курск липецк мурманск ненецк нижегород новгород орлов пензен псков ростов рязан смоленск тамбов твер тульск ярослав донецк луганск запорож херсон'.split(
      ' ',
    ),
  'Europe/Samara': ['астрахан', 'самар', 'саратов', 'ульянов', 'удмурт'],
  'Asia/Yekaterinburg': 'башкор перм курган оренбург свердлов тюмен челябин ханты югра ямало'.split(' '),
  'Asia/Omsk': ['омск'],
  'Asia/Krasnoyarsk': 'алта тыва тува хакас краснояр кемеров кузбасс новосибир томск'.split(' '),
  'Asia/Irkutsk': ['бурят', 'иркутск'],
  'Asia/Yakutsk': ['забайкал', 'амурск'],
  'Asia/Vladivostok': ['еврейск', 'примор', 'хабаров'],
  'Asia/Magadan': ['магадан', 'сахалин'],
  'Asia/Kamchatka': ['камчат', 'чукот'],
}

const known = Object.entries(zones).flatMap(([zone, stems]) => stems.map((stem) => ({ zone, stem })))

/** The clock a person of a region lives by; null where its name does not say. */
export function zoneOfRegion(region: string): string | null {
  const words = region
    .toLowerCase()
    .replaceAll('ё', 'е')
    .split(/[\s,.()]+/)
  const found = new Set(known.filter(({ stem }) => words.some((word) => word.startsWith(stem))).map(({ zone }) => zone))
  const [zone] = found
  return found.size === 1 && zone ? zone : null
}
