import * as z from 'zod/mini'
import type { Issue } from './errors.ts'
import { optionalField, postalIndexField, textField } from './fields.ts'

/** The parts of a Russian postal address as a person types them; street and flat are not everywhere. */
export const addressShape = {
  region: textField({ max: 100, min: 2, required: 'Укажите регион' }),
  city: textField({ max: 100, min: 2, required: 'Укажите город, посёлок или село' }),
  street: optionalField(textField({ max: 150 })),
  house: textField({ max: 30, required: 'Укажите дом' }),
  flat: optionalField(textField({ max: 20 })),
  index: optionalField(postalIndexField()),
}

export const addressLabels = {
  region: 'Регион',
  city: 'Город или посёлок',
  street: 'Улица',
  house: 'Дом, корпус',
  flat: 'Квартира',
  index: 'Почтовый индекс',
}

const schema = z.object(addressShape)
export type Address = z.output<typeof schema>

/** «101000, г Москва, ул Садовая, д. 5, кв. 12» */
export function formatAddress(address: { [Part in keyof Address]?: Address[Part] | undefined }): string {
  const { index, region, city, street, house, flat } = address
  const place = city === region ? [region] : [region, city]
  const parts = [index, ...place, street, house && `д. ${house}`, flat && `кв. ${flat}`]
  return parts.filter(Boolean).join(', ')
}

const federalCities = ['москва', 'санкт-петербург', 'севастополь']
const bareName = (place: string) =>
  place
    .toLowerCase()
    .replace(/^(?:г\.?|город) /, '')
    .trim()

/**
 * A city that is a region by itself, under another region. Said, not refused: villages of these names there are (Москва of Тверская
 * область).
 */
export function cityElsewhere({
  region,
  city,
}: {
  region?: string | undefined
  city?: string | undefined
}): readonly Issue[] {
  if (!region || !city || !federalCities.includes(bareName(city)) || bareName(region) === bareName(city)) return []
  return [{ field: 'region', message: `${city} — отдельный регион. Проверьте, тот ли регион указан: «${region}»` }]
}
