import { sql } from 'kysely'
import { createPeople } from '#server/modules/people/index.ts'
import { loadList } from '#server/modules/people/loading.ts'
import { demoLender } from '#server/testing/life.ts'
import type { Figure } from './figures.ts'
import { onDatabase, seconds } from './on-database.ts'
import { factsOfPerson } from './stored-people.ts'

const listed = 20_000

/** An edition of a list of the law: strangers, and one in two hundred lines is somebody we lend to. */
function edition(people: number): string {
  const lines = Array.from({ length: listed }, (_, n) => {
    const person = factsOfPerson(n % 200 === 0 ? (n * 7919) % people : people + n, people)
    const birth = n % 200 === 0 ? person.birthDate : `19${String(30 + (n % 60))}-0${1 + (n % 9)}-11`
    return `${person.surname} ${person.name} ${person.patronymic};${birth}`
  })
  return ['ФИО;Дата рождения', ...lines].join('\n')
}

/** A new edition of a list: loaded, everybody compared with it, a case for each likeness. */
export const screening = (url: string, people: number): Promise<Figure[]> =>
  onDatabase(url, async (platform) => {
    const { zone, durations } = demoLender()
    const module = createPeople(platform, async () => null, { zone, ...durations })
    const titles = { name: 'ФИО', birth: 'Дата рождения' } as const
    const bytes = new TextEncoder().encode(edition(people))
    const load = await seconds(() => loadList(platform, 'terrorists', bytes, titles))
    const compare = await seconds(() => module.screenEverybody())
    const again = await seconds(async () => {
      platform.clock.advance(86_400_000)
      await module.screenEverybody()
    })
    const { rows } = await sql<{ cases: number }>`select count(*)::int as cases from person_case`.execute(platform.db)
    process.stderr.write(`a list of ${listed}: loaded in ${load.toFixed(1)} s, ${rows[0]?.cases} cases opened\n`)
    const of = `${people} people, a list of ${listed}`
    return [
      { what: `${of} loaded and compared`, unit: 's', ours: load + compare, budget: { atMost: 60 } },
      { what: `${of} compared again the next day`, unit: 's', ours: again, budget: { atMost: 60 } },
    ]
  })
